"""Prepares tables: layout tables become blocks, spans become cells, and code in cells keeps its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from extraction.document.tree import HEADINGS, Tree

# A caption that has one of these is a block itself.
CAPTION_BLOCKS = (*HEADINGS, "p", "div", "ul", "ol", "table", "blockquote", "pre", "dl")
_PARTS = ("table", "tr", "td", "th", *HEADINGS)
_ROWS = ("tr", "thead", "tbody", "tfoot")
_LAYOUT_ROLES = ("presentation", "none")
# Upper bound on the cells that this module creates in a page.
_ADDED_CELLS_MAX = 10_000
_SPAN_MAX = 100
# A page cannot contain an attribute with a namespace, because HTML has none.
_TERM = "{orbweaver}term"
_DIGITS = re.compile(r"\s*\+?0*([1-9]\d*)")


@dataclass
class _Table:
    """What one traversal has seen of a table, without the tables inside it."""

    element: Tree
    has_head: bool = False
    has_blocks: bool = False
    columns: int = 0
    cells_of_row: int = 0


def arrange(body: Tree) -> None:
    """Rewrite the tables of a page in place."""
    if next(body.iter("table", "caption"), None) is None:
        return
    _limit_spans(body)
    _split_spans(body)
    layouts = [table.element for table in _tables(body) if _is_layout(table)]
    for table in layouts:
        _unwrap(table)
    _captions_above(body)
    _code_in_cells(body)
    _definitions_in_cells(body)


def _tables(body: Tree) -> list[_Table]:
    found: list[_Table] = []
    open_tables: list[_Table] = []
    for event, element in etree.iterwalk(body, events=("start", "end"), tag=_PARTS):
        if element.tag == "table" and event == "end":
            open_tables.pop()
        elif element.tag == "table":
            if open_tables:
                open_tables[-1].has_blocks = True
            open_tables.append(_Table(element))
            found.append(open_tables[-1])
        elif open_tables and event == "start":
            _see(open_tables[-1], element.tag)
    return found


def _see(table: _Table, tag: str) -> None:
    if tag == "tr":
        table.cells_of_row = 0
    elif tag in ("td", "th"):
        table.cells_of_row += 1
        table.columns = max(table.columns, table.cells_of_row)
        table.has_head = table.has_head or tag == "th"
    else:
        table.has_blocks = True


def _is_layout(table: _Table) -> bool:
    """Whether the table only places blocks on the page: it has no head, and one column, headings or another table."""
    if "ltx_eq" in (table.element.get("class") or ""):
        return True  # The equations of LaTeXML.
    if table.has_head or table.element.find("caption") is not None:
        return False
    if table.columns < 2 or table.has_blocks or table.element.get("role") in _LAYOUT_ROLES:
        return True
    return not _has_row_of_texts(table.element)


def _has_row_of_texts(table: Tree) -> bool:
    """Whether a row has text in two cells. Comments of forums have one text beside pictures and arrows."""
    return any(
        sum(1 for cell in row.iterchildren("td") if any(text.strip() for text in cell.itertext())) > 1
        for row in table.iter("tr")
    )


def _unwrap(table: Tree) -> None:
    table.tag = "div"
    for part in table:
        if part.tag in _ROWS:
            part.tag = "div"
            for row in part:
                if row.tag in ("tr", "td"):  # Assigning a name that is not valid in HTML fails, even its own.
                    row.tag = "div"
                for cell in row.iterchildren("td"):
                    cell.tag = "div"


def _limit_spans(body: Tree) -> None:
    """Limit `colspan` and `rowspan`, because a writer creates every cell that a spanning cell covers."""
    for cell in body.iter("td", "th"):
        for name in ("colspan", "rowspan"):
            value = cell.get(name) or ""
            digits = _DIGITS.match(value) if len(value) > 2 else None
            if digits and (len(digits[1]) > 3 or int(digits[1]) > _SPAN_MAX):
                cell.set(name, str(_SPAN_MAX))


def _split_spans(body: Tree) -> None:
    """Split cells that span rows and columns into cells that span rows, because writers lose count of them."""
    left = _ADDED_CELLS_MAX
    for cell in list(body.iter("td", "th")):
        columns, rows = _span(cell, "colspan"), _span(cell, "rowspan")
        if columns < 2 or rows < 2 or columns > left:
            continue
        left -= columns
        del cell.attrib["colspan"]
        for _ in range(columns - 1):
            cell.addnext(etree.Element(cell.tag, rowspan=str(rows)))


def _span(cell: Tree, name: str) -> int:
    digits = _DIGITS.match(cell.get(name) or "")
    return min(_SPAN_MAX, int(digits[1][:4])) if digits else 1


def _code_in_cells(body: Tree) -> None:
    """Write a code block in a cell as lines of inline code, because a cell of Markdown is one line."""
    for pre in list(body.iter("pre")):
        if next(pre.iterancestors("td", "th"), None) is None:
            continue
        lines = "".join(pre.itertext()).strip("\n").split("\n")
        pre.clear(keep_tail=True)
        pre.tag = "div"
        for line in lines:
            if line.strip():
                etree.SubElement(pre, "code").text = line
                etree.SubElement(pre, "br")
        if len(pre):
            pre.remove(pre[-1])


def _definitions_in_cells(body: Tree) -> None:
    """Write a definition list in a cell as lines of `Term: definition`."""
    for listed in [found for found in body.iter("dl") if next(found.iterancestors("td", "th"), None) is not None]:
        listed.tag = "div"
        for part in list(listed):
            before = part.getprevious()
            if part.tag == "dd" and before is not None and before.tag == "p" and before.get(_TERM) is not None:
                _add_definition(before, part)
            elif part.tag in ("dt", "dd"):
                part.set(_TERM if part.tag == "dt" else "class", "")
                part.tag = "p"


def _add_definition(term: Tree, definition: Tree) -> None:
    definition.tag, definition.tail = "span", None
    definition.text = (
        f"{'' if ''.join(term.itertext()).rstrip().endswith(':') else ':'} {(definition.text or '').lstrip()}"
    )
    term.attrib.pop(_TERM)
    term.append(definition)


def _captions_above(body: Tree) -> None:
    """Write captions as a paragraph in italics above their table. Some pages put `caption` elements elsewhere."""
    for caption in list(body.iter("caption")):
        table = caption.getparent()
        if table is None or table.tag != "table" or next(caption.iter(*CAPTION_BLOCKS), None) is not None:
            caption.tag = "div"
            continue
        etree.strip_tags(caption, "b", "strong", "em", "i")
        paragraph, tail = etree.Element("p"), caption.tail
        caption.tag, caption.tail = "em", None
        table.text = f"{table.text or ''}{tail or ''}"
        paragraph.append(caption)
        table.addprevious(paragraph)
