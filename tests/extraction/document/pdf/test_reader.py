"""PDFs, read by the same function as pages."""

from __future__ import annotations

import base64
import random
import zlib

import pytest

from tests.extraction.document.pdf.pages import line, lines, pdf_of, ruled_table

ABOUT = "/Title(Survey of the harbour)/Author(Ada Wind)/CreationDate(D:20240501120000+02'00')"
# A page that a user password protects, compressed, in base 85.
ENCRYPTED = (
    "c-o~?J&YVR6mFnkBvL??RBldG7ysL1X|=*0+eiL%r#ljajuV>fPA(H|W-haHQ7%Okh?FKulO|P~tLUJiJ0WTcprNItN=ZY3#GBc@%qc5DfeVlQ"
    "`F-zupXYgP%g1$kQ6y`Rzxw(~Vh};~%{$3xgtLfX-f5?cg*|L<hx<j<BJAtQ=0Q<G#5II%*tx;+)uP&OZzImeFmNnqZP6eg=hZZCrl-eDD!hqC"
    "-g<6?6)9)Idrd6iDst`!lhH9{q6*siOlT^JvNB|r2cjc0L~Ec5;;EzD8e%e@hRj=tPC4<xQ<4Sa$9OZK5yUvgOlG_>Uiiqk2NrQbWt>^YbY?iQ"
    "K1M0L7Su|rsJ78721Q86$9M~^3%rdK__!O<;woTn-mI^qkqV4uI+fN+Z8E9^=T?fSYzpOa$DsxRT7d-3BPB)(BDohl)e))}F%_9GPKyu&HK|IC"
    "CB#zgEs;SwOUC#*c<}_v^xz~-gXG{TOR4T`Wge6XPf4aIWk!2S6?ay`1$&zsZd_+9j`0m7$K#}^rrqDA!(ZOY_lr4V0Bqw=j}8iiv%Jk`_5Kje"
    "&h$im2n|5-m2x^qySiiTEoptCfuzrpsuucYj#RI5t(ca%s~@0U0((Un(uVB;zv-H5QOR~OuMe9ER0jMA{QgT3?@uE`qFeO6HmDEcY7k#`o)U06"
    "Z<`{&oBVe9_h0Ir=YM>7VxRqZ?&GcZzr1(n<fAWM|MdFR#lQXhn@jJ#bMEQr=={mX_b)e&fBkN9eBs55jlceU_xST~fBxZvN1e(t)lyFkdM=+A"
    "eZlyXVs^i1%SpcO>e&>BYEn<jY9Hax%F0&r@)W>3hd0~aL}!IA4RtvNL;PO_{$FnSCij3nXo_12L6jt<8%jzp(PF-Z78oItKp%AjRRbpU3TC)i"
    "!BV~wM+s9aahk~$Ou_DLtlPa^AE9TsZIhR?q5+o)g6CU4EIN0v+^%cr=&qf*9b8;<bkHJm3S9DNcci&7Bse3SBk;UcMzvxhiquiz)1b!azeDzt"
    "z60~7?Jt)Sp^~+=uo;to0AE;pHv"
)
NO_TEXT = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)


@pytest.fixture(scope="module")
def report() -> bytes:
    page = line(72, 720, "Annual report", 24, "F2") + line(
        72, 680, "The year went well for the company and its people."
    )
    return pdf_of([page + lines(90, 650, ["\x95 First point", "\x95 Second point"])])


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


def test_encrypted_pdf_gives_a_warning(read) -> None:
    locked = zlib.decompress(base64.b85decode(ENCRYPTED))
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
    for expected in ("# Harbour survey\n", "## Findings\n", "- Silt has risen\n", "1. Dredge it soon\n2. Repair"):
        assert expected in text
    assert "| Pier | Depth | State |\n|---|---|---|\n| North | 12 m | good |\n| South | 9 m | poor |" in text
    assert (about.title, about.author) == ("Survey of the harbour", "Ada Wind")
    assert about.published_time == "2024-05-01T10:00:00Z" and text.startswith("Published: 2024-05-01\n\n")
    assert about.structure == "markdown" and found.quality.complete


def test_columns_are_read_one_after_the_other(read) -> None:
    page = lines(72, 700, [f"Left line {index} speaks of the north shore." for index in range(20)])
    page += lines(330, 700, [f"Right line {index} speaks of the south." for index in range(20)])

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
