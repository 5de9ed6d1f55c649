"""Parquet files and web archives of crawled pages."""

from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from warcio.archiveiterator import ArchiveIterator

from contract.capture import PageCapture
from contract.declare import dump
from contract.errors import InvalidRequest
from contract.options.page import ReadingOptions
from extraction import page
from extraction.verdicts.outcome import result_of, unbilled
from orbweaver.local.page_files import page_file
from orbweaver.local.wacz_file import key_of

MOMENT = datetime(2026, 11, 25, 12, 30, tzinfo=UTC)


def capture_of(url: str, body: str, *, rendered: bool = False) -> PageCapture:
    headers = (("content-type", "text/html; charset=utf-8"), ("transfer-encoding", "chunked"), ("x-own", "1"))
    return PageCapture(
        url=url, final_url=url, status=200, headers=headers, body=body.encode(), captured_at=MOMENT, rendered=rendered
    )


def result(capture: PageCapture) -> dict[str, Any]:
    formats = page.read(capture, ReadingOptions(formats=("markdown", "links", "structured")))
    return dump(result_of(capture, formats, unbilled(capture)))


PAGES = (
    capture_of(
        "https://www.example.com/b?y=2&x=1", "<title>B ü</title><main><h1>B ü</h1><p>Text <a href=/a>a</a>.</p></main>"
    ),
    capture_of("https://example.com/a", "<title>A</title><main><h1>A</h1><p>Other text.</p></main>", rendered=True),
)


def written(path: Path) -> Path:
    file = page_file(str(path), resume=False)
    for capture in PAGES:
        file.add(result(capture), capture)
    file.close()
    return path


def test_parquet_has_a_typed_row_per_page(tmp_path: Path) -> None:
    table = parquet.read_table(written(tmp_path / "site.parquet"))
    first, second = table.to_pylist()

    assert (first["url"], first["title"], first["status"], first["internalLinks"]) == (
        PAGES[0].url, "B ü", 200, ["https://www.example.com/a"],
    )  # fmt: skip
    assert "Text" in first["markdown"] and first["html"] is None and json.loads(first["structured"])["jsonLd"] == []
    assert second["wordCount"] > 0 and isinstance(second["complete"], bool)
    assert str(table.schema.field("internalLinks").type) == "list<element: string>"


def test_archive_has_records_that_its_index_finds(tmp_path: Path) -> None:
    archive = zipfile.ZipFile(written(tmp_path / "site.wacz"))
    package = json.loads(archive.read("datapackage.json"))
    warc = archive.read("archive/data.warc.gz")
    lines = gzip.decompress(archive.read("indexes/index.cdx.gz")).decode().splitlines()
    head, *pages = map(json.loads, archive.read("pages/pages.jsonl").decode().splitlines())

    assert [line.split(" ", 2)[:2] for line in lines] == [
        ["com,example)/a", "20261125123000"], ["com,example)/b?x=1&y=2", "20261125123000"],
    ]  # fmt: skip
    for line, capture in zip(lines, reversed(PAGES), strict=True):
        found = json.loads(line.split(" ", 2)[2])
        part = warc[int(found["offset"]) : int(found["offset"]) + int(found["length"])]
        record = next(iter(ArchiveIterator(BytesIO(part))))
        headers, http, body = record.rec_headers, record.http_headers, record.content_stream().read()
        assert headers["WARC-Target-URI"] == found["url"] == capture.url and body == capture.body
        assert record.rec_type == ("resource" if capture.rendered else "response")
        if http is not None:
            assert (
                http["x-own"] == "1" and http["transfer-encoding"] is None and http["content-length"] == str(len(body))
            )
    assert head["format"] == "json-pages-1.0" and [each["title"] for each in pages] == ["B ü", "A"]
    assert pages[0]["ts"] == "2026-11-25T12:30:00Z" and package["wacz_version"] == "1.1.1"
    for each in package["resources"]:
        content = archive.read(each["path"])
        assert each["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}" and each["bytes"] == len(content)
    digest = json.loads(archive.read("datapackage-digest.json"))
    assert digest["hash"] == f"sha256:{hashlib.sha256(archive.read('datapackage.json')).hexdigest()}"
    assert archive.getinfo("archive/data.warc.gz").compress_type == zipfile.ZIP_STORED
    assert not list(tmp_path.glob("*.part"))


def test_file_without_pages_is_valid(tmp_path: Path) -> None:
    for name in ("a.parquet", "a.wacz"):
        page_file(str(tmp_path / name), resume=False).close()

    assert parquet.read_table(tmp_path / "a.parquet").num_rows == 0
    assert zipfile.ZipFile(tmp_path / "a.wacz").testzip() is None


@pytest.mark.parametrize("suffix", [".parquet", ".wacz"])
def test_run_cannot_be_resumed_into_these_files(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(InvalidRequest, match=r"resume.*use .jsonl"):
        page_file(str(tmp_path / f"a{suffix}"), resume=True)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www2.Example.com/", "com,example)/"),
        ("http://example.com:8080", "com,example:8080)/"),
        ("https://example.com/A?b=&a=1", "com,example)/a?a=1&b="),
    ],
)
def test_key_of_the_index(url: str, key: str) -> None:
    assert key_of(url) == key
