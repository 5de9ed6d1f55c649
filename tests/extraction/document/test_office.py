"""Office files and books, made by their own libraries, and hostile archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pptx
import pytest
from pptx.presentation import Presentation
from pptx.util import Inches

from contract import limits
from extraction.document.document import UnreadablePage
from extraction.document.office import archive as office_archive
from extraction.verdicts.app_shells import needs_rendering
from tests.extraction.conftest import Read

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Yearly report</dc:title>'
    "<dc:creator>Ada Example</dc:creator><dcterms:created>2024-05-06T07:08:09Z</dcterms:created></cp:coreProperties>"
)


def zipped(files: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return kept.getvalue()


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word(body: str, *, head: str = "", **more: str) -> bytes:
    """A Word document."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/></w:style>'
        for name in ("Title", "heading 1", "heading 2")
    )
    office = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{office}.document.main+xml"/></Types>',
            "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f'{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
            "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
            "docProps/core.xml": CORE,
            **more,
        }
    )


def book(**more: str) -> bytes:
    """A book of two chapters, which are stored in the other order."""
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="text/book.opf"/></rootfiles></container>',
            "text/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
            "<dc:title>River pilots</dc:title><dc:creator>Ada Example</dc:creator><dc:language>en</dc:language></metadata>"
            '<manifest><item id="b" href="two%20b.xhtml"/><item id="a" href="one.xhtml"/></manifest>'
            '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
            "text/two b.xhtml": "<html><body><h1>Second</h1><p>The end.</p></body></html>",
            "text/one.xhtml": '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>First</h1>'
            '<p>Ünder the <a href="two%20b.xhtml">bridge</a> and <a href="https://example.org/">away</a>.</p>'
            '<script>x()</script><img src="a.png"/></body></html>',
            **more,
        }
    )


def workbook() -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Prices"
    sheet.append(["Name", "Price", "Since"])
    sheet.append(["Lamp", 12.5, datetime(2024, 5, 6)])
    sheet.append([])
    sheet.append(["Desk & chair", 300.0, date(2024, 1, 2)])
    made.create_sheet("Empty")
    made.create_sheet("Notes")["B2"] = True
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def slides() -> bytes:
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Growth"
    first.placeholders[1].text = "Up by half\nMore to come"
    first.notes_slide.notes_text_frame.text = "Speak slowly."
    second = made.slides.add_slide(made.slide_layouts[6])
    table = second.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for row, column, text in ((0, 0, "Year"), (0, 1, "Pages"), (1, 0, "2024"), (1, 1, "<7>")):
        table.cell(row, column).text = text
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def test_word_document_is_read(read: Read) -> None:
    body = paragraph("Report", "Title") + paragraph("Results", "heading1") + paragraph("It grew &amp; grew.")
    cells = "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in ("Year", "2024"))

    found = read(word(f"{body}<w:tbl><w:tr>{cells}</w:tr></w:tbl>"), content_type="", formats=("markdown", "html"))

    assert found.markdown is not None and "# Report" in found.markdown and "# Results" in found.markdown
    assert "It grew & grew." in found.markdown and "Year" in found.markdown and "<h1>Report</h1>" in (found.html or "")
    assert (found.metadata.title, found.metadata.author) == ("Report", "Ada Example")
    assert found.metadata.published_time == "2024-05-06T07:08:09Z" and found.warning is None and found.quality.complete


def test_workbook_is_tables(read: Read) -> None:
    found = read(workbook(), content_type="application/octet-stream").markdown or ""

    assert [line for line in found.splitlines() if line.startswith("## ")] == ["## Prices", "## Notes"]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines() if line.startswith("|")
    ]
    assert [*rows[:1], *rows[2:4]] == [
        ["Name", "Price", "Since"], ["Lamp", "12.5", "2024-05-06"], ["Desk & chair", "300", "2024-01-02"],
    ]  # fmt: skip
    assert "TRUE" in found


def test_slides_are_headings_with_their_points(read: Read) -> None:
    found = read(slides(), content_type="application/zip").markdown or ""

    assert "## Growth" in found and "- Up by half" in found and "> Speak slowly." in found
    assert "## Slide 2" in found and "Pages" in found and "7" in found


def test_book_is_its_chapters_in_order(read: Read) -> None:
    found = read(book(), content_type="application/epub+zip", include_links=True, formats=("markdown", "links"))

    text = found.markdown or ""
    assert (
        text.index("# First")
        < text.index("Ünder the bridge and [away](https://example.org/).")
        < text.index("# Second")
    )
    assert found.links is not None and found.links.external == ("https://example.org/",) and not found.links.internal
    assert (found.metadata.title, found.metadata.language) == ("River pilots", "en") and "x()" not in text


def test_office_file_is_never_rendered(capture: Callable[..., object]) -> None:
    assert needs_rendering(capture(word(paragraph("x")), content_type="text/html")) is False  # type: ignore[arg-type]


