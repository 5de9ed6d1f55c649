"""Packed bodies: whole ones are read, broken ones are 502, bombs are cut."""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Callable

import pytest
from aiohttp import web
from scrapy.utils._compression import brotli, zstd

from crawler.fetching.decompression import BadBody, BodyTooLarge, unpack
from tests.crawler.conftest import Bench
from tests.sites.pages import ARTICLE
from tests.sites.site import Site

SENTENCE = "The origin sent a body that cannot be decompressed."


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


PACKERS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("X-GZip", gzip.compress),
    "gzip in two parts": ("gzip", lambda body: gzip.compress(body[:100]) + gzip.compress(body[100:])),
    "deflate": ("deflate", zlib.compress),
    "raw deflate": ("deflate", raw_deflate),
    "brotli": ("br", brotli.compress),
    "zstd": ("zstd", zstd.compress),
    "zstd in two parts": ("zstd", lambda body: zstd.compress(body[:100]) + zstd.compress(body[100:])),
    "gzip, then brotli": ("gzip, br", lambda body: brotli.compress(gzip.compress(body))),
}
BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "half of it": lambda packed: packed[: len(packed) // 2],
    "all but a byte": lambda packed: packed[:-1],
    "its beginning": lambda packed: packed[:3],
    "damaged": lambda packed: packed[:40] + b"\xff" * 40 + packed[80:],
    "something else": lambda packed: ARTICLE.encode(),
}
LARGE = ARTICLE.encode() + b"<!-- " + b"".join(b"%d " % number for number in range(200_000)) + b" -->"


def put(site: Site, path: str, body: bytes, encoding: str, *, status: int = 200) -> None:
    async def answer(request: web.Request) -> web.Response:
        headers = {"Content-Type": "text/html", "Content-Encoding": encoding}
        return web.Response(body=body, status=status, headers=headers)

    site.on(path, answer)


@pytest.mark.parametrize("packed", PACKERS)
def test_packed_page_is_read(open_engine: Bench, site: Site, packed: str) -> None:
    encoding, pack = PACKERS[packed]
    put(site, "/page.html", pack(ARTICLE.encode()), encoding)
    put(site, "/large", pack(LARGE), encoding)
    # Brotli alone lets nothing follow.
    trailing = b"" if "br" in encoding else b"\0\0 and more"
    put(site, "/trailing", pack(ARTICLE.encode()) + trailing, encoding)

    for path in ("/page.html", "/large", "/trailing"):
        answer = open_engine.run(site.url(path))

        assert "River pilots" in answer.get("data", {}).get("markdown", ""), (path, answer)


@pytest.mark.parametrize("packed", PACKERS)
def test_broken_body_is_upstream_unreachable(open_engine: Bench, site: Site, packed: str) -> None:
    encoding, pack = PACKERS[packed]
    for number, (name, damage) in enumerate(BREAKS.items()):
        put(site, f"/{number}", damage(pack(ARTICLE.encode())), encoding)

        error = open_engine.run(site.url(f"/{number}")).get("error", {})

        assert (error.get("code"), error.get("message")) == ("UPSTREAM_UNREACHABLE", SENTENCE), (name, error)


@pytest.mark.parametrize("encoding", ["identity", "", "none", "utf-8", "aws-chunked", "compress"])
def test_unknown_encoding_is_ignored(open_engine: Bench, site: Site, encoding: str) -> None:
    put(site, "/", ARTICLE.encode(), encoding)

    assert "River pilots" in open_engine.run(site.url("/"))["data"]["markdown"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_answer_without_a_body_has_nothing_to_unpack(open_engine: Bench, site: Site, encoding: str) -> None:
    put(site, "/", b"", encoding)

    error = open_engine.run(site.url("/"))["error"]

    assert error["code"] == "UPSTREAM_UNREACHABLE" and "empty body" in error["message"]


@pytest.mark.parametrize("packed", ["gzip", "deflate", "brotli", "zstd", "gzip, then brotli"])
def test_bomb_is_cut_at_the_size_of_a_page(open_engine: Bench, site: Site, packed: str) -> None:
    encoding, pack = PACKERS[packed]
    put(site, "/", pack(bytes(100_000_000)), encoding)
    begun = time.monotonic()

    error = open_engine.run(site.url("/"))["error"]

    assert error["code"] == "UPSTREAM_UNREACHABLE" and "too large" in error["message"]
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("most", [999, 1_000])
@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_limit_is_exact(name: str, most: int) -> None:
    pack = next(pack for encoding, pack in PACKERS.values() if encoding == name)
    if most == 1_000:
        assert unpack(pack(bytes(1_000)), [name], most) == bytes(1_000)
        return
    with pytest.raises(BodyTooLarge):
        unpack(pack(bytes(1_000)), [name], most)


@pytest.mark.parametrize(
    ("body", "encodings"),
    [
        (gzip.compress(b"") * 500_000, ["gzip"]),
        (zstd.compress(b"") * 500_000, ["zstd"]),
        (zlib.compress(b"")[:2] + b"\0\0\0\xff\xff" * 2_000_000, ["deflate"]),
        (gzip.compress(b"x"), ["gzip"] * 50),
    ],
    ids=["parts of gzip", "parts of zstd", "empty blocks", "layers"],
)
def test_body_that_only_costs_time_is_refused_soon(body: bytes, encodings: list[str]) -> None:
    begun = time.process_time()

    with pytest.raises(BadBody):
        unpack(body, encodings, 20_000_000)

    assert time.process_time() - begun < 1


def test_window_of_zstd_is_bounded() -> None:
    """A frame of a few bytes may ask for 128 MB."""
    wide = {zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.enable_long_distance_matching: 1}
    compressor = zstd.ZstdCompressor(options=wide)
    frame = compressor.compress(b"x" * 1_000) + compressor.flush()

    with pytest.raises(BadBody):
        unpack(frame, ["zstd"], 20_000_000)
