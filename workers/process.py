"""What a worker process consists of: event loop, browser and readers, slices, webhook relay, heartbeat, sweeper.

Imported after dramatiq has forked, because threads and event loops do not survive a fork.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import TypeVar
from uuid import UUID

from contract.environment import Environment
from contract.process import memory
from contract.queues import MESSAGE_QUEUES, PAGES_QUEUE, WEBHOOKS_QUEUE
from contract.tracing import spans
from crawler import resources
from crawler.answers import change_summary
from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.runner import Reactor, engine_of
from extraction.changes.judgement import Asked, Judgement, Known, judge
from extraction.changes.sentences import ChangeQuestion
from extraction.changes.visit import Visit
from models import session, worker
from models.jobs.next_job import Slots
from models.queues import pause
from workers.deliver import Relay
from workers.mailbox import CANCELLED_CHANNEL, Mailbox
from workers.queue import Claimed, WakefulBroker
from workers.run import Runner, perform
from workers.slices import Slices
from workers.suspects import Suspects
from workers.sweep import Heartbeat, Sweeper
from workers.vitals import MessageMeter, Vitals
from workers.watchdog import LoopWatchdog
from workers.watches.ending import WatchEnder
from workers.watches.starting import WatchStarter

log = logging.getLogger(__name__)
T = TypeVar("T")
# For the threads that run jobs, and for the sweeper: each uses a connection for milliseconds. The threads of the event
# loop get one each, and the heartbeat has its own.
JOB_CONNECTIONS = 8
# With the wait for a reading process.
JUDGE_SECONDS = 300.0


class WorkerProcess:
    """Created before the first message, and started in the order of its methods.

    An error while it is created leaves threads running: the process must end.
    """

    def __init__(self, environment: Environment, broker: WakefulBroker, meter: MessageMeter) -> None:
        self._environment = environment
        self._broker = broker
        self._meter = meter
        self._owner = worker.new_id()
        self._database = session.create(environment.database_url, pool_size=resources.THREADS + JOB_CONNECTIONS)
        self._reactor = Reactor()
        self._reactor.start()
        self._engine = self._on_loop(lambda: engine_of(environment, self._database))
        self._reactor.call(self._engine.start(), timeout=60)
        self._engine.resources.reading.warm()
        self._mailbox = Mailbox(broker)
        broker.paused = session.ask(self._database, pause.list_names)
        self._watchdog = LoopWatchdog(self._reactor.loop, self._engine.resources.interruptions)
        self.runner = self._new_runner()
        self._relay = self._on_loop(self._new_relay)
        self.slices = self._new_slices()
        self._pages = self.slices.pages = self._on_loop(self._new_pages)
        self._mailbox.listen(CANCELLED_CHANNEL, self._check_jobs_soon)
        self._heartbeat = self._new_heartbeat()
        broker.stalled, broker.claim = self._is_stalled, self._claim
        self._suspects = Suspects()
        self._sweeper = Sweeper(
            self._database, self._mailbox, post_next=self.runner.post_next,
            start_suspects=self._suspects.start, may_recover=self._heartbeat.may_recover,
        )  # fmt: skip
        self._watches = (
            WatchStarter(self._database, self._mailbox),
            WatchEnder(self._database, environment, self._judge, self._describe, self._wake_relay),
        )

    def start(self) -> None:
        """Start what watches and repairs, and the traces: the check of the address policy is in none."""
        spans.start(self._environment.otlp_endpoint, "worker")
        self._watchdog.start()
        self._heartbeat.start()
        self._sweeper.start()
        for thread in self._watches:
            thread.start()
        memory.release_startup_memory()
        log.info("Worker %s is ready", self._owner)

    def start_own_work(self) -> None:
        """Start what works without messages."""
        self._on_loop(self._pages.start)
        self._on_loop(self._relay.start)

    def release_pages(self) -> Future[None]:
        """Begin no more work. Start ending or releasing pages, at the same time as the threads end their scrapes."""
        self._broker.stopping = True
        return asyncio.run_coroutine_threadsafe(self.slices.stop(), self._reactor.loop)

    def stop(self, pages_end: Future[None]) -> None:
        """Stop everything in reverse order. An error in one part does not prevent the others from stopping.

        Args:
            pages_end: the result of `release_pages`.
        """
        with ExitStack() as ending:
            ending.callback(spans.stop)
            ending.callback(self._reactor.stop)
            ending.callback(lambda: self._reactor.call(self._engine.close(), timeout=10))
            ending.callback(self._heartbeat.stop)
            ending.callback(self._watchdog.stop)
            ending.callback(self._suspects.stop)
            ending.callback(self._sweeper.stop)
            for thread in self._watches:
                ending.callback(thread.stop)
            ending.callback(lambda: self._reactor.call(self._relay.stop(), timeout=5))
            ending.callback(pages_end.result, 10)

    def _new_runner(self) -> Runner:
        return Runner(
            owner=self._owner,
            database=self._database,
            mailbox=self._mailbox,
            perform=partial(perform, self._reactor, self._engine),
            may_recover=lambda connection: self._heartbeat.may_recover(connection),
            interruptions=self._engine.resources.interruptions,
        )

    def _new_relay(self) -> Relay:
        paused = partial(self._mailbox.is_paused, WEBHOOKS_QUEUE)
        return Relay(self._environment, self._engine.resources, self._database, paused)

    def _new_slices(self) -> Slices:
        return Slices(
            owner=self._owner,
            database=self._database,
            mailbox=self._mailbox,
            loop=self._reactor.loop,
            threads=self._engine.resources.threads,
        )

    def _new_pages(self) -> PagesInHand:
        frontier = StoredFrontier(
            self._database,
            self._engine.resources.threads,
            self._owner,
            on_events=self._relay.wake,
            on_due=self.slices.post_due,
        )
        visits = self._engine.resources.visits
        assert visits is not None
        visits.fetched, visits.on_due = lambda: frontier.fetched, self.slices.post_due_or_wake
        return PagesInHand(self._engine, frontier)

    def _new_heartbeat(self) -> Heartbeat:
        return Heartbeat(
            owner=self._owner, leases=self.runner.leases, pages=self._pages.frontier.claimed, slices=self.slices.running,
            database=session.create_for_heartbeats(self._environment.database_url), about=self._vitals(),
            set_paused=partial(setattr, self._broker, "paused"), stalled=self._is_stalled,
        )  # fmt: skip

    def _vitals(self) -> Vitals:
        broker, relay, pages, browser = self._broker, self._relay, self._pages, self._engine.resources.browser
        fixed = {"host": socket.gethostname(), "pid": os.getpid(), "browser": browser.path, "egressGuard": True}
        return Vitals(
            fixed,
            slots=lambda: {**{name: broker.slots.get(name, 0) for name in MESSAGE_QUEUES}, WEBHOOKS_QUEUE: relay.slots},
            running=lambda: {**self._meter.running(), WEBHOOKS_QUEUE: relay.running},
            ended=lambda: {**self._meter.ended, PAGES_QUEUE: pages.ended, WEBHOOKS_QUEUE: relay.ended},
            paused=lambda: sorted(broker.paused),
            browser=browser.state,
        )

    def _claim(self, queue: str, slots: Slots, with_lost: bool) -> Claimed | None:
        """The next work of a queue, for its consumer."""
        return (self.slices if queue == PAGES_QUEUE else self.runner).claim(queue, slots, with_lost)

    def _check_jobs_soon(self, job_id: str) -> None:
        """A job was cancelled: look which pages in hand may stop."""
        self._reactor.loop.call_soon_threadsafe(self._pages.check_jobs)

    def _judge(self, workspace_id: UUID, visit: Visit, known: Known, asked: Asked, later: Sequence[Visit]) -> Judgement:
        """What a check found on a page, judged in a reading process. Called in the thread that ends checks."""
        work = self._engine.resources.reading.call(
            visit.url, judge, visit, known, asked, later, workspace_id=str(workspace_id)
        )
        return self._reactor.call(work, timeout=JUDGE_SECONDS)

    def _describe(self, workspace_id: UUID, url: str, question: ChangeQuestion) -> str:
        """What the language model says about a change. Called in the thread that ends checks.

        Raises:
            ServiceError: it says nothing that the change supports.
        """
        work = change_summary.describe(self._engine.resources, url, question, str(workspace_id))
        return self._reactor.call(work, timeout=change_summary.SECONDS + JUDGE_SECONDS)

    def _wake_relay(self) -> None:
        self._reactor.loop.call_soon_threadsafe(self._relay.wake)

    def _is_stalled(self) -> bool:
        return self._watchdog.stalled

    def _on_loop(self, make: Callable[[], T]) -> T:
        """The result of `make`, called on the event loop."""
        return self._reactor.call(_in_coroutine(make))


async def _in_coroutine(make: Callable[[], T]) -> T:
    """A coroutine, which the reactor can run, for a function."""
    return make()