def entities(*levels: int) -> str:
    """A document type whose last entity contains the first one as often as the product of the levels."""
    declared = "".join(
        f'<!ENTITY e{number} "{f"&e{number - 1};" * times if number else "ha" * times}">'
        for number, times in enumerate(levels)
    )
    return f"<!DOCTYPE w [{declared}]>"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (zipped({"a.txt": "x"}), "no DOCX, XLSX, PPTX or EPUB"),
        (word("")[:400], "damaged archive"),
        (word("<w:p>"), "damaged"),
        (zipped({"xl/workbook.xml": "<x/>"}), "damaged"),
        (zipped({"ppt/presentation.xml": "<x/>"}), "damaged"),
        (word("", **{"word/media/a.bin": b"\0" * 30_000_000}), "200-fold"),
        (zipped({f"{number}": "" for number in range(limits.ARCHIVE_ENTRIES_MAX + 1)}), "5,000 files"),
        (word(paragraph("&e3;"), head=entities(1_000, 1_000, 1_000, 1_000)), "damaged"),
        (zipped({"word/document.xml": "<w/>"}, zipfile.ZIP_BZIP2), "unusual compression"),
        (zipped({"word/document.xml": "<w/>"}, zipfile.ZIP_LZMA), "unusual compression"),
        (book(**{"text/book.opf": "<package/>"}), "without chapters"),
        (book(**{"META-INF/encryption.xml": '<e><CipherReference URI="text/one.xhtml"/></e>'}), "encrypted"),
    ],
)
def test_hostile_and_damaged_archives_are_refused(read: Read, body: bytes, reason: str) -> None:
    with pytest.raises(UnreadablePage, match=reason):
        read(body, content_type="")


def test_archive_that_unpacks_to_too_much_is_refused(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office_archive.limits, "ARCHIVE_MAX_BYTES", 1_000)

    with pytest.raises(UnreadablePage, match="unpacks to more than 1,000 bytes"):
        read(word(paragraph("x" * 2_000)), content_type="")


def test_nothing_outside_the_file_is_read(read: Read, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s3cret")
    head = f'<!DOCTYPE w [<!ENTITY c SYSTEM "{secret.as_uri()}">]>'

    found = read(word(paragraph("text &c; more"), head=head), content_type="", formats=("markdown", "html", "rawHtml"))

    assert "text" in (found.markdown or "") and "s3cret" not in repr(found)


def test_large_sheets_are_cut_with_a_warning(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHEET_CELLS_MAX", 5)

    found = read(workbook(), content_type="")

    assert (
        "Lamp" not in (found.markdown or "")
        and "first 20,000 rows" in (found.warning or "")
        and not found.quality.complete
    )


def saved(made: openpyxl.Workbook | Presentation) -> bytes:
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def test_cells_that_fill_short_rows_count(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide row makes all rows as wide. Nothing is read after the sheet that exceeds the limit."""
    monkeypatch.setattr(limits, "SHEET_CELLS_MAX", 50)
    made = openpyxl.Workbook()
    for title in ("First", "Second"):
        sheet = made.create_sheet(title)
        sheet.append(["wide"] * 10)
        for number in range(20):
            sheet.append([f"{title} {number}"])

    found = read(saved(made), content_type="", formats=("rawHtml",))

    text = found.raw_html or ""
    assert "First 3" in text and "First 4" not in text and "Second" not in text
    assert "50 cells" in (found.warning or "") and not found.quality.complete


def test_characters_of_a_workbook_are_bounded(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long text is stored once in the file, for many cells."""
    monkeypatch.setattr(limits, "OFFICE_HTML_MAX_CHARS", 10_000)
    made = openpyxl.Workbook()
    sheet = made.create_sheet("Long")
    for number in range(50):
        sheet.append([f"row {number}", "x" * 1_000])

    found = read(saved(made), content_type="", formats=("rawHtml",))

    assert "row 8" in (found.raw_html or "") and "row 9" not in (found.raw_html or "")
    assert "10,000 characters" in (found.warning or "")


@pytest.mark.parametrize(
    "body", [word(paragraph("word &amp; " * 3_000)), book(**{"text/one.xhtml": "<p>word &amp; </p>" * 3_000})]
)
def test_html_of_a_file_is_bounded(read: Read, body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in range(10_000, 10_012):  # The cut falls on each part of a tag and a reference.
        monkeypatch.setattr(limits, "OFFICE_HTML_MAX_CHARS", most)

        found = read(body, content_type="", formats=("markdown", "rawHtml"))

        text = "".join((found.markdown or "").partition("Published")[0].split())
        assert most - 20 < len(found.raw_html or "") <= most and "Second" not in text
        assert text.replace("word&", "").strip("word") == "", text[-30:]
        assert f"first {most:,} characters" in (found.warning or "") and not found.quality.complete


def test_what_a_file_names_again_is_read_once(read: Read) -> None:
    made = pptx.Presentation(io.BytesIO(slides()))
    named = made.slides._sldIdLst
    for _ in range(limits.SLIDES_MAX):
        named._add_sldId(rId=named[0].rId, id=named[0].id)
    with zipfile.ZipFile(io.BytesIO(book())) as archive:
        package = archive.read("text/book.opf").decode()
    spine = book(
        **{"text/book.opf": package.replace("<spine>", "<spine>" + '<itemref idref="a"/>' * (limits.CHAPTERS_MAX + 1))}
    )

    presented, bound = (read(body, content_type="") for body in (saved(made), spine))

    assert (presented.markdown or "").count("Growth") == 1 and "## Slide 2" in (presented.markdown or "")
    assert (bound.markdown or "").count("# First") == 1 and "# Second" in (bound.markdown or "")
    assert presented.warning is None and bound.warning is None
