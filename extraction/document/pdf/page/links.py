"""The links of a page: rectangles with a URL."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from pypdfium2 import PdfDocument, PdfPage, raw

from extraction.document.addresses import safe_address
from extraction.document.pdf.page.page_words import Turn, Word

LINKS_MAX = 500
_URL_MAX_BYTES = 4_000
# They would end the URL in Markdown.
_PARENTHESES = {ord("("): "%28", ord(")"): "%29"}


def mark(document: PdfDocument, page: PdfPage, turn: Turn, words: list[Word]) -> None:
    """Set the link of each word that is on one."""
    boxes = [(url, turn.box(*box)) for url, box in _links(document, page)]
    if not boxes:
        return
    for word in words:
        middle, height = (word.x0 + word.x1) / 2, word.y + 0.25 * word.size
        for url, (left, bottom, right, top) in boxes:
            if left <= middle <= right and bottom <= height <= top:
                word.link = url
                break


def _links(document: PdfDocument, page: PdfPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    position, link, box = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    for _ in range(LINKS_MAX):
        if not raw.FPDFLink_Enumerate(page, position, link):
            return
        url = _url(document, link)
        if url and raw.FPDFLink_GetAnnotRect(link, box):
            yield url, (box.left, box.bottom, box.right, box.top)


def _url(document: PdfDocument, link: raw.FPDF_LINK) -> str | None:
    """The link's URL if a browser may open it. None for targets in the document and for scripts."""
    action = raw.FPDFLink_GetAction(link)
    if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
        return None
    buffer = ctypes.create_string_buffer(_URL_MAX_BYTES)
    length = raw.FPDFAction_GetURIPath(document, action, buffer, _URL_MAX_BYTES)
    if not 1 < length <= _URL_MAX_BYTES:
        return None
    found = safe_address("", buffer.value.decode("utf-8", "replace"))
    return found.translate(_PARENTHESES) if found and not found.startswith("#") else None
