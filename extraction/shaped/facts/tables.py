"""Tables with a header row, as records by header."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.shaped.facts import areas
from extraction.shaped.facts.visible_text import text_of

TABLES_MAX, ROWS_MAX, COLUMNS_MAX = 200, 2_000, 40
_ROWS_LOOKED_AT_MAX = 20_000
# The link of a row, under a name that no header has.
LINK = "\x00link"


@dataclass(frozen=True)
class Table:
    """The records of one table, in order. `headers` are the texts of its header cells."""

    headers: tuple[str, ...]
    records: tuple[dict[str, str], ...]


def read(document: Document) -> list[Table]:
    """The tables with a header row and at least one record."""
    found = []
    elements = (element for element, _ in areas.own_elements(document) if element.tag == "table")
    for element in islice(elements, TABLES_MAX):
        if table := _read(element):
            found.append(table)
    return found


def _read(table: Tree) -> Table | None:
    rows = [
        row for row in islice(table.iter("tr"), _ROWS_LOOKED_AT_MAX) if next(row.iterancestors("table"), None) is table
    ][: ROWS_MAX + 1]
    if len(rows) < 2:
        return None
    head = _cells(rows[0])
    if len(head) < 2 or len(head) > COLUMNS_MAX or not _is_header(rows[0], head):
        return None
    headers = tuple(text_of(cell) for cell in head)
    records = [_record(row, headers) for row in rows[1:]]
    kept = tuple(record for record in records if record)
    return Table(headers, kept) if kept else None


def _is_header(row: Tree, cells: list[Tree]) -> bool:
    parent = row.getparent()
    return all(cell.tag == "th" for cell in cells) or (parent is not None and parent.tag == "thead")


def _cells(row: Tree) -> list[Tree]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def _record(row: Tree, headers: tuple[str, ...]) -> dict[str, str]:
    """The row by header. Empty if it has other columns than the header, or cells that span several."""
    cells = _cells(row)
    if len(cells) != len(headers) or any((cell.get("colspan") or "1") != "1" for cell in cells):
        return {}
    record = {header: text_of(cell) for header, cell in zip(headers, cells, strict=True)}
    link = next((a.get("href") for a in row.iter("a") if a.get("href")), None)
    return {**record, **({LINK: link} if link else {})}
