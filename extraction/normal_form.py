"""A content tree brought into the plain form that Markdown writers understand.

Every highlighter, formula renderer and lazy loader writes its own markup. Here each becomes the element that means
the same: code blocks with `language-x`, TeX between dollars, images with a real address, headings outside their link.
"""

from __future__ import annotations

import re

from lxml import etree

from extraction import footnotes, formulas
from extraction.document import Tree
from extraction.selection import drop, drop_empty
from extraction.urls import absolute

_PERMALINK = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|permalink|"
    r"anchorjs-link|hash-link|direct-link|section-link|octicon-link)(?:$|[\s_-])",
    re.I,
)
_SIGNS = frozenset(
    (
        "",
        "#",
        "\u00b6",
        "\u00a7",
        "\u200b",
        "\U0001f517",
        "link",
        "\u2693",
        "permalink",
        "\u2693\ufe0e",
        "\U0001f517\ufe0e",
    )
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LAZY = (
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-srcset",
    "srcset",
    "data-hi-res-src",
    "data-image",
    "data-url",
)
_BLOCK_IN_LINK = (
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "div",
    "ul",
    "ol",
    "table",
    "blockquote",
    "section",
    "article",
    "figure",
)
_DROPPED = ("script", "style", "template", "iframe", "object", "embed", "canvas", "svg", "select", "textarea",
    "datalist", "link", "meta", "noframes", "dialog-backdrop")  # fmt: skip


def normalise(body: Tree, *, keep_links: bool, keep_images: bool) -> None:
    """Rewrite the tree in place; it may be serialised to Markdown afterwards."""
    formulas.write_out(body)
    footnotes.write_out(body)
    _nested_lists(body)
    _definitions(body)
    etree.strip_elements(body, *_DROPPED, with_tail=False)
    for heading in list(body.iter(*_HEADINGS)):
        _heading(heading)
    if keep_links:
        _links(body)
    else:
        etree.strip_tags(body, "a")
    _images(body, keep_images)
    _boxes(body)
    drop_empty(body)
    _unindent(body)
    etree.strip_tags(body, "span", "font")


def _heading(heading: Tree) -> None:
    for link in list(heading.iter("a", "button")):
        text = "".join(link.itertext()).strip().casefold()
        sign = text in _SIGNS or (len(text) < 3 and _PERMALINK.search(link.get("class") or ""))
        if sign and link.find(".//img") is None:
            drop(link)
    above = heading.getparent()
    if above is not None and above.tag == "a" and len(above) == 1 and not (above.text or "").strip():
        _swap(above, heading)


def _swap(link: Tree, heading: Tree) -> None:
    """`<a><h3>text</h3></a>` -> `<h3><a>text</a></h3>`."""
    heading.tail, link.tail = link.tail, None
    link.getparent().replace(link, heading)
    link.text, heading.text = heading.text, None
    link[:] = list(heading)
    heading.append(link)


def _links(body: Tree) -> None:
    for link in list(body.iter("a")):
        href = (link.get("href") or "").strip()
        text = "".join(link.itertext()).strip()
        if not text and link.find(".//img") is None:
            drop(link)
        elif not href or href.lower().startswith(("javascript:", "data:", "vbscript:")):
            link.drop_tag()
        elif any(True for _ in link.iter(*_BLOCK_IN_LINK)):
            _card(link)


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
    link.drop_tag()


def _images(body: Tree, keep: bool) -> None:
    if not keep:
        etree.strip_elements(body, "img", "picture", "video", "audio", with_tail=False)
        return
    for image in body.iter("img"):
        source = image.get("src") or ""
        if not source or (source.startswith("data:") and len(source) < 400) or "placeholder" in source:
            image.set("src", lazy_address(image) or source)


def lazy_address(image: Tree) -> str | None:
    """The address that a lazy image really loads; the first of a set."""
    for name in _LAZY:
        value = (image.get(name) or "").strip()
        if value and not value.startswith("data:"):
            return value.split(",")[0].split()[0] if "srcset" in name else value
    return None


def absolute_addresses(body: Tree, base: str) -> None:
    """Make every `href`, `src` and `srcset`-free address of the tree absolute."""
    for element in body.iter("a", "img", "area", "source", "video", "audio"):
        for name in ("href", "src", "poster"):
            value = element.get(name)
            if value and not value.startswith(("#", "data:")):
                element.set(name, absolute(base, value) or value)


def _nested_lists(body: Tree) -> None:
    """A list right inside a list belongs to the item before it."""
    for inner in [
        found
        for found in body.iter("ul", "ol")
        if found.getparent() is not None and found.getparent().tag in ("ul", "ol")
    ]:
        before = inner.getprevious()
        if before is not None and before.tag == "li":
            inner.tail = None
            before.append(inner)


def _unindent(body: Tree) -> None:
    """An item that holds nothing but a list, as menus are built, gives its place to the items of that list."""
    for item in reversed(list(body.iter("li"))):
        above = item.getparent()
        if above is None or len(item) != 1 or (item.text or "").strip() or (item[0].tail or "").strip():
            continue
        if item[0].tag in ("ul", "ol") and above.tag in ("ul", "ol"):
            place = above.index(item)
            above[place : place + 1] = list(item[0])


def _definitions(body: Tree) -> None:
    """Definitions get the colon that marks them in Markdown."""
    for definition in body.iter("dd"):
        first = definition
        while not (first.text or "").strip() and len(first) and first[0].tag in ("p", "div", "span"):
            first = first[0]
        if (first.text or "").strip():
            first.text = ": " + (first.text or "").lstrip()


def _boxes(body: Tree) -> None:
    """Task lists keep their ticks; other form fields hold nothing to read."""
    for field in list(body.iter("input")):
        item = field.getparent()
        if field.get("type") == "checkbox" and item is not None and (item.tag == "li" or item.tag in ("label", "p")):
            continue
        drop(field)
