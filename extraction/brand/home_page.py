"""Everything that a home page and its side files say about the brand. Only the logos' bytes are missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from lxml import etree

from contract.capture import PageCapture
from contract.results.brands.brand import FieldSource, Font, Social
from contract.results.brands.company import KeyPage
from extraction.brand import (
    color_evidence,
    company_facts,
    company_names,
    consent,
    key_pages,
    manifest,
    organization,
    parked,
    side_files,
    socials,
    web_fonts,
)
from extraction.brand.color_evidence import ColorEvidence
from extraction.brand.company_facts import Facts
from extraction.brand.company_names import Names, Sourced
from extraction.brand.css.styles import Styles
from extraction.brand.manifest import Manifest
from extraction.brand.marks import declared_icons
from extraction.brand.marks.candidate import Candidate
from extraction.brand.marks.page_marks import PageMarks
from extraction.brand.page_areas import PageAreas
from extraction.brand.side_files import FetchedFiles
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import Document, UnreadablePage, open_page
from extraction.verdicts import bot_walls

CANDIDATES_MAX = 8
_INLINE_STYLES_MAX = 40
_LOGO_SOURCES = frozenset(
    ("header-img", "header-svg", "css-background", "picture-source", "page-img", "jsonld", "microdata", "rdfa")
)


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """What a home page says. `candidates` are the best ones, best first.

    `shows_logo`: the page shows or declares a logo, not only an icon. `is_blocked`: the site returned a bot check.
    """

    url: str
    captured_at: datetime
    names: Names
    colors: tuple[ColorEvidence, ...]
    fonts: tuple[Font, ...]
    socials: tuple[Social, ...]
    candidates: tuple[Candidate, ...]
    shows_logo: bool
    is_blocked: bool
    is_parked: bool = False
    facts: Facts = field(default_factory=Facts)
    pages: tuple[KeyPage, ...] = ()


def read(capture: PageCapture, files: FetchedFiles) -> HomePage:
    """Read a home page and its side files. Pure.

    Raises:
        UnreadablePage: the body is not HTML.
    """
    document = open_page(capture)
    if document.kind not in ("html", "empty"):
        raise UnreadablePage(f"{capture.final_url} is not an HTML page")
    if parked.is_parked(document, capture.url):
        return _of_parked(document, capture)
    app = _manifest(document, files)
    data = StructuredMarkup(document)
    company = organization.read(data)
    consent.remove(document.body)
    styles = Styles([*_style_sheets(files), *_inline_styles(document)])
    areas = PageAreas(document)
    texts = company_names.read(document, data, company, app, areas)
    found = [
        *declared_icons.read(document, company, app),
        *declared_icons.of_bimi(files.bimi),
        *PageMarks(document, styles, areas, texts.words).read(),
    ]
    colors = color_evidence.read(document, styles, app, areas)
    return HomePage(
        url=document.url, captured_at=capture.captured_at, names=texts, colors=colors,
        fonts=web_fonts.read(document, styles), socials=socials.read(document, company, areas, texts.words),
        candidates=best(found), shows_logo=any(one.source in _LOGO_SOURCES for one in found),
        is_blocked=_is_blocked(document), facts=company_facts.read(document, company, areas), pages=key_pages.read(document, areas),
    )  # fmt: skip


def _of_parked(document: Document, capture: PageCapture) -> HomePage:
    """What is known of a domain that is not used: its name. Logo and colours are the seller's."""
    label = company_names.host_label(capture.url)
    source = FieldSource(origin="harvested", source="domain", url=capture.url)
    return HomePage(
        url=document.url, captured_at=capture.captured_at, names=Names(name=Sourced(label.capitalize(), source)), colors=(),
        fonts=(), socials=(), candidates=(), shows_logo=True, is_blocked=False, is_parked=True,
    )  # fmt: skip


def _is_blocked(document: Document) -> bool:
    """Whether the page is a bot check. Runs last, because it removes the scripts."""
    etree.strip_elements(document.body, "script", "style", "noscript", "template", with_tail=False)
    return bot_walls.find(document, bot_walls.few_words(document.body)) == "challenge"


def best(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """The candidates to download: each image once, with the highest trust first."""
    found: dict[object, Candidate] = {}
    for candidate in sorted(candidates, key=lambda one: -one.trust):
        found.setdefault(candidate.key, candidate)
    return tuple(found.values())[:CANDIDATES_MAX]


def _manifest(document: Document, files: FetchedFiles) -> Manifest:
    address = side_files.of_document(document).manifest
    return manifest.read(files.manifest, address) if files.manifest and address else Manifest()


def _style_sheets(files: FetchedFiles) -> list[str]:
    return [sheet[: side_files.STYLESHEET_MAX_BYTES].decode("utf-8", "replace") for sheet in files.stylesheets]


def _inline_styles(document: Document) -> list[str]:
    elements = [element for element in document.tree.iter("style") if "print" not in (element.get("media") or "")]
    return [element.text or "" for element in elements[:_INLINE_STYLES_MAX]]
