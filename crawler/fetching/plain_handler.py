"""The download handler for plain pages: an aiohttp client that connects only where the address policy permits.

It reads Scrapy's settings, meta keys and signals for downloads. Scrapy has a handler for aiohttp too, but as a private module.
"""

from __future__ import annotations

import base64
import ipaddress
import logging
import ssl
import time
from typing import Any

import aiohttp
from scrapy import signals
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
    StopDownload,
    UnsupportedURLSchemeError,
)
from scrapy.http import Headers, Request, Response
from scrapy.responsetypes import responsetypes
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure
from yarl import URL

from contract.addresses import Policy
from crawler.meta import PREFIX_ONLY, VERBATIM
from crawler.network.egress import Exempt, guarded_connector

log = logging.getLogger(__name__)

_TLS_VERSIONS = {
    "TLSv1.0": ssl.TLSVersion.TLSv1,
    "TLSv1.1": ssl.TLSVersion.TLSv1_1,
    "TLSv1.2": ssl.TLSVersion.TLSv1_2,
    "TLSv1.3": ssl.TLSVersion.TLSv1_3,
}


class _Answer(aiohttp.ClientResponse):
    """A response that knows its connection: a short one may have released it before its headers are read."""

    peer: tuple[Any, ...] = ("",)
    tls: ssl.SSLObject | None = None

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        """Read the headers."""
        self.peer = connection.transport.get_extra_info("peername") or self.peer
        self.tls = connection.transport.get_extra_info("ssl_object")
        return await super().start(connection)


