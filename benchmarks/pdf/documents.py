"""The fifteen documents that the rules were written with. To add one: a function below and its name in `DOCUMENTS`."""

from __future__ import annotations

from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from benchmarks.pdf.printed import html, printed
from benchmarks.pdf.prose import Prose
from benchmarks.pdf.truth import Block, Code, Generated, Heading, Item, Note, Paragraph, Table
from benchmarks.pdf.typeset import Design, footnotes, typeset

CODE = '''def survey(harbour, years=3):
    """Return the depth of each pier."""
    depths = {}
    for pier in harbour.piers:
        if pier.closed:
            continue
        depths[pier.name] = measure(pier, years)

    return depths'''


def sections(prose: Prose, count: int, paragraphs: int = 2, level: int = 2) -> list[Block]:
    """Headings with paragraphs below them."""
    blocks: list[Block] = []
    for _ in range(count):
        blocks += [Heading(level, prose.title()), *(Paragraph(prose.paragraph()) for _ in range(paragraphs))]
    return blocks


def rows(
    prose: Prose, count: int, heads: tuple[str, ...] = ("Harbour", "Area", "Costs", "Share")
) -> tuple[tuple[str, ...], ...]:
    """A header row and rows with a name and numbers."""
    body = [
        (prose.phrase().capitalize(), *(prose.amount() for _ in heads[2:]), f"{prose.chance.randrange(99)} %")
        for _ in range(count)
    ]
    return (heads, *body)


def article() -> Generated:
    prose = Prose(1)
    linked = '<b>The second edition</b> is at <a href="https://example.org/survey">its page</a>, with <i>all</i> measurements.'
    flow = [Heading(1, prose.title()), Paragraph(prose.paragraph()), *sections(prose, 3), Heading(3, prose.title())]
    flow += [Paragraph(linked), Paragraph(prose.paragraph()), *sections(prose, 2)]
    return Generated("article", typeset(flow, Design()), flow)


def two_columns() -> Generated:
    prose = Prose(2)
    head: list[Block] = [
        Heading(1, prose.title()),
        Paragraph("Ada Wind, Harbour Institute"),
        Paragraph(prose.paragraph(3)),
    ]
    flow = sections(prose, 8, 3)
    design = Design(size=9.5, headings=(18, 12, 10.5), columns=2, justified=True, indent=10, spacing=0, margin=54,
                    spanning=130, extras={"centred": 1})  # fmt: skip
    return Generated("two columns", typeset(flow, design, spanning=head), head + flow)


def newsletter() -> Generated:
    prose = Prose(3)
    head: list[Block] = [Heading(1, "The harbour letter of this winter")]
    flow = sections(prose, 9, 2)
    design = Design(
        font="Helvetica",
        bold="Helvetica-Bold",
        size=9,
        headings=(30, 13, 11),
        columns=3,
        gutter=14,
        margin=42,
        spanning=60,
    )
    return Generated("three columns", typeset(flow, design, spanning=head), head + flow)


def report() -> Generated:
    prose, title = Prose(4), "Annual report of the harbour council"
    flow = [Heading(1, "Annual report"), *sections(prose, 26, 3)]

    def furnish(canvas: Canvas, page: int) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, 800, title)
        canvas.drawRightString(523, 800, "Confidential draft")
        canvas.drawCentredString(297, 40, f"Page {page} of 12")

    body = typeset(flow, Design(), furnish)
    return Generated("running heads", body, flow, [title, "Confidential draft", "Page 3 of 12"])


def ruled_tables() -> Generated:
    prose = Prose(5)
    long = (
        ("Measure", "Reason", "Year"),
        *((prose.phrase(), prose.sentence(), str(2000 + index)) for index in range(5)),
    )
    flow = [
        Heading(1, prose.title()),
        Paragraph(prose.paragraph()),
        Table(rows(prose, 6)),
        Paragraph(prose.paragraph()),
        Table(long),
    ]
    flow += [*sections(prose, 1), Table(rows(prose, 3, ("Place", "Depth", "State"))), Paragraph(prose.paragraph())]
    return Generated("ruled tables", typeset(flow, Design()), flow)


def plain_tables() -> Generated:
    prose = Prose(6)
    flow = [
        Heading(1, prose.title()),
        Paragraph(prose.paragraph()),
        Table(rows(prose, 7), "plain"),
        Paragraph(prose.paragraph()),
    ]
    flow += [
        *sections(prose, 1),
        Table(rows(prose, 5, ("Pier", "Depth", "Share")), "booktabs"),
        Paragraph(prose.paragraph()),
    ]
    return Generated("unruled tables", typeset(flow, Design(extras={"right": 1})), flow)


def long_table() -> Generated:
    prose = Prose(7)
    flow = [
        Heading(1, prose.title()),
        Paragraph(prose.paragraph()),
        Table(rows(prose, 60)),
        Paragraph(prose.paragraph()),
    ]
    return Generated("table over pages", typeset(flow, Design(extras={"width": 110})), flow)


def notes() -> Generated:
    prose = Prose(8)
    flow, drawn = [Heading(1, prose.title())], {}
    blocks: list[Block] = []
    for number in range(1, 7):
        sentence = prose.sentence()
        flow.append(Paragraph(f"{prose.sentence()} {sentence}<super size=6.5>{number}</super> {prose.paragraph(10)}"))
        drawn[number] = Note(number, prose.sentence())
    body = typeset(flow, Design(margin=110), lambda canvas, page: footnotes(
        canvas, [drawn[number] for number in range(3 * page - 2, min(3 * page, 6) + 1)], 110, 60, 375))  # fmt: skip
    blocks = [*flow, *drawn.values()]
    return Generated("footnotes", body, blocks)


