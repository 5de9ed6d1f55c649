"""The pages of a crawl or batch as one file: JSON Lines, a table (CSV), or a ZIP of Markdown files.

Each writer takes the page entries one after another and yields bytes, so a file of any length takes little memory.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from contract.results.page_entry import entry_fields
from models.pages.page_entry import Entry

# A page entry, and the stored JSON text of its scrape result.
Pages = Iterator[tuple[Entry, str | None]]
COLUMNS = (
    "url", "requestedUrl", "status", "error", "errorCode", "depth", "httpStatus", "title", "description", "language",
    "author", "publishedTime", "wordCount", "creditsUsed", "markdown",
)  # fmt: skip
# Programs for tables take a cell that starts so for a formula.
_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NAME_LETTERS = re.compile(r"[^A-Za-z0-9._-]+|\.{2,}")
NAME_MAX_CHARS = 80


def json_lines(pages: Pages) -> Iterator[bytes]:
    """A page entry a line, with its scrape result as `data`, as the status returns it."""
    for row, result in pages:
        text = json.dumps(_fields(row), ensure_ascii=False)
        yield (f'{text[:-1]}, "data": {result}}}\n' if result else f"{text}\n").encode()


def table(pages: Pages) -> Iterator[bytes]:
    """A page entry a row. The first row has the names of the columns."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    for row, result in pages:
        yield _drained(buffer)
        writer.writerow([_cell(value) for value in _row(row, json.loads(result) if result else {})])
    yield _drained(buffer)


def archive(pages: Pages) -> Iterator[bytes]:
    """A Markdown file for each page that has Markdown, and `pages.jsonl`, which names the file of each page."""
    target = _Collected()
    index: list[str] = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for number, (row, result) in enumerate(pages, 1):
            fields = _fields(row)
            markdown = (json.loads(result) if result else {}).get("markdown")
            if markdown is not None:
                fields["file"] = file_name(number, row.url)
                made.writestr(fields["file"], markdown.encode("utf-8", "replace"))
            index.append(json.dumps(fields, ensure_ascii=False))
            yield target.drained()
        made.writestr("pages.jsonl", "".join(f"{line}\n" for line in index).encode())
    yield target.drained()


def file_name(number: int, url: str) -> str:
    """The name of a page's file in the archive: `0003-example.com-shop.md`. It contains no folder."""
    text = _NAME_LETTERS.sub("-", url.partition("://")[2] or url).strip("-.")[:NAME_MAX_CHARS]
    return f"{number:04}-{text or 'page'}.md"


FORMATS: Mapping[str, tuple[str, Callable[[Pages], Iterator[bytes]]]] = {
    "jsonl": ("application/jsonl", json_lines),
    "csv": ("text/csv", table),
    "zip": ("application/zip", archive),
}


class _Collected(io.RawIOBase):
    """A file that is only written to, from the beginning to the end. Its content is read and removed while it is written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._pieces.append(bytes(content))
        return len(content)

    def drained(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _fields(row: Entry) -> dict[str, Any]:
    fields: dict[str, Any] = entry_fields(row.url, row.status, row.depth, row.error, row.final_url, row.duplicate_of)
    return fields


def _row(row: Entry, data: dict[str, Any]) -> list[Any]:
    metadata = data.get("metadata") or {}
    known = {
        **_fields(row), **{name: metadata.get(name) for name in COLUMNS if name in metadata},
        "httpStatus": data.get("status"),
        "creditsUsed": (data.get("usage") or {}).get("creditsUsed"), "markdown": data.get("markdown"),
    }  # fmt: skip
    return [known.get(name) for name in COLUMNS]


def _cell(value: Any) -> Any:
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return value


def _drained(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode("utf-8", "replace")
