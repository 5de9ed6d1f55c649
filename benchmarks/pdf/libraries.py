"""What other libraries make of a PDF. To add one: a function below and its name in `LIBRARIES`."""

from __future__ import annotations

import io
from collections.abc import Callable

import pdfplumber
import pypdfium2
from pdf_oxide import PdfDocument

from extraction.document.pdf import reader


def ours(body: bytes) -> str:
    return reader.read(body).markdown


def pdf_oxide(body: bytes) -> str:
    """Its Markdown. Empty if its native code fails."""
    try:
        document = PdfDocument.from_bytes(body)
        return "\n\n".join(
            document.to_markdown(number, include_images=False) for number in range(document.page_count())
        )
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException:
        return ""


def plumber(body: bytes) -> str:
    """Its text and its tables as Markdown, as its documentation combines them: tables instead of the text inside them."""
    parts = []
    with pdfplumber.open(io.BytesIO(body)) as document:
        for page in document.pages:
            tables = page.find_tables()
            outside = page
            for table in tables:
                outside = outside.outside_bbox(table.bbox)
            parts.append(outside.extract_text())
            for table in tables:
                rows = [[" ".join((cell or "").split()) for cell in row] for row in table.extract()]
                lines = ["| " + " | ".join(row) + " |" for row in rows]
                parts.append("\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]))
            page.close()
    return "\n\n".join(parts)


def pdfium(body: bytes) -> str:
    """Its plain text."""
    document = pypdfium2.PdfDocument(body)
    text = "\n\n".join(page.get_textpage().get_text_range() for page in document)
    return text.replace("\r\n", "\n").replace("\ufffe\n", "").replace("\ufffe", "")


LIBRARIES: dict[str, Callable[[bytes], str]] = {
    "orbweaver": ours, "pdf_oxide": pdf_oxide, "pdfplumber": plumber, "pypdfium2": pdfium,
}  # fmt: skip
