"""`orbweaver crawl`, `batch` and `map` from the command line."""

from __future__ import annotations

import csv
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.orbweaver.command_output import Begin, Run, failed
from tests.service import PATIENCE_SECONDS, wait_until
from tests.sites.site import Site

LOOPBACK = {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}
PAGES = 12


@pytest.fixture
def pages(site: Site) -> Site:
    """A start page with twelve pages and a broken link."""
    site.page("/", *(f"/docs/{number}" for number in range(PAGES)), "/gone")
    for number in range(PAGES):
        site.page(f"/docs/{number}")
    return site


def urls_of(file: Path) -> list[str]:
    return [json.loads(line)["url"] for line in file.read_text().splitlines()]


def test_crawl_writes_json_lines_and_names_failed_pages(orbweaver: Run, pages: Site, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"

    ran = orbweaver("crawl", pages.url(), "-o", str(file), "--formats", "markdown,links", "--json", **LOOPBACK)

    assert ran.returncode == 0, ran.stderr
    assert sorted(urls_of(file)) == sorted([pages.url(), *(pages.url(f"/docs/{number}") for number in range(PAGES))])
    assert {"markdown", "links"} <= json.loads(file.read_text().splitlines()[0]).keys()
    totals = json.loads(ran.stdout.splitlines()[-1])
    assert (totals["completed"], totals["failed"], totals["interrupted"]) == (PAGES + 1, 1, False)
    assert totals["failures"] == [{"url": pages.url("/gone"), "error": "HTTP 404", "errorCode": "HTTP_4XX"}]
    assert f"failed: {pages.url('/gone')}: HTTP 404" in ran.stderr and f"{PAGES + 1} pages, 1 failed" in ran.stderr
    assert list(tmp_path.iterdir()) == [file], "no state remains"


def test_interrupted_crawl_is_resumed(orbweaver: Run, begun_orbweaver: Begin, site: Site, tmp_path: Path) -> None:
    site.page("/", *(f"/{number}" for number in range(PAGES)))
    for number in range(PAGES):
        site.page(f"/{number}", seconds=0 if number < 4 else PATIENCE_SECONDS)
    file = tmp_path / "pages.jsonl"
    arguments = ["crawl", site.url(), "-o", str(file), "--sitemap", "skip"]
    running = begun_orbweaver(*arguments, **LOOPBACK)
    wait_until(lambda: file.exists() and len(urls_of(file)) >= 5, seconds=PATIENCE_SECONDS, what="the first pages")
    running.send_signal(signal.SIGINT)
    ran = running.ended(PATIENCE_SECONDS)
    for number in range(4, PAGES):
        site.page(f"/{number}")

    assert ran.returncode == 130 and "--resume" in ran.stderr, ran.stderr
    code, message = failed(orbweaver(*arguments, "--json", **LOOPBACK))
    assert code == "VALIDATION_ERROR" and "--resume" in message
    resumed = orbweaver(*arguments, "--resume", **LOOPBACK)
    assert resumed.returncode == 0, resumed.stderr
    assert sorted(urls_of(file)) == sorted([site.url(), *(site.url(f"/{number}") for number in range(PAGES))])
    assert list(tmp_path.iterdir()) == [file]


def test_crawl_into_a_folder_and_a_table(orbweaver: Run, pages: Site, tmp_path: Path) -> None:
    folder, table = tmp_path / "docs", tmp_path / "pages.csv"

    into_folder = orbweaver("crawl", pages.url(), "-o", f"{folder}/", "--limit", "3", **LOOPBACK)
    into_table = orbweaver("crawl", pages.url(), "-o", str(table), "--limit", "3", **LOOPBACK)

    assert into_folder.returncode == into_table.returncode == 0, into_folder.stderr + into_table.stderr
    host = folder / f"127.0.0.1-{pages.port}"
    assert sorted(file.relative_to(host).as_posix() for file in host.rglob("*.md"))[0].startswith("docs/")
    assert (host / "index.md").read_text().startswith(f'---\nurl: "{pages.url()}"\ntitle: "Page /"\n---\n')
    rows = list(csv.DictReader(table.read_text().splitlines(keepends=True)))
    assert len(rows) == 3 and rows[0]["title"] == "Page /" and "Page /" in rows[0]["markdown"]


def test_output_that_cannot_be_written_fails_the_run(
    orbweaver: Run, begun_orbweaver: Begin, pages: Site, tmp_path: Path
) -> None:
    full = tmp_path / "pages.jsonl"
    full.symlink_to("/dev/full")

    code, message = failed(orbweaver("crawl", pages.url(), "-o", str(full), "--json", **LOOPBACK))

    assert code == "VALIDATION_ERROR" and message == f"output: {full} cannot be written: No space left on device"
    assert list(tmp_path.iterdir()) == [full], "no state remains"
    with open("/dev/full", "w") as stdout:
        ran = begun_orbweaver("crawl", pages.url(), stdout=stdout.fileno(), **LOOPBACK).ended(PATIENCE_SECONDS)
    assert ran.returncode == 2 and "standard output cannot be written" in ran.stderr
    assert "Traceback" not in ran.stderr and "Exception" not in ran.stderr


def test_closed_pipe_ends_the_run_quietly(environ: dict[str, str], pages: Site) -> None:
    command = [sys.executable, "-P", "-m", "orbweaver", "crawl", pages.url()]
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        command, env={**environ, **LOOPBACK}, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=180
    )
    os.close(writing)

    assert ran.returncode == 1 and "Error" not in ran.stderr and "Exception" not in ran.stderr, ran.stderr


