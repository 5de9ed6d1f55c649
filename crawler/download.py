"""One download handler for all pages: plain pages over aiohttp, rendered pages in the shared browser.

Every fetch keeps to its capture's deadline, connects only where `egress` permits, and closes its page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from contract.process import log_context
from contract.tracing import spans
from contract.tracing.attributes import client_request
from crawler import resources
from crawler.calls import InFlight, detached
from crawler.capture import capture_request_of
from crawler.failures import DeadlinePassed, HostBusy, NoDocument, denied
from crawler.fetching.plain_handler import PlainHandler
from crawler.meta import (
    CAN_WAIT_FOR_SLOT,
    DEADLINE,
    IN_FLIGHT,
    NOT_RENDERED,
    OF_JOB,
    OWN_SERVER,
    PLAYWRIGHT,
    QUEUED_AT,
    RENDERED,
    SLOT_AT,
    TASK,
    VIEW,
)
from crawler.rendering.handler import RenderedHandler
from extraction.links.scope import host_of

# A request stops waiting for a slot this long before its deadline, so that its failure names the reason.
SLOT_MARGIN_SECONDS = 0.1


class DownloadHandler(BaseDownloadHandler):
    """Sends each request to the browser or to the plain client."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._resources = resources.of(crawler)
        shared = self._resources
        self._plain = PlainHandler(crawler, shared.policy, shared.exempt)
        self._own_servers = PlainHandler(crawler, shared.policy, shared.own_servers)
        self._rendered = RenderedHandler(crawler, shared.browser, shared.ways_out, shared.policy)

    async def download_request(self, request: Request) -> Response:
        """The response, within the deadline of its capture.

        Raises:
            DeadlinePassed: the capture's time ran out. Downloads in flight are cancelled.
            HostBusy: it ran out while the request waited for a slot at its host.
        """
        if (task := request.meta.get(TASK)) is not None:
            # Scrapy may start the download while it handles another request.
            log_context.bind(job_id=task.job_id, workspace_id=task.workspace_id)
        in_flight: InFlight | None = request.meta.get(IN_FLIGHT)
        queued_at: float | None = request.meta.pop(QUEUED_AT, None)
        if queued_at is not None and DEADLINE in request.meta:
            request.meta[DEADLINE] += asyncio.get_running_loop().time() - queued_at
        try:
            async with asyncio.timeout_at(request.meta.get(DEADLINE)) as clock:
                fetch = self._fetch(request, clock)
                if is_rendered(request):
                    fetch = detached(fetch)
                return await (fetch if in_flight is None else in_flight.carry(fetch))
        except TimeoutError as error:
            deadline: float | None = request.meta.get(DEADLINE)
            if deadline is not None and asyncio.get_running_loop().time() >= deadline:
                raise DeadlinePassed(request.url) from error
            raise
        except Exception as error:
            # Raise the policy's error here, because the retry middleware would take it for an unreachable host.
            if refusal := denied(error):
                raise refusal from error
            raise

    async def _fetch(self, request: Request, clock: asyncio.Timeout) -> Response:
        async with self._slot(request, clock):
            return await self._send(request, clock)

    async def _send(self, request: Request, clock: asyncio.Timeout) -> Response:
        if request.meta.get(OWN_SERVER):
            return await _reported("fetch", request, self._own_servers.download_request)
        if not is_rendered(request):
            return await _reported("fetch", request, self._plain.download_request)
        async with self._browser_slot(request, clock):
            return await _reported("render", request, self._render)

    @contextlib.asynccontextmanager
    async def _slot(self, request: Request, clock: asyncio.Timeout) -> AsyncIterator[None]:
        """One of the slots of the request's host, unless the page that it belongs to has one there.

        Raises:
            HostBusy: none became free within the time limit.
        """
        visits, name = self._resources.visits, host_of(request.url)
        if visits is None or name == request.meta.get(SLOT_AT) or request.meta.get(OWN_SERVER):
            yield
            return
        if request.meta.get(CAN_WAIT_FOR_SLOT):
            async with self._not_counted(request, clock):
                visit = await visits.take(name, capture_request_of(request).workspace_id)
        else:
            deadline = clock.when()
            try:
                async with asyncio.timeout_at(None if deadline is None else deadline - SLOT_MARGIN_SECONDS):
                    visit = await visits.take(name, capture_request_of(request).workspace_id)
            except TimeoutError as error:
                raise HostBusy(name) from error
        try:
            yield
        finally:
            visits.end(name, visit)

    @contextlib.asynccontextmanager
    async def _not_counted(self, request: Request, clock: asyncio.Timeout) -> AsyncIterator[None]:
        """The time of the block extends the request's time limit."""
        loop = asyncio.get_running_loop()
        begun, deadline = loop.time(), clock.when()
        clock.reschedule(None)
        yield
        if deadline is not None:
            request.meta[DEADLINE] = deadline + loop.time() - begun
            clock.reschedule(request.meta[DEADLINE])

    @contextlib.asynccontextmanager
    async def _browser_slot(self, request: Request, clock: asyncio.Timeout) -> AsyncIterator[None]:
        """A slot of the browser for a page of a job. Waiting for it extends the deadline and is not counted as site delay."""
        if not request.meta.get(OF_JOB):
            yield
            return
        async with contextlib.AsyncExitStack() as stack:
            async with self._not_counted(request, clock):
                await stack.enter_async_context(
                    self._resources.browser.job_slot(capture_request_of(request).workspace_id)
                )
            yield

    async def _render(self, request: Request) -> Response:
        """The rendered page, or the plain response if it is not a document."""
        try:
            return await self._rendered.download_request(request)
        except NoDocument:
            if VIEW in request.meta:
                raise  # There is nothing to take from it.
            response = await self._plain.download_request(request)
            response.flags.append(NOT_RENDERED)
            return response

    async def close(self) -> None:
        """Close the sessions. The shared browser stays open."""
        await self._plain.close()
        await self._own_servers.close()
        await self._rendered.close()


async def _reported(name: str, request: Request, send: Callable[[Request], Awaitable[Response]]) -> Response:
    """The response to a request, with its span. The request carries no trace context: sites must not see which calls are one."""
    if not spans.is_on():
        return await send(request)
    in_flight: InFlight | None = request.meta.get(IN_FLIGHT)
    parent = None if in_flight is None else in_flight.trace
    with spans.span(name, partial(client_request, request.method, request.url), kind="client", parent=parent) as span:
        response = await send(request)
        span.set({"http.response.status_code": response.status, "http.response.body.size": len(response.body)})
        if response.status >= 400:
            span.fail(str(response.status))
        return response


def is_rendered(request: Request) -> bool:
    """Whether a request is for the browser."""
    return bool(request.meta.get(RENDERED) or request.meta.get(PLAYWRIGHT))
