"""Saved pages that scripts change as sites do: what every visit has, and one real change in the last."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from lxml import html

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from extraction.changes.version import Version

ADDRESS = "https://saved.example/section/page-7"
Tree = html.HtmlElement
# Changes a tree for one visit. The number of the visit is 0, 1 or 2; the random numbers are those of the pair.
Noise = Callable[["Visit"], None]


@dataclass
class Visit:
    """One visit of a page: its tree, the number of the visit, and where its content is."""

    tree: Tree
    number: int
    rng: random.Random
    places: list[int] = field(default_factory=list)
    status: int = 200
    final_url: str = ADDRESS

    def element(self, index: int = 0) -> Tree:
        """A paragraph of the content: the same one in each visit of a pair."""
        every = list(self.tree.iter())
        return every[self.places[index % len(self.places)]]


def content_places(tree: Tree, markdown: str, tags: tuple[str, ...], words: int) -> list[int]:
    """Positions of elements without blocks in them whose whole text is in the Markdown."""
    flat = " ".join(markdown.replace("\\", "").split())
    found = []
    for index, element in enumerate(tree.iter()):
        if element.tag not in tags or any(child.tag in ("p", "ul", "table", "div", "li", "a", "img") for child in element.iter()):
            if element.tag != "p" or element.tag not in tags:
                continue
        if not isinstance(element.tag, str) or len(element):
            continue
        text = " ".join((element.text or "").split())
        if len(text.split()) >= words and text in flat and flat.count(text) == 1:
            found.append(index)
    return found


def read(visit: Visit, headers: tuple[tuple[str, str], ...] = (("content-type", "text/html; charset=utf-8"),)) -> Version:
    """What the service reads of a visit."""
    capture = captured(html.tostring(visit.tree, encoding="utf-8", doctype="<!doctype html>"))
    formats = page.read(
        replace(capture, status=visit.status, final_url=visit.final_url, headers=headers), ReadingOptions(formats=("markdown", "metadata"))
    )
    title = formats.metadata.title if formats.metadata else None
    return Version(
        visit.status, ADDRESS, visit.final_url, title, formats.markdown or "", blocked=formats.quality.blocked
    )


def captured(body: bytes) -> PageCapture:
    """A saved page as a capture."""
    from training.dataset import capture

    return replace(capture(body), url=ADDRESS, final_url=ADDRESS)


def after(element: Tree, markup: str) -> None:
    """Put markup behind an element."""
    new = html.fragment_fromstring(markup)
    new.tail, element.tail = element.tail, None
    element.addnext(new)


def replaced_page(tree: Tree, title: str, markup: str) -> Tree:
    """Another document in the frame of a page: title and body are new."""
    return html.document_fromstring(f"<html><head><title>{title}</title></head><body><main>{markup}</main></body></html>")


def links(tree: Tree) -> Iterator[Tree]:
    """Links to pages."""
    return (each for each in tree.iter("a") if (each.get("href") or "").startswith(("http", "/")))
