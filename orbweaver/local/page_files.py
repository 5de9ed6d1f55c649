"""Files that `orbweaver crawl` and `orbweaver batch` write: JSON lines, a CSV table, or a folder of Markdown files.

Each page is written and flushed when it is done, so an interrupted run keeps all pages that it has read. The formats that
need a library (`EXPORTS`) are in separate modules, which are imported only for them.

To add such a format: its module, a line in `EXPORTS` and in `_export`, and the library in the extra `export` in setup.cfg.
"""

from __future__ import annotations

import csv
import hashlib
import importlib
import json
import re
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, runtime_checkable
from urllib.parse import urlsplit

from contract.errors import InvalidRequest

if TYPE_CHECKING:
    from scrapy.http import Request, Response

_COLUMNS = (
    "url", "finalUrl", "status", "title", "description", "language", "pageType", "wordCount", "publishedTime", "markdown",
)  # fmt: skip
# The ends of files that need a package of the extra `export`, and that package. Such a file cannot be continued: its end is
# written last, and says where everything is.
EXPORTS = {".parquet": "pyarrow", ".wacz": "warcio"}
# A spreadsheet runs a cell that begins with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# A file system permits 255 bytes for a name.
_NAME_MAX, _NAME_MAX_BYTES, _FOLDERS_MAX = 80, 200, 12
# The end of the names of files, finished or not.
_FILE_END = re.compile(r"\.(md|part)$", re.I)


class PageFile(Protocol):
    """Receives the results of pages, as JSON objects with the field names of the API."""

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
        """Write one page."""

    def close(self) -> None:
        """End the file."""


@runtime_checkable
class ResponseFile(PageFile, Protocol):
    """Also receives the responses that the pages come from, before them."""

    def add_response(self, request: Request, response: Response) -> None:
        """Write one response."""


def can_be_continued(output: str | None) -> bool:
    """Whether a later run can add its pages to those of this one."""
    return output is not None and _export_of(output) is None


def check_output(output: str | None, *, resume: bool) -> None:
    """Check what can be known before anything is loaded or fetched.

    Raises:
        InvalidRequest: the format needs a package that is not installed, or cannot be continued.
    """
    export = None if output is None else _export_of(output)
    if export is None:
        return
    if resume:
        raise InvalidRequest.of(
            "resume", f"is not possible with {export}. Use .jsonl, .csv or a folder to resume a run"
        )
    try:
        importlib.import_module(EXPORTS[export])
    except ImportError as error:
        needed = f"{export} needs the package {EXPORTS[export]}, which is part of the extra `export`"
        raise InvalidRequest.of("output", f"{needed}: pip install 'orbweaver[export]'") from error


def page_file(output: str | None, *, resume: bool) -> PageFile:
    """The file for `-o`: by its end, or a folder. JSON lines on standard output if `output` is None.

    Raises:
        InvalidRequest: the format of the file is not known, or the file cannot be opened.
    """
    if output is None:
        return JsonLines(sys.stdout)
    path = Path(output)
    try:
        if _is_folder(output):
            return MarkdownFolder(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".jsonl":
            return JsonLines(path.open("a" if resume else "w", encoding="utf-8"))
        if path.suffix == ".csv":
            return Table(path.open("a" if resume else "w", encoding="utf-8", newline=""))
        if path.suffix in EXPORTS:
            return _export(path)
    except OSError as error:
        raise InvalidRequest.of("output", f"{output} cannot be written: {error.strerror}") from error
    raise InvalidRequest.of(
        "output", f"must end in .jsonl, .csv{''.join(f', {end}' for end in EXPORTS)}, or be a folder for Markdown files"
    )


def _is_folder(output: str) -> bool:
    return output.endswith("/") or Path(output).is_dir() or not Path(output).suffix


def _export_of(output: str) -> str | None:
    """The end of the file, if it is one of `EXPORTS`."""
    end = Path(output).suffix
    return end if end in EXPORTS and not _is_folder(output) else None


def _export(path: Path) -> PageFile:
    if path.suffix == ".parquet":
        from orbweaver.local.parquet_table import ParquetTable

        return ParquetTable(path)
    from orbweaver.local.web_archive import WebArchive

    return WebArchive(path)


class JsonLines:
    """One JSON object per line."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
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

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
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

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
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
