"""Files that `orbweaver crawl` and `orbweaver batch` write: JSON lines, a CSV table, or a folder of Markdown files.

Each page is written and flushed when it is done, so an interrupted run keeps all pages that it has read.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from contract.errors import InvalidRequest

_COLUMNS = (
    "url", "finalUrl", "status", "title", "description", "language", "pageType", "wordCount", "publishedTime", "markdown",
)  # fmt: skip
# A spreadsheet runs a cell that begins with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NAME_MAX, _FOLDERS_MAX = 80, 12


class PageFile(Protocol):
    """Receives the results of pages, as JSON objects with the field names of the API."""

    def add(self, result: Mapping[str, Any]) -> None:
        """Write one page."""

    def close(self) -> None:
        """End the file."""


def page_file(output: str | None, *, resume: bool) -> PageFile:
    """The file for `-o`: `.jsonl`, `.csv`, or a folder. JSON lines on standard output if `output` is None.

    Raises:
        InvalidRequest: the format of the file is not known, or the file cannot be opened.
    """
    if output is None:
        return JsonLines(sys.stdout)
    path = Path(output)
    try:
        if output.endswith("/") or path.is_dir() or not path.suffix:
            return MarkdownFolder(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".jsonl":
            return JsonLines(path.open("a" if resume else "w", encoding="utf-8"))
        if path.suffix == ".csv":
            return Table(path.open("a" if resume else "w", encoding="utf-8", newline=""))
    except OSError as error:
        raise InvalidRequest.of("output", f"{output} cannot be written: {error.strerror}") from error
    raise InvalidRequest.of("output", "must end in .jsonl or .csv, or be a folder for Markdown files")


class JsonLines:
    """One JSON object per line."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def add(self, result: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(result, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not sys.stdout:
            self._file.close()


class Table:
    """One row per page, with fixed columns. A cell that a spreadsheet would run as a formula begins with an apostrophe."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._rows = csv.writer(file)
        if file.tell() == 0:
            self._rows.writerow(_COLUMNS)

    def add(self, result: Mapping[str, Any]) -> None:
        values = {**result["metadata"], **result}
        self._rows.writerow([_cell(values.get(name)) for name in _COLUMNS])
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class MarkdownFolder:
    """One Markdown file per page, in a folder per host, with the page's URL and title in front."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def add(self, result: Mapping[str, Any]) -> None:
        about = result["metadata"]
        front = {"url": result["finalUrl"], "title": about["title"], "published": about["publishedTime"]}
        lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items() if value]
        file = self._folder / file_name(result["url"])
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(["---", *lines, "---", "", result.get("markdown") or ""])
        unfinished = file.with_suffix(".part")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)

    def close(self) -> None:
        """Nothing to end: each file is complete."""


def file_name(url: str) -> Path:
    """The path of a page's file: the folders of its URL below one for its host.

    A URL whose path cannot be a file name, and one with a query, gets a name with a digest.
    """
    parts = urlsplit(url)
    path = f"{parts.path}index" if parts.path.endswith("/") else parts.path or "/index"
    given = path.split("/")[1:]
    names = [_plain(name)[:_NAME_MAX] for name in given][:_FOLDERS_MAX]
    if names != given or parts.query:
        names[-1] += f"-{hashlib.sha256(url.encode()).hexdigest()[:10]}"
    return Path(_plain(parts.netloc) or "page", *(name or "-" for name in names[:-1]), f"{names[-1]}.md")


def _plain(text: str) -> str:
    """The text with letters, digits, dots, dashes and underscores. It can be a file's name and leads to no other folder."""
    return re.sub(r"[^\w.-]+", "-", text).lstrip(".-")


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
