"""Shares of workspaces in a worker's slots: the rule alone, then with a real broker and a worker of Dramatiq."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from uuid import UUID, uuid4

import dramatiq
import pytest

from contract.environment import Environment
from contract.queues import JOBS_QUEUE
from models.base import new_id
from tests.service import wait_until
from workers.queue import RUN_ACTOR, WORKSPACE, Mailbox, WakefulBroker, broker_of
from workers.shares import QueueSlots, WorkspaceShares

SLOTS = 4


@pytest.fixture(autouse=True)
def posted_messages_are_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as a test may take on a busy machine."""
    monkeypatch.setattr("workers.shares.EXPECTED_SECONDS", 60.0)


def message_of(workspace_id: str, job_id: object = None) -> dramatiq.Message[None]:
    return dramatiq.Message(
        queue_name=JOBS_QUEUE, actor_name=RUN_ACTOR, args=(str(job_id or new_id()),), kwargs={},
        options={WORKSPACE: workspace_id},
    )  # fmt: skip


def take(slots: QueueSlots, workspace_id: str, jobs: int = 1) -> int:
    """How many of the jobs get a slot. The messages of the others are postponed."""
    return sum(slots.take(workspace_id, message_of(workspace_id)) for _ in range(jobs))


def end(slots: QueueSlots, workspace_id: str) -> list[str]:
    """One job ends, and the messages that are posted for it arrive. Returns their workspaces."""
    arrived = [(message.options[WORKSPACE], message) for message in slots.release(workspace_id)]
    assert all(slots.take(*one) for one in arrived)
    return [workspace_id for workspace_id, _ in arrived]


@pytest.mark.parametrize(
    ("number", "workspaces", "used"),
    [
        (155, 1, 147), (155, 2, 147), (155, 45, 147), (155, 100, 147), (155, 147, 147),
        (40, 1, 32), (40, 13, 32), (4, 1, 3), (4, 2, 3), (2, 1, 1), (1, 1, 1),
    ],
)  # fmt: skip
def test_waiting_workspaces_use_all_slots_but_the_reserved_ones(number: int, workspaces: int, used: int) -> None:
    slots = QueueSlots(number)

    jobs = 3 + 2 * number // workspaces
    ran = Counter({f"workspace {each}": take(slots, f"workspace {each}", jobs) for each in range(workspaces)})
    for _ in range(300):
        ended = ran.most_common(1)[0][0]
        ran[ended] -= 1
        ran.update(end(slots, ended))
        assert used <= ran.total() <= number
        assert take(slots, ended) == 0, "its next job waits as well"

    assert ran.total() == used
    assert max(ran.values()) - min(ran.values()) <= 1, "the shares become equal"
    assert take(slots, "new") == min(1, number - 1)


def test_new_workspace_gets_idle_slots_at_once_and_then_those_that_become_free_up_to_its_equal_share() -> None:
    slots = QueueSlots(40)
    assert take(slots, "large", 100) == 32
    assert take(slots, "small", 100) == 8

    posted = [workspace_id for _ in range(16) for workspace_id in end(slots, "large")]

    assert Counter(posted) == {"small": 8}, "sixteen each; eight slots are reserved for the next workspace"
    assert take(slots, "next", 100) == 8


def test_messages_that_are_posted_again_keep_their_slots_until_they_arrive() -> None:
    slots = QueueSlots(40)
    take(slots, "large", 100)

    posted = [message for _ in range(10) for message in slots.release("large")]

    assert len(posted) == 10, "one for each job that ended"
    assert [message.args[0] for message in posted] == sorted(message.args[0] for message in posted), "the oldest first"
    assert take(slots, "new") == 1 and take(slots, "large") == 0
    assert all(slots.take("large", message) for message in posted)


def test_slots_of_messages_that_another_worker_took_are_used_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.shares.EXPECTED_SECONDS", 0.05)
    slots = QueueSlots(40)
    take(slots, "large", 100)
    assert len(slots.release("large")) == 1

    time.sleep(0.1)

    assert len(slots.release("large")) == 2


class Worker:
    """A worker with four slots. Its jobs end when they are let go."""

    def __init__(self, redis_url: str) -> None:
        self.broker: WakefulBroker = broker_of(redis_url)
        self.broker.add_middleware(WorkspaceShares(self.broker.slots))
        self.broker.declare_queue(JOBS_QUEUE)
        self.broker.client.flushdb()
        self.mailbox = Mailbox(self.broker)
        self.running: set[str] = set()
        self.ran: Counter[str] = Counter()
        self._ends = threading.Semaphore(0)
        dramatiq.actor(self._run, actor_name=RUN_ACTOR, queue_name=JOBS_QUEUE, broker=self.broker)
        self._worker = dramatiq.Worker(self.broker, worker_threads=4 * SLOTS, worker_timeout=100)

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
    monkeypatch.setattr("dramatiq.worker.QUEUE_PREFETCH", 4 * SLOTS)
    made = Worker(isolated.redis_url)
    yield made
    made.stop()


def test_a_workspace_with_many_jobs_leaves_slots_to_others_and_all_its_jobs_run(worker: Worker) -> None:
    large, small = uuid4(), uuid4()
    many = worker.post(large, 20)
    few = worker.post(small)

    worker.start()
    wait_until(lambda: few <= worker.running, seconds=90, what="the job behind twenty of another workspace")
    assert len(worker.running & many) <= 3, "one of four slots is left"

    worker.end(21)
    wait_until(lambda: set(worker.ran) == many | few, seconds=90, what="the end of all jobs")
    assert set(worker.ran.values()) == {1}


def test_workspaces_have_equal_shares_of_the_slots(worker: Worker) -> None:
    first, second = (worker.post(uuid4(), 10) for _ in range(2))

    worker.start()
    wait_until(lambda: worker.running & first and worker.running & second, seconds=90, what="jobs of both")
    worker.end(6)
    wait_until(lambda: worker.ran.total() == 6, seconds=90, what="six jobs")
    wait_until(lambda: worker.running & first and worker.running & second, seconds=90, what="jobs of both")


def test_messages_of_older_versions_name_no_workspace_and_run(worker: Worker) -> None:
    posted = worker.post(None, SLOTS)

    worker.start()

    wait_until(lambda: worker.running == posted, seconds=90, what="all of them at the same time")


def test_a_worker_that_stops_leaves_postponed_messages_to_other_workers(worker: Worker) -> None:
    posted = worker.post(uuid4(), 10)
    worker.start()
    # Three jobs run. The messages of the others are postponed, so none waits in the queue.
    wait_until(lambda: len(worker.running) == 3 and not worker.mailbox.queued(), seconds=90, what="three jobs")
    wait_until(lambda: worker.taken() == 3, seconds=90, what="the messages that are postponed")

    stopping = worker.begin_to_stop()

    wait_until(lambda: len(worker.mailbox.queued()) == 7, seconds=90, what="the other messages")
    late = worker.post(uuid4())
    assert len(worker.running) == 3, "its own jobs continue"
    worker.end(3)
    stopping.join(30)
    assert not stopping.is_alive()
    assert set(map(str, worker.mailbox.queued())) == (posted | late) - set(worker.ran) and len(worker.ran) == 3
