"""Which answers are compressed, and how."""

from __future__ import annotations

import gzip

import pytest
from werkzeug.datastructures import Headers

from api.asgi.content_coding import SIZE_MIN, chosen_coding, encode
from models.packing import unpack

TEXT = b'{"a": "text that repeats itself"}' * 100


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", "identity"), ("gzip", "gzip"), ("GZIP", "gzip"), ("gzip, deflate, br, zstd", "zstd"), ("zstd;q=0.5, gzip", "gzip"),
        ("zstd;q=0, gzip;q=0.1", "gzip"), ("*", "zstd"), ("*;q=0", "identity"), ("br", "identity"), ("identity", "identity"),
        ("gzip;q=nonsense", "identity"), (",;=", "identity"),
    ],
)  # fmt: skip
def test_coding_is_the_preferred_one(accepted: str, coding: str) -> None:
    assert chosen_coding(accepted) == coding


@pytest.mark.parametrize(
    ("about", "status", "compressed"),
    [
        ({"Content-Type": "application/json"}, 200, True),
        ({"Content-Type": "application/json", "Content-Length": str(SIZE_MIN)}, 400, True),
        ({"Content-Type": "application/json", "Content-Length": str(SIZE_MIN - 1)}, 200, False),
        ({"Content-Type": "text/html; charset=utf-8"}, 200, True),
        ({"Content-Type": "text/event-stream"}, 200, False),
        ({"Content-Type": "image/png"}, 200, False),
        ({"Content-Type": "application/json", "Cache-Control": "no-store, no-transform"}, 200, False),
        ({"Content-Type": "application/json", "Content-Encoding": "gzip"}, 200, False),
        ({"Content-Type": "application/json"}, 304, False),
        ({}, 200, False),
    ],
)
def test_only_texts_of_some_size_are_compressed(about: dict[str, str], status: int, compressed: bool) -> None:
    headers = Headers(about | {"ETag": '"x"'})

    body = b"".join(encode([TEXT[:10], TEXT[10:]], status, headers, "gzip"))

    assert (headers.get("Content-Encoding") == "gzip" and "Content-Length" not in headers) == compressed or body == TEXT
    assert (body == TEXT) != compressed and (gzip.decompress(body) == TEXT if compressed else True)
    assert headers["ETag"] == ('W/"x"' if compressed else '"x"')


def test_zstd_is_readable() -> None:
    headers = Headers({"Content-Type": "application/json"})

    assert unpack(b"".join(encode(iter([TEXT, TEXT]), 200, headers, "zstd"))) == TEXT * 2
