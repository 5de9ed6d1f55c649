"""Everything that a home page and its side files say about the brand. Only the logos' bytes are missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from contract.capture import PageCapture
from contract.results.brand import Font, Social
from extraction.brand import color_evidence, fonts, manifest, names, organization, side_files, socials
from extraction.brand.color_evidence import ColorEvidence
from extraction.brand.css.styles import Styles
from extraction.brand.manifest import Manifest
from extraction.brand.marks import declared_icons
from extraction.brand.marks.candidate import Candidate
from extraction.brand.marks.page_marks import PageMarks
from extraction.brand.names import Names
from extraction.brand.page_areas import PageAreas
from extraction.brand.side_files import FetchedFiles
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import Document, UnreadablePage, open_page

CANDIDATES_MAX = 8
_INLINE_STYLES_MAX = 40
_HEADER_SOURCES = frozenset(("header-img", "header-svg", "css-background", "picture-source", "page-img"))


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """What a home page says. `candidates` are the best ones, best first. `has_mark`: the page shows a logo itself."""

    url: str
    captured_at: datetime
    names: Names
    colors: tuple[ColorEvidence, ...]
    fonts: tuple[Font, ...]
    socials: tuple[Social, ...]
    candidates: tuple[Candidate, ...]
    has_mark: bool


def read(capture: PageCapture, files: FetchedFiles) -> HomePage:
    """Read a home page and its side files. Pure.

    Raises:
        UnreadablePage: the body is not HTML.
    """
    document = open_page(capture)
    if document.kind not in ("html", "empty"):
        raise UnreadablePage(f"{capture.final_url} is not an HTML page")
    app = _manifest(document, files)
    data = StructuredMarkup(document)
    company = organization.read(data)
    styles = Styles([*_style_sheets(files), *_inline_styles(document)])
    areas = PageAreas(document)
    texts = names.read(document, data, company, app)
    found = [
        *declared_icons.read(document, company, app),
        *PageMarks(document, styles, areas, texts.words).read(),
    ]
    return HomePage(
        url=document.url, captured_at=capture.captured_at, names=texts, colors=color_evidence.read(document, styles, app),
        fonts=fonts.read(document, styles), socials=socials.read(document, company, areas, texts.words),
        candidates=best(found), has_mark=any(one.source in _HEADER_SOURCES for one in found),
    )  # fmt: skip


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
