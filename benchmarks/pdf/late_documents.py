"""Five documents that were written after the rules. Their first scores are in benchmarks/results/pdf.md."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from benchmarks.pdf.documents import CODE, rows, sections
from benchmarks.pdf.printed import html, printed
from benchmarks.pdf.prose import Prose
from benchmarks.pdf.truth import Block, Code, Generated, Heading, Item, Note, Paragraph, Table
from benchmarks.pdf.typeset import Design, footnotes, typeset

_HEBREW = "הנמל סקר גשר נהר שוק חורף דוח מכונה כפר ועדה רופא ספרייה הר תיאטרון לוח בית חולים עיתון ניסוי מעבדה".split()


def right_to_left() -> Generated:
    prose = Prose(16)

    def sentence(count: int) -> str:
        return " ".join(prose.chance.choice(_HEBREW) for _ in range(count))

    flow: list[Block] = [Heading(1, sentence(4))]
    for _ in range(4):
        flow += [
            Heading(2, sentence(3)),
            *(Paragraph(" ".join(sentence(14) + "." for _ in range(4))) for _ in range(2)),
        ]
    flow += [
        Item(0, sentence(6)),
        Item(0, sentence(7)),
        Paragraph(f"{sentence(5)} 1948 {sentence(6)} Orbweaver {sentence(5)}."),
    ]
    style = 'body { direction: rtl; font: 11pt/1.5 "DejaVu Sans" }'
    return Generated("right to left", printed(html(flow), style), flow)


def form() -> Generated:
    prose = Prose(17)
    labels = (
        "Name of the applicant:",
        "Date of birth:",
        "Street and number:",
        "Postal code:",
        "Telephone:",
        "Nationality:",
    )
    values = ("Ada Wind", "12 May 1980", "9 Lantern Road", "20457", "+49 40 1234567", "Danish")
    table = Table(tuple(zip(labels, values, strict=True)), "ruled")
    flow: list[Block] = [
        Heading(1, "Application for a berth"),
        Paragraph(prose.paragraph(3)),
        Heading(2, "Applicant"),
        table,
    ]
    flow += [
        Heading(2, "Declaration"),
        Paragraph(prose.paragraph(4)),
        Item(0, prose.sentence(), 1),
        Item(0, prose.sentence(), 2),
    ]
    style = "table { width: 100% } td:first-child, th:first-child { width: 40%; background: #eee; font-weight: normal }"
    return Generated("form", printed(html(flow), style, format="Letter"), flow)


def paper_with_notes() -> Generated:
    prose = Prose(18)
    head: list[Block] = [Heading(1, prose.title()), Paragraph(f"<i>Abstract.</i> {prose.paragraph(4)}")]
    head += [Table(rows(prose, 4), "booktabs")]
    flow: list[Block] = [
        Heading(2, prose.title()),
        Paragraph(f"{prose.sentence()}<super size=5.5>1</super> {prose.paragraph(9)}"),
    ]
    flow += [
        Paragraph(prose.paragraph(8)),
        Heading(3, prose.title()),
        *(Paragraph(prose.paragraph(7)) for _ in range(5)),
    ]
    flow += sections(prose, 5, 3)
    note = Note(1, prose.sentence())

    def furnish(canvas: Canvas, page: int) -> None:
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(60, 805, "Journal of harbours, volume 7")
        canvas.drawRightString(535, 805, str(211 + page))
        if page == 1:
            footnotes(canvas, [note], 60, 40, 225)

    design = Design(
        size=9.5, headings=(17, 11.5, 10), columns=2, justified=True, indent=9, spacing=0, margin=60, spanning=200
    )
    body = typeset(flow, design, furnish, spanning=head)
    return Generated("paper with notes", body, [*head, *flow, note], ["Journal of harbours, volume 7"])


def magazine() -> Generated:
    prose = Prose(19)
    head: list[Block] = [Heading(1, prose.title()), Paragraph(f"<i>{prose.sentence()}</i>")]
    flow = sections(prose, 4, 3)
    table = Table(rows(prose, 5), "booktabs")
    end: list[Block] = [
        Heading(2, prose.title()),
        table,
        Paragraph(f'More is on <a href="https://example.org/a_(b)">this page</a>. {prose.sentence()}'),
    ]
    body = html(head) + f'<div style="columns: 2; column-gap: 9mm; text-align: justify">{html(flow)}</div>' + html(end)
    style = 'body { font: 9.5pt/1.35 "DejaVu Sans" } h2 { font-size: 13pt; text-align: left } table { width: 100% }'
    number = '<div style="font-size:8px;width:100%;text-align:center">The harbour magazine - <span class="pageNumber"></span></div>'
    printed_body = printed(body, style, display_header_footer=True, header_template="<p></p>", footer_template=number)
    return Generated("magazine", printed_body, [*head, *flow, *end])


def manual() -> Generated:
    prose = Prose(20)
    flow: list[Block] = [Heading(1, "Manual of the survey")]
    for number in range(1, 6):
        flow += [Heading(2, f"{number} {prose.title()}"), Paragraph(prose.paragraph())]
        flow += [
            Heading(3, f"{number}.1 {prose.title()}"),
            Paragraph(prose.paragraph()),
            Item(0, prose.sentence()),
            Item(1, prose.phrase()),
        ]
        flow += [
            Item(0, prose.sentence()),
            Code(CODE),
            Table(rows(prose, 4, ("Option", "Default", "Share")), "booktabs"),
        ]
        flow += [Paragraph(f"Set <code>depth_max</code> to <b>nine</b>. {prose.paragraph()}")]

    def furnish(canvas: Canvas, page: int) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.line(72, 52, 523, 52)
        canvas.drawString(72, 40, "Survey manual, version 3")
        canvas.drawRightString(523, 40, f"- {page} -")

    body = typeset(flow, Design(font="Helvetica", bold="Helvetica-Bold", size=10, headings=(24, 15, 12)), furnish)
    return Generated("manual", body, flow, ["Survey manual, version 3"])


LATE_DOCUMENTS = (right_to_left, form, paper_with_notes, magazine, manual)
