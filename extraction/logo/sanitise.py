"""Makes an SVG safe to serve and to rasterise.

Builds a new document from an allow-list of elements and attributes. Nothing outside the document is referred to: no address,
no file, no font, no script, no animation. The new document looks the same for a well-behaved logo.
"""

from __future__ import annotations

import base64
import binascii
import io
import re

from lxml import etree
from PIL import Image, UnidentifiedImageError

from extraction.logo.svg.allowed_names import ATTRIBUTES, ELEMENTS, REFERRING, SVG, TEXTUAL, XLINK, XML
from extraction.logo.svg.bombs import draws_too_much
from extraction.logo.svg.css import is_safe_value, safe_css
from extraction.logo.svg.dashes import without_tiny_dashes

MAX_BYTES = 1_000_000
MAX_ELEMENTS = 20_000
MAX_DEPTH = 64
# Rules and declarations in one text of CSS. resvg needs time for their square: of several texts, the squares are added.
MAX_DECLARATIONS = 6_000
# resvg compares each rule with each element.
MAX_RULES_OF_ELEMENTS = 5_000_000
MAX_EMBEDDED_PIXELS = 16_000_000
DEFAULT_SIDE = 300.0

_DATA_IMAGE = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$")
_FRAGMENT = re.compile(r"#[^\s'\"()]+$")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:[eE][-+]?\d+)?")
_PIXELS = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$")


class RefusedSvg(Exception):
    """The document is not an SVG that can be made safe. The message says why."""


def sanitise(body: bytes) -> bytes:
    """The SVG as a safe document in UTF-8.

    Raises:
        RefusedSvg: not an SVG, malformed, too large, an undefined entity, or references that multiply its parts.
    """
    if len(body) > MAX_BYTES:
        raise RefusedSvg(f"larger than {MAX_BYTES} bytes")
    # Only entities of the document itself are replaced, within libxml2's bound on their growth.
    parser = etree.XMLParser(
        resolve_entities="internal", no_network=True, load_dtd=False, remove_pis=True, remove_comments=True
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise RefusedSvg(f"not well-formed: {error}") from error
    return sanitise_element(root)


def sanitise_element(root: etree._Element) -> bytes:
    """As `sanitise`, for an `svg` element that is parsed already, also as part of an HTML page.

    Names in lower case, as HTML parsers write them, are mended. The given tree is not changed.
    """
    if root is None or _local_name(root) != "svg":
        raise RefusedSvg("the root element is not svg")
    clean = _Copier().copy(root)
    if draws_too_much(clean):
        raise RefusedSvg("references repeat parts of the document too often")
    _set_view_box(clean)
    return without_tiny_dashes(etree.tostring(clean, encoding="unicode"), _longest_side(clean)).encode()


class _Copier:
    """Copies the allowed part of one tree."""

    def __init__(self) -> None:
        self._elements = 0
        self._pixels = 0
        self._rules = 0
        self._squares = 0

    def copy(self, root: etree._Element) -> etree._Element:
        clean = etree.Element(f"{{{SVG}}}svg", nsmap={None: SVG})
        self._copy_attributes(root, clean, "svg")
        self._copy_children(root, clean, 1)
        if self._elements * self._rules > MAX_RULES_OF_ELEMENTS:
            raise RefusedSvg(f"{self._rules} rules for {self._elements} elements")
        return clean

    def _copy_children(self, source: etree._Element, target: etree._Element, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise RefusedSvg(f"nested deeper than {MAX_DEPTH}")
        is_textual = etree.QName(target).localname in TEXTUAL
        if is_textual:
            _append_text(target, source.text)
        for child in source:
            self._copy_child(child, target, depth)
            if is_textual:
                _append_text(target, child.tail)

    def _copy_child(self, child: etree._Element, target: etree._Element, depth: int) -> None:
        if child.tag is etree.Entity:
            raise RefusedSvg(f"undefined entity {child.text}")
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise RefusedSvg(f"more than {MAX_ELEMENTS} elements")
        name = _local_name(child)
        if name == "a":
            self._copy_children(child, target, depth + 1)
        elif name == "style":
            self._copy_style_sheet(child, target)
        elif name:
            clean = etree.SubElement(target, f"{{{SVG}}}{name}")
            self._copy_attributes(child, clean, name)
            self._copy_children(child, clean, depth + 1)

    def _copy_attributes(self, source: etree._Element, target: etree._Element, element: str) -> None:
        for raw_name, raw_value in source.attrib.items():
            name, value = str(raw_name), str(raw_value)
            if name in ("href", "xlink:href", f"{{{XLINK}}}href"):
                if self._is_allowed_href(element, value.strip()):
                    target.set("href", value.strip())
            elif name == f"{{{XML}}}space":
                target.set(name, value)
            elif name.lower() == "style":
                self._count_declarations(value)
                _set(target, "style", safe_css(value))
            elif is_safe_value(value):
                _set(target, ATTRIBUTES.get(name.lower(), ""), value)

    def _copy_style_sheet(self, source: etree._Element, target: etree._Element) -> None:
        css = safe_css("".join(source.itertext()))
        if not css:
            return
        self._rules += css.count("{")
        self._count_declarations(css)
        sheet = etree.SubElement(target, f"{{{SVG}}}style")
        sheet.text = css
        _set(sheet, "media", source.get("media") or "")

    def _count_declarations(self, css: str) -> None:
        self._squares += (css.count("{") + css.count(";")) ** 2
        if self._squares > MAX_DECLARATIONS**2:
            raise RefusedSvg("too many style declarations")

    def _is_allowed_href(self, element: str, value: str) -> bool:
        if element != "image":
            return element in REFERRING and bool(_FRAGMENT.match(value))
        embedded = _DATA_IMAGE.match(value)
        if not embedded:
            return False
        self._pixels += _pixel_count(embedded.group(1))
        return self._pixels <= MAX_EMBEDDED_PIXELS


def _local_name(element: etree._Element) -> str:
    """The allowed name of an SVG element, in its proper form. Empty for everything else."""
    if not isinstance(element.tag, str):
        return ""
    qualified = etree.QName(element)
    return ELEMENTS.get(qualified.localname.lower(), "") if qualified.namespace in (None, SVG) else ""


def _set(target: etree._Element, name: str, value: str) -> None:
    if name and value:
        target.set(name, value)


def _append_text(target: etree._Element, text: str | None) -> None:
    if not text:
        return
    if len(target):
        target[-1].tail = (target[-1].tail or "") + text
    else:
        target.text = (target.text or "") + text


def _pixel_count(encoded: str) -> int:
    """The pixels of an embedded image by its header, which is read without decoding. Too many for an unreadable image."""
    try:
        with Image.open(io.BytesIO(base64.b64decode(encoded)), formats=("PNG", "JPEG", "GIF", "WEBP")) as image:
            return image.width * image.height
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, binascii.Error, ValueError, SyntaxError):
        return MAX_EMBEDDED_PIXELS + 1


def _set_view_box(root: etree._Element) -> None:
    """Without a view box, a document cannot be scaled to another size."""
    width, height = (_PIXELS.match(root.get(side) or "") for side in ("width", "height"))
    if not root.get("viewBox") and width and height:
        root.set("viewBox", f"0 0 {width.group(1)} {height.group(1)}")


def _longest_side(root: etree._Element) -> float:
    """The longer side of the view box. Without one, that of the size in which browsers show the document."""
    sides = [float(side) for side in _NUMBER.findall(root.get("viewBox") or "")[2:4]]
    return max(sides, default=0) or DEFAULT_SIDE
