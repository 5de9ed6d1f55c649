"""The entry point of a worker: `dramatiq workers.main` (or `orbweaver worker`).

Importing this module only creates the broker and declares the actors. `Boot` creates everything else (`workers/process.py`)
after dramatiq has forked.
"""

from __future__ import annotations

import logging
import signal
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import dramatiq

from contract.environment import Environment
from contract.process import forked_helpers, memory
from contract.process.logs import configure
from contract.process.parent import end_with_parent
from contract.queues import JOBS_QUEUE, PAGES_QUEUE, SCRAPE_QUEUE
from workers.queue import RUN_ACTOR, WakefulBroker, Work
from workers.vitals import MessageMeter

if TYPE_CHECKING:
    from workers.process import WorkerProcess

log = logging.getLogger(__name__)


class Boot(dramatiq.Middleware):
    """Creates the process's parts after the fork, and stops them at shutdown."""

    process: WorkerProcess

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.meter = MessageMeter()
        self._pages_end: Future[None]

    def before_worker_boot(self, broker: Any, worker: Any) -> None:
        """Start all parts. On an error, end the process: dramatiq would continue without the failed part."""
        end_with_parent(signal.SIGKILL)  # dramatiq's master
        memory.limit_arenas()
        configure(self.environment)
        try:
            from crawler.reading import PRELOADED
            from workers.process import WorkerProcess

            forked_helpers.start(PRELOADED)
            self.process = WorkerProcess(self.environment, broker, self.meter)
            self.process.start()
        except Exception:
            log.critical("The worker cannot start", exc_info=True)
            raise SystemExit(3) from None

    def after_worker_boot(self, broker: Any, worker: Any) -> None:
        self.process.start_own_work()

    def before_worker_shutdown(self, broker: Any, worker: Any) -> None:
        self._pages_end = self.process.release_pages()

    def after_worker_shutdown(self, broker: Any, worker: Any) -> None:
        self.process.stop(self._pages_end)


environment = Environment.read()
boot = Boot(environment)
broker = WakefulBroker(environment.redis_url, boot)
broker.add_middleware(boot.meter)
broker.declare_queue(JOBS_QUEUE)
broker.declare_queue(PAGES_QUEUE)
dramatiq.set_broker(broker)


@dramatiq.actor(actor_name=RUN_ACTOR, queue_name=SCRAPE_QUEUE, broker=broker)
def run(work: Work) -> None:
    """Run a claimed job or slice."""
    work.run()
