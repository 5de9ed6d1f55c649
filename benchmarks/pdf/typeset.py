"""Draws truth on pages with ReportLab: columns, running heads, footnotes at the end of a page.

A flow is laid out by ReportLab's platypus. Each line is one text object, as word processors write it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Preformatted
from reportlab.platypus import Paragraph as Drawn
from reportlab.platypus import Table as DrawnTable

from benchmarks.pdf.truth import Block, Code, Heading, Item, Note, Paragraph, Table

# Draws on a page what does not belong to the flow: running heads, footnotes, watermarks.
Furnish = Callable[[Canvas, int], None]


@dataclass(frozen=True)
class Design:
    """Sizes in points."""

    font: str = "Times-Roman"
    bold: str = "Times-Bold"
    size: float = 10.5
    headings: tuple[float, ...] = (22, 16, 13)
    columns: int = 1
    gutter: float = 18
    justified: bool = False
    indent: float = 0
    spacing: float = 7
    page: tuple[float, float] = A4
    margin: float = 72
    # Height at the top of the first page that spans all columns.
    spanning: float = 0
    repeat_rows: int = 1
    extras: dict[str, float] = field(default_factory=dict)


def typeset(
    flow: list[Block], design: Design, furnish: Furnish | None = None, *, spanning: list[Block] | None = None
) -> bytes:
    """A PDF with the blocks in their order. `spanning` is above the columns of the first page."""
    target = io.BytesIO()
    width, height = design.page
    inner, top = width - 2 * design.margin, height - 2 * design.margin
    column = (inner - (design.columns - 1) * design.gutter) / design.columns

    def columns(space: float) -> list[Frame]:
        return [
            Frame(design.margin + index * (column + design.gutter), design.margin, column, top - space,
                  leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
            for index in range(design.columns)
        ]  # fmt: skip

    def on_page(canvas: Canvas, document: BaseDocTemplate) -> None:
        if document.page == 1 and spanning:
            frame = Frame(design.margin, design.margin + top - design.spanning, inner, design.spanning,
                         leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)  # fmt: skip
            frame.addFromList([_drawn(block, design) for block in spanning], canvas)
        if furnish:
            furnish(canvas, document.page)

    first = PageTemplate(id="first", frames=columns(design.spanning), onPage=on_page, autoNextPageTemplate="later")
    later = PageTemplate(id="later", frames=columns(0), onPage=on_page)
    document = BaseDocTemplate(target, pagesize=design.page, title="", author="")
    document.addPageTemplates([first, later])
    document.build([_drawn(block, design) for block in flow])
    return target.getvalue()


def _drawn(block: Block, design: Design) -> Flowable:
    body = ParagraphStyle(
        "body", fontName=design.font, fontSize=design.size, leading=design.size * 1.22, spaceAfter=design.spacing,
        alignment=TA_JUSTIFY if design.justified else TA_LEFT, firstLineIndent=design.indent,
    )  # fmt: skip
    match block:
        case Heading(level, text):
            size = design.headings[level - 1]
            centred = TA_CENTER if design.extras.get("centred") and level == 1 else TA_LEFT
            return Drawn(escape(text), ParagraphStyle(
                "heading", fontName=design.bold, fontSize=size, leading=size * 1.2, spaceBefore=size * 0.8,
                spaceAfter=size * 0.45, keepWithNext=1, alignment=centred))  # fmt: skip
        case Paragraph(html):
            return Drawn(html.replace("<code>", '<font face="Courier">').replace("</code>", "</font>"), body)
        case Item(depth, text, number):
            left = 18 * (depth + 1)
            style = ParagraphStyle(
                "item", parent=body, leftIndent=left, bulletIndent=left - 12, firstLineIndent=0, spaceAfter=3
            )
            return Drawn(escape(text), style, bulletText="\u2022" if number is None else f"{number}.")
        case Table(rows, style):
            return _table(rows, style, design)
        case Code(text):
            return Preformatted(
                text, ParagraphStyle("code", fontName="Courier", fontSize=9, leading=11, spaceAfter=9, spaceBefore=4)
            )
        case Note():
            raise ValueError("Footnotes are drawn with `footnotes`.")


def _table(rows: tuple[tuple[str, ...], ...], style: str, design: Design) -> Flowable:
    cell = ParagraphStyle("cell", fontName=design.font, fontSize=design.size - 1, leading=(design.size - 1) * 1.2)
    head = ParagraphStyle("head", parent=cell, fontName=design.bold)
    texts = [[Drawn(escape(text), cell if index else head) for text in row] for index, row in enumerate(rows)]
    if style != "ruled":
        texts = [list(row) for row in rows]  # Plain strings can be aligned on the right.
    right = [("ALIGN", (1, 0), (-1, -1), "RIGHT")] if design.extras.get("right") else []
    lines = {
        "ruled": [("GRID", (0, 0), (-1, -1), 0.5, colors.black)],
        "booktabs": [("LINEABOVE", (0, 0), (-1, 0), 1, colors.black), ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
                     ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black)],
        "plain": [],
    }[style]  # fmt: skip
    fonts = [
        ("FONT", (0, 0), (-1, -1), design.font, design.size - 1),
        ("FONT", (0, 0), (-1, 0), design.bold, design.size - 1),
    ]
    return DrawnTable(
        texts, style=[*fonts, *right, *lines, ("VALIGN", (0, 0), (-1, -1), "TOP")], repeatRows=design.repeat_rows,
        spaceAfter=12, spaceBefore=6, colWidths=[design.extras["width"]] * len(rows[0]) if "width" in design.extras else None,
    )  # fmt: skip


def footnotes(canvas: Canvas, notes: list[Note], x: float, y: float, width: float) -> None:
    """Draw the notes upwards from the bottom of the page, below a short line."""
    style = ParagraphStyle("note", fontName="Times-Roman", fontSize=8, leading=9.6)
    drawn = [Drawn(f"<super size=5.5>{note.number}</super> {escape(note.text)}", style) for note in notes]
    for flowable in reversed(drawn):
        _, height = flowable.wrap(width, 200)
        flowable.drawOn(canvas, x, y)
        y += height + 2
    if not notes:
        return
    canvas.setLineWidth(0.4)
    canvas.line(x, y + 3, x + 100, y + 3)
