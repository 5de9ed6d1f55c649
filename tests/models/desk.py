"""A workspace with crawls and batches, and a worker that claims and ends their pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine, text

from extraction.links.scope import key_of
from models import books
from models.accounts import credits, workspace
from models.base import new_id
from models.page_jobs import page_claim, page_end, page_job
from models.page_jobs.page_choice import Worker
from models.page_jobs.page_claim import Claimed
from models.pages import delivery, page, page_entry
from models.pages.counts import Counts
from models.pages.page import NewPage, PageEnd, PageTask
from models.schedule import slice
from models.schedule.slice import ClaimedSlice, PostedSlice
from tests.models.claims import claim_slice

SITE = "https://site.example"
COUNTED = text("""SELECT count(*) FILTER (WHERE status <> 'merged') AS found,
    count(*) FILTER (WHERE status IN ('running', 'completed', 'failed')) AS issued,
    count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed,
    coalesce(sum(credits), 0) AS credits FROM page WHERE job_id = :id AND kind = 'page'""")


def counted(connection: Connection, job_id: UUID) -> Counts:
    """The job's counters, after comparing them with its pages."""
    row = page_job.find(connection, job_id)
    assert row is not None
    rows = connection.execute(COUNTED, {"id": str(job_id)}).one()
    known = {"pages_max": row.counts.pages_max, "repeats": row.counts.repeats}
    assert row.counts._asdict() == {**known, **rows._asdict()}
    return row.counts


def new(path: str, *, depth: int = 0, rank: int | None = None, site: str = SITE, kind: str = page.PAGE) -> NewPage:
    url = f"{site}{path}"
    own = depth if rank is None else rank
    return NewPage(url=url, key=key_of(url), host=site.split("//")[1], depth=depth, rank=own, kind=kind)


class Desk:
    """A workspace with its jobs, and a worker."""

    def __init__(self, database: Engine, balance: int = 1_000) -> None:
        self.database = database
        with database.begin() as connection:
            self.workspace_id = workspace.create(connection, "pages")
            if balance:
                credits.grant(connection, self.workspace_id, balance, key="first")

    def job(
        self, *pages: NewPage, operation: str = "crawl", most: int = 100, webhook: Any = None, price: int = 1
    ) -> UUID:
        job_id = new_id()
        with self.database.begin() as connection:
            assert page_job.create(
                connection, job_id=job_id, workspace_id=self.workspace_id, operation=operation,
                options={"webhook": webhook}, path="/", price=price, pages_max=most, pages=pages or [new("/")],
            )  # fmt: skip
        return job_id

    def claim(self, capacity: int = 10, *, owner: str = "me", **how: Any) -> list[PageTask]:
        """Up to `capacity` pages of all jobs of the workspace, claimed one job after another."""
        tasks: list[PageTask] = []
        for job_id in self.running_jobs():
            if len(tasks) < capacity:
                tasks += self.claim_of(job_id, capacity - len(tasks), owner=owner, **how).tasks
        return tasks

    def claim_of(self, job_id: UUID, capacity: int = 10, *, owner: str = "me", **how: Any) -> Claimed:
        """Up to `capacity` pages of one job."""
        about = {name: how.pop(name) for name in ("fetched", "sitemap_tasks") if name in how}
        with self.database.begin() as connection:
            return page_claim.claim(connection, job_id, Worker(owner=owner, **about), capacity, **how)

    def running_jobs(self) -> list[UUID]:
        query = text("SELECT id FROM job WHERE workspace_id = :me AND status = 'running' ORDER BY id")
        with self.database.connect() as connection:
            return list(connection.execute(query, {"me": str(self.workspace_id)}).scalars())

    def post_due(self) -> list[PostedSlice]:
        """Post the slices that are due."""
        with self.database.begin() as connection:
            return slice.post_due(connection, self.workspace_id)

    def runs(self, owner: str = "me") -> list[ClaimedSlice]:
        """Post the slices that are due, and claim them."""
        with self.database.begin() as connection:
            claimed = [claim_slice(connection, one.id, owner) for one in slice.post_due(connection, self.workspace_id)]
            return [run for run in claimed if run is not None]

    def slices(self) -> list[Any]:
        """The rows of the workspace's slices."""
        query = text("SELECT * FROM slice WHERE workspace_id = :me ORDER BY not_before, id")
        with self.database.connect() as connection:
            return list(connection.execute(query, {"me": str(self.workspace_id)}))

    def end(self, task: PageTask, verdict: Any = "completed", **more: Any) -> page_end.Ended:
        with self.database.begin() as connection:
            made = PageEnd(task=task, verdict=verdict, result=lambda used, left: f'{{"used": {used}}}', **more)
            return page_end.end(connection, task.job_id, [made])

    def row(self, job_id: UUID) -> Any:
        with self.database.connect() as connection:
            return connection.execute(text("SELECT * FROM job WHERE id = :id"), {"id": str(job_id)}).one()

    def counts(self, job_id: UUID) -> Counts:
        """The job's counters, after comparing them with its pages."""
        with self.database.connect() as connection:
            return counted(connection, job_id)

    def entries(self, job_id: UUID) -> list[tuple[str, str, str | None]]:
        with self.database.connect() as connection:
            rows = page_entry.list_entries(connection, job_id, queued=self.counts(job_id).queued)
            return [(row.url.removeprefix(SITE), row.status, row.error) for row in rows]

    def balance(self) -> tuple[int, int]:
        with self.database.connect() as connection:
            assert books.drift(connection) == []
            row = workspace.require(connection, self.workspace_id)
            return row.balance, row.reserved

    def events(self, job_id: UUID) -> list[str]:
        with self.database.connect() as connection:
            return [row.type for row in delivery.list_deliveries(connection, job_id)]
