"""The counters on a job's row equal the counts of its pages after every transaction, whatever happens to the pages."""

from __future__ import annotations

import random
from collections.abc import Callable
from uuid import UUID

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from extraction.links.scope import key_of
from models import schema
from models.page_jobs import job_end, page_end
from models.pages import page
from models.pages.page import NewPage, PageTask
from tests.models.desk import SITE, Desk, counted, new

VERDICTS = ["completed"] * 5 + ["failed", "delayed", "outside"]


class RandomRun:
    """A crawl whose pages are claimed, ended, lost and merged at random."""

    def __init__(self, desk: Desk, expire: Callable[[], None], dice: random.Random) -> None:
        self.desk, self.dice, self.expire = desk, dice, expire
        self.job_id = desk.job(new("/0"), most=dice.choice([5, 20, 60]))
        self.claimed: list[PageTask] = []

    def step(self) -> None:
        [do] = self.dice.choices([self.claim, self.end_some, self.release, self.expire_leases], [4, 6, 1, 1])
        do()

    def claim(self) -> None:
        self.claimed += self.desk.claim_of(self.job_id, self.dice.randint(1, 6)).tasks

    def end_some(self) -> None:
        for _ in range(min(len(self.claimed), self.dice.randint(1, 4))):
            task = self.claimed.pop(self.dice.randrange(len(self.claimed)))
            if task.kind == page.SITEMAP:
                self.desk.end(task, found=self.links())
            else:
                verdict = self.dice.choice(VERDICTS) if task.number else "completed"
                aliases = (key_of(f"{SITE}/{self.dice.randrange(80)}"),) if self.dice.random() < 0.4 else ()
                self.desk.end(task, verdict, found=self.links(), aliases=aliases)

    def links(self) -> tuple[NewPage, ...]:
        found = {self.dice.randrange(80) for _ in range(self.dice.randrange(12))}
        pages = [new(f"/{number}", depth=1) for number in found]
        return (*pages, new("/sitemap.xml", kind=page.SITEMAP)) if self.dice.random() < 0.1 else tuple(pages)

    def release(self) -> None:
        with self.desk.database.begin() as connection:
            page_end.release(connection, self.job_id, self.claimed)
        self.claimed = []

    def expire_leases(self) -> None:
        self.expire()
        self.claimed = []


@pytest.mark.parametrize("seed", range(6))
def test_counters_equal_the_pages_after_every_change(desk: Desk, expire: Callable[[], None], seed: int) -> None:
    run = RandomRun(desk, expire, random.Random(seed))
    for _ in range(60):
        run.step()
        desk.counts(run.job_id)

    end = (job_end.cancel, job_end.fail_unpaid)[seed % 2]
    arguments = (desk.workspace_id, "crawl") if end is job_end.cancel else ()
    with desk.database.begin() as connection:
        end(connection, run.job_id, *arguments)  # type: ignore[operator]

    done = desk.counts(run.job_id)
    assert done.total == len(desk.entries(run.job_id)) and desk.balance()[0] == 1_000 - done.credits


def test_jobs_from_before_the_counters_are_counted(empty_database: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    schema.migrate(empty_database)
    engine = create_engine(empty_database)
    desk = Desk(engine)
    jobs: list[UUID] = [desk.job(*(new(f"/{number}") for number in range(12)), most=10)]
    for verdict in ("completed", "failed"):
        for task in desk.claim(2):
            desk.end(task, verdict, found=(new("/more", depth=1),), aliases=(key_of(f"{SITE}/7"),))
    jobs.append(desk.job(new("/"), operation="batch"))
    before = [desk.counts(job_id) for job_id in jobs]
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")
        connection.commit()
        assert not hasattr(connection.execute(text("SELECT * FROM job")).first(), "pages_found")

    schema.migrate(empty_database)

    with engine.connect() as connection:
        assert [counted(connection, job_id) for job_id in jobs] == before
    engine.dispose()
