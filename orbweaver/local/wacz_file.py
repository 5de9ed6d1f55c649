"""A web archive of pages, for `-o site.wacz` (WACZ 1.1.1), as replay tools open it. Needs warcio (`pip install orbweaver[export]`).

A page that the browser rendered is stored as the browser had it, in a `resource` record. Only the pages themselves are stored, not
their pictures, style sheets and scripts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from contract.capture import PageCapture

VERSION = "1.1.1"
_WARC = "data.warc.gz"
# Of the response as it was sent. The stored body is decompressed and whole.
_LEFT_OUT = frozenset(("transfer-encoding", "content-length", "content-encoding"))
_WWW = re.compile(r"www\d*\.")


class _Record(NamedTuple):
    """A record of the archive, for the index."""

    url: str
    title: str | None
    captured_at: datetime
    mime: str
    status: int
    digest: str
    offset: int
    length: int


class WaczFile:
    """One record per page. The archive is put together when it is closed, also after Ctrl-C; until then a `.part` file grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._file: IO[bytes] = self._part.open("wb+")
        self._writer = WARCWriter(self._file, gzip=True)
        self._records: list[_Record] = []

    def add(self, result: Mapping[str, Any], capture: PageCapture | None = None) -> None:
        assert capture is not None
        begin = self._file.tell()
        self._writer.write_record(self._record(capture))
        self._file.flush()
        self._records.append(
            _Record(
                capture.final_url, result["metadata"]["title"], capture.captured_at, capture.media_type or "text/html",
                capture.status, hashlib.sha256(capture.body).hexdigest(), begin, self._file.tell() - begin,
            )
        )  # fmt: skip

    def close(self) -> None:
        """Write the archive, and delete the `.part` file."""
        with zipfile.ZipFile(self._path, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
            self._file.seek(0)
            digest, size = hashlib.sha256(), 0
            with archive.open(f"archive/{_WARC}", "w", force_zip64=True) as stored:
                while block := self._file.read(1 << 20):
                    digest.update(block)
                    size += len(block)
                    stored.write(block)
            resources = [_resource(f"archive/{_WARC}", digest.hexdigest(), size)]
            for name, content in self._parts():
                archive.writestr(name, content)
                resources.append(_resource(name, hashlib.sha256(content).hexdigest(), len(content)))
            package = _json(_package(resources)).encode()
            archive.writestr("datapackage.json", package)
            digests = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(package).hexdigest()}"}
            archive.writestr("datapackage-digest.json", _json(digests))
        self._file.close()
        self._part.unlink()

    def _record(self, capture: PageCapture) -> Any:
        date = _moment(capture.captured_at)
        if capture.rendered:
            return self._writer.create_warc_record(
                capture.final_url, "resource", payload=BytesIO(capture.body), warc_content_type="text/html; charset=utf-8",
                warc_headers_dict={"WARC-Date": date},
            )  # fmt: skip
        headers = [(name, value) for name, value in capture.headers if name not in _LEFT_OUT]
        headers.append(("content-length", str(len(capture.body))))
        return self._writer.create_warc_record(
            capture.final_url, "response", payload=BytesIO(capture.body), warc_headers_dict={"WARC-Date": date},
            http_headers=StatusAndHeaders(str(capture.status), headers, protocol="HTTP/1.1"),
        )  # fmt: skip

    def _parts(self) -> Iterator[tuple[str, bytes]]:
        """(name, content) of the index and of the list of pages."""
        lines = sorted(
            f"{key_of(each.url)} {each.captured_at:%Y%m%d%H%M%S} {_json(_indexed(each))}" for each in self._records
        )
        yield "indexes/index.cdx.gz", gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
        head = {"format": "json-pages-1.0", "id": "pages", "title": "All pages"}
        pages = [
            {"id": str(number), "url": each.url, "ts": _moment(each.captured_at), "title": each.title or each.url}
            for number, each in enumerate(self._records, 1)
        ]
        yield "pages/pages.jsonl", "".join(f"{_json(line)}\n" for line in (head, *pages)).encode()


def key_of(url: str) -> str:
    """The sort-friendly form of a URL, by which replay tools find it: `com,example)/path?a=1`."""
    parts = urlsplit(url.lower())
    host = ",".join(reversed(_WWW.sub("", parts.hostname or "", count=1).split(".")))
    port = f":{parts.port}" if parts.port else ""
    query = f"?{urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))}" if parts.query else ""
    return f"{host}{port}){parts.path or '/'}{query}"


def _indexed(record: _Record) -> dict[str, str]:
    return {
        "url": record.url, "mime": record.mime, "status": str(record.status), "digest": f"sha256:{record.digest}",
        "length": str(record.length), "offset": str(record.offset), "filename": _WARC,
    }  # fmt: skip


def _resource(path: str, digest: str, size: int) -> dict[str, Any]:
    return {"name": path.rpartition("/")[2], "path": path, "hash": f"sha256:{digest}", "bytes": size}


def _package(resources: list[dict[str, Any]]) -> dict[str, Any]:
    created = _moment(datetime.now(UTC))
    return {
        "profile": "data-package", "wacz_version": VERSION, "software": "Orbweaver", "created": created, "resources": resources,
    }  # fmt: skip


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
