"""PDF to Markdown: headings, paragraphs, lists, tables and footnotes in reading order. Falls back to plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw

from extraction.document.encoding import scrubbed
from extraction.document.pdf import flow, heading_levels, pdf_markdown, ruled_tables, running_heads, work_budget
from extraction.document.pdf.inline import Writer, vocabulary
from extraction.document.pdf.page import bullets, drawn_rules, links, page_words
from extraction.document.pdf.page.font_faces import Fonts
from extraction.document.pdf.page.text_lines import Line, pieces
from extraction.document.pdf.reading_order import regions
from extraction.document.pdf.ruled_tables import Table
from extraction.document.pdf.text_blocks import Block, split
from extraction.document.pdf.work_budget import Budget

_BLANK_LINES = re.compile(r"\n{3,}")
_DATE = re.compile(r"D?:?(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?([Zz+-])?(\d{2})?'?(\d{2})?")


@dataclass(frozen=True)
class PdfText:
    """The Markdown and metadata of a PDF, and a warning if part of it could not be read.

    `title` is the first heading if the PDF declares none.
    """

    markdown: str = ""
    structured: bool = False
    title: str | None = None
    author: str | None = None
    created: str | None = None
    warning: str | None = None
    complete: bool = True


@dataclass
class _Page:
    """What was read from a page. `plain` is its text if it is not laid out."""

    pieces: list[Line]
    tables: list[Table]
    plain: str = ""


def read(body: bytes) -> PdfText:
    """The text of a PDF. Encrypted, broken and scanned files give an empty text and a warning, never an error."""
    try:
        opened = pypdfium2.PdfDocument(body)
        count = len(opened)
    except pypdfium2.PdfiumError as error:
        return PdfText(warning=_failure_warning(str(error)), complete=False)
    pages = list(_pages(opened, min(count, work_budget.PAGES_MAX)))
    text, heading = _written([page for page in pages if page])
    text = _tidy(text)
    warning = None
    if None in pages:
        warning = "Some pages of the PDF are broken and could not be read." if text else _failure_warning("")
    elif not text:
        warning = "The PDF contains no text. Text in scanned images is not recognised."
    elif count > len(pages):
        warning = f"Only the first {len(pages)} of {count} pages were read."
    title, author, created = _declared(opened)
    structured = any(page and (page.pieces or page.tables) for page in pages)
    return PdfText(text, structured, title or heading, author, created, warning, warning is None)


def _failure_warning(message: str) -> str:
    if "password" in message.lower():
        return "The PDF is encrypted. It cannot be read without its password."
    return "The PDF is broken and cannot be read."


def _pages(opened: pypdfium2.PdfDocument, count: int) -> Iterator[_Page | None]:
    """Each page until the budget is spent, None for a broken one."""
    fonts, spent = Fonts(), Budget()
    for number in range(count):
        if spent.is_spent:
            return
        try:
            page = opened[number]
            text_page = page.get_textpage()
            spent.read(raw.FPDFText_CountChars(text_page), raw.FPDFPage_CountObjects(page))
            yield _page(opened, page, text_page, fonts, spent) or _Page([], [], text_page.get_text_range())
            text_page.close()
            page.close()
        except pypdfium2.PdfiumError:
            yield None


def _page(
    opened: pypdfium2.PdfDocument,
    page: pypdfium2.PdfPage,
    text_page: pypdfium2.PdfTextPage,
    fonts: Fonts,
    spent: Budget,
) -> _Page | None:
    """The page laid out. None if that would take too long."""
    count = raw.FPDFText_CountChars(text_page)
    if not spent.allows(count):
        return None
    found = page_words.read(page, text_page, count, fonts, work_budget.PAGE_WORDS_MAX)
    if not spent.allows_words(found.count):
        return None
    links.mark(opened, page, found.turn, found.words)
    drawn = drawn_rules.read(page, found.turn)
    ruled, outside = ruled_tables.found(bullets.written(found.words, drawn.dots), drawn)
    laid_out = _Page(pieces(outside), ruled)
    return laid_out if spent.allows_pieces(len(laid_out.pieces)) else None


def _written(pages: list[_Page]) -> tuple[str, str | None]:
    """The pages as Markdown, and the first heading."""
    style = heading_levels.measured(
        [*page.pieces, *(line for table in page.tables for line in table.lines)] for page in pages
    )
    repeated = running_heads.found([page.pieces for page in pages], style.size)
    regions_of_pages: list[list[Block]] = []
    for number, page in enumerate(pages):
        if page.plain:
            regions_of_pages.append([Block("plain", [], number, mark=_tidy(page.plain))])
        parts = [line for line in page.pieces if id(line) not in repeated]
        regions_of_pages += [split(region, number, style) for region in regions([*parts, *page.tables])]
    joined = flow.joined(regions_of_pages, style)
    titles = [block for block in joined.blocks if block.kind == "heading"]
    heading_levels.rank(style, (block.lines[0] for block in titles))
    for block in titles:
        block.level = style.levels[style.key(block.lines[0])]
    known = vocabulary(line for page in pages for line in page.pieces)
    writer = Writer(style, known, pdf_markdown.names(joined.notes))
    return pdf_markdown.written(joined, writer), titles[0].text if titles else None


def _tidy(text: str) -> str:
    """The text with plain line ends, without spaces at the ends of paragraphs and without repeated empty lines."""
    text = scrubbed(text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "").replace("\x0c", "\n"))
    text = _BLANK_LINES.sub("\n\n", text).strip("\n ")
    return text + "\n" if text else ""


def _declared(opened: pypdfium2.PdfDocument) -> tuple[str | None, str | None, str | None]:
    """Title, author and date of creation. None for what is not declared."""
    return _field(opened, "Title"), _field(opened, "Author"), _date(_field(opened, "CreationDate"))


def _field(opened: pypdfium2.PdfDocument, key: str) -> str | None:
    """One field of the PDF's metadata. None if it is empty or cannot be decoded."""
    try:
        return scrubbed(opened.get_metadata_value(key)).strip() or None
    except UnicodeDecodeError:
        return None


def _date(written: str | None) -> str | None:
    """A PDF date such as `D:20240501120000+02'00'`, in a form that `dates.iso` accepts."""
    found = _DATE.match(written or "")
    if not found:
        return None
    year, month, day, hour, minute, second, sign, zone_hours, zone_minutes = found.groups()
    if not hour:
        return f"{year}-{month}-{day}"
    zone = "" if not sign else "Z" if sign in "Zz" else f"{sign}{zone_hours or '00'}:{zone_minutes or '00'}"
    return f"{year}-{month}-{day}T{hour}:{minute or '00'}:{second or '00'}{zone}"
