"""The WACZ file of `orbweaver crawl` and `orbweaver batch`."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import signal
import subprocess
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from scrapy.http import Request, Response
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from orbweaver.local.web_archive import WebArchive, sort_key
from tests.orbweaver.command_output import Begin, Run, failed
from tests.orbweaver.local.page_result import page_result
from tests.service import PATIENCE_SECONDS, wait_until
from tests.sites.site import Site

LOOPBACK = {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}


def lines_of(archive: zipfile.ZipFile, name: str) -> list[str]:
    return archive.read(name).decode().splitlines()


def index_of(archive: zipfile.ZipFile) -> list[dict[str, Any]]:
    """The lines of the index, with what is stored where each of them points: type of the record, headers and content."""
    records = archive.read("archive/data.warc.gz")
    found = []
    for line in lines_of(archive, "indexes/index.cdx"):
        about = json.loads(line.split(" ", 2)[2])
        part = records[int(about["offset"]) : int(about["offset"]) + int(about["length"])]
        record = next(ArchiveIterator(io.BytesIO(part)))
        assert about["digest"] == record.rec_headers.get_header("WARC-Payload-Digest")
        about |= {"type": record.rec_type, "http": record.http_headers, "content": record.content_stream().read()}
        about["target"] = record.rec_headers.get_header("WARC-Target-URI")
        found.append(about)
    return found


def is_valid(archive: zipfile.ZipFile, folder: Path) -> bool:
    """Whether the files of the archive have the digests that it lists, and its records those in their headers."""
    package = json.loads(archive.read("datapackage.json"))
    digest = json.loads(archive.read("datapackage-digest.json"))["hash"]
    listed = {each["path"]: (each["hash"], each["bytes"]) for each in package["resources"]}
    files = {
        name: (f"sha256:{hashlib.sha256(archive.read(name)).hexdigest()}", len(archive.read(name)))
        for name in archive.namelist()
    }
    others = {"datapackage.json", "datapackage-digest.json"}
    records = folder / "data.warc.gz"
    records.write_bytes(archive.read("archive/data.warc.gz"))
    checker = Checker(type("Arguments", (), {"inputs": [str(records)], "verbose": False}))
    return (
        listed == {name: about for name, about in files.items() if name not in others}
        and digest == files["datapackage.json"][0]
        and package["wacz_version"] == "1.1.1"
        and checker.process_all() == 0
    )


def test_crawl_archives_responses_as_received(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    packed = gzip.compress(b"<title>Packed</title><main>" + b"<p>Many words about one subject, for readers.</p>" * 20)

    async def compressed(request: web.Request) -> web.Response:
        return web.Response(body=packed, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})

    async def in_pieces(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/html", "Set-Cookie": "a=c00kie"})
        await response.prepare(request)
        await response.write(b"<title>Pieces</title><main>" + b"<p>Many words about one subject, for readers.</p>" * 20)
        return response

    site.page("/", "/packed", "/pieces", "/moved", "/gone")
    site.on("/packed", compressed)
    site.on("/pieces", in_pieces)
    site.page("/target")
    site.redirect("/moved", "/target")
    path = tmp_path / "site.wacz"
    private = {"Cookie": "session=s3cret", "Authorization": "Bearer t0ken", "X-Key": "hidd3n"}

    ran = orbweaver("crawl", site.url(), "-o", str(path), "--headers", json.dumps(private), **LOOPBACK)

    assert ran.returncode == 0, ran.stderr
    archive = zipfile.ZipFile(path)
    assert is_valid(archive, tmp_path)
    found = {each["url"]: each for each in index_of(archive)}
    assert all(each["type"] == "response" and each["target"] == url for url, each in found.items())
    statuses = {path: found[site.url(path)]["status"] for path in ("/", "/packed", "/moved", "/target", "/gone")}
    assert statuses == {"/": "200", "/packed": "200", "/moved": "302", "/target": "200", "/gone": "404"}
    assert found[site.url("/packed")]["content"] == gzip.decompress(packed)
    assert found[site.url("/packed")]["http"].get_header("content-encoding") == "gzip"
    assert b"<title>Pieces" in found[site.url("/pieces")]["content"]
    assert found[site.url("/pieces")]["http"].get_header("set-cookie") is None
    header, *pages = map(json.loads, lines_of(archive, "pages/pages.jsonl"))
    assert header["format"] == "json-pages-1.0"
    assert {page["url"] for page in pages} == {site.url(path) for path in ("/", "/packed", "/pieces", "/moved")}
    assert {page["title"] for page in pages} == {"Page /", "Packed", "Pieces", "Page /target"}

    records = gzip.decompress(archive.read("archive/data.warc.gz"))
    [visit] = site.seen("/")
    assert [visit.headers.get(name.lower()) for name in private] == ["session=s3cret", "Bearer t0ken", "hidd3n"]
    assert not any(secret in records for secret in (b"s3cret", b"t0ken", b"hidd3n", b"c00kie"))
    assert b"GET /packed HTTP/1.1\r\nHost: 127.0.0.1:" in records and b"\r\nUser-Agent: Mozilla" in records


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (200, {b"Content-Type": b"text/html; charset=\xff\xe9"}, b"\x00\xff"),
        (999, {b"Content-Type": b"", b"X-Odd": b"a\x00b: c\td"}, b"text"),
        (204, {}, b""),
        (200, {b"Content-Length": b"7", b"Transfer-Encoding": b"chunked"}, b"WARC/1.1\r\n\r\n"),
    ],
)
def test_odd_response_is_archived(status: int, headers: dict[bytes, bytes], body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "site.wacz"
    file = WebArchive(path)
    url = "http://a.com/x%FF?q=%E9&[]#part"

    file.add_response(Request(url), Response(url, status=status, headers=headers, body=body))
    file.add(page_result(url), datetime.now(UTC))
    file.close()

    archive = zipfile.ZipFile(path)
    [found] = index_of(archive)
    assert is_valid(archive, tmp_path) and (found["status"], found["content"]) == (str(status), body)
    assert found["url"] == url.removesuffix("#part") == json.loads(lines_of(archive, "pages/pages.jsonl")[1])["url"]


def test_archive_without_pages_is_complete(tmp_path: Path) -> None:
    WebArchive(tmp_path / "site.wacz").close()

    archive = zipfile.ZipFile(tmp_path / "site.wacz")
    assert is_valid(archive, tmp_path) and index_of(archive) == [] and len(lines_of(archive, "pages/pages.jsonl")) == 1


def test_rendered_page_is_a_resource(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    script = "<script>document.querySelector('main').append('Written by a script. ')</script>"
    site.put("/", f"<title>Page</title><main>{'<p>Many words for readers.</p>' * 20}</main>{script}", kind="text/html")
    path = tmp_path / "site.wacz"

    ran = orbweaver("crawl", site.url(), "-o", str(path), "--render-js", "--sitemap", "skip", **LOOPBACK)

    assert ran.returncode == 0, ran.stderr
    archive = zipfile.ZipFile(path)
    [page] = [each for each in index_of(archive) if each["type"] == "resource"]
    assert is_valid(archive, tmp_path) and page["url"] == site.url() and b"Written by a script. " in page["content"]


def test_interrupted_run_leaves_a_complete_file(begun_orbweaver: Begin, site: Site, tmp_path: Path) -> None:
    site.page("/", "/slow")
    site.page("/slow", seconds=PATIENCE_SECONDS)
    path = tmp_path / "site.wacz"
    running = begun_orbweaver("crawl", site.url(), "-o", str(path), "--sitemap", "skip", **LOOPBACK)
    wait_until(lambda: bool(site.seen("/slow")), seconds=PATIENCE_SECONDS, what="the second page")
    running.send_signal(signal.SIGINT)
    ran = running.ended(PATIENCE_SECONDS)

    assert ran.returncode == 130 and "cannot be resumed" in ran.stderr, ran.stderr
    assert list(tmp_path.iterdir()) == [path]
    archive = zipfile.ZipFile(path)
    assert is_valid(archive, tmp_path)
    assert [json.loads(line).get("url") for line in lines_of(archive, "pages/pages.jsonl")] == [None, site.url()]


@pytest.mark.parametrize(("package", "name"), [("pyarrow", "pages.parquet"), ("warcio", "site.wacz")])
def test_without_the_extra_nothing_is_fetched(
    environ: dict[str, str], site: Site, tmp_path: Path, package: str, name: str
) -> None:
    site.page("/")
    code = f"import sys; sys.modules['{package}'] = None; from orbweaver.main import main; main()"
    command = [sys.executable, "-c", code, "crawl", site.url(), "-o", str(tmp_path / name), "--json"]

    ran = subprocess.run(command, env={**environ, **LOOPBACK}, capture_output=True, text=True, timeout=180, check=False)

    error, message = failed(ran)
    assert error == "VALIDATION_ERROR" and ran.stderr.count("\n") == 1
    assert message.startswith(f"output: .{name.split('.')[1]} needs the package {package}")
    assert message.endswith("pip install 'orbweaver[export]'")
    assert site.visits == [] and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.Example.com/B/?d=1&C=2", "com,example)/b?c=2&d=1"),
        ("http://a.example.com:8080/", "com,example,a:8080)/"),
        ("https://www2.example.com/", "com,example)/"),
        ("http://example.com:80", "com,example)/"),
        ("http://127.0.0.1:8080/x", "127.0.0.1:8080)/x"),
        ("http://[::1]/x/", "::1)/x"),
    ],
)
def test_index_is_sorted_by_host_from_its_end(url: str, key: str) -> None:
    assert sort_key(url) == key
