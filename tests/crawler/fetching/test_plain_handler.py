"""Scrapy's settings, meta keys and signals for downloads, as the plain client obeys them."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import ssl
from collections.abc import Callable
from typing import Any

import pytest
from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, DownloadTimeoutError, ResponseDataLossError, StopDownload
from scrapy.http import Request, Response
from scrapy.settings import Settings

from contract.addresses import Policy
from crawler.fetching.plain_handler import PlainHandler, tls_context
from crawler.meta import PREFIX_ONLY, VERBATIM
from crawler.network.egress import Exempt

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Odd: \xff\r\nContent-Length: 10\r\n\r\n0123456789"
CUT = WHOLE[:-4]
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"
LOCAL = Policy((ipaddress.ip_network("127.0.0.0/8"),))


class Fetched:
    """One download from a server that sends given bytes. `request` is what it received, `peer` from which address."""

    response: Response
    request: bytes = b""
    peer: str = ""

    async def run(
        self, answer: bytes, settings: dict[str, Any], meta: dict[str, Any], path: str = "/", **about: Any
    ) -> None:
        receivers = about.pop("receivers", {})
        crawler = Crawler(Spider, Settings(settings))
        for signal, receiver in receivers.items():
            crawler.signals.connect(receiver, signal=signal)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.peer = writer.get_extra_info("peername")[0]
            self.request = await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
            if not answer:
                await asyncio.sleep(5)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        meta = {name: value.format(host=host) if name == "proxy" else value for name, value in meta.items()}
        handler = PlainHandler(crawler, LOCAL, Exempt())
        try:
            self.response = await handler.download_request(Request(f"http://{host}{path}", meta=meta, **about))
        finally:
            await handler.close()
            server.close()


def fetch(answer: bytes = WHOLE, settings: dict[str, Any] | None = None, **about: Any) -> Fetched:
    fetched = Fetched()
    asyncio.run(fetched.run(answer, settings or {}, about.pop("meta", {}), **about))
    return fetched


@pytest.mark.parametrize("answer", [WHOLE, CHUNKED])
def test_response_is_what_was_sent(answer: bytes) -> None:
    fetched = fetch(answer, meta={VERBATIM: True}, path="/a%7Eb/../c?x=%2f")

    assert (fetched.response.status, fetched.response.body) == (200, b"0123456789")
    assert fetched.response.headers.get("X-Odd") == (b"\xff" if answer is WHOLE else None)
    assert fetched.response.protocol == "HTTP/1.1" and str(fetched.response.ip_address) == "127.0.0.1"
    assert (
        fetched.request.startswith(b"GET /a%7Eb/../c?x=%2f HTTP/1.1\r\n") and b"Content-Length" not in fetched.request
    )


def test_own_address_is_that_of_the_setting() -> None:
    assert fetch(settings={"DOWNLOAD_BIND_ADDRESS": "127.0.0.2"}).peer == "127.0.0.2"
    assert fetch(settings={"DOWNLOAD_BIND_ADDRESS": ("127.0.0.3", 0)}).peer == "127.0.0.3"


@pytest.mark.parametrize("answer", [WHOLE, CHUNKED])
def test_larger_response_is_not_downloaded(answer: bytes) -> None:
    assert fetch(answer, meta={"download_maxsize": 10}).response.body == b"0123456789"
    with pytest.raises(DownloadCancelledError, match="download_maxsize"):
        fetch(answer, {"DOWNLOAD_MAXSIZE": 9})


def test_prefix_is_cut_at_the_size_and_may_be_cut_off_by_the_site() -> None:
    assert fetch(meta={"download_maxsize": 3, PREFIX_ONLY: True}).response.body == b"012"
    assert fetch(CUT, meta={"download_maxsize": 6, PREFIX_ONLY: True}).response.body == b"012345"


def test_large_response_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert fetch(CHUNKED, {"DOWNLOAD_WARNSIZE": 3}).response.body == b"0123456789"

    assert [record.getMessage().rpartition(" is ")[2] for record in caplog.records] == ["larger than 3 bytes."]


def test_response_that_is_cut_off_fails_unless_the_operator_wants_it() -> None:
    with pytest.raises(ResponseDataLossError):
        fetch(CUT)
    response = fetch(CUT, {"DOWNLOAD_FAIL_ON_DATALOSS": False}).response
    assert (response.body, response.flags) == (b"012345", ["dataloss"])


def test_response_that_does_not_come_ends_by_the_timeout() -> None:
    with pytest.raises(DownloadTimeoutError):
        fetch(b"", meta={"download_timeout": 0.1})


def stop(fail: bool) -> Callable[..., None]:
    def receiver(**about: Any) -> None:
        raise StopDownload(fail=fail)

    return receiver


def test_receiver_of_a_signal_ends_the_download() -> None:
    begun = fetch(receivers={signals.headers_received: stop(fail=False)}).response
    partly = fetch(CHUNKED, receivers={signals.bytes_received: stop(fail=False)}).response

    assert (begun.body, begun.flags) == (b"", ["download_stopped"])
    assert partly.flags == ["download_stopped"] and partly.body.startswith(b"01234")
    with pytest.raises(StopDownload):
        fetch(receivers={signals.headers_received: stop(fail=True)})


def test_credentials_of_a_proxy_are_for_the_proxy() -> None:
    header = {"Proxy-Authorization": "Basic bWU6czpjcmV0"}

    direct = fetch(headers=header).request
    through = fetch(headers=header, meta={"proxy": "{host}"}).request

    assert b"Proxy-Authorization" not in direct
    assert through.startswith(b"GET http://127.0.0.1:") and b"Proxy-Authorization: Basic bWU6czpjcmV0\r\n" in through


def test_tls_options_are_those_of_the_settings() -> None:
    given = {
        "DOWNLOAD_TLS_MIN_VERSION": "TLSv1.2", "DOWNLOAD_TLS_MAX_VERSION": "TLSv1.3",
        "DOWNLOADER_CLIENT_TLS_CIPHERS": "ECDHE-RSA-AES256-GCM-SHA384",
    }  # fmt: skip
    verified = tls_context(Settings({**given, "DOWNLOAD_VERIFY_CERTIFICATES": True}))
    trusting = tls_context(Settings({"DOWNLOAD_VERIFY_CERTIFICATES": False}))

    assert (verified.minimum_version, verified.maximum_version) == (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)
    assert verified.check_hostname and verified.verify_mode == ssl.CERT_REQUIRED
    assert "ECDHE-RSA-AES256-GCM-SHA384" in [each["name"] for each in verified.get_ciphers()]
    assert not trusting.check_hostname and trusting.verify_mode == ssl.CERT_NONE
    with pytest.raises(ValueError, match="DOWNLOAD_TLS_MIN_VERSION must be one of"):
        tls_context(Settings({"DOWNLOAD_TLS_MIN_VERSION": "SSLv3"}))
