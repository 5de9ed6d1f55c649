"""One POST to a provider, with limits on its time and on the bytes of its answer.

Redirects are not followed: the request carries the operator's key. No error contains the key or the answer's text.
"""

from __future__ import annotations

import asyncio
import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp

from contract import limits


@dataclass(frozen=True)
class Reply:
    """A complete HTTP answer. `retry_after_seconds` is None if the header is absent or not valid."""

    status: int
    body: bytes
    retry_after_seconds: float | None = None


class NoReply(Exception):
    """There is no complete answer. The message says why and names no host."""


class TooSlow(NoReply):
    """The answer was not complete in time."""


class Poster:
    """A pool of connections to one provider. It opens with the first request."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        # A compressed answer could be small on the wire and large in memory.
        self._headers = {**headers, "Accept-Encoding": "identity"}
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, body: bytes, seconds: float, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to a POST of JSON.

        Raises:
            NoReply: no connection, no complete answer within `seconds`, or an answer that is too large.
        """
        return await self._send("POST", url, body, seconds, {**(headers or {}), "Content-Type": "application/json"})

    async def get(self, url: str, seconds: float) -> Reply:
        """The answer to a GET. Raises like `post`."""
        return await self._send("GET", url, None, seconds, None)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _send(
        self, method: str, url: str, body: bytes | None, seconds: float, headers: Mapping[str, str] | None
    ) -> Reply:
        try:
            async with (
                asyncio.timeout(seconds),
                self._opened().request(
                    method, url, data=body, headers=headers, allow_redirects=False,
                ) as response,
            ):  # fmt: skip
                return Reply(response.status, await _read(response), _retry_after(response.headers))
        except TimeoutError as error:
            raise TooSlow(f"no complete answer within {seconds:.0f} seconds") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NoReply(_reason(error)) from error

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(total=None),
                connector=aiohttp.TCPConnector(limit=0),
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
            )
        return self._session


async def _read(response: aiohttp.ClientResponse) -> bytes:
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise NoReply("the answer is compressed, although the request did not permit it")
    body = bytearray()
    async for piece in response.content.iter_any():
        body += piece
        if len(body) > limits.MODEL_ANSWER_MAX_BYTES:
            raise NoReply(f"the answer is larger than {limits.MODEL_ANSWER_MAX_BYTES} bytes")
    return bytes(body)


def _reason(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return "the certificate is not valid"
    if isinstance(error, aiohttp.ClientConnectionError) and not isinstance(error, aiohttp.ServerDisconnectedError):
        return "no connection"
    return "the connection ended before the answer was complete"


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of a Retry-After header, which is a number or a date."""
    text = headers.get("Retry-After", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    # `not >=` also catches NaN.
    return None if not seconds >= 0 else min(seconds, limits.MODEL_RETRY_AFTER_MAX_SECONDS)
