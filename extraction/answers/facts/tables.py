"""Tables with a header row, as records by header."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from extraction.answers.facts import areas, titled_lists
from extraction.answers.facts.visible_text import text_of
from extraction.document.document import Document
from extraction.document.tree import Tree

TABLES_MAX, ROWS_MAX, COLUMNS_MAX = 200, 2_000, 40
_ROWS_LOOKED_AT_MAX = 20_000
# The link of a row, under a name that no header has.
LINK = "\x00link"
# The name of what a column describes, in a turned table.
NAME = "\x00name"
_HEADER_MAX_CHARS = 4


@dataclass(frozen=True)
class Table:
    """The records of one table, in order. `headers` are the texts of its header cells. `title`: the words of its heading."""

    headers: tuple[str, ...]
    records: tuple[dict[str, str], ...]
    title: str = ""

    @property
    def turned(self) -> Table | None:
        """The columns as records, of a table that compares entities beside each other under their names."""
        first, *names = self.headers
        labels = [record.get(first, "") for record in self.records]
        if len(names) < 2 or len(set(names)) < len(names) or not all(labels) or len(set(labels)) < len(labels):
            return None
        if LINK in self.headers or len(self.records) > COLUMNS_MAX or not all(names):
            return None
        columns = ({record[first]: record.get(name, "") for record in self.records} | {NAME: name} for name in names)
        return Table((NAME, *labels), tuple(columns), self.title)


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
    headers = tuple(text for cell in head for text in (_header(cell), *[""] * (_span(cell) - 1)))
    records = [_record(row, headers) for row in rows[1:]]
    retained = tuple(record for record in records if record)
    return Table(headers, retained, titled_lists.key_of_title(table)) if retained else None


def _span(cell: Tree) -> int:
    """How many columns a cell has."""
    text = cell.get("colspan") or "1"
    return min(int(text), COLUMNS_MAX) if text.isdecimal() and text != "0" else 1


def _header(cell: Tree) -> str:
    """The text of a header cell, or what an abbreviation in it stands for."""
    text = text_of(cell)
    if len(text) > _HEADER_MAX_CHARS:
        return text
    long = next((one.get("title") for one in cell.iter("abbr", "span", "th", "td") if one.get("title")), None)
    return long or cell.get("abbr") or text


def _cell(cell: Tree) -> str:
    """The text of a cell, or what a symbol in it stands for."""
    if text := text_of(cell):
        return text
    labels = (one.get(name) for one in islice(cell.iter(), 10) for name in ("aria-label", "alt", "title"))
    return next((label for label in labels if label), "")


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
    record = {header: _cell(cell) for header, cell in zip(headers, cells, strict=True)}
    link = next((a.get("href") for a in row.iter("a") if a.get("href")), None)
    return {**record, **({LINK: link} if link else {})}
