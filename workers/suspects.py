"""Pages that may have stopped their workers, for example by taking too much memory, are processed alone, in a separate process.

The sweeper starts that process (`Suspects`). It processes such pages one after another and ends when none is left. If a
page stops it, no other page is lost with it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from contract.environment import Environment
from contract.process.interruptions import Interruptions
from contract.process.logs import configure
from contract.process.parent import end_with_parent
from contract.queues import PAGES_QUEUE
from contract.tracing import spans
from workers.watchdog import LoopWatchdog

if TYPE_CHECKING:
    from crawler.jobs.pages_in_hand import PagesInHand

log = logging.getLogger(__name__)

RENEW_SECONDS = 3.0
STOP_SECONDS = 3.0
DATABASE_CONNECTIONS = 4
# Longer than all limits of a page itself. A page that exceeds this would keep the other isolated pages waiting.
PAGE_SECONDS = 800.0


class Suspects:
    """Starts the process, at most one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless it is running."""
        if self._process is None or self._process.poll() is not None:
            log.warning("Pages whose workers stopped are processed alone, in a separate process")
            self._process = subprocess.Popen([sys.executable, "-m", "workers.suspects"])

    def stop(self) -> None:
        """Let the process give its page back, and wait for its end."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def main() -> None:
    """Process isolated pages until none is left, their queue is paused, or SIGTERM."""
    # SIGTERM, not SIGKILL: the page is given back when the worker dies, because it is not to blame.
    end_with_parent(signal.SIGTERM)
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    environment = Environment.read()
    configure(environment)
    _process_all(environment, stopping)


def _process_all(environment: Environment, stopping: threading.Event) -> None:
    from crawler.jobs.pages_in_hand import PagesInHand
    from crawler.jobs.stored_frontier import StoredFrontier
    from crawler.runner import Reactor, engine_of
    from models import session, worker
    from models.queues import pause

    database = session.create(environment.database_url, pool_size=DATABASE_CONNECTIONS)
    owner = worker.new_id()
    reactor = Reactor()
    reactor.start()

    def paused() -> bool:
        return PAGES_QUEUE in session.ask(database, pause.list_names)

    async def make() -> tuple[PagesInHand, Interruptions]:
        engine = engine_of(environment, database)
        await engine.start()
        frontier = StoredFrontier(database, engine.resources.threads, owner)
        return PagesInHand(engine, frontier), engine.resources.interruptions

    with ExitStack() as ending:
        ending.callback(spans.stop)
        ending.callback(reactor.stop)
        pages, interruptions = reactor.call(make(), timeout=60)
        spans.start(environment.otlp_endpoint, "worker")
        ending.callback(lambda: reactor.call(pages.close(), timeout=10))
        watchdog = LoopWatchdog(reactor.loop, interruptions)
        watchdog.start()
        ending.callback(watchdog.stop)
        # Each page has its own limits, and the watchdog ends the process when the loop hangs.
        reactor.call(_one_after_another(pages, stopping, paused), timeout=None)


async def _one_after_another(pages: PagesInHand, stopping: threading.Event, paused: Callable[[], bool]) -> None:
    pages.start()
    while not (stopping.is_set() or await asyncio.to_thread(paused)):
        if (task := await pages.frontier.claim_suspect()) is None:
            break
        log.warning("Page %s of job %s is processed alone: %s", task.number, task.job_id, task.url)
        pages.begin(task)
        try:
            async with asyncio.timeout(PAGE_SECONDS):
                await _until_ended(pages, stopping)
        except TimeoutError:
            log.error(
                "Page %s of job %s did not end within %s s; its lease will expire",
                task.number,
                task.job_id,
                PAGE_SECONDS,
            )
            pages.frontier.forget(task)
            pages.cancel(task.job_id)
    await pages.stop(0)


async def _until_ended(pages: PagesInHand, stopping: threading.Event) -> None:
    """Renew the page's lease until the page has ended or the process is to stop."""
    renew_at = 0.0
    while pages.frontier.claimed and not stopping.is_set():
        now = asyncio.get_running_loop().time()
        if now >= renew_at:
            renew_at = now + RENEW_SECONDS
            await pages.frontier.renew_pages()
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    main()
