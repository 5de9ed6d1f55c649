"""PDF to Markdown with headings, lists, tables and columns in reading order. Falls back to plain text."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from pdf_oxide import PdfDocument

from extraction.document import plain_text
from extraction.document.encoding import scrubbed

PAGES_MAX = 2000
_BLANK_LINES = re.compile(r"\n{3,}")
_SPACES = re.compile(r"[ \t]+$", re.M)
# pdf_oxide logs every broken object of a file.
logging.getLogger("pdf_oxide").setLevel(logging.CRITICAL)


@dataclass(frozen=True)
class PdfText:
    """The Markdown and metadata of a PDF, and a warning if part of it could not be read."""

    markdown: str = ""
    structured: bool = False
    title: str | None = None
    author: str | None = None
    created: str | None = None
    warning: str | None = None
    complete: bool = True


def read(body: bytes) -> PdfText:
    """The text of a PDF. Encrypted, broken and scanned files give an empty text and a warning, never an error."""
    try:
        opened = pypdfium2.PdfDocument(body)
        pages = len(opened)
    except pypdfium2.PdfiumError as error:
        return PdfText(warning=_failure_warning(str(error)), complete=False)
    plain = list(_plain(opened, min(pages, PAGES_MAX)))
    text, structured = _markdown(body, plain)
    warning = None
    if None in plain:
        warning = "Some pages of the PDF are broken and could not be read." if text else _failure_warning("")
    elif not text:
        warning = "The PDF contains no text. Text in scanned images is not recognised."
    elif pages > PAGES_MAX:
        warning = f"Only the first {PAGES_MAX} of {pages} pages were read."
    return PdfText(
        markdown=text, structured=structured, title=_metadata_field(opened, "Title"), author=_metadata_field(opened, "Author"),
        created=_date(_metadata_field(opened, "CreationDate")), warning=warning, complete=warning is None,
    )  # fmt: skip


def _metadata_field(opened: pypdfium2.PdfDocument, key: str) -> str | None:
    """One field of the PDF's metadata. None if it is empty or cannot be decoded."""
    try:
        return scrubbed(opened.get_metadata_value(key)).strip() or None
    except UnicodeDecodeError:
        return None


def _failure_warning(message: str) -> str:
    if "password" in message.lower():
        return "The PDF is encrypted. It cannot be read without its password."
    return "The PDF is broken and cannot be read."


def _plain(opened: pypdfium2.PdfDocument, pages: int) -> Iterator[str | None]:
    """The text of each page, None for a broken one."""
    for number in range(pages):
        try:
            yield opened[number].get_textpage().get_text_range()
        except pypdfium2.PdfiumError:
            yield None


def _markdown(body: bytes, pages: list[str | None]) -> tuple[str, bool]:
    """The text, and whether it is Markdown from pdf_oxide.

    pdf_oxide sometimes loses text. Its result is used only if it has at least 70 % of the letters that pypdfium2 found.
    """
    plain = _tidy("\n\n".join(filter(None, pages)))
    text = _tidy(_structured(body, len(pages)))
    if len(_letters(text)) < 0.7 * len(_letters(plain)):
        return plain_text.escape(plain), False
    return text, True


def _structured(body: bytes, pages: int) -> str:
    """Markdown from pdf_oxide. Empty if it fails, by an error or by a panic of its native code."""
    try:
        document = PdfDocument.from_bytes(body)
        return "\n\n".join(document.to_markdown(number, include_images=False) for number in range(pages))
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException:
        return ""


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def _tidy(text: str) -> str:
    text = scrubbed(text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "").replace("\x0c", "\n"))
    text = _BLANK_LINES.sub("\n\n", _SPACES.sub("", text)).strip()
    return text + "\n" if text else ""


def _date(written: str | None) -> str | None:
    """A PDF date such as `D:20240501120000+02'00'`, in a form that `dates.iso` accepts."""
    found = re.match(r"D?:?(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?([Zz+-])?(\d{2})?'?(\d{2})?", written or "")
    if not found:
        return None
    year, month, day, hour, minute, second, sign, zone_hours, zone_minutes = found.groups()
    if not hour:
        return f"{year}-{month}-{day}"
    zone = "" if not sign else "Z" if sign in "Zz" else f"{sign}{zone_hours or '00'}:{zone_minutes or '00'}"
    return f"{year}-{month}-{day}T{hour}:{minute or '00'}:{second or '00'}{zone}"
