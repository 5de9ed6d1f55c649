"""The invariants of accounts, jobs and pages, checked with queries of their own on everything that is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any
from uuid import UUID

from models import books
from tests.models.reference.store import Store

EXPIRED_LEASES_ISOLATED = 2
OPEN = ("waiting", "active")
ENDED = ("completed", "failed", "cancelled")


class Books:
    """What the tables say at one moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.workspaces = {row.id: row for row in store.run("SELECT * FROM workspace")}
        self.jobs = {row.id: row for row in store.run("SELECT * FROM job")}
        self.holds = {row.key: row for row in store.run("SELECT * FROM hold")}
        self.ledger = store.run("SELECT * FROM ledger ORDER BY id")
        self.pages: defaultdict[UUID, list[Any]] = defaultdict(list)
        for row in store.run("SELECT * FROM page ORDER BY number"):
            self.pages[row.job_id].append(row)
        self.events: defaultdict[UUID, Counter[Any]] = defaultdict(Counter)
        for row in store.run("SELECT job_id, type, page_number FROM event"):
            self.events[row.job_id][row.type, row.page_number] += 1
        self.slices = Counter(row.job_id for row in store.run("SELECT job_id FROM slice"))
        self.charges = {row.key: -row.delta for row in self.ledger if row.delta < 0 and _is_work(row.key)}

    def check(self) -> None:
        """Check all invariants."""
        assert self._store.transact(books.drift) == []
        for row in self.workspaces.values():
            assert 0 <= row.reserved <= row.balance
        self._check_ledger()
        for row in self.jobs.values():
            if row.operation in ("crawl", "batch"):
                self._check_page_job(row)
            else:
                self._check_job(row)

    def _check_ledger(self) -> None:
        """No key is charged twice, refunds give back what was charged, and each balance follows from the one before."""
        assert len({(row.workspace_id, row.key) for row in self.ledger}) == len(self.ledger)
        balances: Counter[UUID] = Counter()
        for row in self.ledger:
            balances[row.workspace_id] += row.delta
            assert row.balance_after == balances[row.workspace_id] >= 0, "the ledger is not in order"
            if row.key.endswith(":refund"):
                assert row.delta == self.charges[row.key.removesuffix(":refund")]
        for key in self.charges:
            assert key not in self.holds or self.holds[key].state == "captured"

    def _check_job(self, row: Any) -> None:
        hold, charge = self.holds.get(str(row.id)), self.charges.get(str(row.id), 0)
        assert (row.finished_at is not None) == (row.status in ENDED)
        if row.status in OPEN:
            assert charge == 0 and (hold is None or hold.state in ("active", "released"))
            # A background job, and a job that somebody waits for, is paid for.
            assert hold is None or (hold.state == "active") == (row.in_background or row.answerer is not None)
        else:
            assert hold is None or hold.state != "active"
            assert charge == 0 or row.status == "completed"
            assert (row.result is None) == (row.status != "completed") and (row.error is None) == (
                row.status != "failed"
            )
        if row.idempotency_key is not None and not row.in_background:
            assert row.answerer is not None or row.status in ENDED, "a job that is free has no key"

    def _check_page_job(self, job: Any) -> None:
        pages = [row for row in self.pages[job.id] if row.kind == "page"]
        number = Counter(row.status for row in pages)
        assert job.issued == number["running"] + number["completed"] + number["failed"] <= job.pages_max
        assert len({row.key for row in pages}) == len({row.number for row in pages}) == len(pages)
        for row in pages:
            key = f"{job.id}:{row.number}"
            assert key not in self.holds, "a page has no hold: its job holds its price"
            assert self.charges.get(key, 0) == row.credits == (job.price if row.status == "completed" else 0)
            assert (row.result is not None) == (row.status == "completed")
        self._check_counts(job, number)
        self._check_slices(job, pages)
        ended = [row.number for row in pages if row.status in ("completed", "failed")]
        expected = Counter({(f"{job.operation}.page", each): 1 for each in ended})
        if job.status in ENDED:
            assert job.finished_at is not None and set(number) <= {"completed", "failed"}
            expected[f"{job.operation}.{job.status}", None] = 1
        else:
            assert job.status == "running" and job.finished_at is None
        assert self.events[job.id] == expected, "each end is reported once"

    def _check_slices(self, job: Any, pages: list[Any]) -> None:
        """A running job with pages to claim has a slice, and an ended job has none."""
        suspects = sum(row.status == "queued" and row.lapses >= EXPIRED_LEASES_ISOLATED for row in pages)
        queued = sum(row.status == "queued" for row in pages) - suspects
        if job.status != "running":
            assert self.slices[job.id] == 0
        elif queued and job.pages_max - job.issued - suspects > 0:
            assert self.slices[job.id] > 0, "nobody would claim the job's pages"

    def _check_counts(self, job: Any, number: Counter[str]) -> None:
        counts = self._store.counts(job.id)
        spent = sum(charge for key, charge in self.charges.items() if key.startswith(f"{job.id}:"))
        left = job.pages_max - job.issued
        assert (counts.queued, counts.running, counts.completed, counts.failed, counts.credits) == (
            min(number["queued"], left), number["running"], number["completed"], number["failed"], spent,
        )  # fmt: skip


def _is_work(key: str) -> bool:
    """Whether a ledger key is that of a job or page: they are charged, all others are grants."""
    return len(key) >= 36 and key[8] == "-"
