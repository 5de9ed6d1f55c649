"""Runs a crawl or a batch in this process with Scrapy, without a server or a database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from contract.declare import dump
from contract.errors import InvalidRequest
from contract.operations import Operation
from orbweaver.local.page_files import PageFile, ResponseFile, can_be_continued, check_output, page_file
from orbweaver.local.progress import TERMINAL_SECONDS, ProgressLine

if TYPE_CHECKING:
    from scrapy.http import Request, Response

    from crawler.jobs.memory_frontier import MemoryFrontier, Progress
    from crawler.spiders.pages import PagesSpider


@dataclass(frozen=True)
class Ended:
    """How a run ended. `failures` are URL and error of the pages that failed in this run."""

    progress: Progress
    failures: list[tuple[str, str]]
    interrupted: bool


def state_folder(output: str | None) -> Path | None:
    """The folder beside the output that holds the remaining pages of an interrupted run. None if it cannot be resumed."""
    return Path(f"{output.rstrip('/')}.state") if output is not None and can_be_continued(output) else None


def run(operation: Operation, arguments: Mapping[str, str], output: str | None, *, resume: bool) -> Ended:
    """Run a crawl or batch and write its pages. After Ctrl-C, `resume` continues where it stopped.

    Raises:
        InvalidRequest: an option is not valid, there is nothing to resume, an interrupted run would be lost, or a page could
            not be written.
        BrokenPipeError: the reader of the output has ended.
    """
    check_output(output, resume=resume)
    state = state_folder(output)
    _check_state(state, resume)
    # Imported here: `orbweaver --help` of a command must not load the crawler.
    # This one comes first: it goes through all loaded modules three times, which takes 0.3 s later.
    from scrapy.core.downloader import contextfactory  # noqa: F401, I001
    from scrapy import signals
    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.settings import Settings

    from crawler import settings
    from crawler.fetching import quiet_signals
    from crawler.runner import SPIDERS

    used = Settings()
    used.setmodule(settings)
    used.setdict({"LOG_LEVEL": "CRITICAL", **({"JOBDIR": str(state)} if state else {})}, priority="cmdline")
    process = AsyncCrawlerProcess(used)
    logging.getLogger("scrapy").setLevel(logging.CRITICAL)
    spider_class = SPIDERS[operation.name]
    spider_class(**arguments).check()
    crawler = process.create_crawler(spider_class)
    quiet_signals.use(crawler)
    watch = _Watch(page_file(output, resume=resume))
    crawler.signals.connect(watch.opened, signal=signals.spider_opened)
    crawler.signals.connect(watch.scraped, signal=signals.item_scraped)
    crawler.signals.connect(watch.closed, signal=signals.spider_closed)
    if watch.archive is not None:
        crawler.signals.connect(watch.received, signal=signals.response_downloaded)
    process.crawl(crawler, **arguments)
    process.start()
    if watch.failure is not None:
        _give_up(watch.failure, output, state)
    ended = watch.ended()
    if state is not None and not ended.interrupted:
        shutil.rmtree(state, ignore_errors=True)
    return ended


def _give_up(failure: OSError, output: str | None, state: Path | None) -> NoReturn:
    """End a run whose pages could not be written. It cannot be resumed: it would leave out the page that was lost."""
    if state is not None:
        shutil.rmtree(state, ignore_errors=True)
    if output is None:
        # Python writes what is left of the page when it ends, which would fail again.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(failure, BrokenPipeError):
        raise failure
    raise InvalidRequest.of(
        "output", f"{output or 'standard output'} cannot be written: {failure.strerror}"
    ) from failure


def _check_state(state: Path | None, resume: bool) -> None:
    if resume and state is None:
        raise InvalidRequest.of("resume", "requires -o: the state of the run is stored beside the output")
    if state is None:
        return
    if resume and not state.exists():
        raise InvalidRequest.of("resume", f"{state} does not exist: no run with this output was interrupted")
    if not resume and state.exists():
        raise InvalidRequest.of(
            "output", f"an earlier run was interrupted. Continue it with --resume, or delete {state}"
        )


class _Watch:
    """Writes the pages of a run and shows its progress. `failure` is the first error of writing, which ends the run."""

    def __init__(self, pages: PageFile) -> None:
        self._pages = pages
        self._line = ProgressLine()
        self._spider: PagesSpider | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._reason = ""
        self.failure: OSError | None = None

    @property
    def archive(self) -> ResponseFile | None:
        """The file, if it receives responses too."""
        return self._pages if isinstance(self._pages, ResponseFile) else None

    def opened(self, spider: PagesSpider) -> None:
        self._spider = spider
        self._ticking = asyncio.ensure_future(self._tick())

    def scraped(self, item: Any) -> None:
        if item.result is not None:
            self._write(lambda: self._pages.add(dump(item.result), item.capture.captured_at))

    def received(self, response: Response, request: Request) -> None:
        """Add a response to the archive."""
        if (archive := self.archive) is not None:
            self._write(lambda: archive.add_response(request, response))

    def closed(self, reason: str) -> None:
        self._reason = reason
        if self._ticking is not None:
            self._ticking.cancel()
        try:
            self._pages.close()
        except OSError as error:
            self.failure = self.failure or error
        if (frontier := self._frontier) is not None:
            self._line.finish(frontier.progress())

    def ended(self) -> Ended:
        """How the run ended.

        Raises:
            InvalidRequest: it ended before its first page.
        """
        frontier = self._frontier
        if frontier is None:
            raise InvalidRequest.of("run", "ended before its first page")
        return Ended(frontier.progress(), frontier.failures, self._reason != "finished")

    @property
    def _frontier(self) -> MemoryFrontier | None:
        return None if self._spider is None else self._spider.memory_frontier

    def _write(self, write: Callable[[], None]) -> None:
        """Write something. The first failure ends the run: Scrapy would only log it."""
        if self.failure is not None:
            return
        try:
            write()
        except OSError as error:
            self.failure = error
            if self._spider is not None:
                self._stopping = asyncio.ensure_future(self._spider.crawler.stop_async())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TERMINAL_SECONDS)
            if (frontier := self._frontier) is not None:
                self._line.update(frontier.progress())