class PlainHandler(BaseDownloadHandler):
    """Fetches pages with one session. `exempt` are addresses of the operator's own servers that need no permission."""

    def __init__(self, crawler: Crawler, policy: Policy, exempt: Exempt) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        self._seconds = settings.getfloat("DOWNLOAD_TIMEOUT")
        self._size_max = settings.getint("DOWNLOAD_MAXSIZE")
        self._size_warned = settings.getint("DOWNLOAD_WARNSIZE")
        self._fails_on_loss = settings.getbool("DOWNLOAD_FAIL_ON_DATALOSS")
        self._logs_tls = settings.getbool("DOWNLOADER_CLIENT_TLS_VERBOSE_LOGGING")
        self._tls = tls_context(settings)
        bound = settings["DOWNLOAD_BIND_ADDRESS"]
        self._session = aiohttp.ClientSession(
            connector=guarded_connector(
                policy, exempt, limit=0, local_addr=(bound, 0) if isinstance(bound, str) else bound
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            response_class=_Answer,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
        )

    async def download_request(self, request: Request) -> Response:
        """The response, with the body as it was sent.

        Raises:
            DownloadTimeoutError, UnsupportedURLSchemeError, CannotResolveHostError, DownloadConnectionRefusedError,
            DownloadFailedError: there is none.
            DownloadCancelledError: it exceeds `download_maxsize`.
            ResponseDataLossError: it ended before its end.
        """
        begun, seconds = time.monotonic(), request.meta.get("download_timeout", self._seconds)
        try:
            async with self._session.request(
                request.method,
                URL(request.url, encoded=True) if request.meta.get(VERBATIM) else request.url,
                data=request.body or None,
                headers=_headers_of(request),
                timeout=aiohttp.ClientTimeout(total=seconds),
                ssl=self._tls,
                allow_redirects=False,
                proxy=_proxy_of(request),
            ) as answer:
                assert isinstance(answer, _Answer)
                request.meta["download_latency"] = time.monotonic() - begun
                return await self._read(answer, request)
        except TimeoutError as error:
            raise DownloadTimeoutError(f"Getting {request.url} took longer than {seconds} seconds.") from error
        except (aiohttp.InvalidUrlClientError, aiohttp.NonHttpUrlClientError) as error:
            raise UnsupportedURLSchemeError(str(error)) from error
        except aiohttp.ClientConnectorDNSError as error:
            raise CannotResolveHostError(str(error)) from error
        except aiohttp.ClientConnectorError as error:
            raise DownloadConnectionRefusedError(str(error)) from error
        except aiohttp.ClientError as error:
            raise DownloadFailedError(str(error)) from error

    async def close(self) -> None:
        """Close the session and its connections."""
        await self._session.close()

    async def _read(self, answer: _Answer, request: Request) -> Response:
        """The response with its body. With `PREFIX_ONLY` the body ends at `download_maxsize` bytes."""
        if answer.tls is not None and self._logs_tls:
            log.debug("%s: %s, %s", request.url, answer.tls.version(), answer.tls.cipher())
        expected = answer.content_length
        self._check_size(expected or 0, request, is_warned=False)
        # As raw bytes. Decoded as UTF-8, an invalid header would fail the page.
        headers = Headers(list(answer.raw_headers))
        if stop := self._stop(signals.headers_received, request, headers=headers, body_length=expected):
            return _stopped(_response(answer, request, headers, b""), stop)
        chunks, received, is_warned = [], 0, False
        most = request.meta.get("download_maxsize", self._size_max)
        try:
            async for chunk in answer.content.iter_any():
                chunks.append(chunk)
                received += len(chunk)
                if stop := self._stop(signals.bytes_received, request, data=chunk):
                    return _stopped(_response(answer, request, headers, b"".join(chunks)), stop)
                if request.meta.get(PREFIX_ONLY) and received >= most:
                    break
                is_warned = self._check_size(received, request, is_warned=is_warned)
        except aiohttp.ClientPayloadError as error:
            if request.meta.get("download_fail_on_dataloss", self._fails_on_loss):
                raise ResponseDataLossError(str(error)) from error
            return _response(answer, request, headers, b"".join(chunks), flags=["dataloss"])
        body = b"".join(chunks)
        return _response(answer, request, headers, body[:most] if request.meta.get(PREFIX_ONLY) else body)

    def _check_size(self, size: int, request: Request, *, is_warned: bool) -> bool:
        """Whether the operator was warned of the size."""
        most = request.meta.get("download_maxsize", self._size_max)
        if most and size > most and not request.meta.get(PREFIX_ONLY):
            log.warning("%s is larger than %s bytes, so it was not downloaded.", request, most)
            raise DownloadCancelledError(f"{size} bytes are more than download_maxsize ({most}): {request}")
        limit = request.meta.get("download_warnsize", self._size_warned)
        if limit and size > limit and not is_warned:
            log.warning("%s is larger than %s bytes.", request, limit)
            return True
        return is_warned

    def _stop(self, signal: object, request: Request, **about: Any) -> StopDownload | None:
        """Why a receiver of a signal ends the download, or None."""
        results = self.crawler.signals.send_catch_log(signal, request=request, spider=self.crawler.spider, **about)
        errors = (result.value for _, result in results if isinstance(result, Failure))
        return next((error for error in errors if isinstance(error, StopDownload)), None)


def tls_context(settings: BaseSettings) -> ssl.SSLContext:
    """The TLS options of Scrapy's settings.

    Raises:
        ValueError: a version is unknown.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES"):
        context.load_default_certs()
    else:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    for name, attribute in (
        ("DOWNLOAD_TLS_MIN_VERSION", "minimum_version"),
        ("DOWNLOAD_TLS_MAX_VERSION", "maximum_version"),
    ):
        if (version := settings[name]) is not None:
            if version not in _TLS_VERSIONS:
                raise ValueError(f"{name} must be one of {', '.join(_TLS_VERSIONS)}.")
            setattr(context, attribute, _TLS_VERSIONS[version])
    if ciphers := settings["DOWNLOADER_CLIENT_TLS_CIPHERS"]:
        context.set_ciphers(ciphers)
    return context


def _headers_of(request: Request) -> list[tuple[str, str]]:
    """The headers to send. That of a proxy is not for the origin."""
    return [each for each in request.headers.to_tuple_list() if each[0] != "Proxy-Authorization"]


def _proxy_of(request: Request) -> URL | None:
    proxy, authorization = request.meta.get("proxy"), request.headers.get("Proxy-Authorization")
    if not proxy:
        return None
    url = URL(proxy if "://" in proxy else f"http://{proxy}")
    if authorization is None:
        return url
    user, _, password = base64.b64decode(authorization.partition(b" ")[2]).decode("latin-1").partition(":")
    return url.with_user(user).with_password(password)


def _response(
    answer: _Answer, request: Request, headers: Headers, body: bytes, flags: list[str] | None = None
) -> Response:
    made = responsetypes.from_args(headers=headers, url=request.url, body=body)
    version, address = answer.version, answer.peer[0]
    return made(
        request.url, status=answer.status, headers=headers, body=body, flags=flags,
        certificate=None if answer.tls is None else answer.tls.getpeercert(binary_form=True),
        ip_address=ipaddress.ip_address(address) if address else None,
        protocol=f"HTTP/{version.major}.{version.minor}" if version else "HTTP/1.1",
    )  # fmt: skip


def _stopped(response: Response, stop: StopDownload) -> Response:
    """The part of a response that a component stopped.

    Raises:
        StopDownload: the component wants it to fail.
    """
    response.flags.append("download_stopped")
    if stop.fail:
        stop.response = response
        raise stop
    return response
