"""The WACZ file of `orbweaver crawl` and `orbweaver batch`: the responses as received, for replay. Needs the extra `export`.

The layout is that of WACZ 1.1.1: a ZIP with the WARC records, their index (CDXJ), the list of pages, and the digests of all
these files. The package `wacz` is not used: it packs a WARC that exists already, and needs many others.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from urllib.parse import urldefrag, urlsplit

from scrapy.http import Request, Response
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawler.capture import headers_of
from crawler.fetching.raw_url import to_wire
from crawler.meta import OWN_SERVER, PREFIX_ONLY, RENDERED
from orbweaver.local.unfinished_file import UnfinishedFile

WARC = "archive/data.warc.gz"
DATE = "%Y-%m-%dT%H:%M:%S.%fZ"
# The caller's own headers may be secret, such as a cookie or a key. An archive is passed on, so it has only these.
REQUEST_HEADERS = frozenset({"accept", "accept-encoding", "accept-language", "user-agent"})


@dataclass
class _Entry:
    """A file in the ZIP, with its size and digest. Only one can be written at a time."""

    file: IO[bytes]
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    def write(self, data: bytes) -> None:
        self.file.write(data)
        self.size += len(data)
        self.digest.update(data)

    def flush(self) -> None:
        """Nothing: the ZIP is flushed at its end."""


class WebArchive:
    """The responses of a run and the list of its pages. The file gets its name when the run ends.

    The records are written as they come. The index and the list of pages are in memory: 0.5 KB per response.
    """

    def __init__(self, path: Path) -> None:
        self._target = UnfinishedFile(path, self._end_zip)
        self._lines: list[str] = []
        self._pages: list[dict[str, str]] = []
        self._dates: dict[str, str] = {}
        self._resources: list[dict[str, Any]] = []
        self._zip = zipfile.ZipFile(self._target.file, "w")
        self._open: IO[bytes] | None = None
        with self._target.writing():
            # Stored: the records are compressed one by one, so that a reader can fetch one of them.
            self._warc = self._entry(WARC, zipfile.ZIP_STORED)
            self._writer = WARCWriter(self._warc, gzip=True, warc_version="1.1")
            info = {"software": _software(), "format": "WARC File Format 1.1"}
            self._writer.write_record(self._writer.create_warcinfo_record(Path(WARC).name, info))

    def add(self, result: Mapping[str, Any], fetched_at: datetime) -> None:
        """Add a page to the list of pages. Its response was added before."""
        with self._target.writing():
            self._pages.append(self._page(result, fetched_at))

    def add_response(self, request: Request, response: Response) -> None:
        """Add one response as it was received: also that of a redirect, a failed page, or a file such as robots.txt."""
        if self._target.is_lost or request.meta.get(OWN_SERVER):
            return
        with self._target.writing():
            if RENDERED in response.flags:
                self._add_document(response)
            else:
                self._add_exchange(request, response)

    def close(self) -> None:
        """Write index, list of pages and digests, and the end of the file."""
        if self._target.is_lost:
            return
        with self._target.writing():
            self._end_resource(WARC, self._warc)
            self._write_text("indexes/index.cdx", "".join(sorted(self._lines)))
            self._write_text("pages/pages.jsonl", _json_lines([_PAGES_HEADER, *self._pages]))
            package = self._package()
            self._write_text("datapackage.json", package)
            digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(package.encode()).hexdigest()}"}
            self._write_text("datapackage-digest.json", json.dumps(digest))
            self._zip.close()
        self._target.finish()

    def _page(self, result: Mapping[str, Any], fetched_at: datetime) -> dict[str, str]:
        # A browser follows redirects itself: then only the final address has a record.
        addresses = [to_wire(result[name]) for name in ("url", "finalUrl")]
        candidates = [*addresses, *(urldefrag(address).url for address in addresses)]
        url = next((url for url in candidates if url in self._dates), candidates[0])
        date = self._dates.get(url, fetched_at.astimezone(UTC).strftime(DATE))
        page = {"id": str(len(self._pages) + 1), "url": url, "ts": date}
        return page | ({"title": title} if (title := result["metadata"]["title"]) else {})

    def _add_document(self, response: Response) -> None:
        """The document of a rendered page. A browser made it, so it is not a response of the site."""
        record = self._writer.create_warc_record(
            response.url, "resource", payload=BytesIO(response.body), length=len(response.body),
            warc_content_type="text/html; charset=utf-8", warc_headers_dict={"WARC-Date": _now()},
        )  # fmt: skip
        self._write_indexed(record, {"mime": "text/html", "status": str(response.status)})

    def _add_exchange(self, request: Request, response: Response) -> None:
        """The response as it was received, and the request without private headers."""
        url, date = urldefrag(response.url).url, _now()
        is_cut = request.meta.get(PREFIX_ONLY) and len(response.body) >= request.meta["download_maxsize"]
        record = self._writer.create_warc_record(
            url, "response", payload=BytesIO(response.body), length=len(response.body),
            http_headers=_response_headers(response),
            warc_headers_dict={"WARC-Date": date, **({"WARC-Truncated": "length"} if is_cut else {})},
        )  # fmt: skip
        self._write_indexed(record, {"mime": _media_type(response), "status": str(response.status)})
        response_id = record.rec_headers.get_header("WARC-Record-ID")
        sent = self._writer.create_warc_record(
            url, "request", http_headers=_request_headers(request),
            warc_headers_dict={"WARC-Date": date, "WARC-Concurrent-To": response_id},
        )  # fmt: skip
        self._writer.write_record(sent)

    def _write_indexed(self, record: Any, about: dict[str, str]) -> None:
        """Write a record and its line of the index, with what is known `about` it."""
        offset = self._warc.size
        self._writer.write_record(record)
        url, date, digest = map(record.rec_headers.get_header, ("WARC-Target-URI", "WARC-Date", "WARC-Payload-Digest"))
        where = {"length": str(self._warc.size - offset), "offset": str(offset), "filename": Path(WARC).name}
        second = datetime.strptime(date, DATE).strftime("%Y%m%d%H%M%S")
        self._lines.append(f"{sort_key(url)} {second} {json.dumps({'url': url, **about, 'digest': digest, **where})}\n")
        self._dates[url] = date

    def _end_zip(self) -> None:
        """Close the ZIP, also while one of its files is written."""
        if self._open is not None:
            self._open.close()
        self._zip.close()

    def _entry(self, name: str, compression: int) -> _Entry:
        """A new file in the ZIP. Its size is not known before."""
        info = zipfile.ZipInfo(name, time.localtime()[:6])
        info.compress_type = compression
        self._open = self._zip.open(info, "w", force_zip64=True)
        return _Entry(self._open)

    def _write_text(self, name: str, text: str) -> None:
        entry = self._entry(name, zipfile.ZIP_DEFLATED)
        entry.write(text.encode())
        self._end_resource(name, entry)

    def _end_resource(self, name: str, entry: _Entry) -> None:
        entry.file.close()
        digest = f"sha256:{entry.digest.hexdigest()}"
        self._resources.append({"name": Path(name).name, "path": name, "hash": digest, "bytes": entry.size})

    def _package(self) -> str:
        return json.dumps(
            {
                "profile": "data-package",
                "wacz_version": "1.1.1",
                "software": _software(),
                "created": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "resources": self._resources,
            },
            indent=2,
        )


_PAGES_HEADER = {"format": "json-pages-1.0", "id": "pages", "title": "Pages"}


_WWW = re.compile(r"^www\d*\.")


def sort_key(url: str) -> str:
    """The URL as an index sorts it (SURT): `http://www.a.com/B?d&c` is `com,a)/b?c&d`."""
    parts = urlsplit(url.lower())
    host = parts.hostname or ""
    labels = _WWW.sub("", host).split(".")
    is_number = ":" in host or host.replace(".", "").isdigit()
    name = host if is_number else ",".join(reversed(labels))
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    query = "&".join(sorted(parts.query.split("&")))
    return f"{name}{port}){parts.path.rstrip('/') or '/'}{f'?{query}' if query else ''}"


def _response_headers(response: Response) -> StatusAndHeaders:
    """The headers as received, without cookies: an archive is passed on.

    The body came in pieces that are joined, so that header has another name.
    """
    renamed = {"transfer-encoding": "X-Archive-Orig-Transfer-Encoding"}
    headers = [(renamed.get(name, name), value) for name, value in headers_of(response) if name != "set-cookie"]
    phrase = HTTPStatus(response.status).phrase if response.status in set(HTTPStatus) else ""
    return StatusAndHeaders(f"{response.status} {phrase}", headers, protocol=response.protocol or "HTTP/1.1")


def _request_headers(request: Request) -> StatusAndHeaders:
    parts = urlsplit(request.url)
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    sent = ((name.decode("latin-1"), b", ".join(values).decode("latin-1")) for name, values in request.headers.items())
    headers = [
        ("Host", parts.netloc.rpartition("@")[2]),
        *(pair for pair in sent if pair[0].lower() in REQUEST_HEADERS),
    ]
    return StatusAndHeaders(f"{request.method} {target} HTTP/1.1", headers, is_http_request=True)


def _media_type(response: Response) -> str:
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return declared.partition(";")[0].strip().lower() or "unk"


def _json_lines(records: list[dict[str, str]]) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


def _now() -> str:
    return datetime.now(UTC).strftime(DATE)


def _software() -> str:
    return f"orbweaver {version('orbweaver')}"