def lists() -> Generated:
    prose = Prose(9)
    flow: list[Block] = [Heading(1, prose.title()), Paragraph(prose.paragraph())]
    for _number in range(1, 4):
        flow += [Item(0, prose.sentence()), Item(1, prose.phrase()), Item(1, prose.sentence()), Item(2, prose.phrase())]
    flow += [
        Paragraph(prose.paragraph()),
        *(Item(0, prose.sentence(), number) for number in range(1, 12)),
        Paragraph(prose.paragraph()),
    ]
    return Generated("nested lists", printed(html(flow)), flow)


def code() -> Generated:
    prose = Prose(10)
    flow = [Heading(1, prose.title()), Paragraph(prose.paragraph()), Code(CODE)]
    flow += [Paragraph("Call <code>survey(harbour)</code> first, then <code>close()</code>."), *sections(prose, 1)]
    flow += [Code('{\n  "pier": "north",\n  "depths": [9, 12]\n}'), Paragraph(prose.paragraph())]
    return Generated("code", printed(html(flow)), flow)


def invoice() -> Generated:
    prose = Prose(11)
    table = Table(
        (
            ("Item", "Quantity", "Price"),
            *((prose.phrase(), str(prose.chance.randrange(1, 90)), prose.amount()) for _ in range(8)),
        ),
        "booktabs",
    )
    sender, receiver = (
        ["Harbour Works Ltd", "12 Quay Street", "Northport"],
        ["Pier Company", "9 Lantern Road", "Southport"],
    )
    blocks = [
        Heading(1, "Invoice"),
        *map(Paragraph, ["<br>".join(sender), "<br>".join(receiver)]),
        table,
        Paragraph("Please pay within thirty days of receipt."),
    ]
    body = '<h1>Invoice</h1><div style="display:flex;justify-content:space-between">' + "".join(
        f"<p>{block.html}</p>" for block in blocks[1:3]
    ) + "</div>" + html(blocks[3:])  # fmt: skip
    style = 'body { font: 10pt/1.3 "DejaVu Sans" } table { width: 100% } td:nth-child(n+2), th:nth-child(n+2) { text-align: right }'
    return Generated("invoice", printed(body, style), blocks)


def slides() -> Generated:
    prose = Prose(12)
    flow: list[Block] = []
    pages = []
    for _ in range(8):
        slide = [Heading(1, prose.title()), *(Item(0, prose.sentence()) for _ in range(4))]
        flow += slide
        pages.append("<section>" + html(slide) + "</section>")
    style = 'section { break-after: page } body { font: 20pt/1.4 "DejaVu Sans" } h1 { font-size: 34pt }'
    number = '<div style="font-size:9px;width:100%;text-align:right;padding-right:30px"><span class="pageNumber"></span></div>'
    body = printed(
        "".join(pages),
        style,
        landscape=True,
        display_header_footer=True,
        header_template="<p></p>",
        footer_template=number,
    )
    return Generated("slides", body, flow)


def book() -> Generated:
    prose = Prose(13)
    title = "A history of the northern harbour"
    flow: list[Block] = [Heading(1, title)]
    for number in range(1, 31):
        flow += [Heading(2, f"Chapter {number}: {prose.title()}"), *(Paragraph(prose.paragraph(8)) for _ in range(37))]

    def furnish(canvas: Canvas, page: int) -> None:
        canvas.setFont("Times-Italic", 9)
        if page > 1:
            canvas.drawCentredString(210, 560, title if page % 2 else "The Harbour Press")
            canvas.drawString(380 if page % 2 else 54, 30, str(page))

    body = typeset(
        flow,
        Design(size=10.5, headings=(24, 17, 13), page=A5, margin=54, justified=True, indent=12, spacing=0),
        furnish,
    )
    return Generated("book", body, flow, [title, "The Harbour Press"])


def hyphens() -> Generated:
    prose = Prose(14)
    flow = [Heading(1, prose.title()), *(Paragraph(prose.paragraph(6)) for _ in range(6)), Heading(2, prose.title())]
    flow += [Paragraph(prose.paragraph(6)) for _ in range(3)]
    style = "body { hyphens: manual; text-align: justify; width: 75mm } h1, h2 { text-align: left }"
    soft = html(flow)
    for word in (
        "independent",
        "considerable",
        "experimental",
        "construction",
        "observers",
        "negotiations",
        "supervision",
        "neighbour",
    ):
        soft = soft.replace(word, word[:4] + "&shy;" + word[4:])
    return Generated("hyphens", printed(soft, style), flow)


def watermark() -> Generated:
    prose = Prose(15)
    literal = "Write *stars*, _lines_, `ticks`, # signs, [brackets](x) and 2 * 3 * 4 in snake_case_names as they are."
    flow = [Heading(1, prose.title()), Paragraph(literal), *sections(prose, 6, 3)]

    def furnish(canvas: Canvas, page: int) -> None:
        canvas.saveState()
        canvas.setFont("Helvetica-Bold", 90)
        canvas.setFillGray(0.9)
        canvas.translate(120, 200)
        canvas.rotate(52)
        canvas.drawString(0, 0, "DUPLICATE")
        canvas.restoreState()

    return Generated("watermark", typeset(flow, Design(), furnish), flow, ["DUPLICATE"])


DOCUMENTS = (
    article, two_columns, newsletter, report, ruled_tables, plain_tables, long_table, notes, lists, code, invoice, slides, book,
    hyphens, watermark,
)  # fmt: skip
