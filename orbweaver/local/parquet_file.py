"""A Parquet file of pages, for `-o pages.parquet`. Needs pyarrow (`pip install orbweaver[export]`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from contract.capture import PageCapture

# Pages that are kept in memory until they are written together.
ROWS_PER_GROUP = 200
_TEXTS = pyarrow.list_(pyarrow.string())
# The columns of every file, in order. `structured`, `json` and `attributes` are JSON texts: their shape differs by page.
_COLUMNS = {
    "url": pyarrow.string(), "finalUrl": pyarrow.string(), "status": pyarrow.int32(), "title": pyarrow.string(),
    "description": pyarrow.string(), "language": pyarrow.string(), "author": pyarrow.string(), "siteName": pyarrow.string(),
    "pageType": pyarrow.string(), "wordCount": pyarrow.int64(), "publishedTime": pyarrow.string(), "confidence": pyarrow.float64(),
    "complete": pyarrow.bool_(), "warning": pyarrow.string(), "markdown": pyarrow.string(), "html": pyarrow.string(),
    "rawHtml": pyarrow.string(), "internalLinks": _TEXTS, "externalLinks": _TEXTS, "structured": pyarrow.string(),
    "json": pyarrow.string(), "summary": pyarrow.string(), "attributes": pyarrow.string(),
}  # fmt: skip
_SCHEMA = pyarrow.schema(list(_COLUMNS.items()))
_AS_JSON = ("structured", "json", "attributes")


class ParquetFile:
    """One row per page. The file can be read when it is closed, also after Ctrl-C."""

    def __init__(self, path: Path) -> None:
        self._writer = parquet.ParquetWriter(path, _SCHEMA, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
        self._rows.append(_row(result))
        if len(self._rows) == ROWS_PER_GROUP:
            self._write()

    def close(self) -> None:
        if self._rows:
            self._write()
        self._writer.close()

    def _write(self) -> None:
        self._writer.write_table(pyarrow.Table.from_pylist(self._rows, schema=_SCHEMA))
        self._rows = []


def _row(result: Mapping[str, Any]) -> dict[str, Any]:
    links = result.get("links") or {}
    values = {**result["metadata"], **result["quality"], **result}
    values |= {"internalLinks": links.get("internal"), "externalLinks": links.get("external")}
    values |= {name: json.dumps(values[name], ensure_ascii=False) for name in _AS_JSON if values.get(name) is not None}
    return {name: values.get(name) for name in _COLUMNS}
