"""The claim of the next jobs: shares of workspaces in a worker's slots, on a real database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, Engine, text

from models.base import new_id
from models.jobs import next_job
from models.jobs.job import Task
from models.jobs.next_job import NextJobs, Slots


class Queue:
    """A queue with its own operation. Nothing is committed."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.operation = f"test {uuid4().hex}"
        self.running: dict[str, list[Task]] = {}

    def workspaces(self, number: int) -> list[UUID]:
        made = [uuid4() for _ in range(number)]
        insert = text("INSERT INTO workspace (id, name, webhook_secret) VALUES (:id, 'next', 'whsec_x')")
        self.connection.execute(insert, [{"id": each} for each in made])
        return made

    def post(self, workspace_id: UUID, number: int = 1, *, posted: bool = True) -> list[UUID]:
        insert = text(
            "INSERT INTO job (id, workspace_id, operation, options, path, in_background, posted_at)"
            " VALUES (:id, :workspace, :operation, '{}', '/', false, CASE WHEN :posted THEN now() END)"
        )
        values = {"workspace": workspace_id, "operation": self.operation, "posted": posted}
        made = [new_id() for _ in range(number)]
        self.connection.execute(insert, [{**values, "id": each} for each in made])
        return made

    def claim(self, number: int, worker: str = "one", *, with_lost: bool = False) -> NextJobs:
        """Claim for a worker with this number of slots."""
        mine = self.running.setdefault(worker, [])
        found = next_job.claim(self.connection, [self.operation], worker, Slots(number, len(mine)), with_lost=with_lost)
        mine += found.tasks
        return found

    def end(self, task: Task, worker: str = "one") -> None:
        self.running[worker].remove(task)
        self.connection.execute(text("UPDATE job SET status = 'completed' WHERE id = :id"), {"id": task.job_id})

    def shares(self, worker: str = "one") -> Counter[UUID]:
        return Counter(task.workspace_id for task in self.running.get(worker, ()))


@pytest.fixture
def queue(database: Engine) -> Iterator[Queue]:
    with database.connect() as connection:
        yield Queue(connection)
        connection.rollback()


@pytest.mark.parametrize(
    ("number", "workspaces", "used"),
    [
        (155, 1, 147), (155, 2, 147), (155, 45, 147), (155, 100, 147), (155, 147, 147),
        (40, 1, 32), (40, 13, 32), (4, 1, 3), (4, 2, 3), (2, 1, 1), (1, 1, 1),
    ],
)  # fmt: skip
def test_waiting_workspaces_use_all_slots_but_the_reserved_ones(
    queue: Queue, number: int, workspaces: int, used: int
) -> None:
    names = queue.workspaces(workspaces)
    for each in names:
        queue.post(each, 8 + 2 * number // workspaces)

    claimed = queue.claim(number)

    assert len(claimed.tasks) == used and claimed.left and not claimed.missed
    for _ in range(5):
        largest = queue.shares().most_common(1)[0][0]
        queue.end(next(task for task in queue.running["one"] if task.workspace_id == largest))
        assert len(queue.claim(number).tasks) == 1
    shares = queue.shares()
    assert shares.total() == used and max(shares.values()) - min(shares.values()) <= 1
    [new] = queue.workspaces(1)
    [job_id] = queue.post(new)
    assert [task.job_id for task in queue.claim(number).tasks] == ([job_id] if number > 1 else [])


def test_new_workspace_gets_idle_slots_at_once_and_then_those_that_become_free_up_to_its_equal_share(
    queue: Queue,
) -> None:
    large, small, following = queue.workspaces(3)
    queue.post(large, 100)
    assert len(queue.claim(40).tasks) == 32
    queue.post(small, 100)
    assert len(queue.claim(40).tasks) == 8

    for _ in range(16):
        queue.end(next(task for task in queue.running["one"] if task.workspace_id == large))
        queue.claim(40)

    assert queue.shares() == {large: 16, small: 16}, "eight slots are reserved for the next workspace"
    queue.post(following, 100)
    assert len(queue.claim(40).tasks) == 8 and queue.shares()[following] == 8


def test_the_oldest_job_of_the_workspace_with_the_fewest_running_jobs_on_all_workers_is_next(queue: Queue) -> None:
    first, second = queue.workspaces(2)
    old = queue.post(first, 4)
    new = queue.post(second, 2)
    assert [task.job_id for task in queue.claim(1, "other").tasks] == old[:1]

    claimed = [queue.claim(1, f"worker {number}").tasks[0].job_id for number in range(5)]

    assert claimed == [new[0], old[1], new[1], old[2], old[3]]
    assert queue.claim(1, "one more") == NextJobs([], 0, set())


def test_jobs_that_are_not_posted_and_those_of_other_operations_are_left(queue: Queue) -> None:
    [workspace_id] = queue.workspaces(1)
    queue.post(workspace_id, posted=False)

    assert queue.claim(40) == NextJobs([], 0, set())


def test_few_waiting_jobs_are_claimed_together_and_more_than_fit_are_left_to_the_rule(queue: Queue) -> None:
    [workspace_id] = queue.workspaces(1)
    posted = queue.post(workspace_id, 3)
    queue.post(workspace_id, posted=False)

    def claim_all(slots: Slots) -> list[UUID]:
        claimed = next_job.claim_all(queue.connection, [queue.operation], "one", slots)
        return [task.job_id for task in claimed]

    assert claim_all(Slots(4, 1)) == claim_all(Slots(4, 3)) == [], "two shared slots are free, or none"
    assert claim_all(Slots(4, 0)) == posted and claim_all(Slots(4, 0)) == []


def test_jobs_of_lost_workers_are_claimed_on_request_until_they_had_three_attempts(queue: Queue) -> None:
    [workspace_id] = queue.workspaces(1)
    [job_id] = queue.post(workspace_id)
    expire = text("UPDATE job SET lease_until = now() - interval '1 s' WHERE id = :id")
    for attempt in (1, 2, 3):
        [task] = queue.claim(40, f"worker {attempt}", with_lost=True).tasks
        assert (task.job_id, task.token) == (job_id, attempt)
        assert queue.claim(40, "other", with_lost=True).tasks == [], "its lease is valid"
        queue.connection.execute(expire, {"id": job_id})
        assert queue.claim(40, "other").tasks == []

    assert queue.claim(40, "other", with_lost=True).tasks == []


def test_two_workers_at_once_claim_different_jobs_and_wait_for_no_lock(
    database: Engine, queue: Queue, payer: UUID
) -> None:
    operation = queue.operation
    with database.begin() as connection:
        committed = Queue(connection)
        committed.operation = operation
        posted = committed.post(payer, 3)
    with database.connect() as one, database.connect() as two, ThreadPoolExecutor(1) as pool:
        [first] = next_job.claim(one, [operation], "one", Slots(1, 0)).tasks
        second = pool.submit(next_job.claim, two, [operation], "two", Slots(1, 0)).result(20)
        assert first.job_id == posted[0]
        assert (second.tasks, second.left, second.missed) == ([], 3, {posted[0]})
        again = next_job.claim(two, [operation], "two", Slots(1, 0), without=second.missed)
        assert [task.job_id for task in again.tasks] == [posted[1]] and not again.missed
        one.commit()
        two.commit()
    with database.begin() as connection:
        connection.execute(text("DELETE FROM job WHERE operation = :operation"), {"operation": operation})


@pytest.fixture
def payer(database: Engine) -> Callable[..., UUID] | UUID:
    with database.begin() as connection:
        return Queue(connection).workspaces(1)[0]
