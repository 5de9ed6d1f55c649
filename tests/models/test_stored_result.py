"""Large results are stored apart from their rows, and read as if they were not; they are deleted by the day."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from models import retention, stored_result
from models.accounts import credits, workspace
from models.base import new_id
from models.jobs import job, new_job, outcome
from models.page_jobs import page_end
from models.pages import page_entry
from models.pages.page import PageEnd
from models.stored_result import INLINE_MAX_BYTES
from tests.models.claims import claim_job
from tests.models.conftest import written_days_ago
from tests.models.desk import Desk, new

SIZES = [2, INLINE_MAX_BYTES - 1, INLINE_MAX_BYTES, INLINE_MAX_BYTES + 1, 1_000_000]


def result_of(size: int) -> str:
    """JSON text of this many bytes. A letter of two bytes shows that bytes count, not characters."""
    return '"ä"' if size < 5 else json.dumps("ä" + "x" * (size - 4), ensure_ascii=False)


def where(database: Engine, job_id: UUID) -> tuple[int, int]:
    """(results in the pages' rows, results apart)."""
    query = """SELECT (SELECT count(result) FROM page WHERE job_id = :id) + (SELECT count(result) FROM job WHERE id = :id),
        (SELECT count(*) FROM stored_result WHERE job_id = :id)"""
    with database.connect() as connection:
        return tuple(connection.execute(text(query), {"id": job_id}).one())  # type: ignore[return-value]


@pytest.mark.parametrize("size", SIZES)
def test_results_of_pages_are_read_wherever_they_are_stored(desk: Desk, database: Engine, size: int) -> None:
    job_id, result = desk.job(new("/a"), new("/b"), operation="batch"), result_of(size)
    assert len(result.encode()) == max(size, 4)
    one, two = desk.claim()
    with database.begin() as connection:
        ends = [
            PageEnd(task=one, verdict="completed", result=lambda used, left: result),
            PageEnd(task=two, verdict="failed"),
        ]
        page_end.end(connection, job_id, ends)

    with database.begin() as connection:
        entries = page_entry.list_entries(connection, job_id, queued=0)
        assert [entry.size for entry in entries] == [len(result.encode()), 0]
        assert [entry.size for entry in page_entry.list_finished(connection, job_id, [], 10)] in ([len(result.encode()), 0],
            [0, len(result.encode())])  # fmt: skip
        assert page_entry.read_results(connection, job_id, [0, 1]) == {0: result}
        found = page_entry.find(connection, job_id, 0)
    assert found is not None and found.result == result
    assert where(database, job_id) == ((0, 1) if size > INLINE_MAX_BYTES else (1, 0))


@pytest.mark.parametrize("in_background", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_only_large_results_that_are_kept_for_days_are_stored_apart(
    database: Engine, size: int, in_background: bool
) -> None:
    job_id, result = new_id(), result_of(size)
    with database.begin() as connection:
        payer = workspace.create(connection, "results")
        credits.grant(connection, payer, 1, key="first")
        new_job.create(
            connection, workspace_id=payer, operation="scrape", options={}, path="/", in_background=in_background, price=1,
            job_id=job_id,
        )  # fmt: skip
        task = claim_job(connection, job_id, "me")
        assert task is not None and job.lock(connection, task)
        job.complete(connection, task, result)
        found = outcome.find_background(connection, job_id, payer, "scrape")

    assert (found is None) is not in_background and (found is None or found.result == result)
    assert where(database, job_id) == ((0, 1) if in_background and size > INLINE_MAX_BYTES else (1, 0))


@pytest.fixture
def large(desk: Desk, database: Engine) -> UUID:
    """A job with a large result."""
    with database.begin() as connection:
        connection.execute(text("TRUNCATE stored_result"))
        connection.execute(text("UPDATE job SET created_at = now() WHERE in_background"))
    job_id = desk.job(new("/a"), operation="batch")
    [task] = desk.claim()
    with database.begin() as connection:
        page_end.end(
            connection, job_id, [PageEnd(task=task, verdict="completed", result=lambda used, left: result_of(9_000))]
        )
    return job_id


@pytest.mark.parametrize(
    ("written", "began", "kept"),
    [(0, 0, True), (5, 5, True), (5, 6, True), (6, 5, False), (14, 14, True), (15, 20, False)],
)
def test_results_are_kept_while_a_job_of_their_day_is(
    database: Engine, large: UUID, written: int, began: int, kept: bool
) -> None:
    written_days_ago(database, "stored_result", large, written)
    with database.begin() as connection:
        connection.execute(
            text("UPDATE job SET created_at = now() - make_interval(days => :days) WHERE id = :id"),
            {"id": large, "days": began},
        )
        connection.execute(
            text("UPDATE page SET result_slot = s.slot FROM stored_result s WHERE s.job_id = page.job_id")
        )
        retention.empty_results(connection)

    with database.begin() as connection:
        assert (page_entry.read_results(connection, large, [0]) != {}) is kept
        entry = page_entry.find(connection, large, 0)
    assert entry is not None and entry.status == "completed" and (entry.result is not None) is kept


def test_a_partition_in_use_is_emptied_later(database: Engine, large: UUID) -> None:
    written_days_ago(database, "stored_result", large, 15)
    with database.begin() as reader:
        reader.execute(text("SELECT count(*) FROM stored_result"))
        with database.begin() as connection:
            retention.empty_results(connection)
    assert where(database, large) == (0, 1)

    with database.begin() as connection:
        retention.empty_results(connection)

    assert where(database, large) == (0, 0)


def test_large_results_are_compressed(database: Engine, large: UUID) -> None:
    with database.connect() as connection:
        stored = connection.execute(
            text("SELECT octet_length(body) FROM stored_result WHERE job_id = :id"), {"id": large}
        ).scalar_one()

    assert stored < 1_000 < stored_result.INLINE_MAX_BYTES
