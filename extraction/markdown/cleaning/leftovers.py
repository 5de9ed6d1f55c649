"""Leaves out what is left of a page's design: headings without words, headings twice, numbers of slides, drawn bullets."""

from __future__ import annotations

import re
from itertools import chain, groupby, pairwise

from lxml import etree

from extraction.document.tree import HEADINGS, Tree, all_text, drop_all
from extraction.markdown.cleaning.lists import WRAPPERS

# Content that is not text.
_OBJECTS = frozenset(("img", "video", "audio", "picture", "math", "table", "pre", "hr", "input"))
_LINES = ("p", "div", "span", "li", "figcaption", "small")
_SLIDE = re.compile(r"\s*(\d{1,3})\s*/\s*(\d{1,3})\s*")
_SLIDE_MAX_CHARS = 20
_BULLET = re.compile(
    r"\s*[\u2022\u2023\u25aa\u25ab\u25cf\u25cb\u25e6\u25a0\u25a1\u2043\u2219\u00b7\u2013-][\s\xa0]+(?=\S)"
)


def drop(body: Tree) -> None:
    """Rewrite the tree in place."""
    _headings(body)
    _slides(body)
    if next(body.iter("li"), None) is not None:
        _drawn_bullets(body)


def _headings(body: Tree) -> None:
    """Drop a heading that repeats the one directly before it. Headings without a letter or digit become paragraphs."""
    texts = [(heading, all_text(heading)) for heading in body.iter(*HEADINGS)]
    if any(text.strip() == other.strip() for (_, text), (_, other) in pairwise(texts)):
        # The heading of the higher rank stays.
        repeated = [(one, other) for one, other in _neighbours(body) if _is_same(one, other)]
        drop_all(body, [one if other.tag < one.tag else other for one, other in repeated])
    for heading, text in texts:
        if heading.tag in HEADINGS and text.strip() and not any(map(str.isalnum, text)):
            heading.tag = "p"


def _is_same(heading: Tree, other: Tree) -> bool:
    """Whether two headings have the same text, and no images or links to different pages."""
    if (
        all_text(heading).strip() != all_text(other).strip()
        or heading.find(".//img") is not None
        or other.find(".//img") is not None
    ):
        return False
    return len({address for each in (heading, other) if (address := _address(each))}) < 2


def _address(heading: Tree) -> str | None:
    links = chain(heading.iter("a"), heading.iterancestors("a"))
    return next((link.get("href") for link in links if link.get("href")), None)


def _neighbours(body: Tree) -> list[tuple[Tree, Tree]]:
    """Pairs of headings with nothing between them."""
    found: list[tuple[Tree, Tree]] = []
    last: Tree | None = None
    events = etree.iterwalk(body, events=("start", "end"))
    for event, element in events:
        if event == "start" and element.tag in HEADINGS:
            if last is not None:
                found.append((last, element))
            last = element
            events.skip_subtree()
            continue
        text = element.text if event == "start" else element.tail
        if element.tag in _OBJECTS or (text and text.strip()):
            last = None
    return found


def _slides(body: Tree) -> None:
    """Drop the lines `1/3`, `2/3` of a slide show. One such line alone may be a score or an amount."""
    # Performance: lxml makes a new string each time that a text is read.
    short = [
        (element, text)
        for element in body.iter(*_LINES)
        if (text := element.text) and "/" in text[:_SLIDE_MAX_CHARS] and not len(element)
    ]
    lines = [(element, _SLIDE.fullmatch(text)) for element, text in short]
    numbered = [(element, int(found[1]), int(found[2])) for element, found in lines if found]
    runs = groupby(enumerate(numbered), key=lambda placed: (placed[1][1] - placed[0], placed[1][2]))
    for (_, total), run in runs:
        slides = [slide for _, slide in run]
        if len(slides) > 1 and slides[-1][1] <= total:
            drop_all(body, [element for element, _, _ in slides])


def _drawn_bullets(body: Tree) -> None:
    """Remove bullets that the page writes into the items of a list."""
    for item in body.iter("li"):
        first, text = item, item.text or ""
        while not text.strip() and len(first) and first[0].tag in WRAPPERS:
            first = first[0]
            text = first.text or ""
        found = _BULLET.match(text)
        if found and item.getparent() is not None and item.getparent().tag != "ol":
            first.text = text[found.end() :]
