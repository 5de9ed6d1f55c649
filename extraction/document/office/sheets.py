"""Excel workbooks (XLSX)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from html import escape
from typing import Any

import openpyxl

from contract import limits
from extraction.document.office.page import Converted, about, page, table


def convert(archive: zipfile.ZipFile, body: bytes) -> Converted:
    """A workbook as HTML: each sheet with a heading and a table of its values. Formulas have the value that was stored."""
    book = openpyxl.load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
    reading = _Reading()
    parts = [part for sheet in book.worksheets for part in reading.sheet(sheet)]
    return Converted(page(about(archive), parts), reading.warning)


class _Reading:
    """How much of a workbook may still be read."""

    def __init__(self) -> None:
        self._left = limits.SHEET_CELLS_MAX
        self.warning: str | None = None

    def sheet(self, sheet: Any) -> Iterator[str]:
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
        for number, row in enumerate(rows):
            texts = [_text(value) for value in row[:columns]]
            while texts and not texts[-1]:
                texts.pop()
            is_too_much = number == limits.SHEET_ROWS_MAX or len(texts) > self._left
            if is_too_much or any(value is not None for value in row[columns:]):
                self._cut()
            if is_too_much:
                return
            self._left -= len(texts)
            if texts:
                yield texts

    def _cut(self) -> None:
        self.warning = (
            f"Of the workbook, the first {limits.SHEET_ROWS_MAX:,} rows and {limits.SHEET_COLUMNS_MAX} columns of a sheet are"
            f" returned, and {limits.SHEET_CELLS_MAX:,} cells together."
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
