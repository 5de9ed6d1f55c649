"""What a page refers to, links and images: addresses that are absolute and that no browser takes for a script."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.addresses import lazy_address, safe_address
from extraction.document.tree import Tree, drop_all, replace_all, unwrap_all

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS_IN_LINK = (*_HEADINGS, "p", "div", "ul", "ol", "table", "blockquote", "section", "article", "figure")
_DRAWN = re.compile(r"(?:blob:|data:image/)", re.I)


def write_links(body: Tree, base_url: str) -> None:
    """Every link gets its address; what leads nowhere, or where nobody is led, is text."""
    empty, bare = [], []
    for link in list(body.iter("a")):
        address = safe_address(base_url, link.get("href") or "") if (link.get("href") or "").strip() else None
        if not "".join(link.itertext()).strip() and link.find(".//img") is None:
            empty.append(link)
        elif address is None:
            bare.append(link)
        else:
            link.set("href", address)
            if next(link.iter(*BLOCKS_IN_LINK), None) is not None:
                _card(link)
                bare.append(link)
    drop_all(body, empty)
    unwrap_all(body, bare)


def _card(link: Tree) -> None:
    """A whole card inside one link: the link goes to its heading, else to its first line of text."""
    target = next((found for found in link.iter(*_HEADINGS)), None)
    if target is None:
        target = next((found for found in link.iter("p", "span", "div", "strong") if (found.text or "").strip()), None)
    if target is not None and target.find(".//a") is None:
        inner = etree.Element("a", href=link.get("href"))
        inner.text, target.text = target.text, None
        inner[:] = list(target)
        target.append(inner)


def write_images(body: Tree, base_url: str, keep: bool) -> None:
    """Every image gets the address that it is loaded from, or all of them go."""
    if not keep:
        etree.strip_elements(body, "img", "video", "audio", with_tail=False)
        etree.strip_tags(body, "picture", "source")
        return
    unsafe: list[tuple[Tree, str]] = []
    for image in body.iter("img"):
        source = image.get("src") or ""
        if not source or (source.startswith("data:") and len(source) < 400) or "placeholder" in source:
            source = lazy_address(image) or source
        if source and (address := safe_address(base_url, source, image=True)):
            image.set("src", address)
        elif source:
            # Of a drawing that cannot be linked to there is what it says; of a script nothing.
            unsafe.append((image, (image.get("alt") or "") if _DRAWN.match(source) else ""))
    for element in body.iter("area", "source", "video", "audio"):
        for name in ("href", "src", "poster"):
            value = element.attrib.pop(name, None)
            if value and (address := safe_address(base_url, value)):
                element.set(name, address)
    replace_all(body, unsafe)
