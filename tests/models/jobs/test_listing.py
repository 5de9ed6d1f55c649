"""The list of a workspace's background jobs."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Engine

from models.jobs import listing
from models.page_jobs import job_end
from tests.models.desk import Desk, new


def test_jobs_are_filtered_by_operation_and_status(database: Engine, desk: Desk) -> None:
    crawl, batch, other = desk.job(new("/")), desk.job(new("/"), operation="batch"), desk.job(new("/"))
    with database.begin() as connection:
        job_end.cancel(connection, other, desk.workspace_id, "crawl")

    with database.connect() as connection:

        def listed(**requested: object) -> list[object]:
            return [row.id for row in listing.list_jobs(connection, desk.workspace_id, 10, **requested)]  # type: ignore[arg-type]

        assert listed() == [other, batch, crawl]
        assert listed(operation="crawl") == [other, crawl]
        assert listed(statuses=["running", "active"]) == [batch, crawl]
        assert listed(operation="crawl", statuses=["cancelled"], before=batch) == []

        created = {row.id: row.created_at for row in listing.list_jobs(connection, desk.workspace_id, 10)}
        assert listed(created_after=created[batch]) == [other]
        assert listed(created_after=created[crawl], operation="crawl") == [other]
        assert len(listed(created_after=datetime.min.replace(tzinfo=UTC))) == 3
        assert listed(created_after=datetime.max.replace(tzinfo=UTC)) == []


def test_job_of_another_workspace_is_not_found(database: Engine, desk: Desk) -> None:
    job_id = desk.job(new("/"))
    other = Desk(database)

    with database.connect() as connection:
        assert listing.find(connection, job_id, other.workspace_id) is None
        found = listing.find(connection, job_id, desk.workspace_id)

    assert found is not None and (found.operation, found.status) == ("crawl", "running")
