"""The sequential state machine: operations one after the other, each with an outcome that the reference model predicts."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from contract.errors import IdempotencyKeyReused, InvalidRequest, NotFound, UpstreamUnreachable
from models.jobs.idempotency import IdempotencyKey
from models.jobs.job import Task
from models.pages.page import PageTask
from tests.models.reference.books import Books
from tests.models.reference.model import ATTEMPTS_MAX, Account, ModelJob, ModelPage, ModelPageJob
from tests.models.reference.store import Store, page_of

PROCESSES = ("one", "two")
NAMES = [f"p{number}" for number in range(12)]
PRICES = st.integers(1, 3)
KEYS = st.sampled_from(["a", "b", None])


def key_of(value: str | None, body: bytes = b"body") -> IdempotencyKey | None:
    return None if value is None else IdempotencyKey(value, body)


class Machine(RuleBasedStateMachine):
    """One example: operations one after the other, each with a predicted outcome."""

    store: ClassVar[Store]
    workspaces = Bundle("workspaces")
    jobs = Bundle("jobs")
    tasks = Bundle("tasks")
    page_jobs = Bundle("page_jobs")
    page_tasks = Bundle("page_tasks")

    def __init__(self) -> None:
        super().__init__()
        self.store.clear()
        self.accounts: dict[UUID, Account] = {}
        self.secrets: dict[UUID, tuple[UUID, str]] = {}
        self.of_job: dict[UUID, ModelJob] = {}
        self.of_page_job: dict[UUID, ModelPageJob] = {}
        self.grants = 0

    # Accounts

    @initialize(target=workspaces)
    def begin(self) -> Any:
        return multiple(self.create_workspace(30), self.create_workspace(5))

    def create_workspace(self, balance: int) -> UUID:
        made = self.store.create_workspace(balance)
        self.accounts[made] = Account(balance)
        return made

    @rule(workspace=workspaces, amount=st.integers(-5, 5))
    def grant(self, workspace: UUID, amount: int) -> None:
        account = self.accounts[workspace]
        self.grants += 1
        key = f"grant {self.grants}"
        if account.balance + amount < account.reserved:
            with pytest.raises(InvalidRequest):
                self.store.grant(workspace, amount, key)
            return
        account.balance += amount
        assert self.store.grant(workspace, amount, key) == account.balance
        assert self.store.grant(workspace, amount, key) == account.balance, "a repeated key changes nothing"

    @rule(workspace=workspaces, suspended=st.booleans())
    def suspend(self, workspace: UUID, suspended: bool) -> None:
        self.store.suspend(workspace, suspended)
        self.accounts[workspace].suspended = suspended

    @rule(workspace=workspaces)
    def create_key(self, workspace: UUID) -> None:
        account = self.accounts[workspace]
        if sum(account.keys.values()) < 20:
            made = self.store.create_key(workspace)
            account.keys[made.id] = True
            self.secrets[made.id] = workspace, made.key

    @rule(data=st.data())
    def revoke_key(self, data: st.DataObject) -> None:
        if self.secrets:
            key_id = data.draw(st.sampled_from(list(self.secrets)))
            self.store.revoke_key(key_id)
            self.accounts[self.secrets[key_id][0]].keys[key_id] = False

    # Jobs of one call

    @rule(target=jobs, workspace=workspaces, price=PRICES, process=st.sampled_from([*PROCESSES, None]), key=KEYS)
    def start(self, workspace: UUID, price: int, process: str | None, key: str | None) -> Any:
        account = self.accounts[workspace]
        first = self.first(account, key)
        # The digest stands for the request: the same key for another kind of job is another request.
        body = f"{price} {process is None}".encode()
        if first is not None:
            job_id, known = first
            if (known.price, known.in_background) != (price, process is None):
                with pytest.raises(IdempotencyKeyReused):
                    self.store.start(workspace, price, process, key_of(key, body))
                return multiple()
            assert self.store.start(workspace, price, process, key_of(key, body)) == job_id
            if known.process is not None:
                known.process = process
            return multiple()
        made = self.store.start(workspace, price, process, key_of(key, body))
        assert (made is not None) == account.reserve(price)
        if made is None:
            return multiple()
        self.of_job[made] = ModelJob(account, price, process is None, process, key)
        return made

    def first(self, account: Account, key: str | None) -> tuple[UUID, ModelJob] | None:
        """The job that a call with this key has started."""
        known = ((job_id, each) for job_id, each in self.of_job.items() if each.account is account)
        return next(((job_id, each) for job_id, each in known if key is not None and each.key == key), None)

    @rule(target=tasks, job_id=jobs, worker=st.sampled_from(["w1", "w2"]))
    def claim(self, job_id: UUID, worker: str) -> Any:
        task = self.store.claim(job_id, worker)
        known = self.of_job.get(job_id)
        assert (task is not None) == (known is not None and known.claim())
        if task is None:
            return multiple()
        assert known is not None and task.token == known.attempts
        return task

    @rule(task=tasks, price=st.integers(0, 3))
    def complete(self, task: Task, price: int) -> None:
        known = self.of_job.get(task.job_id)
        owns = known is not None and known.owns(task.token)
        assert self.store.complete(task, price) == owns
        if known is not None and owns:
            known.complete(price)

    @rule(task=tasks, error=st.sampled_from([UpstreamUnreachable("away"), NotFound("no copy")]))
    def fail(self, task: Task, error: Any) -> None:
        known = self.of_job.get(task.job_id)
        owns = known is not None and known.owns(task.token)
        assert self.store.fail(task, error) == owns
        if known is not None and owns:
            known.fail(error.status)

    @rule(job_id=jobs)
    def abandon(self, job_id: UUID) -> None:
        self.store.abandon(job_id, UpstreamUnreachable("The queue is away."))
        known = self.of_job.get(job_id)
        if known is not None and known.status == "waiting":
            known.fail(502)

    @rule(job_id=jobs)
    def answer(self, job_id: UUID) -> None:
        outcome, known = self.store.collect(job_id), self.of_job.get(job_id)
        assert (outcome is not None) == (known is not None and known.status in ("completed", "failed"))
        if outcome is not None and known is not None:
            assert outcome.status == known.status and known.key in (None, outcome.idempotency_key)
            known.process = None

    @rule(job_id=jobs, process=st.sampled_from(PROCESSES))
    def time_out(self, job_id: UUID, process: str) -> None:
        known = self.of_job.get(job_id)
        is_open = known is not None and known.status in ("waiting", "active")
        assert self.store.waive(job_id, process) == (known is None or is_open)
        if known is not None and is_open and known.process == process:
            known.release()
            known.process = known.key = None

    @rule(job_id=jobs, process=st.sampled_from(PROCESSES))
    def caller_disconnects(self, job_id: UUID, process: str) -> None:
        self.store.make_free(job_id, process)
        known = self.of_job.get(job_id)
        if known is not None and known.process == process:
            known.make_free()

    @rule(alive=st.sets(st.sampled_from(PROCESSES)))
    def process_dies(self, alive: set[str]) -> None:
        self.store.settle_dead(sorted(alive))
        for known in self.of_job.values():
            if known.process is not None and known.process not in alive:
                known.make_free()

    @rule()
    def worker_dies(self) -> None:
        posted = self.store.lapse_and_post_again()
        active = [(job_id, known) for job_id, known in self.of_job.items() if known.status == "active"]
        for job_id, known in active:
            known.lapsed = True
            if known.attempts >= ATTEMPTS_MAX:
                known.fail(500)
            assert (job_id in posted) == (known.status == "active")

    # Crawls and batches

    @rule(
        target=page_jobs, workspace=workspaces, operation=st.sampled_from(["crawl", "batch"]), price=PRICES,
        pages_max=st.integers(1, 6), names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True),
    )  # fmt: skip
    def start_pages(self, workspace: UUID, operation: str, price: int, pages_max: int, names: list[str]) -> Any:
        account = self.accounts[workspace]
        pages = [page_of(name) for name in (names if operation == "batch" else names[:1])]
        most = len(pages) if operation == "batch" else pages_max
        made = self.store.start_pages(workspace, operation, price, most, pages)
        assert (made is not None) == (account.balance - account.reserved >= price)
        if made is None:
            return multiple()
        self.of_page_job[made] = ModelPageJob(
            account, operation, price, most, {page.key: ModelPage() for page in pages}
        )
        return made

    @rule(target=page_tasks, job_id=page_jobs, room=st.integers(1, 5), worker=st.sampled_from(["w1", "w2"]))
    def claim_pages(self, job_id: UUID, room: int, worker: str) -> Any:
        known = self.of_page_job.get(job_id)
        claimed = self.store.claim_pages(job_id, room, worker)
        if known is None or not known.claimable():
            assert claimed == []
            if known is not None and self.is_unpaid(known):
                known.fail_unpaid()
            return multiple()
        assert 1 <= len(claimed) <= min(room, known.claimable())
        for task in claimed:
            known.claim(task.key, task.token)
        return multiple(*claimed)

    def is_unpaid(self, known: ModelPageJob) -> bool:
        """Whether a claim finds pages of the job, none of them running, that its workspace cannot pay for."""
        waiting = known.number("queued") and known.issued < known.pages_max and not known.number("running")
        return bool(known.status == "running" and waiting and not known.account.suspended)

    @rule(
        task=page_tasks, verdict=st.sampled_from(["completed", "completed", "failed", "delayed", "outside"]),
        found=st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
    )  # fmt: skip
    def end_page(self, task: PageTask, verdict: Any, found: list[str]) -> None:
        known = self.of_page_job.get(task.job_id)
        pages = [page_of(name) for name in found] if task.operation == "crawl" else []
        self.store.end_page(task, verdict, pages)
        if known is None or not known.owns(task.key, task.token):
            return  # another worker's page, or it has ended
        status = {"delayed": "queued", "outside": "hidden"}.get(verdict, verdict)
        known.leave(known.pages[task.key], status)
        for page in pages:
            known.pages.setdefault(page.key, ModelPage())
        known.settle()

    @rule(tasks=st.lists(page_tasks, max_size=4))
    def release_pages(self, tasks: list[PageTask]) -> None:
        """A worker stops."""
        unique = {(task.job_id, task.number, task.token): task for task in tasks}
        self.store.release_pages(list(unique.values()))
        for task in unique.values():
            known = self.of_page_job.get(task.job_id)
            if known is not None and known.owns(task.key, task.token):
                known.leave(known.pages[task.key], "queued")

    @rule(job_id=page_jobs)
    def page_worker_dies(self, job_id: UUID) -> None:
        self.store.lapse_and_recover_pages(job_id)
        if job_id in self.of_page_job:
            self.of_page_job[job_id].lapse()

    @rule(job_id=page_jobs)
    def cancel(self, job_id: UUID) -> None:
        known = self.of_page_job.get(job_id)
        if known is None:
            return
        workspace = next(each for each, account in self.accounts.items() if account is known.account)
        assert self.store.cancel(job_id, workspace, known.operation) == (known.status == "running")
        known.cancel()

    # Retention

    @rule()
    def days_pass(self) -> None:
        self.store.age(8)
        self.store.delete_expired()
        for job_id, known in list(self.of_job.items()):
            known.key = None  # it has expired
            if known.status in ("completed", "failed") and known.process is None:
                del self.of_job[job_id]
        for job_id in [each for each, known in self.of_page_job.items() if known.status != "running"]:
            del self.of_page_job[job_id]

    # What must hold after every operation

    @invariant()
    def books_agree_with_the_model(self) -> None:
        books = Books(self.store)
        books.check()
        for workspace_id, account in self.accounts.items():
            row = books.workspaces[workspace_id]
            assert (row.balance, row.reserved) == (account.balance, account.reserved)
        assert set(books.jobs) == {*self.of_job, *self.of_page_job}
        for job_id, known in self.of_job.items():
            row, hold = books.jobs[job_id], books.holds.get(str(job_id))
            assert (row.status, row.attempts, row.answerer) == (known.status, known.attempts, known.process)
            assert hold is None or (hold.state == "active") == known.is_held
        for job_id, page_job in self.of_page_job.items():
            assert (books.jobs[job_id].status, books.jobs[job_id].issued) == (page_job.status, page_job.issued)
            counts = self.store.counts(job_id)
            assert (counts.running, counts.completed, counts.failed, counts.credits) == (
                page_job.number("running"), page_job.number("completed"), page_job.number("failed"), page_job.spent,
            )  # fmt: skip

    def teardown(self) -> None:
        """Every key finds its workspace until it is revoked."""
        for key_id, (workspace, secret) in self.secrets.items():
            caller = self.store.find_caller(secret)
            assert (caller is not None) == self.accounts[workspace].keys[key_id]
            assert caller is None or caller.workspace_id == workspace
