"""The Parquet file of `orbweaver crawl` and `orbweaver batch`: one row per page. Needs the extra `export`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from orbweaver.local.unfinished_file import UnfinishedFile

# The names are those of the API. A column whose format was not requested is null. Its type does not depend on that, so that
# the files of several runs can be read as one table.
SCHEMA = pa.schema(
    [
        pa.field("url", pa.string(), nullable=False),
        pa.field("finalUrl", pa.string(), nullable=False),
        pa.field("status", pa.int32(), nullable=False),
        pa.field("fetchedAt", pa.timestamp("ms", tz="UTC"), nullable=False),
        pa.field("title", pa.string()),
        pa.field("description", pa.string()),
        pa.field("language", pa.string()),
        pa.field("author", pa.string()),
        pa.field("siteName", pa.string()),
        pa.field("image", pa.string()),
        # Text: a page may declare a day without a time.
        pa.field("publishedTime", pa.string()),
        pa.field("pageType", pa.string(), nullable=False),
        pa.field("wordCount", pa.int32(), nullable=False),
        pa.field("confidence", pa.float64(), nullable=False),
        pa.field("complete", pa.bool_(), nullable=False),
        pa.field("blocked", pa.bool_(), nullable=False),
        pa.field("markdown", pa.string()),
        pa.field("html", pa.string()),
        pa.field("rawHtml", pa.string()),
        pa.field("summary", pa.string()),
        pa.field("internalLinks", pa.list_(pa.string())),
        pa.field("externalLinks", pa.list_(pa.string())),
        # JSON text: pages, schemas and selectors decide what is in it.
        pa.field("images", pa.string()),
        pa.field("structured", pa.string()),
        pa.field("json", pa.string()),
        pa.field("attributes", pa.string()),
        pa.field("warning", pa.string()),
        pa.field("creditsUsed", pa.int32(), nullable=False),
    ]
)
# A row group is written when it has this many pages or characters. It is what the run has in memory.
ROWS_MAX, CHARACTERS_MAX = 1_000, 16_000_000


class ParquetTable:
    """One row per page, in row groups of bounded size. The file gets its name when the run ends."""

    def __init__(self, path: Path) -> None:
        self._target = UnfinishedFile(path, lambda: self._writer.close())
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._writer = parquet.ParquetWriter(self._target.file, SCHEMA, compression="zstd")

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
        """Add one page. It is written with its row group."""
        row = _row(result, fetched_at)
        self._rows.append(row)
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= ROWS_MAX or self._characters >= CHARACTERS_MAX:
            with self._target.writing():
                self._write_group()

    def close(self) -> None:
        """Write the rows that are left, and the end of the file."""
        if self._target.is_lost:
            return
        with self._target.writing():
            if self._rows:
                self._write_group()
            self._writer.close()
        self._target.finish()

    def _write_group(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._rows, schema=SCHEMA))
        self._rows, self._characters = [], 0


def _row(result: Mapping[str, Any], fetched_at: datetime) -> dict[str, Any]:
    """The values of a page by column."""
    links = result.get("links") or {}
    values = {
        **result["metadata"],
        **result["quality"],
        **result,
        "fetchedAt": fetched_at,
        "internalLinks": links.get("internal"),
        "externalLinks": links.get("external"),
        **{name: _json_text(result.get(name)) for name in ("images", "structured", "json", "attributes")},
        "creditsUsed": result["usage"]["creditsUsed"],
    }
    return {name: _text(value) if isinstance(value := values.get(name), str) else value for name in SCHEMA.names}


def _json_text(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def _text(value: str) -> str:
    """The text without half a surrogate pair, which UTF-8 cannot hold and which JSON in a page may contain."""
    return value.encode("utf-8", "replace").decode()
