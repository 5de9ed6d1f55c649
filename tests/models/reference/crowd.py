"""Many operations at once: threads that do at random what callers, API processes, workers and the sweeper do."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from uuid import UUID

from contract.errors import IdempotencyKeyReused, InvalidRequest, NotFound, UpstreamUnreachable
from models.jobs.idempotency import IdempotencyKey
from models.jobs.job import Task
from models.pages.page import PageTask, Verdict
from tests.models.reference.books import Books
from tests.models.reference.faults import Faults
from tests.models.reference.store import Store, page_of

THREADS = 6
PROCESSES = ("one", "two")
NAMES = [f"p{number}" for number in range(15)]
VERDICTS: tuple[Verdict, ...] = ("completed", "completed", "completed", "failed", "delayed", "outside")
ERRORS = (UpstreamUnreachable("away"), NotFound("no copy"))


class Crowd:
    """Workspaces, jobs and pages that all threads share. What they do depends on `seed`, its order on the threads."""

    def __init__(self, store: Store, seed: int, faults: Faults | None = None) -> None:
        self.store = store
        self.faults = faults
        self.seed = seed
        store.clear()
        self.workspaces = [store.create_workspace(40), store.create_workspace(6)]
        self.jobs: list[UUID] = []
        self.tasks: list[Task] = []
        self.page_jobs: list[tuple[UUID, UUID, str]] = []
        self.page_tasks: list[PageTask] = []
        self.grants: list[int] = []

    def run(self, rounds: int, operations: int) -> None:
        """Let all threads work, and check the invariants whenever all of them rest."""
        for number in range(rounds):
            with self.faults.on() if self.faults else nullcontext(), ThreadPoolExecutor(THREADS) as pool:
                seeds = [f"{self.seed} {number} {thread}" for thread in range(THREADS)]
                list(pool.map(lambda seed: self.work(random.Random(seed), operations), seeds))
            Books(self.store).check()
            self.store.age(number)
        self.finish()

    def work(self, choice: random.Random, operations: int) -> None:
        steps: list[Callable[[random.Random], object]] = [
            self.start, self.start, self.run_job, self.run_job, self.end_job, self.answer, self.leave, self.sweep,
            self.start_pages, self.claim_pages, self.run_slices, self.run_slices, self.end_page, self.end_page,
            self.end_page, self.stop_worker, self.lose_pages, self.cancel, self.expire, self.grant,
        ]  # fmt: skip
        for _ in range(operations):
            choice.choice(steps)(choice)

    def start(self, choice: random.Random) -> None:
        key = choice.choice([None, IdempotencyKey(choice.choice("ab"), b"body"), IdempotencyKey("c", b"another")])
        process = choice.choice([*PROCESSES, None])
        try:
            made = self.store.start(choice.choice(self.workspaces), choice.randint(1, 3), process, key)
        except IdempotencyKeyReused:
            return
        if made is not None:
            self.jobs.append(made)

    def run_job(self, choice: random.Random) -> None:
        if self.jobs and (task := self.store.claim(choice.choice(self.jobs), choice.choice(["w1", "w2"]))):
            self.tasks.append(task)

    def end_job(self, choice: random.Random) -> None:
        if self.tasks:
            task = choice.choice(self.tasks)
            if choice.random() < 0.7:
                self.store.complete(task, choice.randint(0, 3))
            else:
                self.store.fail(task, choice.choice(ERRORS))

    def answer(self, choice: random.Random) -> None:
        if self.jobs:
            self.store.collect(choice.choice(self.jobs))

    def leave(self, choice: random.Random) -> None:
        """A caller disconnects or times out, or the queue does not take the job."""
        if self.jobs:
            job_id, process = choice.choice(self.jobs), choice.choice(PROCESSES)
            ways: list[Callable[[], object]] = [
                lambda: self.store.make_free(job_id, process),
                lambda: self.store.waive(job_id, process),
            ]
            choice.choice(ways)()

    def sweep(self, choice: random.Random) -> None:
        if choice.random() < 0.5:
            self.store.settle_dead(choice.sample(PROCESSES, choice.randint(0, 2)))
        else:
            self.store.expire_jobs()

    def start_pages(self, choice: random.Random) -> None:
        workspace_id, operation = choice.choice(self.workspaces), choice.choice(["crawl", "batch"])
        names = choice.sample(NAMES, 1 if operation == "crawl" else choice.randint(1, 8))
        most = choice.randint(1, 8) if operation == "crawl" else len(names)
        made = self.store.start_pages(workspace_id, operation, choice.randint(1, 2), most, names)
        if made is not None:
            self.page_jobs.append((made, workspace_id, operation))

    def claim_pages(self, choice: random.Random) -> None:
        if self.page_jobs:
            job_id = choice.choice(self.page_jobs)[0]
            self.page_tasks += self.store.claim_pages(job_id, choice.randint(1, 5), choice.choice(["w1", "w2"]))

    def run_slices(self, choice: random.Random) -> None:
        self.page_tasks += self.store.run_slices(choice.choice(self.workspaces), choice.randint(1, 5), "slice")
        if choice.random() < 0.2:
            self.store.recover_slices()

    def end_page(self, choice: random.Random) -> None:
        if self.page_tasks:
            task = choice.choice(self.page_tasks)
            found = [page_of(task.job_id, name) for name in choice.sample(NAMES, choice.randint(0, 4))]
            aliases = [page_of(task.job_id, name).key for name in choice.sample(NAMES, choice.choice([0, 0, 1]))]
            is_crawl = task.operation == "crawl"
            self.store.end_page(task, choice.choice(VERDICTS), found if is_crawl else (), aliases if is_crawl else ())

    def stop_worker(self, choice: random.Random) -> None:
        if self.page_tasks:
            unique = {(task.job_id, task.number): task for task in choice.choices(self.page_tasks, k=4)}
            self.store.renew_pages(list(unique.values()))
            self.store.release_pages(list(unique.values()))

    def lose_pages(self, choice: random.Random) -> None:
        if self.page_jobs:
            self.store.expire_and_recover_pages(choice.choice(self.page_jobs)[0])

    def cancel(self, choice: random.Random) -> None:
        if self.page_jobs and choice.random() < 0.3:
            self.store.cancel(*choice.choice(self.page_jobs))

    def expire(self, _: random.Random) -> None:
        self.store.delete_expired()

    def grant(self, choice: random.Random) -> None:
        self.grants.append(1)
        with suppress(InvalidRequest):  # the balance would fall below what is held
            self.store.grant(choice.choice(self.workspaces), choice.randint(-3, 6), f"grant {len(self.grants) % 50}")

    def finish(self) -> None:
        """End everything. Then nothing is held."""
        for job_id, workspace_id, operation in self.page_jobs:
            self.store.cancel(job_id, workspace_id, operation)
        self.store.settle_dead(())
        for job_id in self.jobs:
            self.store.expire_leases("job", "id", "status = 'active'")
            if task := self.store.claim(job_id, "last"):
                assert self.store.complete(task, 1) and not self.store.complete(task, 1)
        books = Books(self.store)
        books.check()
        assert all(row.reserved == 0 for row in books.workspaces.values())
        assert all(row.state != "active" for row in books.holds.values())
