"""Saved pages that scripts change as sites do: what every visit has, and one real change in the last."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from lxml import html

from contract.options.page import ReadingOptions
from extraction import page
from extraction.changes.version import Version
from training.dataset import capture

ADDRESS = "https://saved.example/section/page-7"
Tree = html.HtmlElement
Script = Callable[["Visit"], None]


@dataclass
class Visit:
    """One visit of a page: its tree, the number of the visit (0, 1 or 2), and the positions of paragraphs of its content."""

    tree: Tree
    number: int
    rng: random.Random
    places: list[int] = field(default_factory=list)
    status: int = 200
    final_url: str = ADDRESS

    def __post_init__(self) -> None:
        # Looked up before anything moves.
        every = list(self.tree.iter())
        self._paragraphs = [every[place] for place in self.places]

    def element(self, index: int = 0) -> Tree:
        """A paragraph of the content: the same one in each visit of a pair."""
        return self._paragraphs[index % len(self._paragraphs)]


def content_places(tree: Tree, markdown: str, tags: tuple[str, ...], words: int) -> list[int]:
    """Positions of elements without blocks in them whose whole text is in the Markdown."""
    flat = " ".join(markdown.replace("\\", "").split())
    found = []
    for index, element in enumerate(tree.iter()):
        if element.tag not in tags or len(element):
            continue
        text = " ".join((element.text or "").split())
        if len(text.split()) >= words and text in flat and flat.count(text) == 1:
            found.append(index)
    return found


def read(visit: Visit) -> Version:
    """What the service reads of a visit."""
    body = html.tostring(visit.tree, encoding="utf-8", doctype="<!doctype html>")
    headers = (("content-type", "text/html; charset=utf-8"),)
    seen = replace(capture(body), url=ADDRESS, status=visit.status, final_url=visit.final_url, headers=headers)
    formats = page.read(seen, ReadingOptions(formats=("markdown", "metadata")))
    title = formats.metadata.title if formats.metadata else None
    return Version(
        visit.status, ADDRESS, visit.final_url, title, formats.markdown or "", blocked=formats.quality.blocked
    )


def after(element: Tree, markup: str) -> None:
    """Put markup behind an element."""
    new = html.fragment_fromstring(markup)
    new.tail, element.tail = element.tail, None
    element.addnext(new)


def page_of(title: str, markup: str) -> Tree:
    """Another document in place of the page."""
    return html.document_fromstring(
        f"<html><head><title>{title}</title></head><body><main>{markup}</main></body></html>"
    )


def rewrite(visit: Visit, old: str, new: str) -> None:
    """Replace markup in the whole document, once."""
    visit.tree = html.document_fromstring(html.tostring(visit.tree, encoding="unicode").replace(old, new, 1))


def links(tree: Tree) -> Iterator[Tree]:
    """Links to pages."""
    return (
        each
        for each in tree.iter("a")
        if (each.get("href") or "").startswith(("http", "/")) and each.get("href").isprintable()
    )
