"""Files that `orbweaver crawl` and `orbweaver batch` write: JSON lines, a CSV or Parquet table, a web archive, or a folder of
Markdown files.

Each page is written when it is done, so an interrupted run keeps all pages that it has read.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from contract.capture import PageCapture
from contract.errors import InvalidRequest

_COLUMNS = (
    "url", "finalUrl", "status", "title", "description", "language", "pageType", "wordCount", "publishedTime", "markdown",
)  # fmt: skip
# A spreadsheet runs a cell that begins with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# A file system permits 255 bytes for a name.
_NAME_MAX, _NAME_MAX_BYTES, _FOLDERS_MAX = 80, 200, 12
# Files whose libraries are an extra of the package: (module, class).
_EXPORTS = {
    ".parquet": ("orbweaver.local.parquet_file", "ParquetFile"), ".wacz": ("orbweaver.local.wacz_file", "WaczFile"),
}  # fmt: skip
# The end of the names of files, finished or not.
_FILE_END = re.compile(r"\.(md|part)$", re.I)


class PageFile(Protocol):
    """Receives the results of pages, as JSON objects with the field names of the API."""

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
        """Write one page."""

    def close(self) -> None:
        """End the file."""


def page_file(output: str | None, *, resume: bool) -> PageFile:
    """The file for `-o`: `.jsonl`, `.csv`, `.parquet`, `.wacz`, or a folder. JSON lines on standard output if `output` is None.

    Raises:
        InvalidRequest: the format of the file is not known, its library is not installed, the file cannot be opened, or a file
            that cannot be continued would be resumed.
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
        if path.suffix in _EXPORTS:
            return _export(path, resume=resume)
    except OSError as error:
        raise InvalidRequest.of("output", f"{output} cannot be written: {error.strerror}") from error
    raise InvalidRequest.of("output", "must end in .jsonl, .csv, .parquet or .wacz, or be a folder for Markdown files")


def _export(path: Path, *, resume: bool) -> PageFile:
    if resume:
        raise InvalidRequest.of("resume", f"is not possible with {path.suffix} files: use .jsonl for long runs")
    module, name = _EXPORTS[path.suffix]
    try:
        made: PageFile = getattr(import_module(module), name)(path)
    except ImportError as error:
        raise InvalidRequest.of(
            "output", f"{path.suffix} files need {error.name}: pip install 'orbweaver[export]'"
        ) from error
    return made


class JsonLines:
    """One JSON object per line."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
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

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
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
        self._urls: dict[str, str] = {}

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
        about = result["metadata"]
        front = {"url": result["finalUrl"], "title": about["title"], "published": about["publishedTime"]}
        lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items() if value]
        file = self._folder / self._own_name(result["url"])
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(["---", *lines, "---", "", result.get("markdown") or ""])
        unfinished = file.with_suffix(".part")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)

    def close(self) -> None:
        """Nothing to end: each file is complete."""

    def _own_name(self, url: str) -> Path:
        """The path of a page's file. If it is that of another page, as with http and https, a path with a digest."""
        name = file_name(url)
        # Some file systems do not distinguish upper and lower case.
        is_own = self._urls.setdefault(str(name).casefold(), url) == url
        return name if is_own else file_name(url, with_digest=True)


def file_name(url: str, *, with_digest: bool = False) -> Path:
    """The path of a page's file: the folders of its URL below one for its host.

    A URL whose path cannot be a file name or could be that of another page, and one with a query, gets a name with a digest.
    """
    parts = urlsplit(url)
    path = f"{parts.path}index" if parts.path.endswith("/") else parts.path or "/index"
    given = path.split("/")[1:]
    names = [_cut(_plain(name)) for name in given][:_FOLDERS_MAX]
    names[:-1] = [_FILE_END.sub(r"-\1", name) for name in names[:-1]]
    if with_digest or names != given or parts.query or parts.path.endswith("/index"):
        names[-1] += f"-{hashlib.sha256(url.encode()).hexdigest()[:10]}"
    return Path(_cut(_plain(parts.netloc)) or "page", *(name or "-" for name in names[:-1]), f"{names[-1]}.md")


def _plain(text: str) -> str:
    """The text with letters, digits, dots, dashes and underscores. It can be a file's name and leads to no other folder."""
    return re.sub(r"[^\w.-]+", "-", text).lstrip(".-")


def _cut(name: str) -> str:
    return name[:_NAME_MAX].encode()[:_NAME_MAX_BYTES].decode(errors="ignore")


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
