"""The Python client: calls of the REST interface with typed options and results, retries, and waiting for jobs.

    from orbweaver.client import Client

    with Client("ow_sk_…", "http://127.0.0.1:8000") as client:
        page = client.scrape("https://example.com/", formats=["markdown", "links"])
        job = client.start_crawl("https://example.com/", limit=50)
        for entry in client.pages("crawl", job["crawlId"]):
            print(entry["url"], entry["status"])

`AsyncClient` has the same methods, to be awaited. Results are JSON objects with the field names of the API. A failed call
raises `orbweaver.rest.failures.Failed`. The module needs only requests, and aiohttp for `AsyncClient`: no code of the server.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar

import requests

from orbweaver.rest import steps
from orbweaver.rest.async_calls import AsyncCalls
from orbweaver.rest.call import Answer, Call, service_url
from orbweaver.rest.failures import Unreachable
from orbweaver.rest.records import PageEntry, PagesStatus
from orbweaver.rest.steps import JobKind, Pause, Progress, Steps
from orbweaver.rest.sync_calls import Calls

if TYPE_CHECKING:
    import aiohttp

T = TypeVar("T")
LOCAL = "http://127.0.0.1:8000"
# The service answers within 90 seconds; the client waits a little longer.
CALL_SECONDS, CONNECT_SECONDS = 120.0, 10.0


class Client(Calls):
    """A client of one service and one key. It may be used by one thread at a time."""

    def __init__(self, key: str, base_url: str = LOCAL, *, session: requests.Session | None = None) -> None:
        self._key, self._base_url = key, service_url(base_url)
        self._session = session or requests.Session()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def send(self, call: Call) -> Any:
        """The result of a call, which is repeated while that can help."""
        return self._run(steps.attempts(call))

    def wait(
        self, kind: JobKind, job_id: str, *, seconds: float | None = None, on_progress: Progress | None = None
    ) -> PagesStatus:
        """Wait for a crawl or batch. Returns its last status, without page entries.

        Args:
            seconds: the longest time to wait. No limit when omitted.
            on_progress: called with each status that is read.
        Raises:
            JobFailed: the job failed or was cancelled.
            WaitTimeout: it did not end in time. It continues.
        """
        return self._run(steps.until_ended(kind, job_id, seconds, on_progress))

    def pages(self, kind: JobKind, job_id: str, *, include_data: bool = True) -> Iterator[PageEntry]:
        """All page entries of a crawl or batch, each once. While the job runs, entries follow as their pages end.

        Raises:
            JobFailed: after the last entry, when the job failed or was cancelled.
        """
        cursor: str | None = None
        while True:
            part = self._run(steps.next_entries(kind, job_id, cursor, include_data))
            yield from part["pages"]
            if (cursor := part["nextCursor"]) is None:
                steps.require_success(kind, part)
                return

    def _run(self, work: Steps[T]) -> T:
        answered: Answer | Unreachable | None = None
        try:
            while True:
                step = work.send(answered)
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    answered = None
                else:
                    answered = self._answer(step)
        except StopIteration as ended:
            result: T = ended.value
            return result

    def _answer(self, call: Call) -> Answer | Unreachable:
        try:
            # A redirect is not followed: it would send the key to another server.
            answer = self._session.request(
                call.method, self._base_url + call.target, json=call.body, headers=call.headers(self._key),
                timeout=(CONNECT_SECONDS, CALL_SECONDS), allow_redirects=False,
            )  # fmt: skip
        except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
            return Unreachable(f"The service could not be reached: {error}")
        return Answer(answer.status_code, answer.headers, _json(answer.content))


class AsyncClient(AsyncCalls):
    """The client for `await`. It belongs to one event loop and sends any number of calls at a time."""

    def __init__(self, key: str, base_url: str = LOCAL) -> None:
        self._key, self._base_url = key, service_url(base_url)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def send(self, call: Call) -> Any:
        """The result of a call, which is repeated while that can help."""
        return await self._run(steps.attempts(call))

    async def wait(
        self, kind: JobKind, job_id: str, *, seconds: float | None = None, on_progress: Progress | None = None
    ) -> PagesStatus:
        """Wait for a crawl or batch. As `Client.wait`."""
        return await self._run(steps.until_ended(kind, job_id, seconds, on_progress))

    async def pages(self, kind: JobKind, job_id: str, *, include_data: bool = True) -> AsyncIterator[PageEntry]:
        """All page entries of a crawl or batch. As `Client.pages`."""
        cursor: str | None = None
        while True:
            part = await self._run(steps.next_entries(kind, job_id, cursor, include_data))
            for entry in part["pages"]:
                yield entry
            if (cursor := part["nextCursor"]) is None:
                steps.require_success(kind, part)
                return

    async def _run(self, work: Steps[T]) -> T:
        answered: Answer | Unreachable | None = None
        try:
            while True:
                step = work.send(answered)
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    answered = None
                else:
                    answered = await self._answer(step)
        except StopIteration as ended:
            result: T = ended.value
            return result

    async def _answer(self, call: Call) -> Answer | Unreachable:
        import aiohttp  # Only this client needs it.

        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=CALL_SECONDS, connect=CONNECT_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout)
        url, headers = self._base_url + call.target, call.headers(self._key)
        try:
            # A redirect is not followed: it would send the key to another server.
            async with self._session.request(
                call.method, url, json=call.body, headers=headers, allow_redirects=False
            ) as answer:
                return Answer(answer.status, answer.headers, _json(await answer.read()))
        except (aiohttp.ClientError, TimeoutError) as error:
            return Unreachable(f"The service could not be reached: {error or 'no answer in time'}")


def _json(content: bytes) -> Any:
    """The JSON value of a body, or None when it is none, such as the error page of a proxy."""
    try:
        return json.loads(content)
    except ValueError:
        return None
