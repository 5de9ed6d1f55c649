"""Makes a separate document of a drawing in a page.

The symbols that it refers to are put into it, the colours that style sheets give it are written into it, and its names get
their proper case, which HTML parsers lose.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from extraction.brand.css.styles import Styles
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.logo import color
from extraction.logo.sanitise import RefusedSvg, sanitise, sanitise_element

ELEMENTS_MAX = 3_000
REFERENCES_MAX = 40
SPRITE_MAX_BYTES = 1_000_000
# The first elements whose colours are looked up in the page's style sheets.
STYLED_MAX = 100
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]{1,100})['\"]?\s*\)")
_CURRENT = re.compile(r"currentcolor", re.I)
_PAINTS = ("fill", "stroke", "stop-color", "color")
_BLACK = "#000000"
_HREFS = ("href", "xlink:href", "{http://www.w3.org/1999/xlink}href")


@dataclass(frozen=True)
class Drawing:
    """A sanitised SVG. `adaptive_body` still follows `currentColor`; None if the drawing does not use it."""

    body: bytes
    adaptive_body: bytes | None = None


class Ids:
    """The elements of a page by id, collected at first use."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._found: dict[str, Tree] | None = None

    def get(self, name: str) -> Tree | None:
        if self._found is None:
            self._found = {}
            for svg in self._document.tree.iter("svg"):
                for element in svg.iter():
                    if identity := element.get("id"):
                        self._found.setdefault(identity, element)
        return self._found.get(name)


def external_symbol(svg: Tree, base_url: str) -> tuple[str, str] | None:
    """(URL, id) of the symbol in another file that a drawing consists of: `<use href="/sprite.svg#logo">`."""
    uses = [element for element in svg.iter("use")]
    if len(uses) != 1:
        return None
    address, _, fragment = _href(uses[0]).partition("#")
    url = http_address(base_url, address) if address and fragment else None
    return (url, fragment) if url else None


def read(svg: Tree, ids: Ids, styles: Styles) -> Drawing | None:
    """The drawing, or None if it is empty or cannot be made safe."""
    if sum(1 for _ in islice(svg.iter(), ELEMENTS_MAX)) >= ELEMENTS_MAX:
        return None
    whole = copy.deepcopy(svg)
    whole.tail = None
    _copy_styles(svg, whole, styles)
    _add_references(whole, ids)
    _inherit_view_box(whole)
    return _drawing(whole, styles.text_color(svg) or _BLACK)


def inherited(svg: Tree, styles: Styles) -> tuple[str | None, str | None]:
    """The fill and the text colour that a drawing of another file gets from the page."""
    text = styles.text_color(svg)
    declared = styles.declarations(svg).get("fill") or svg.get("fill") or ""
    fill = styles.resolve(declared, svg)
    return (text if _CURRENT.fullmatch(fill.strip()) else color.read(fill)), text


def from_sprite(sprite: bytes, fragment: str, fill: str | None = None, text_color: str | None = None) -> bytes | None:
    """One symbol of an SVG sprite as an SVG. None if the sprite has no such symbol or cannot be made safe.

    `fill` and `text_color` are those that the page sets around it.
    """
    if len(sprite) > SPRITE_MAX_BYTES:
        return None
    try:
        root = etree.fromstring(sanitise(sprite))
    except (RefusedSvg, etree.XMLSyntaxError):
        return None
    symbol = next((element for element in root.iter() if element.get("id") == fragment), None)
    if symbol is None:
        return None
    whole = etree.Element(root.tag, nsmap=root.nsmap)
    whole.set("viewBox", symbol.get("viewBox") or root.get("viewBox") or "0 0 24 24")
    whole.extend([copy.deepcopy(child) for child in root.iter("{*}defs")])
    if fill:
        whole.set("fill", fill)
    inside = list(symbol) if etree.QName(symbol).localname in ("symbol", "svg", "view") else [symbol]
    whole.extend([copy.deepcopy(child) for child in inside])
    for name in _PAINTS:
        if symbol.get(name):
            whole.set(name, symbol.get(name, ""))
    try:
        drawn = sanitise_element(whole)
    except RefusedSvg:
        return None
    return _CURRENT.sub(text_color, drawn.decode()).encode() if text_color else drawn


def _href(element: Tree) -> str:
    return next((value.strip() for name in _HREFS if (value := element.get(name))), "")


def _copy_styles(source: Tree, target: Tree, styles: Styles) -> None:
    """Write the colours of the page's style sheets into the elements, and resolve custom properties."""
    pairs = zip(source.iter(), target.iter(), strict=True)
    for original, written in islice(pairs, STYLED_MAX):
        declared = styles.declarations(original)
        for name in _PAINTS:
            value = declared.get(name) or written.get(name)
            if value:
                written.set(name, color.in_plain_form(styles.resolve(value, original))[:100])
        if style := written.get("style"):
            written.set("style", color.in_plain_form(styles.resolve(style, original)))
        if written.tag == "style" and (sheet := written.text):
            written.text = color.in_plain_form(styles.resolve(sheet, source))


def _add_references(whole: Tree, ids: Ids) -> None:
    """Add the elements of the page that the drawing refers to, and those that these refer to."""
    own = {element.get("id") for element in whole.iter() if element.get("id")}
    definitions = etree.SubElement(whole, "defs")
    added = 0
    waiting = list(_references(whole))
    while waiting and added < REFERENCES_MAX:
        name = waiting.pop()
        found = ids.get(name) if name not in own else None
        if found is None:
            continue
        own.update(element.get("id") for element in found.iter() if element.get("id"))
        definition = copy.deepcopy(found)
        definition.tail = None
        definitions.append(definition)
        waiting += _references(definition)
        added += 1


def _references(root: Tree) -> Iterator[str]:
    for element in islice(root.iter(), ELEMENTS_MAX):
        if element.tag == "use" and _href(element).startswith("#"):
            yield _href(element)[1:]
        for value in element.attrib.values():
            if "url(" in value:
                yield from _REFERENCE.findall(value[:1_000])


def _inherit_view_box(whole: Tree) -> None:
    """A drawing of one symbol without a view box gets the symbol's."""
    if whole.get("viewbox") or whole.get("viewBox"):
        return
    used = {_href(element)[1:] for element in whole.iter("use")}
    for element in whole.iter("symbol", "svg"):
        box = element.get("viewbox") or element.get("viewBox")
        if element is not whole and element.get("id") in used and box:
            whole.set("viewBox", box)
            for side in ("width", "height"):
                whole.attrib.pop(side, None)
            return


def _drawing(whole: Tree, text_color: str) -> Drawing | None:
    try:
        adaptive = sanitise_element(whole)
        follows_text = bool(_CURRENT.search(adaptive.decode()))
        body = _CURRENT.sub(text_color, adaptive.decode()).encode() if follows_text else adaptive
        return Drawing(body, adaptive if follows_text else None)
    except RefusedSvg:
        return None
