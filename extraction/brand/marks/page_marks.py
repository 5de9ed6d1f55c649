"""Candidates in the page's content: images, inline SVGs and background images that look like the company's logo."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal
from urllib.parse import unquote, unquote_to_bytes

from extraction.brand.css.styles import Styles
from extraction.brand.marks import inline_svg
from extraction.brand.marks.candidate import CSS_HEADER_TRUST, TRUST, Candidate, scheme_of
from extraction.brand.marks.mark_score import MarkScore
from extraction.brand.marks.other_companies import OtherCompanies
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.addresses import http_address, lazy_address
from extraction.document.document import Document
from extraction.document.tree import Tree

MARKS_MAX = 2_000
BACKGROUNDS_MAX = 200
# Marks whose colours are looked up in the style sheets.
ACCEPTED_MAX = 20
# Background images are looked for in the first elements. A logo stands at the top.
ELEMENTS_MAX = 100_000
_DATA_URL = re.compile(r"data:image/[\w.+-]{1,30}(?:;[\w=-]{1,40})*?(;base64)?,", re.I)
_DATA_MAX_CHARS = 2_000_000
_HIDDEN_CLASSES = frozenset(
    ("hidden", "d-none", "is-hidden", "hide", "dark:block", "dark:inline", "dark:inline-block", "dark:flex")
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_PLACEHOLDER = re.compile(r"(?:^data:image/(?:gif|svg\+xml)|blank|placeholder|spacer|pixel)", re.I)


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
        if candidate := self._candidate(_address(image), score.source, trust, image):
            yield candidate
        # The parser puts an image into the sources before it, so the picture may be further up than the parent.
        picture = next(image.iterancestors("picture"), None)
        for source in picture.iter("source") if picture is not None else ():
            theme = scheme_of(source.get("media") or "")
            address = (source.get("srcset") or "").split(",")[0].split()[:1]
            if (
                theme
                and address
                and (candidate := self._candidate(address[0], "picture-source", trust - 1, image, theme))
            ):
                yield candidate

    def _of_svg(self, svg: Tree, trust: float) -> Iterator[Candidate]:
        background = self._styles.background(svg)
        if sprite := inline_svg.external_symbol(svg, self._document.base_url):
            yield Candidate(
                url=sprite[0], fragment=sprite[1], source="header-svg", origin="harvested", trust=trust, background=background,
                hidden=self._is_hidden(svg),
            )  # fmt: skip
        elif drawing := inline_svg.read(svg, self._ids, self._styles):
            yield Candidate(
                body=drawing.body, adaptive_body=drawing.adaptive_body, source="header-svg", origin="harvested", trust=trust,
                background=background, hidden=self._is_hidden(svg),
            )  # fmt: skip

    def _backgrounds(self) -> Iterator[Candidate]:
        """Images that style sheets paint on links to the home page and on elements named after a logo."""
        found = (
            element
            for element in islice(self._document.body.iter(), ELEMENTS_MAX)
            if _may_be_painted(element, self._areas)
        )
        for element in islice(found, BACKGROUNDS_MAX):
            score = MarkScore(element, self._areas, self._words)
            if self._others.owns(element, score) or not (address := self._styles.image(element)):
                continue
            trust = CSS_HEADER_TRUST if score.place.in_header else TRUST["css-background"]
            if not score.has_logo_word:
                trust -= 5
            if candidate := self._candidate(address, "css-background", trust, element):
                yield candidate

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
        url, body = http_address(self._document.base_url, address), _data(address)
        if url is None and body is None:
            return None
        return Candidate(
            url=url if body is None else None, body=body, source=source, origin="harvested", trust=trust,
            theme=theme, background=self._styles.background(element), hidden=self._is_hidden(element),
        )  # fmt: skip

    def _is_hidden(self, element: Tree) -> bool:
        """Whether the element is hidden in a light scheme, by itself or by one of the elements around it."""
        above = [element, *islice(element.iterancestors(), 4)]
        return any(_hides(one) for one in above if one.tag not in ("body", "html"))


def _marks(document: Document) -> Iterator[Tree]:
    for element in document.body.iter("img", "svg", "amp-img"):
        if element.tag != "svg" or next(element.iterancestors("svg", "button"), None) is None:
            yield element


def _may_be_painted(element: Tree, areas: PageAreas) -> bool:
    if element.tag in ("img", "svg", "path", "script", "style", "picture") or not isinstance(element.tag, str):
        return False
    is_home_link = element.tag == "a" and areas.place(element).link == "home"
    # A quick check first: pages may have a million elements.
    has_logo = "logo" in f"{element.get('class')} {element.get('id')}".lower() and "logo" in words_of(element)
    return (is_home_link or has_logo) and next(element.iter("img", "svg"), None) is None


def _address(image: Tree) -> str | None:
    source = (image.get("src") or "").strip()
    if not source or _PLACEHOLDER.search(source[:200]):
        return lazy_address(image) or source or None
    return source


def _data(address: str) -> bytes | None:
    """The bytes of a `data:` URL of an image."""
    match = _DATA_URL.match(address[:200])
    if match is None or len(address) > _DATA_MAX_CHARS:
        return None
    content = address[match.end() :]
    if not match[1]:
        return unquote_to_bytes(content)
    try:
        return base64.b64decode(unquote(content), validate=False)
    except (binascii.Error, ValueError):
        return None


def _hides(element: Tree) -> bool:
    if element.get("hidden") is not None or _HIDDEN_STYLE.search(element.get("style") or ""):
        return True
    return bool(_HIDDEN_CLASSES & set((element.get("class") or "").split()))
