"""The sequential state machine: operations one after the other, each with an outcome that the reference model predicts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, multiple, rule

from models.pages.page import PageTask
from tests.models.reference.books import Books
from tests.models.reference.job_rules import PRICES, WORKERS, JobRules
from tests.models.reference.model import ModelPage, ModelPageJob
from tests.models.reference.store import page_of

NAMES = [f"p{number}" for number in range(12)]


class Machine(JobRules):
    """Crawls and batches beside the jobs of `JobRules`, and what must hold after every operation."""

    page_jobs = Bundle("page_jobs")
    page_tasks = Bundle("page_tasks")

    def __init__(self) -> None:
        super().__init__()
        self.of_page_job: dict[UUID, ModelPageJob] = {}

    # Crawls and batches

    @rule(
        target=page_jobs, workspace=JobRules.workspaces, operation=st.sampled_from(["crawl", "batch"]), price=PRICES,
        pages_max=st.integers(1, 6), names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True),
    )  # fmt: skip
    def start_pages(self, workspace: UUID, operation: str, price: int, pages_max: int, names: list[str]) -> Any:
        account = self.accounts[workspace]
        names = names if operation == "batch" else names[:1]
        most = len(names) if operation == "batch" else pages_max
        made = self.store.start_pages(workspace, operation, price, most, names)
        assert (made is not None) == (account.balance - account.reserved >= price)
        if made is None:
            return multiple()
        self.of_page_job[made] = ModelPageJob(
            account, operation, price, most, {page_of(made, name).key: ModelPage() for name in names}
        )
        return made

    @rule(target=page_tasks, job_id=page_jobs, capacity=st.integers(1, 5), worker=WORKERS)
    def claim_pages(self, job_id: UUID, capacity: int, worker: str) -> Any:
        known = self.of_page_job.get(job_id)
        claimed = self.store.claim_pages(job_id, capacity, worker)
        most = 0 if known is None else min(capacity, known.claimable(), known.affordable)
        assert min(1, most) <= len(claimed) <= most
        if known is None:
            return multiple()
        if known.claimable() and not known.affordable and not known.number("running"):
            known.fail_unpaid()
        for task in claimed:
            known.claim(task.key, task.token)
        return multiple(*claimed)

    @rule(
        task=page_tasks, verdict=st.sampled_from(["completed", "completed", "failed", "delayed", "outside"]),
        found=st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
    )  # fmt: skip
    def end_page(self, task: PageTask, verdict: Any, found: list[str]) -> None:
        known = self.of_page_job.get(task.job_id)
        pages = [page_of(task.job_id, name) for name in found] if task.operation == "crawl" else []
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
        self.store.expire_and_recover_pages(job_id)
        if job_id in self.of_page_job:
            self.of_page_job[job_id].expire_leases()

    @rule()
    def slices_are_lost(self) -> None:
        """Slices decide which worker claims a job's pages: they change neither pages nor credits."""
        self.store.recover_slices()

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
