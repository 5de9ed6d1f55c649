"""Jobs as files: every page once, in little memory."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from api.resources.page_jobs.download import DOWNLOADS_EACH, shared_response
from api.resources.page_jobs.download_files import COLUMNS, FORMATS, file_name
from contract.errors import TooManyRequests
from models.pages.page_entry import Entry

RESULT = {
    "url": "https://a.example/", "status": 200, "markdown": "# Tea\n\n=cmd()",
    "metadata": {"title": "=1+1", "language": "en", "wordCount": 2},
    "quality": {"confidence": 0.9}, "usage": {"creditsUsed": 1},
}  # fmt: skip


def entry(number: int, status: str = "completed", error: str | None = None) -> Entry:
    values: dict[str, Any] = dict.fromkeys(Entry._fields)
    values |= {
        "number": number,
        "url": f"https://a.example/{number}",
        "status": status,
        "depth": 1,
        "error": error,
        "size": 9,
    }
    return Entry(**values)


def pages(number: int = 3, size: int = 0) -> Iterator[tuple[Entry, str | None]]:
    for each in range(number):
        yield entry(each), json.dumps({**RESULT, "markdown": RESULT["markdown"] + "x" * size})
    yield entry(number, "failed", "HTTP 404"), None


def written(kind: str) -> bytes:
    return b"".join(FORMATS[kind][1](pages()))


def test_json_lines_have_the_entries_of_the_status() -> None:
    lines = [json.loads(line) for line in written("jsonl").splitlines()]

    assert [line["url"] for line in lines] == [f"https://a.example/{number}" for number in range(4)]
    assert lines[0]["data"] == RESULT and "data" not in lines[3] and lines[3]["errorCode"] == "HTTP_4XX"


def test_table_has_a_row_a_page_and_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv").decode())))

    assert len(rows) == 4 and tuple(rows[0]) == COLUMNS
    assert (rows[0]["title"], rows[0]["markdown"], rows[0]["httpStatus"]) == ("'=1+1", RESULT["markdown"], "200")
    assert (rows[0]["wordCount"], rows[0]["language"], rows[0]["creditsUsed"]) == ("2", "en", "1")
    assert (rows[3]["status"], rows[3]["error"], rows[3]["markdown"]) == ("failed", "HTTP 404", "")


def test_archive_has_the_markdown_of_each_page_and_their_list() -> None:
    made = zipfile.ZipFile(io.BytesIO(written("zip")))
    listed = [json.loads(line) for line in made.read("pages.jsonl").splitlines()]

    assert made.testzip() is None and len(made.namelist()) == 4
    assert made.read(listed[1]["file"]).decode() == RESULT["markdown"] and "file" not in listed[3]


@pytest.mark.parametrize(
    "url",
    ["https://a.example/../../etc/passwd", "https://a.example/a\\b:c", "https://é.example/", "https://x/" + "y" * 900],
)
def test_names_of_files_leave_their_folder_never(url: str) -> None:
    name = file_name(7, url)

    assert name.startswith("0007-") and name.endswith(".md") and len(name) < 100
    assert not {"/", "\\", ":"} & set(name) and ".." not in name.removesuffix(".md")


@pytest.mark.parametrize("kind", FORMATS)
def test_five_thousand_pages_take_little_memory(kind: str) -> None:
    tracemalloc.start()
    try:
        total = sum(len(piece) for piece in FORMATS[kind][1](pages(5_000, 2_000)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert total > 100_000 and peak < 12_000_000, peak


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"]
)
def test_text_of_a_page_is_not_a_formula(text: str) -> None:
    made = b"".join(FORMATS["csv"][1](iter([(entry(1), json.dumps({"metadata": {"title": text}}))])))

    assert next(csv.DictReader(io.StringIO(made.decode(), newline="")))["title"] == f"'{text}"


def test_workspace_downloads_few_files_at_a_time() -> None:
    workspace_id = uuid4()
    opened = [shared_response(iter(()), "text/csv", workspace_id) for _ in range(DOWNLOADS_EACH)]

    with pytest.raises(TooManyRequests):
        shared_response(iter(()), "text/csv", workspace_id)
    shared_response(iter(()), "text/csv", uuid4()).close()
    opened[0].close()

    opened.append(shared_response(iter(()), "text/csv", workspace_id))
    for response in opened:
        response.close()
