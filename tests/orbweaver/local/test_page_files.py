"""The files of `orbweaver crawl` and `orbweaver batch`."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from orbweaver.local.page_files import file_name, page_file

NOW = datetime(2026, 11, 25, tzinfo=UTC)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.com", "a.com/index.md"),
        ("http://a.com/docs/", "a.com/docs/index.md"),
        ("http://a.com/docs", "a.com/docs.md"),
        ("http://a.com:8080/guide/start.html", "a.com-8080/guide/start.html.md"),
        ("http://a.com/ünï/ß", "a.com/ünï/ß.md"),
        ("http://a.com/readme.md", "a.com/readme.md.md"),
        ("http://a.com/index/", "a.com/index/index.md"),
    ],
)
def test_file_follows_the_url(url: str, expected: str) -> None:
    assert file_name(url) == Path(expected)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.com/../../etc/passwd", "http://a.com/%2e%2e/x", "http://a.com/a\\..\\..\\b", "http://../x",
        "http://a.com/" + "y" * 3_000, "http://a.com/" + "d/" * 500, "http://a.com/.git/config", "http://a.com//x",
        "http://a.com/a\x00b", "http://[::1]/", "http:///x", "http://a.com/" + "\U00020000" * 90, "http://" + "h" * 300 + "/",
    ],
)  # fmt: skip
def test_hostile_url_stays_in_its_folder(url: str, tmp_path: Path) -> None:
    file = tmp_path / file_name(url)

    assert tmp_path in file.resolve().parents and len(file.name) < 200 and not file.name.startswith(".")
    assert all(len(part.encode()) < 250 for part in file.parts) and len(str(file)) < 1_500 and ".." not in file.parts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/a?x=1", "/a?x=2"),
        ("/a b", "/a-b"),
        ("/a/../b", "/b"),
        ("/docs", "/docs/"),
        ("/é", "/%C3%A9"),
        ("/", "/index"),
        ("/docs/", "/docs/index"),
        ("/a.md/b", "/a-md/b"),
        ("/a.part/b", "/a-part/b"),
    ],
)
def test_different_urls_have_different_files(first: str, second: str) -> None:
    assert file_name(f"http://a.com{first}") != file_name(f"http://a.com{second}")


def test_table_has_one_header_and_no_formulas(tmp_path: Path) -> None:
    output = str(tmp_path / "pages.csv")
    about = {"title": "=HYPERLINK(1)", "description": None, "language": "en", "pageType": "article", "wordCount": 1}
    result: dict[str, Any] = {
        "url": "http://a.com/", "finalUrl": "http://a.com/", "status": 200, "markdown": "-1 and \"quotes\"\nand lines",
        "metadata": {**about, "publishedTime": None},
    }  # fmt: skip
    for resume in (False, True):
        file = page_file(output, resume=resume)
        file.add(result, NOW)
        file.close()

    with Path(output).open(newline="") as written:
        rows = list(csv.DictReader(written))

    assert [row["title"] for row in rows] == ["'=HYPERLINK(1)"] * 2
    assert rows[0]["markdown"] == '\'-1 and "quotes"\nand lines' and rows[0]["description"] == ""


@pytest.mark.parametrize(
    "urls",
    [
        ("http://a.com/x", "https://a.com/x"), ("http://a.com/a", "http://a.com/a.md/b"),
        ("http://a.com/a.md/b", "http://a.com/a"), ("http://a.com/a.part/b", "http://a.com/a"),
        ("http://a.com/", "http://a.com/index"), ("http://a.com/Docs", "http://a.com/docs"),
    ],
)  # fmt: skip
def test_folder_has_a_file_for_each_url(urls: tuple[str, ...], tmp_path: Path) -> None:
    folder = page_file(f"{tmp_path}/", resume=False)
    for url in (*urls, urls[0]):
        about = {"title": None, "publishedTime": None}
        folder.add({"url": url, "finalUrl": url, "markdown": "text", "metadata": about}, NOW)

    written = [file.read_text() for file in tmp_path.rglob("*") if file.is_file()]

    assert len(written) == len(urls) and all(any(json.dumps(url) in text for text in written) for url in urls)
