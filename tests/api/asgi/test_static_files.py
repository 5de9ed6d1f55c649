"""The console's static files: found, kept by browsers, compressed."""

from __future__ import annotations

import pytest

from api.asgi import static_files
from api.asgi.answer import Answer
from api.console import assets


def asked(path: str, method: str = "GET", **headers: str) -> Answer:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return static_files.answer({"path": path, "method": method, "headers": given})


@pytest.mark.parametrize("name", sorted(assets.assets()))
def test_file_is_kept_for_a_year_under_its_version(name: str) -> None:
    answer = asked(assets.url(name))

    headers = dict(answer.headers)
    assert answer.status == 200 and answer.body == (assets.FOLDER / name).read_bytes()
    assert headers[b"cache-control"] == static_files.CACHED_FOR_A_YEAR.encode()
    assert asked(assets.url(name), if_none_match=headers[b"etag"].decode()).status == 304


def test_file_of_another_version_is_checked_each_time() -> None:
    answer = asked("/console/static/000000000000/tokens.css")

    assert answer.status == 200 and dict(answer.headers)[b"cache-control"] == b"no-cache"


def test_file_is_compressed() -> None:
    plain, packed = asked(assets.url("layout.css")), asked(assets.url("layout.css"), accept_encoding="gzip")

    assert dict(packed.headers)[b"content-encoding"] == b"gzip" and packed.length < plain.length / 2
    etag = dict(packed.headers)[b"etag"].decode()
    assert asked(assets.url("layout.css"), accept_encoding="gzip", if_none_match=etag).status == 304


@pytest.mark.parametrize("name", ["nothing.css", "../pages.py", "", "..%2fpages.py"])
def test_nothing_else_is_served(name: str) -> None:
    assert asked(f"/console/static/{assets.version()}/{name}").status == 404


def test_files_are_read_only() -> None:
    assert asked(assets.url("tokens.css"), "POST").status == 405
