"""PDFs, read by the same function as pages."""

from __future__ import annotations

import random

import pytest
from pdf_oxide import Pdf, PdfDocument

SOURCE = "# Annual report\n\nThe year went well for the company and its people.\n\n- First point\n- Second point\n"
ABOUT = "/Title(Survey of the harbour)/Author(Ada Wind)/CreationDate(D:20240501120000+02'00')"
HELVETICA = b"<</Type/Font/Subtype/Type1/BaseFont/%b/Encoding/WinAnsiEncoding>>"
NO_TEXT = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)


def pdf_of(pages: list[str], about: str = "") -> bytes:
    """A PDF with these content streams, one per page, in Helvetica (F1) and Helvetica Bold (F2)."""
    fonts = [HELVETICA % name for name in (b"Helvetica", b"Helvetica-Bold")]
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", *fonts, b"<<%b>>" % about.encode()]
    kids = []
    for page in pages:
        stream = page.encode("latin-1")
        objects.append(b"<</Length %d>>stream\n%b\nendstream" % (len(stream), stream))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents %d 0 R>>"
            % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%b]/Count %d>>" % (b" ".join(kids), len(kids))
    body, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, found in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(body)
        body += b"%d 0 obj\n%b\nendobj\n" % (number, found)
    trailer = b"trailer<</Size %d/Root 1 0 R/Info 5 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(body))
    return body + b"xref\n0 %d\n" % (len(objects) + 1) + table + trailer


def line(x: int, y: int, text: str, size: int = 11, font: str = "F1") -> str:
    return f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n"


def lines(x: int, y: int, texts: list[str]) -> str:
    return "".join(line(x, y - 14 * place, text) for place, text in enumerate(texts))


def ruled_table(top: int, rows: list[tuple[str, ...]]) -> str:
    cells = "".join(
        line(76 + 120 * column, top - 14 - 20 * row, text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )
    bottom, right = top - 20 * len(rows), 72 + 120 * len(rows[0])
    across = "".join(f"72 {top - 20 * row} m {right} {top - 20 * row} l S\n" for row in range(len(rows) + 1))
    down = "".join(f"{72 + 120 * place} {top} m {72 + 120 * place} {bottom} l S\n" for place in range(len(rows[0]) + 1))
    return cells + across + down


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
def test_pdf_without_text_is_empty_with_a_warning(read, body: bytes, sentence: str) -> None:
    found = read(body, content_type="application/pdf")
    assert found.markdown == "" and sentence in found.warning
    assert not found.quality.complete and found.quality.confidence == 0


def test_encrypted_pdf_gives_a_warning(read, report: bytes) -> None:
    locked = bytes(PdfDocument.from_bytes(report).to_bytes_encrypted("user", "owner"))
    found = read(locked, content_type="application/pdf")
    assert found.markdown == "" and "encrypted" in found.warning and found.quality.confidence == 0


def test_pdf_keeps_headings_lists_tables_and_what_it_declares(read) -> None:
    page = line(72, 740, "Harbour survey", 24, "F2")
    page += lines(72, 700, ["The survey of the harbour took three years and employed forty people."] * 5)
    page += line(72, 610, "Findings", 16, "F2")
    page += lines(90, 586, ["\x95 Silt has risen", "\x95 Piers are sound"])
    page += lines(90, 540, ["1. Dredge it soon", "2. Repair it soon"])
    page += ruled_table(480, [("Pier", "Depth", "State"), ("North", "12 m", "good"), ("South", "9 m", "poor")])

    found = read(pdf_of([page], ABOUT), content_type="application/pdf")

    text, about = found.markdown, found.metadata
    for wanted in ("# Harbour survey\n", "## Findings\n", "- Silt has risen\n", "1. Dredge it soon\n2. Repair"):
        assert wanted in text
    assert "| Pier | Depth | State |\n|---|---|---|\n| North | 12 m | good |\n| South | 9 m | poor |" in text
    assert (about.title, about.author) == ("Survey of the harbour", "Ada Wind")
    assert about.published_time == "2024-05-01T12:00:00+02:00" and text.startswith("Published: 2024-05-01\n\n")
    assert about.structure == "markdown" and found.quality.complete


def test_columns_are_read_one_after_the_other(read) -> None:
    page = lines(72, 700, [f"Left line {place} speaks of the north shore." for place in range(20)])
    page += lines(330, 700, [f"Right line {place} speaks of the south." for place in range(20)])

    text = read(pdf_of([page]), content_type="application/pdf").markdown

    assert text.index("Left line 19") < text.index("Right line 0")


def test_pages_follow_each_other(read) -> None:
    pages = [lines(72, 700, [f"Page {number} describes the harbour and its people."]) for number in range(1, 4)]

    text = read(pdf_of(pages), content_type="application/pdf").markdown

    assert [text.index(f"Page {number} ") for number in range(1, 4)] == sorted(
        text.index(f"Page {number} ") for number in range(1, 4)
    )


@pytest.mark.parametrize(
    "about", ["/Title<FEFFD800>", "/CreationDate(D:20240501100000+23'99')", "/Author<FEFFDC00DC00>"]
)
def test_odd_declarations_never_fail_the_read(read, about: str) -> None:
    page = lines(72, 700, ["The survey of the harbour took three years and employed forty people."] * 5)

    found = read(pdf_of([page], about), content_type="application/pdf")

    assert found.quality.complete and "harbour" in found.markdown


def test_damaged_pdf_never_fails_the_read(read, report: bytes) -> None:
    chance = random.Random(1)
    for _ in range(60):
        damaged = bytearray(report[: chance.randrange(200, len(report))] if chance.random() < 0.3 else report)
        for _ in range(chance.randrange(1, 30)):
            damaged[chance.randrange(8, len(damaged))] = chance.randrange(256)
        found = read(bytes(damaged), content_type="application/pdf")
        assert found.markdown or (found.warning and not found.quality.complete)