def test_batch_reads_urls_from_a_file(orbweaver: Run, pages: Site, tmp_path: Path) -> None:
    listed = tmp_path / "urls.txt"
    listed.write_text(f"# two pages\n{pages.url('/docs/1')}\n\n{pages.url('/docs/2')}\n")

    ran = orbweaver("batch", str(listed), **LOOPBACK)

    assert ran.returncode == 0, ran.stderr
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sorted(line["url"] for line in lines) == [pages.url("/docs/1"), pages.url("/docs/2")]


def test_map_lists_urls(orbweaver: Run, pages: Site) -> None:
    listed = orbweaver("map", pages.url(), "--search", "docs/1", **LOOPBACK)

    expected = {pages.url(f"/docs/{number}") for number in (1, 10, 11)}
    assert listed.returncode == 0 and set(listed.stdout.split()) == expected, listed.stderr


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["crawl", "ftp://example.com"], "url"),
        (["crawl", "https://example.com", "--limit", "0"], "limit"),
        (["crawl", "https://example.com", "--formats", "video"], "formats"),
        (["crawl", "https://example.com", "-o", "pages.pdf"], "output"),
        (["crawl", "https://example.com", "-o", "/proc/no/pages.csv"], "output"),
        (["crawl", "https://example.com", "--resume"], "resume"),
        (["crawl", "https://example.com", "--resume", "-o", "pages.parquet"], "resume"),
        (["batch", "setup.cfg", "--resume", "-o", "pages.wacz"], "resume"),
        (["crawl", "https://example.com", "--resume", "-o", "/tmp/no-such-run.jsonl"], "resume"),
        (["batch", "/dev/null"], "urls"),
    ],
)
def test_bad_option_is_named_and_nothing_is_fetched(orbweaver: Run, arguments: list[str], field: str) -> None:
    code, message = failed(orbweaver(*arguments, "--json"))

    assert code == "VALIDATION_ERROR" and message.startswith(field), message


def test_terminal_shows_one_line_that_is_updated(begun_orbweaver: Begin, pages: Site, tmp_path: Path) -> None:
    terminal, end = pty.openpty()
    running = begun_orbweaver("crawl", pages.url(), "-o", str(tmp_path / "p.jsonl"), stderr=end, **LOOPBACK)
    os.close(end)
    ran = running.ended(PATIENCE_SECONDS)

    shown = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert ran.returncode == 0 and f"\r\x1b[K{PAGES + 1} pages, 1 failed, " in shown, shown
