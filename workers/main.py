"""The worker process: `dramatiq workers.main` (or `orbweaver worker`).

Importing this module only creates the broker and declares the actor. `Boot` creates the reactor, the browser, the
reading pool and the database connections after dramatiq has forked.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import dramatiq

from contract.environment import Environment
from contract.process import memory
from contract.process.logs import configure
from models.queues import pause
from models.queues.names import WEBHOOKS
from workers.log_ids import LogIds, hide_skips
from workers.queue import (
    CANCELLED_CHANNEL,
    JOBS_QUEUE,
    PAGES_QUEUE,
    QUEUES,
    RUN_ACTOR,
    SCRAPE_QUEUE,
    SLICE_ACTOR,
    Mailbox,
    WakefulBroker,
    broker_of,
)
from workers.shares import WorkspaceShares
from workers.vitals import MessageMeter, Vitals

if TYPE_CHECKING:
    from crawler.jobs.pages_in_hand import PagesInHand
    from crawler.runner import Engine, Reactor
    from workers.deliver import Relay
    from workers.run import Runner
    from workers.slices import Slices
    from workers.suspects import Suspects
    from workers.sweep import Heartbeat, Sweeper
    from workers.watchdog import LoopWatchdog

log = logging.getLogger(__name__)
T = TypeVar("T")
# For the threads that run jobs, and for the sweeper: each uses a connection for milliseconds. The threads of the event
# loop get one each, and the heartbeat has its own.
JOB_CONNECTIONS = 8
PR_SET_PDEATHSIG = 1


class Boot(dramatiq.Middleware):
    """Starts the process's components after the fork, and stops them at shutdown."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.meter = MessageMeter()
        self.runner: Runner
        self.reactor: Reactor
        self.engine: Engine
        self.slices: Slices
        self.relay: Relay
        self.watchdog: LoopWatchdog
        self.heartbeat: Heartbeat
        self.sweeper: Sweeper
        self.suspects: Suspects

    def before_worker_boot(self, broker: Any, worker: Any) -> None:
        """Start all components. On an error, end the process: dramatiq would continue without the failed component."""
        _die_with_master()
        try:
            self._boot(broker)
        except Exception:
            log.critical("The worker cannot start", exc_info=True)
            raise SystemExit(3) from None

    def _boot(self, broker: Any) -> None:
        """Create the reactor, the engine with a verified address policy, the readers and the sweeper."""
        from crawler import resources
        from crawler.runner import Reactor, engine_of
        from models import session
        from workers.deliver import Relay
        from workers.run import Runner, perform
        from workers.slices import Slices
        from workers.suspects import Suspects
        from workers.sweep import Heartbeat, Sweeper
        from workers.watchdog import LoopWatchdog

        configure(self.environment)
        hide_skips()
        url = self.environment.database_url
        database = session.create(url, pool_size=resources.THREADS + JOB_CONNECTIONS)
        self.reactor = Reactor()
        self.reactor.start()
        self.engine = self.reactor.call(_on_loop(lambda: engine_of(self.environment, database)))
        self.reactor.call(self.engine.start(), timeout=60)
        self.engine.resources.reading.warm()
        mailbox = Mailbox(broker)
        broker.paused = session.ask(database, pause.list_names)
        owner = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self.watchdog = LoopWatchdog(self.reactor.loop)
        self.runner = Runner(
            owner=owner,
            database=database,
            mailbox=mailbox,
            perform=partial(perform, self.reactor, self.engine),
            stalled=lambda: self.watchdog.stalled,
        )
        paused = partial(mailbox.is_paused, WEBHOOKS)
        self.relay = self.reactor.call(
            _on_loop(lambda: Relay(self.environment, self.engine.resources, database, paused))
        )
        self.slices = Slices(
            owner=owner,
            database=database,
            mailbox=mailbox,
            loop=self.reactor.loop,
            threads=self.engine.resources.threads,
            stalled=lambda: self.watchdog.stalled,
        )
        pages = self.slices.pages = self.reactor.call(_on_loop(lambda: self._pages_in_hand(database, owner)))
        mailbox.listen(CANCELLED_CHANNEL, lambda job_id: self._call_soon(pages.check_jobs))
        self.heartbeat = Heartbeat(
            owner=owner, leases=self.runner.leases, pages=pages.frontier.claimed, slices=self.slices.running,
            database=session.create_for_heartbeats(url), about=self._vitals(broker),
            set_paused=partial(setattr, broker, "paused"), stalled=lambda: self.watchdog.stalled,
        )  # fmt: skip
        self.suspects = Suspects()
        self.sweeper = Sweeper(
            database, mailbox, post=self.slices.post, post_next=self.runner.post_next, start_suspects=self.suspects.start
        )  # fmt: skip
        self.watchdog.start()
        self.heartbeat.start()
        self.sweeper.start()
        memory.release_startup_memory()
        log.info("Worker %s is ready", owner)

    def after_worker_boot(self, broker: Any, worker: Any) -> None:
        """Start what works without messages."""
        self.reactor.call(_on_loop(self.slices.pages.start))
        self.reactor.call(_on_loop(self.relay.start))

    def before_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """Start ending or releasing pages, at the same time as the threads end their scrapes."""
        self._pages_end = asyncio.run_coroutine_threadsafe(self.slices.stop(), self.reactor.loop)

    def after_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """Stop all components in reverse order. An error in one does not prevent the others from stopping."""
        with ExitStack() as ending:
            ending.callback(self.reactor.stop)
            ending.callback(lambda: self.reactor.call(self.engine.close(), timeout=10))
            ending.callback(self.heartbeat.stop)
            ending.callback(self.watchdog.stop)
            ending.callback(self.suspects.stop)
            ending.callback(self.sweeper.stop)
            ending.callback(lambda: self.reactor.call(self.relay.stop(), timeout=5))
            ending.callback(self._pages_end.result, 10)

    def _vitals(self, broker: WakefulBroker) -> Vitals:
        browser, pages = self.engine.resources.browser, self.slices.pages
        fixed = {"host": socket.gethostname(), "pid": os.getpid(), "browser": browser.path, "egressGuard": True}
        return Vitals(
            fixed,
            places=lambda: {**{name: broker.places.get(name, 0) for name in QUEUES}, WEBHOOKS: self.relay.places},
            running=lambda: {**self.meter.running(), WEBHOOKS: self.relay.running},
            ended=lambda: {**self.meter.ended, PAGES_QUEUE: pages.ended, WEBHOOKS: self.relay.ended},
            paused=lambda: sorted(broker.paused),
            browser=browser.state,
        )

    def _call_soon(self, work: Callable[[], None]) -> None:
        self.reactor.loop.call_soon_threadsafe(work)

    def _pages_in_hand(self, database: Any, owner: str) -> PagesInHand:
        from crawler.jobs.pages_in_hand import PagesInHand
        from crawler.jobs.stored_frontier import StoredFrontier

        frontier = StoredFrontier(
            database,
            self.engine.resources.threads,
            owner,
            on_events=self.relay.wake,
            on_due=self.slices.place,
        )
        return PagesInHand(self.engine, frontier)


def _die_with_master() -> None:
    """Let the kernel kill this process when dramatiq's master dies, because nothing else would stop it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


async def _on_loop(make: Callable[[], T]) -> T:
    """The result of `make`, called on the event loop."""
    return make()


environment = Environment.read()
boot = Boot(environment)
broker = broker_of(environment.redis_url, middleware=[boot])
broker.add_middleware(LogIds())
broker.add_middleware(WorkspaceShares(broker.places))
# After the shares: it does not count the messages that they put aside.
broker.add_middleware(boot.meter)
broker.declare_queue(JOBS_QUEUE)
broker.declare_queue(PAGES_QUEUE)
dramatiq.set_broker(broker)


@dramatiq.actor(actor_name=RUN_ACTOR, queue_name=SCRAPE_QUEUE, broker=broker)
def run(job_id: str) -> None:
    """Run one job."""
    boot.runner.run(job_id)


@dramatiq.actor(actor_name=SLICE_ACTOR, queue_name=PAGES_QUEUE, broker=broker)
def run_slice(job_id: str, slice_id: str) -> None:
    """Run one slice of a crawl or batch."""
    boot.slices.run(slice_id)
