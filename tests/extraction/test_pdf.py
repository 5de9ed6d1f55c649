"""PDF through the same door as pages."""

from __future__ import annotations

import pytest
from pdf_oxide import Pdf, PdfDocument

SOURCE = "# Annual report\n\nThe year went well for the company and its people.\n\n- First point\n- Second point\n"
NO_TEXT = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)


@pytest.fixture(scope="module")
def report() -> bytes:
    return bytes(Pdf.from_markdown(SOURCE).to_bytes())


def test_pdf_comes_back_as_markdown(read, report: bytes) -> None:
    found = read(report, content_type="application/pdf", formats=("markdown", "links", "structured"))
    assert "# Annual report" in found.markdown and "Second point" in found.markdown
    assert found.metadata.structure == "markdown" and found.metadata.title == "Annual report"
    assert found.quality.complete and found.quality.confidence > 0.5
    assert found.links.internal == () and found.structured.entities == ()


def test_pdf_is_known_by_its_bytes_whatever_is_declared(read, report: bytes) -> None:
    assert "Annual report" in read(report, content_type="application/octet-stream").markdown


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (NO_TEXT, "scanned"),
        (b"%PDF-1.7\nrubbish", "broken"),
    ],
)
def test_pdf_without_text_comes_back_empty_with_a_warning(read, body: bytes, sentence: str) -> None:
    found = read(body, content_type="application/pdf")
    assert found.markdown == "" and sentence in found.warning
    assert not found.quality.complete and found.quality.confidence == 0


def test_encrypted_pdf_says_that_it_is(read, report: bytes) -> None:
    locked = bytes(PdfDocument.from_bytes(report).to_bytes_encrypted("user", "owner"))
    found = read(locked, content_type="application/pdf")
    assert found.markdown == "" and "encrypted" in found.warning and found.quality.confidence == 0
