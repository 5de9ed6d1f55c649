"""Downloads and pages that end when their caller stops waiting.

Scrapy continues a download when the coroutine that awaits it is cancelled. So each caller has its own `InFlight` in its
request's meta, which redirects and retries keep. The download handler runs its downloads through it. When the caller
stops waiting, the remaining downloads are cancelled.

A `Call` is an `InFlight` of a caller that waits for the item of its request: Scrapy's engine fetches the page, the spider's
callback makes the item, and the pipelines process it. `crawler.outcomes` reports to the call how that ended.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy.exceptions import DownloadCancelledError
from scrapy.http import Request

from contract.tracing import spans
from crawler.meta import IN_FLIGHT

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

T = TypeVar("T")


class InFlight:
    """The work that one caller waits for. `has_ended`: the caller has stopped waiting. `trace`: the context of its span.

    Scrapy may start a download while it handles another request, in that one's context.
    """

    def __init__(self) -> None:
        self.has_ended = False
        self.trace = spans.current()
        self._running: set[asyncio.Task[Any]] = set()

    async def carry(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a download, or of other work that nobody needs once the caller has stopped waiting.

        It runs in the current task, which must not be that of the caller.

        Raises:
            DownloadCancelledError: the caller stopped waiting, before the work began or during it.
        """
        if self.has_ended:
            work.close()
            raise DownloadCancelledError("the caller stopped waiting before the download began")
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            return await work
        except asyncio.CancelledError as error:
            if not self.has_ended:
                raise  # For example because the download's deadline has passed.
            # Scrapy waits for the end of the task, and would not see that of a cancelled one.
            task.uncancel()
            raise DownloadCancelledError("the caller stopped waiting") from error
        finally:
            self._running.discard(task)

    def end(self) -> None:
        """Cancel the work in flight and reject further work."""
        if self.has_ended:
            return
        self.has_ended = True
        for task in self._running:
            task.cancel()


class Call(InFlight):
    """One request whose caller waits for its item.

    `fetched` is called once, when the request has ended and the page is about to be read.
    """

    def __init__(self, fetched: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._context = contextvars.copy_context()
        self._fetched = fetched
        # None once the caller has it: a failure holds on to this call, and a page's memory is freed without the collector.
        self._outcome: asyncio.Future[Any] | None = asyncio.get_running_loop().create_future()
        self._fetch: Deferred[Any] | None = None

    async def outcome(self) -> Any:
        """The item after all pipelines. When the caller stops waiting, what is left of the call ends.

        Raises:
            Exception: the failure of the download, the callback or a pipeline.
        """
        assert self._outcome is not None
        try:
            return await self._outcome
        finally:
            self._outcome = None
            self.end()

    @property
    def has_begun(self) -> bool:
        """Whether the engine has taken the request. What is queued now is its redirect, its retry or its rendering."""
        return self._fetch is not None

    def begin_fetch(self, fetch: Callable[[], Deferred[T]]) -> Deferred[T]:
        """Begin a hop of the request, in the middlewares. It ends when the caller stops waiting.

        It runs in the context of the caller, and so does everything after it: Scrapy begins the request while it handles
        another one, and log lines must name the caller's job.
        """
        self._fetch = begun = self._context.run(fetch)
        return begun

    def note_fetched(self) -> None:
        """The request has ended, with a response or a failure."""
        if self._fetched is not None:
            self._fetched()
            self._fetched = None

    def succeed(self, item: Any) -> None:
        """The pipelines have processed the item."""
        if self._outcome is not None and not self._outcome.done():
            self._outcome.set_result(item)

    def fail(self, error: BaseException | None) -> None:
        """The download, the callback or a pipeline has failed. The first failure counts."""
        assert error is not None
        if self._outcome is not None and not self._outcome.done():
            self._outcome.set_exception(error)

    def end(self) -> None:
        super().end()
        # The caller has noted it itself. Scrapy reports the end of a cancelled fetch later, when the page is no longer in hand.
        self._fetched = None
        if self._fetch is not None:
            self._fetch.cancel()
            self._fetch = None


async def detached(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that cleans up in the background when it is cancelled, such as the page of a browser."""
    task = asyncio.ensure_future(work)
    try:
        # Not awaited directly: a cancelled caller would wait until the work has ended.
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        raise
    return task.result()


def call_of(request: Request) -> Call | None:
    """The call that waits for the request's item, or None."""
    call = request.meta.get(IN_FLIGHT)
    return call if isinstance(call, Call) else None
