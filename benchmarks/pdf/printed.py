"""Prints truth with Chromium, from HTML and a style sheet."""

from __future__ import annotations

from html import escape

from playwright.sync_api import sync_playwright

from benchmarks.pdf.truth import Block, Code, Heading, Item, Note, Paragraph, Table
from contract.environment import Environment
from crawler.rendering.browser import find

STYLE = """
body { font: 11pt/1.4 "DejaVu Serif", serif; margin: 0 } h1 { font-size: 22pt } h2 { font-size: 16pt } h3 { font-size: 13pt }
pre, code { font-family: "DejaVu Sans Mono", monospace; font-size: 9pt } table { border-collapse: collapse; margin: 12pt 0 }
td, th { padding: 3pt 9pt; text-align: left; vertical-align: top } .ruled td, .ruled th { border: 1px solid #444 }
.booktabs { border-top: 1.5px solid; border-bottom: 1.5px solid } .booktabs th { border-bottom: 1px solid }
"""


def printed(body: str, style: str = "", **options: object) -> bytes:
    """The PDF that Chromium prints of this HTML. `options` are those of Playwright's `page.pdf`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(Environment.read()))
        page = browser.new_page()
        page.set_content(f"<!doctype html><style>{STYLE}{style}</style>{body}")
        margins = {side: "20mm" for side in ("top", "bottom", "left", "right")}
        result = page.pdf(**{"format": "A4", "margin": margins, **options})
        browser.close()
    return result


def html(blocks: list[Block]) -> str:
    """The blocks as HTML."""
    parts, depth, kinds = [], -1, []
    for block in blocks:
        expected = block.depth if isinstance(block, Item) else -1
        while depth > expected:
            parts.append(f"</{kinds.pop()}>")
            depth -= 1
        while depth < expected:
            kinds.append("ul" if isinstance(block, Item) and block.number is None else "ol")
            parts.append(f"<{kinds[-1]}>")
            depth += 1
        parts.append(_element(block))
    return "".join(parts) + "".join(f"</{kind}>" for kind in reversed(kinds))


def _element(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{text}</p>"
        case Item(_, text, _):
            return f"<li>{escape(text)}</li>"
        case Code(text):
            return f"<pre>{escape(text)}</pre>"
        case Table(rows, style):
            cells = [
                "".join(f"<{tag}>{escape(text)}</{tag}>" for text in row)
                for row, tag in zip(rows, ["th"] + ["td"] * len(rows), strict=False)
            ]
            return f'<table class="{style}">' + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
        case Note(number, text):
            return f'<p class="note"><sup>{number}</sup> {escape(text)}</p>'
