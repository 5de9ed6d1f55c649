"""The rules of accounts and of jobs of one call: operations one after the other, each with a predicted outcome."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, multiple, rule

from contract.errors import IdempotencyKeyReused, InvalidRequest, NotFound, UpstreamUnreachable
from models.jobs.idempotency import IdempotencyKey
from models.jobs.job import Task
from tests.models.reference.model import ATTEMPTS_MAX, Account, ModelJob
from tests.models.reference.store import Store

PROCESSES = ("one", "two")
PRICES = st.integers(1, 3)
KEYS = st.sampled_from(["a", "b", None])
WORKERS = st.sampled_from(["w1", "w2"])


def key_of(value: str | None, body: bytes = b"body") -> IdempotencyKey | None:
    return None if value is None else IdempotencyKey(value, body)


class JobRules(RuleBasedStateMachine):
    """Workspaces, keys, jobs, API processes that die, workers that die."""

    store: ClassVar[Store]
    workspaces = Bundle("workspaces")
    jobs = Bundle("jobs")
    tasks = Bundle("tasks")

    def __init__(self) -> None:
        super().__init__()
        self.store.clear()
        self.accounts: dict[UUID, Account] = {}
        self.secrets: dict[UUID, tuple[UUID, str]] = {}
        self.of_job: dict[UUID, ModelJob] = {}
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

    @rule(target=tasks, job_id=jobs, worker=WORKERS)
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
        lost = self.store.expire_jobs()
        active = [(job_id, known) for job_id, known in self.of_job.items() if known.status == "active"]
        for job_id, known in active:
            known.expired = True
            if known.attempts >= ATTEMPTS_MAX:
                known.fail(500)
            assert (job_id in lost) == (known.status == "active")
