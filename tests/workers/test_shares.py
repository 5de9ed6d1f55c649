"""Shares of workspaces in a worker's places, with a real broker and a worker of Dramatiq."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from uuid import UUID, uuid4

import dramatiq
import pytest

from contract.environment import Environment
from tests.service import wait_until
from workers.queue import JOBS_QUEUE, RUN_ACTOR, Mailbox, WakefulBroker, broker_of
from workers.shares import WorkspaceShares

PLACES = 4


class Worker:
    """A worker with four places. Its jobs end when they are let go."""

    def __init__(self, redis_url: str) -> None:
        self.broker: WakefulBroker = broker_of(redis_url)
        self.broker.add_middleware(WorkspaceShares(self.broker.places))
        self.broker.declare_queue(JOBS_QUEUE)
        self.broker.client.flushdb()
        self.mailbox = Mailbox(self.broker)
        self.running: set[str] = set()
        self.ran: Counter[str] = Counter()
        self._ends = threading.Semaphore(0)
        dramatiq.actor(self._run, actor_name=RUN_ACTOR, queue_name=JOBS_QUEUE, broker=self.broker)
        self._worker = dramatiq.Worker(self.broker, worker_threads=4 * PLACES, worker_timeout=100)

    def _run(self, job_id: str) -> None:
        self.running.add(job_id)
        assert self._ends.acquire(timeout=60)
        self.running.discard(job_id)
        self.ran[job_id] += 1

    def start(self) -> None:
        self._worker.start()

    def post(self, workspace_id: UUID | None, number: int = 1) -> set[str]:
        posted = [uuid4() for _ in range(number)]
        for job_id in posted:
            assert self.mailbox.submit(job_id, JOBS_QUEUE, workspace_id)
        return {str(job_id) for job_id in posted}

    def end(self, number: int) -> None:
        """Let jobs end."""
        self._ends.release(number)

    def begin_to_stop(self) -> threading.Thread:
        """Stop in another thread. It waits for the running jobs."""
        stopping = threading.Thread(target=self._worker.stop, args=(60_000,))
        stopping.start()
        return stopping

    def taken(self) -> int:
        """How many messages this worker has taken and neither ended nor given back."""
        [key] = self.broker.client.keys("*__acks__*.jobs") or [b""]
        return int(self.broker.client.scard(key)) if key else 0

    def stop(self) -> None:
        self.end(1000)
        if not self.broker.stopping:
            self._worker.stop(10_000)
        self.broker.client.flushdb()
        self.broker.close()


@pytest.fixture
def worker(isolated: Environment, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    monkeypatch.setattr("dramatiq.worker.QUEUE_PREFETCH", 4 * PLACES)
    made = Worker(isolated.redis_url)
    yield made
    made.stop()


def test_a_workspace_with_many_jobs_leaves_places_to_others_and_all_its_jobs_run(worker: Worker) -> None:
    large, small = uuid4(), uuid4()
    many = worker.post(large, 20)
    few = worker.post(small)

    worker.start()
    wait_until(lambda: few <= worker.running, seconds=20, what="the job behind twenty of another workspace")
    assert len(worker.running & many) <= 3, "one of four places is left"

    worker.end(21)
    wait_until(lambda: set(worker.ran) == many | few, seconds=30, what="the end of all jobs")
    assert set(worker.ran.values()) == {1}


def test_workspaces_have_equal_shares_of_the_places(worker: Worker) -> None:
    first, second = (worker.post(uuid4(), 10) for _ in range(2))

    worker.start()
    wait_until(lambda: worker.running & first and worker.running & second, seconds=20, what="jobs of both")
    worker.end(6)
    wait_until(lambda: worker.ran.total() == 6, seconds=20, what="six jobs")
    wait_until(lambda: worker.running & first and worker.running & second, seconds=20, what="jobs of both")


def test_messages_of_older_versions_name_no_workspace_and_run(worker: Worker) -> None:
    posted = worker.post(None, PLACES)

    worker.start()

    wait_until(lambda: worker.running == posted, seconds=20, what="all of them at the same time")


def test_a_worker_that_stops_leaves_messages_put_aside_to_other_workers(worker: Worker) -> None:
    posted = worker.post(uuid4(), 10)
    worker.start()
    # Three jobs run. The messages of the others are put aside, so none waits in the queue.
    wait_until(lambda: len(worker.running) == 3 and not worker.mailbox.queued(), seconds=20, what="three jobs")
    wait_until(lambda: worker.taken() == 3, seconds=20, what="the messages that are put aside")

    stopping = worker.begin_to_stop()

    wait_until(lambda: len(worker.mailbox.queued()) == 7, seconds=20, what="the other messages")
    late = worker.post(uuid4())
    assert len(worker.running) == 3, "its own jobs go on"
    worker.end(3)
    stopping.join(30)
    assert not stopping.is_alive()
    assert set(map(str, worker.mailbox.queued())) == (posted | late) - set(worker.ran) and len(worker.ran) == 3
