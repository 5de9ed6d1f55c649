"""The images of a page: every address that a browser could load one from, absolute, each once, in document order.

To add a source: a branch in `_Images.add_element` that calls `_add`, and its name in `contract.results.page_image.IMAGE_SOURCES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lxml import etree

from contract import limits
from contract.capture import PageCapture
from contract.results.page_image import IMAGE_SOURCES, PageImage
from extraction.bot_checks import BOT_CHECK, shows_bot_check
from extraction.declared import loose_json
from extraction.document import srcset
from extraction.document.addresses import http_address
from extraction.document.css_addresses import image_addresses
from extraction.document.document import Document, open_page
from extraction.document.tree import Tree
from extraction.links.normal_form import normalise

# Attributes of lazy images. Further `data-` attributes count if their value ends like the name of an image file.
_LAZY = frozenset(
    "data-src data-lazy-src data-original data-lazy data-lazyload data-echo data-hi-res-src data-original-src "
    "data-fallback-src data-image data-url data-srcset data-lazy-srcset".split()
)
_LAZY_BACKGROUND = frozenset(
    "data-bg data-background data-background-image data-background-src data-bg-src data-bg-image data-lazy-bg "
    "data-lazy-background data-image-src data-bgset".split()
)
_IMAGE_FILE = re.compile(r"[^\s?#]*\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)(?:[?#]|$)", re.I)
_PLACEHOLDER = re.compile(
    r"(?:^|[/_.-])(?:placeholder|blank|spacer|transparent|pixel|1x1|lazy|loading|loader|dummy)[\w.-]*$", re.I
)
_TEMPLATE = re.compile(r"[{}]|<%|\[\[")
_ICON_RELS = frozenset(("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "fluid-icon"))
_META = frozenset(
    "og:image og:image:url og:image:secure_url twitter:image twitter:image:src msapplication-tileimage thumbnail image "
    "thumbnailurl logo".split()
)
_META_DETAIL = re.compile(r"^(?:og|twitter):image:(alt|width|height)$")
_JSON_KEYS = frozenset("image images logo thumbnail thumbnailUrl photo primaryImageOfPage screenshot".split())
_JSON_DEPTH_MAX = 60
# Sources of one picture. Browsers use the first that they can show.
_SOURCES_MAX = 30
_PIXELS = re.compile(r"\s*\+?(\d{1,9})(?:\.\d*)?\s*(?:px)?\s*$", re.I)
_RANK = {source: rank for rank, source in enumerate(IMAGE_SOURCES)}


@dataclass(frozen=True, kw_only=True)
class PageImages:
    """The images of a page.

    `readable`: it is an HTML document. `blocked`: the site returned a bot check instead of the page.
    """

    images: tuple[PageImage, ...] = ()
    readable: bool = True
    blocked: bool = False
    warning: str | None = None


def read(capture: PageCapture) -> PageImages:
    """The images of a captured page. Pure, like `extraction.page.read`.

    Raises:
        UnreadablePage: the body is neither HTML, text, JSON, XML nor PDF.
    """
    document = open_page(capture)
    if document.kind != "html":
        return PageImages(
            readable=False,
            warning=f"The page is not an HTML document ({capture.media_type or document.kind}), so it has no images.",
        )
    images = read_document(document)
    blocked = shows_bot_check(document)
    warning = BOT_CHECK if blocked else cut_warning(images)
    return PageImages(images=images, blocked=blocked, warning=warning)


def cut_warning(images: Sequence[PageImage]) -> str | None:
    """What is missing in a list of images that reached its limit."""
    return f"Only the first {limits.IMAGES_MAX} images are listed." if len(images) >= limits.IMAGES_MAX else None


def read_document(document: Document) -> tuple[PageImage, ...]:
    """The images of an open HTML document. Does not modify its tree."""
    found = _Images(document.base_url)
    hidden = noscripts = 0
    for event, element in etree.iterwalk(document.tree, events=("start", "end")):
        step = 1 if event == "start" else -1
        if element.tag == "template" and element.get("shadowrootmode") is None:
            hidden += step
        elif element.tag == "noscript":
            noscripts += step
        elif step > 0 and not hidden:
            found.add_element(element, in_noscript=noscripts > 0)
            if len(found.images) >= limits.IMAGES_MAX:
                break
    return tuple(found.images.values())


class _Images:
    """Collects images by the normal form of their address. `src` stays as the page writes it first."""

    def __init__(self, base_url: str) -> None:
        self.images: dict[str, PageImage] = {}
        self._base_url = base_url
        self._noscript = False
        self._last_meta = ""

    def add_element(self, element: Tree, *, in_noscript: bool) -> None:
        """Add all images that an element declares itself. Its children are added separately."""
        self._noscript = in_noscript
        tag = element.tag
        if tag in ("img", "amp-img", "source", "input", "video", "image", "object", "embed"):
            self._add_media(element, tag)
        elif tag == "meta":
            self._add_meta(element)
        elif tag == "link":
            self._add_link(element)
        elif tag == "script":
            self._add_script(element)
        elif tag == "style":
            self._add_css(element.text or "")
        for name, value in element.attrib.items():
            if name == "style":
                self._add_css(value)
            elif name == "background":
                self._add(value, "css")
            elif name[:5] == "data-" and tag not in ("img", "source"):
                self._add_data(name, value)

    def _add_media(self, element: Tree, tag: str) -> None:
        about = _declared(element)
        if tag in ("img", "amp-img"):
            self._add_img(element, about)
        elif tag == "source":
            if _picture_of(element) is not None:
                self._add(srcset.largest(element.get("srcset") or ""), "picture", about)
                self._add_lazy(element, about)
        elif tag == "video":
            self._add(element.get("poster") or "", "poster", about)
        elif tag == "input":
            if (element.get("type") or "").lower() == "image":
                self._add(element.get("src") or "", "input", about)
        elif tag == "image":
            self._add(element.get("href") or element.get("xlink:href") or "", "svg", about)
        elif (element.get("type") or "").lower().startswith("image/"):
            self._add(element.get("data") or element.get("src") or "", "object", about)

    def _add_img(self, image: Tree, about: PageImage) -> None:
        if all(isinstance(side, int) and side <= 1 for side in (about.width, about.height)):
            return  # A tracking pixel.
        source = image.get("src") or ""
        lazy = any(_is_lazy(name, value) for name, value in image.attrib.items())
        if not (lazy and _PLACEHOLDER.search(source.partition("?")[0])):
            self._add(source, "img", about)
        self._add(srcset.largest(image.get("srcset") or ""), "srcset", about)
        self._add_lazy(image, about)

    def _add_lazy(self, element: Tree, about: PageImage) -> None:
        for name, value in element.attrib.items():
            if _is_lazy(name, value):
                self._add(srcset.largest(value) if "srcset" in name else value, "lazy", about)

    def _add_data(self, name: str, value: str) -> None:
        if name in _LAZY_BACKGROUND:
            inner = [*image_addresses(f"background:{value}")] or [
                srcset.largest(value) if name == "data-bgset" else value
            ]
            for address in inner:
                self._add(address, "lazy")
        elif _IMAGE_FILE.match(value) and not re.search(r"\s", value):
            self._add(value, "lazy")

    def _add_css(self, css: str) -> None:
        if "url(" in css.lower():
            for address in image_addresses(css):
                self._add(address, "css")

    def _add_meta(self, meta: Tree) -> None:
        name = (meta.get("property") or meta.get("name") or meta.get("itemprop") or "").strip().lower()
        content = meta.get("content") or ""
        if name in _META:
            self._last_meta = self._add(content, "meta")
        elif (detail := _META_DETAIL.match(name)) and self._last_meta:
            declared_image = self.images[self._last_meta]
            declared: dict[str, Any] = {detail[1]: content if detail[1] == "alt" else _length(content)}
            if getattr(declared_image, detail[1]) is None:
                self.images[self._last_meta] = replace(declared_image, **declared)

    def _add_link(self, link: Tree) -> None:
        rels = set((link.get("rel") or "").lower().split())
        if rels & _ICON_RELS:
            width, _, height = (link.get("sizes") or "").lower().partition(" ")[0].partition("x")
            sides = PageImage(src="", width=_length(width), height=_length(height)) if height.isdigit() else None
            self._add(link.get("href") or "", "icon", sides)
        elif "image_src" in rels or ("preload" in rels and link.get("as") == "image"):
            self._add(link.get("href") or "", "meta")
            self._add(srcset.largest(link.get("imagesrcset") or ""), "meta")

    def _add_script(self, script: Tree) -> None:
        if "ld+json" in (script.get("type") or "").lower():
            for value in loose_json.read(script.text or ""):
                for address, about in _json_images(value):
                    self._add(address, "json-ld", about)

    def _add(self, address: str, source: str, about: PageImage | None = None) -> str:
        """Add an image, unless its address is not an http(s) URL. Returns its key in `images`, or ""."""
        address = address.strip()
        if not address or address[0] == "#" or _TEMPLATE.search(address):
            return ""
        src = http_address(self._base_url, address)
        if src is None or len(src) > limits.URL_MAX_CHARS:
            return ""
        source = "noscript" if self._noscript and source in ("img", "srcset", "lazy", "picture") else source
        new = replace(about, src=src, source=source) if about else PageImage(src=src, source=source)
        key = normalise(src)
        known = self.images.get(key)
        self.images[key] = _merged(known, new) if known else new
        return key


def _merged(known: PageImage, new: PageImage) -> PageImage:
    """Both declarations of one address: the first declared value of each property, and the more usual source."""
    if known.alt is not None and known.width is not None and known.height is not None:
        return known
    return PageImage(
        src=known.src,
        alt=new.alt if known.alt is None else known.alt,
        width=new.width if known.width is None else known.width,
        height=new.height if known.height is None else known.height,
        source=min(known.source, new.source, key=_RANK.__getitem__),
    )


def _is_lazy(name: str, value: str) -> bool:
    return name[:5] == "data-" and (name in _LAZY or name in _LAZY_BACKGROUND or _IMAGE_FILE.match(value) is not None)


def _declared(element: Tree) -> PageImage:
    """What an element declares about its image. The sources of a picture are described by its `img`."""
    picture = _picture_of(element)
    image = next(picture.iter("img"), None) if picture is not None else None
    values = {name: element.get(name) for name in ("alt", "width", "height")}
    if image is not None:
        values = {name: image.get(name) if value is None else value for name, value in values.items()}
    return PageImage(src="", alt=values["alt"], width=_length(values["width"]), height=_length(values["height"]))


def _picture_of(source: Tree) -> Tree | None:
    """The `picture` of a `source`, or None. The parser puts each source into the one before it."""
    for _ in range(_SOURCES_MAX):
        if source.tag != "source":
            return source if source.tag == "picture" else None
        source = source.getparent()
    return None


def _length(declared: Any) -> int | str | None:
    """A declared width or height: pixels as a number, any other text unchanged."""
    if isinstance(declared, (int, float)) and not isinstance(declared, bool):
        return int(declared) if 0 <= declared < 1e9 else None
    if not isinstance(declared, str):
        return None
    pixels = _PIXELS.match(declared)
    return int(pixels[1]) if pixels else declared.strip()


def _json_images(value: Any, *, is_image: bool = False, depth: int = 0) -> Iterator[tuple[str, PageImage]]:
    """(address, declared size) of the images in JSON-LD."""
    if depth > _JSON_DEPTH_MAX:
        return
    if isinstance(value, str):
        if is_image:
            yield value, PageImage(src="")
    elif isinstance(value, list):
        for each in value:
            yield from _json_images(each, is_image=is_image, depth=depth + 1)
    elif isinstance(value, dict):
        is_image = is_image or "ImageObject" in str(value.get("@type"))[:200]
        sides = PageImage(src="", width=_json_length(value.get("width")), height=_json_length(value.get("height")))
        for key, inner in value.items():
            if is_image and key in ("url", "contentUrl") and isinstance(inner, str):
                yield inner, sides
            elif key in _JSON_KEYS or isinstance(inner, (dict, list)):
                yield from _json_images(inner, is_image=key in _JSON_KEYS, depth=depth + 1)


def _json_length(value: Any) -> int | str | None:
    return _length(value.get("value") if isinstance(value, dict) else value)
