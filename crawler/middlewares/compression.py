"""Decompresses bodies. A body that cannot be decompressed completely is rejected."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, NotConfigured
from scrapy.http import Response
from scrapy.responsetypes import responsetypes

from contract import limits
from contract.errors import UpstreamUnreachable
from crawler import resources
from crawler.fetching.decompression import ACCEPTED, BadBody, BodyTooLarge, unpack
from crawler.meta import PREFIX_ONLY

# Up to this size, compressed and decompressed, a body takes a millisecond.
# Larger ones are decompressed in a thread, off the event loop.
INLINE_MAX_BYTES = 262_144


class Decompression:
    """Replaces Scrapy's middleware, which returns part of a broken body, or fails with the codec's own message."""

    def __init__(self, crawler: Crawler) -> None:
        self._threads = resources.of(crawler).threads
        self._max_bytes = crawler.settings.getint("DOWNLOAD_MAXSIZE")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Decompression:
        """The middleware. Raises NotConfigured when COMPRESSION_ENABLED is off."""
        if not crawler.settings.getbool("COMPRESSION_ENABLED"):
            raise NotConfigured
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Set Accept-Encoding to the supported encodings."""
        request.headers.setdefault("Accept-Encoding", ", ".join(ACCEPTED))

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response with its body decompressed.

        Raises:
            UpstreamUnreachable: the body cannot be decompressed.
            DownloadCancelledError: the decompressed body exceeds the maximum page size.
        """
        encodings = _encodings(response)
        if not encodings:
            return response
        most = request.meta.get("download_maxsize", self._max_bytes) or limits.DOWNLOAD_MAX_BYTES
        try:
            body = await self._unpacked(response.body, encodings, most, bool(request.meta.get(PREFIX_ONLY)))
        except BadBody as error:
            raise UpstreamUnreachable("The origin sent a body that cannot be decompressed.") from error
        except BodyTooLarge as error:
            raise DownloadCancelledError(f"DOWNLOAD_MAXSIZE exceeded by {response.url}, unpacked") from error
        return _with_body(response, body)

    async def _unpacked(self, body: bytes, encodings: list[str], most: int, prefix_only: bool) -> bytes:
        if len(body) <= INLINE_MAX_BYTES and not prefix_only:
            with contextlib.suppress(BodyTooLarge):
                return unpack(body, encodings, min(most, INLINE_MAX_BYTES))
        loop = asyncio.get_running_loop()
        work = partial(unpack, body, encodings, most, prefix_only=prefix_only)
        return await loop.run_in_executor(self._threads, work)


def _encodings(response: Response) -> list[str]:
    """The encodings of a body in the order in which they were applied. Unknown ones are ignored, as in browsers."""
    declared = b",".join(response.headers.getlist("Content-Encoding")).decode("latin-1")
    names = [part.strip().lower().removeprefix("x-") for part in declared.split(",")]
    return [name for name in names if name in ACCEPTED]


def _with_body(response: Response, body: bytes) -> Response:
    """The same response, decompressed. `replace` is not used: it detects the charset of the compressed bytes."""
    headers = response.headers.copy()
    del headers["Content-Encoding"]
    made = responsetypes.from_args(headers=headers, url=response.url, body=body)
    return made(
        response.url, status=response.status, headers=headers, body=body, flags=response.flags, request=response.request,
        certificate=response.certificate, ip_address=response.ip_address, protocol=response.protocol,
    )  # fmt: skip
