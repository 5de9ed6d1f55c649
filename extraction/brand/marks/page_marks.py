"""Candidates in the page's content: images, inline SVGs and background images that look like the company's logo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Literal

from lxml import etree

from extraction.brand.css.styles import Styles
from extraction.brand.marks import image_address, inline_svg
from extraction.brand.marks.candidate import CSS_HEADER_TRUST, TRUST, UNNAMED_PENALTY, Candidate, scheme_of
from extraction.brand.marks.image_address import data_of
from extraction.brand.marks.mark_score import MarkScore
from extraction.brand.marks.other_companies import OtherCompanies
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.addresses import http_address, parts_of
from extraction.document.document import Document
from extraction.document.tree import Tree

MARKS_MAX = 2_000
BACKGROUNDS_MAX = 200
# Elements of a link in which its image may be painted.
PARTS_MAX = 6
# Marks whose colours are looked up in the style sheets.
ACCEPTED_MAX = 20
# Background images are looked for in the first elements. A logo is at the top.
ELEMENTS_MAX = 100_000
_HIDDEN_CLASSES = frozenset(
    ("hidden", "d-none", "is-hidden", "hide", "dark:block", "dark:inline", "dark:inline-block", "dark:flex")
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


class PageMarks:
    """Finds the candidates of one page. `words` are the forms of the company's name, as bare letters."""

    def __init__(self, document: Document, styles: Styles, areas: PageAreas, words: frozenset[str]) -> None:
        self._document, self._styles, self._areas = document, styles, areas
        self._words = words
        self._ids = inline_svg.Ids(document)
        marks = list(islice(_marks(document), MARKS_MAX))
        self._others = OtherCompanies(marks, areas)
        self._marks = marks

    def read(self) -> Iterator[Candidate]:
        """The candidates, without order."""
        for mark, score in islice(self._accepted(), ACCEPTED_MAX):
            assert score.trust is not None
            if mark.tag == "svg":
                yield from self._of_svg(mark, score.trust)
            else:
                yield from self._of_image(mark, score)
        yield from self._backgrounds()

    def _accepted(self) -> Iterator[tuple[Tree, MarkScore]]:
        for mark in self._marks:
            score = MarkScore(mark, self._areas, self._words)
            if score.trust is not None and not self._others.owns(mark, score):
                yield mark, score

    def _of_image(self, image: Tree, score: MarkScore) -> Iterator[Candidate]:
        assert score.trust is not None
        trust = score.trust
        address = image_address.best(image)
        if address and image_address.is_preview(image, address):
            return
        if candidate := self._candidate(address, score.source, trust, image):
            yield candidate
        for source in image_address.sources(image):
            theme = scheme_of(source.get("media") or "")
            address = image_address.of_source(source) if theme else None
            if candidate := self._candidate(address, "picture-source", trust - 1, image, theme):
                yield candidate

    def _of_svg(self, svg: Tree, trust: float) -> Iterator[Candidate]:
        background = self._styles.background(svg)
        if sprite := inline_svg.external_symbol(svg, self._document.base_url):
            yield Candidate(
                url=sprite[0], fragment=sprite[1], source="header-svg", origin="harvested", trust=trust, background=background,
                hidden=self._is_hidden(svg), inherited=inline_svg.inherited(svg, self._styles),
            )  # fmt: skip
        elif drawing := inline_svg.read(svg, self._ids, self._styles):
            yield Candidate(
                body=drawing.body, adaptive_body=drawing.adaptive_body, source="header-svg", origin="harvested", trust=trust,
                background=background, hidden=self._is_hidden(svg),
            )  # fmt: skip

    def _backgrounds(self) -> Iterator[Candidate]:
        """Images that style sheets paint on links to the home page and on elements named after a logo."""
        every = islice(self._document.body.iter(), ELEMENTS_MAX)
        found = dict.fromkeys(
            part for element in every if _may_be_painted(element, self._areas) for part in _with_parts(element)
        )
        for element in islice(found, BACKGROUNDS_MAX):
            score = MarkScore(element, self._areas, self._words)
            if self._others.owns(element, score) or not (painted := self._styles.painting(element)):
                continue
            trust = CSS_HEADER_TRUST if score.position.in_header else TRUST["css-background"]
            if not score.has_logo_word:
                trust -= UNNAMED_PENALTY
            if candidate := self._candidate(painted.image, "css-background", trust, element):
                yield replace(candidate, paint=painted.paint) if painted.paint else candidate

    def _candidate(
        self,
        address: str | None,
        source: str,
        trust: float,
        element: Tree,
        theme: Literal["light", "dark"] | None = None,
    ) -> Candidate | None:
        if not address:
            return None
        url, body = http_address(self._document.base_url, address), data_of(address)
        if url is None and body is None:
            return None
        return Candidate(
            url=url if body is None else None, body=body, source=source, origin="harvested", trust=trust,
            theme=theme, background=self._styles.background(element), hidden=self._is_hidden(element),
        )  # fmt: skip

    def _is_hidden(self, element: Tree) -> bool:
        """Whether the element is hidden in a light scheme, itself or with one of the elements around it."""
        above = [element, *islice(element.iterancestors(), 4)]
        return any(_hides(one) for one in above if one.tag not in ("body", "html"))


def _marks(document: Document) -> Iterator[Tree]:
    for element in document.body.iter("img", "svg", "amp-img", "object", "embed"):
        if element.tag in ("object", "embed") and not _is_picture(element):
            continue
        if element.tag != "svg" or next(element.iterancestors("svg", "button"), None) is None:
            yield element


def _is_picture(element: Tree) -> bool:
    kind, address = element.get("type") or "", element.get("data") or element.get("src") or ""
    return kind.startswith("image/") or parts_of(address[:2_000]).path.lower().endswith((".svg", ".png"))


def _may_be_painted(element: Tree, areas: PageAreas) -> bool:
    if element.tag in ("img", "svg", "path", "script", "style", "picture") or not isinstance(element.tag, str):
        return False
    is_home_link = element.tag == "a" and areas.position(element).link == "home"
    # A quick check first: pages may have a million elements.
    has_logo = "logo" in f"{element.get('class')} {element.get('id')}".lower() and "logo" in words_of(element)
    return (is_home_link or has_logo) and next(element.iter("img", "svg", "object"), None) is None


def _with_parts(element: Tree) -> Iterator[Tree]:
    """The element and its first elements: the image of a link may be painted in a span inside it."""
    return islice(element.iter(etree.Element), PARTS_MAX)


def _hides(element: Tree) -> bool:
    if element.get("hidden") is not None or _HIDDEN_STYLE.search(element.get("style") or ""):
        return True
    return bool(_HIDDEN_CLASSES & set((element.get("class") or "").split()))
