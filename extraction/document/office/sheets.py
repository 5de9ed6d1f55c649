"""Excel workbooks (XLSX)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime, time
from html import escape
from typing import Any

import openpyxl

from contract import limits
from extraction.document.office.converted import Converted, about, page, table


def convert(archive: zipfile.ZipFile, body: bytes) -> Converted:
    """A workbook as HTML: each sheet with a heading and a table of its values. Formulas have the value that was stored."""
    book = openpyxl.load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
    reading = _Reading()
    return page(about(archive), reading.parts(book.worksheets)).also(reading.warning)


class _Reading:
    """How much of a workbook may still be read."""

    def __init__(self) -> None:
        self._cells_left, self._chars_left = limits.SHEET_CELLS_MAX, limits.OFFICE_HTML_MAX_CHARS
        self._is_full = False
        self.warning: str | None = None

    def parts(self, sheets: Iterable[Any]) -> Iterator[str]:
        """The parts of the page. `warning` is known after the last one."""
        for sheet in sheets:
            if self._is_full:
                return
            yield from self._sheet(sheet)

    def _sheet(self, sheet: Any) -> Iterator[str]:
        rows = list(self._rows(sheet))
        if rows:
            width = max(map(len, rows))
            yield f"<h2>{escape(sheet.title, quote=False)}</h2>"
            yield table(row + [""] * (width - len(row)) for row in rows)

    def _rows(self, sheet: Any) -> Iterator[list[str]]:
        """The rows that are not empty, each up to its last value. Files may state a wrong size, so it is not used."""
        sheet.reset_dimensions()
        columns = limits.SHEET_COLUMNS_MAX
        rows = sheet.iter_rows(max_row=limits.SHEET_ROWS_MAX + 1, max_col=columns + 1, values_only=True)
        height = width = 0
        for number, row in enumerate(rows):
            texts = [_text(value) for value in row[:columns]]
            while texts and not texts[-1]:
                texts.pop()
            if number == limits.SHEET_ROWS_MAX or any(value is not None for value in row[columns:]):
                self._cut()
            if number == limits.SHEET_ROWS_MAX:
                return
            if texts:
                # Shorter rows are filled up to the longest one, so what counts is height times width.
                before, height, width = height * width, height + 1, max(width, len(texts))
                if not self._take(height * width - before, sum(map(len, texts))):
                    return
                yield texts

    def _take(self, cells: int, chars: int) -> bool:
        """Whether this much may still be read. If not, nothing more is."""
        self._cells_left, self._chars_left = self._cells_left - cells, self._chars_left - chars
        if min(self._cells_left, self._chars_left) < 0:
            self._is_full = True
            self._cut()
        return not self._is_full

    def _cut(self) -> None:
        self.warning = (
            f"Of the workbook, the first {limits.SHEET_ROWS_MAX:,} rows and {limits.SHEET_COLUMNS_MAX} columns of a sheet are"
            f" returned, and {limits.SHEET_CELLS_MAX:,} cells with {limits.OFFICE_HTML_MAX_CHARS:,} characters together."
        )


def _text(value: Any) -> str:
    """A value as it is read best: days without a time, and numbers without `.0`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ", timespec="seconds")
    return str(value).strip()
