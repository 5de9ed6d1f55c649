"""Normalises links and images: URLs become absolute, and unsafe ones are removed."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document import embeds
from extraction.document.addresses import lazy_address, safe_address
from extraction.document.tree import HEADINGS, Tree, drop_all, replace_all, unwrap_all
from extraction.document.typesetting import without_signs

BLOCKS_IN_LINK = (*HEADINGS, "p", "div", "ul", "ol", "table", "blockquote", "section", "article", "figure")
# Elements with addresses of images and other media.
PICTURES = ("img", "picture", "area", "source", "video", "audio")
# Images that scripts replace by the real one.
_STAND_IN = re.compile(
    r"placeholder|(?:^|[/_-])(?:pixel|blank|spacer|transparent|1x1|loading|loader|lazy[\w-]*|empty|grey|gray)\.(?:gif|png|svg|jpe?g|webp)",
    re.I,
)
# Cloudflare hides email addresses from programs: the first byte is the key of the others.
_PROTECTED = "/cdn-cgi/l/email-protection"
_HEX = re.compile(r"[0-9a-f]{2}(?:[0-9a-f]{2}){3,200}", re.I)
_DRAWN = re.compile(r"(?:blob:|data:image/)", re.I)


def write_links(body: Tree, base_url: str) -> None:
    """Make link URLs absolute. Links without a safe URL become text, and links without content are removed."""
    empty, bare = [], []
    for link in list(body.iter("a")):
        href = (link.get("href") or "").strip()
        address = safe_address(base_url, href) if href else None
        if len(link) and next(link.iterdescendants("a"), None) is not None:
            bare.append(link)  # A link inside a link.
        elif _is_empty(link):
            empty.append(link)
        elif address is None:
            bare.append(link)
        else:
            link.set("href", address)
            if len(link) and next(link.iter(*BLOCKS_IN_LINK), None) is not None:
                _card(link)
                bare.append(link)
    drop_all(body, empty)
    unwrap_all(body, bare)


def show_email_addresses(body: Tree) -> None:
    """Replace `[email protected]` by the address that a script shows to people."""
    for link in body.iter("a"):
        href = link.get("href") or ""
        if _PROTECTED not in href and link.get("data-cfemail") is None:
            continue
        code = link.get("data-cfemail") or href.partition("#")[2]
        if not _HEX.fullmatch(code):
            continue
        key, *letters = bytes.fromhex(code)
        address = bytes(letter ^ key for letter in letters).decode("utf-8", "replace")
        link.set("href", f"mailto:{address}")
        if "protected" in "".join(link.itertext()):
            tail = link.tail
            link[:] = []
            link.text, link.tail = address, tail


def _is_empty(link: Tree) -> bool:
    if (link.text or "").strip():
        return False
    return not len(link) or (not "".join(link.itertext()).strip() and link.find(".//img") is None)


def _card(link: Tree) -> None:
    """Move a link around a whole card to the card's heading, or to its first line of text."""
    target = next((found for found in link.iter(*HEADINGS)), None)
    if target is None:
        target = next((found for found in link.iter("p", "span", "div", "strong") if (found.text or "").strip()), None)
    if target is not None and target.find(".//a") is None:
        inner = etree.Element("a", href=link.get("href"))
        inner.text, target.text = target.text, None
        inner[:] = list(target)
        target.append(inner)


def write_images(body: Tree, base_url: str, keep: bool) -> None:
    """Set the real URL of every image, or remove all images."""
    if not keep:
        etree.strip_elements(body, "img", "video", "audio", with_tail=False)
        etree.strip_tags(body, "picture", "source")
        return
    unsafe: list[tuple[Tree, str]] = []
    for image in body.iter("img"):
        if alt := image.get("alt"):
            image.set("alt", " ".join(without_signs(alt).split()))
        source = image.get("src") or ""
        if not source or (source.startswith("data:") and len(source) < 400) or _STAND_IN.search(source):
            source = lazy_address(image) or source
        if source and (address := safe_address(base_url, source, image=True)):
            image.set("src", address)
        elif source:
            # Embedded images are replaced by their `alt` text. Images with any other unsafe URL are removed.
            unsafe.append((image, (image.get("alt") or "") if _DRAWN.match(source) else ""))
    for element in body.iter("area", "source", "video", "audio"):
        for name in ("href", "src", "poster"):
            value = element.attrib.pop(name, None)
            if value and (address := safe_address(base_url, value)):
                element.set(name, address)
    replace_all(body, unsafe)
    embeds.write_links(body)
