"""The Parquet file of `orbweaver crawl` and `orbweaver batch`."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from contract.results.page import Metadata
from orbweaver.local.page_files import page_file
from orbweaver.local.parquet_table import CHARACTERS_MAX, ROWS_MAX, SCHEMA
from tests.orbweaver.command_output import Run
from tests.orbweaver.local.page_result import LINKS, page_result
from tests.sites.site import Site

NOW = datetime(2026, 11, 25, 23, 30, tzinfo=UTC)


def test_page_is_a_row_with_typed_columns(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    file = page_file(str(path), resume=False)
    file.add(page_result("http://a.com/", links=LINKS, json={"price": 9.5}), NOW)
    file.add(page_result("http://a.com/2", metadata=Metadata(title="half a pair: \ud83d"), markdown=None), NOW)
    file.close()

    table = parquet.read_table(path)
    first, second = table.to_pylist()

    assert table.schema == SCHEMA and table.schema.field("fetchedAt").type == pa.timestamp("ms", tz="UTC")
    assert (first["url"], first["status"], first["title"], first["language"]) == ("http://a.com/", 200, "Title", "en")
    assert (first["fetchedAt"], first["creditsUsed"], first["wordCount"]) == (NOW, 0, 3)
    assert (first["confidence"], first["complete"], first["blocked"]) == (0.75, True, False)
    assert (first["internalLinks"], first["externalLinks"]) == (["http://a.com/b"], ["http://b.com/"])
    assert json.loads(first["json"]) == {"price": 9.5} and first["markdown"] == "Some text"
    assert (second["title"], second["markdown"], second["internalLinks"]) == ("half a pair: ?", None, None)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("pages", "characters", "groups"),
    [(ROWS_MAX, 1, 1), (ROWS_MAX + 1, 1, 2), (4, CHARACTERS_MAX // 2, 2), (0, 1, 0)],
)
def test_row_groups_have_bounded_size(pages: int, characters: int, groups: int, tmp_path: Path) -> None:
    file = page_file(str(tmp_path / "pages.parquet"), resume=False)
    result = page_result("http://a.com/", markdown="x" * characters)
    for _ in range(pages):
        file.add(result, NOW)
    file.close()

    written = parquet.ParquetFile(tmp_path / "pages.parquet").metadata

    assert (written.num_rows, written.num_row_groups) == (pages, groups)


@pytest.mark.parametrize("name", ["pages.parquet", "pages.wacz"])
def test_file_that_cannot_be_written_is_deleted_and_the_earlier_one_stays(name: str, tmp_path: Path) -> None:
    earlier, unfinished = tmp_path / name, tmp_path / f"{name}.part"
    earlier.write_text("earlier")
    unfinished.symlink_to("/dev/full")

    with pytest.raises(OSError, match="No space left on device"):
        # A ZIP may notice the full disk when it is opened, Parquet when its first group is written.
        file = page_file(str(earlier), resume=False)
        try:
            file.add(page_result("http://a.com/"), NOW)
        finally:
            file.close()

    assert list(tmp_path.iterdir()) == [earlier] and earlier.read_text() == "earlier"


def test_value_that_the_library_rejects_is_a_failure_of_the_file(tmp_path: Path) -> None:
    file = page_file(str(tmp_path / "pages.parquet"), resume=False)
    file.add({**page_result("http://a.com/"), "status": "two hundred"}, NOW)

    with pytest.raises(OSError, match="two hundred"):
        file.close()

    file.close()
    assert list(tmp_path.iterdir()) == []


def test_batch_writes_a_table(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    site.page("/")
    site.page("/other")
    listed, path = tmp_path / "urls.txt", tmp_path / "pages.parquet"
    listed.write_text(f"{site.url()}\n{site.url('/other')}\n")
    begun = datetime.now(UTC)

    ran = orbweaver("batch", str(listed), "-o", str(path), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert ran.returncode == 0, ran.stderr
    rows = sorted(parquet.read_table(path).to_pylist(), key=lambda row: row["url"])
    assert [row["url"] for row in rows] == [site.url(), site.url("/other")]
    assert rows[0]["title"] == "Page /" and "Page /" in rows[0]["markdown"]
    assert all(begun.replace(microsecond=0) <= row["fetchedAt"] <= datetime.now(UTC) for row in rows)
    assert sorted(tmp_path.iterdir()) == [path, listed]
