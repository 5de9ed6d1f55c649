"""Background jobs in the API: their workspace, and the credits held for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, text, update
from sqlalchemy.exc import OperationalError

from api import state
from contract import limits
from contract.errors import UpstreamUnreachable
from contract.queues import JOBS_QUEUE, SCRAPE_QUEUE
from models.accounts import credits, workspace
from models.jobs import job, new_job
from models.jobs.job import Job
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account
from tests.models.claims import claim_job


@pytest.fixture
def job_id(caller: Caller) -> str:
    answer = caller.post(b'{"url": "http://127.0.0.1:4/", "async": true}')
    body: dict[str, Any] = answer.get_json()
    assert answer.status_code == 201 and body["status"] == "queued" and body["success"] is True
    assert body["meta"]["requestId"] == answer.headers["X-Request-Id"]
    assert answer.headers["Location"] == f"/v1/web/scrape/{body['jobId']}"
    assert body["statusUrl"] == f"http://127.0.0.1:8000{answer.headers['Location']}"
    made: str = body["jobId"]
    return made


def claim(database: Engine, job_id: str) -> job.Task:
    with database.begin() as connection:
        task = claim_job(connection, UUID(job_id), "test")
    assert task is not None
    return task


def status(caller: Caller, job_id: str) -> dict[str, Any]:
    answer = caller.send("GET", f"/v1/web/scrape/{job_id}")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.get_json()
    return body


def test_status_shows_progress(caller: Caller, database: Engine, job_id: str) -> None:
    assert status(caller, job_id)["status"] == "waiting"

    task = claim(database, job_id)
    assert status(caller, job_id)["status"] == "active"

    with database.begin() as connection:
        job.lock(connection, task)
        credits.capture(connection, job_id, 1)
        job.complete(connection, task, '{"url": "http://127.0.0.1:4/"}')
    done = status(caller, job_id)
    assert (done["id"], done["status"], done["data"]) == (job_id, "completed", {"url": "http://127.0.0.1:4/"})
    assert "error" not in done and done["success"] is True


def test_failed_job_reports_its_error(caller: Caller, database: Engine, job_id: str) -> None:
    task = claim(database, job_id)
    with database.begin() as connection:
        job.fail(connection, task, UpstreamUnreachable("The host is away."))

    failed = status(caller, job_id)

    assert failed["status"] == "failed" and "data" not in failed
    assert failed["error"] == {"code": "UPSTREAM_UNREACHABLE", "message": "The host is away."}


@pytest.fixture
def almost_too_many_jobs(database: Engine, account: Account) -> Iterator[None]:
    me = {"me": account.workspace_id}
    with database.begin() as connection:
        connection.execute(
            text("""INSERT INTO job (id, workspace_id, operation, options, path, in_background, status)
                    SELECT gen_random_uuid(), :me, 'crawl', '{}', '/', true, 'running' FROM generate_series(2, :most)"""),
            me | {"most": limits.PAGE_JOBS_MAX},
        )
    yield
    with database.begin() as connection:
        connection.execute(text("DELETE FROM job WHERE workspace_id = :me"), me)


@pytest.mark.usefixtures("almost_too_many_jobs")
def test_number_of_unfinished_jobs_per_workspace_is_limited(caller: Caller) -> None:
    last, refused = (caller.post(b'{"url": "http://127.0.0.1:4/"}', "/v1/web/crawl") for _ in range(2))

    assert last.status_code == 201
    failure = failure_of(refused)
    assert (
        failure["statusCode"] == 429
        and refused.headers["Retry-After"]
        and "1000 crawls and batches" in failure["message"]
    )


def test_waiting_jobs_are_posted_to_the_queues_of_their_operations(
    app: Flask, caller: Caller, account: Account, database: Engine
) -> None:
    """A call posts what waits of its workspace, which may be jobs of other operations."""
    mailbox = app.extensions[state.KEY].mailbox
    body = b'{"urls": ["http://127.0.0.1:4/"], "schema": {"type": "object", "properties": {"name": {}}}, "async": true}'
    extract = caller.post(body, "/v1/web/extract").get_json()["jobId"]
    with database.begin() as connection:  # As if the workspace had more jobs than are posted at a time.
        connection.execute(update(Job).where(Job.id == UUID(extract)).values({Job.posted_at: None}))
    before = mailbox.waiting()

    caller.post(b'{"url": "http://127.0.0.1:4/", "async": true}')

    after = mailbox.waiting()
    posted = {queue: after[queue] - before[queue] for queue in (SCRAPE_QUEUE, JOBS_QUEUE)}
    assert posted == {SCRAPE_QUEUE: 1, JOBS_QUEUE: 1}


def test_another_workspaces_job_is_not_found(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account], job_id: str
) -> None:
    stranger = caller_with(make_account().key)

    failure = failure_of(stranger.send("GET", f"/v1/web/scrape/{job_id}"))

    unknown = failure_of(stranger.send("GET", f"/v1/web/scrape/{uuid4()}"))
    assert (failure["statusCode"], failure["code"]) == (404, "NOT_FOUND")
    assert failure["message"] == unknown["message"]


@pytest.mark.parametrize(
    "odd",
    ["x", "1", "0" * 400, "%00", "%ff", "..", "%2e%2e", "'; --", "\u00e9", "{00000000-0000-7000-8000-000000000000}"],
)
def test_odd_id_is_not_found(caller: Caller, odd: str) -> None:
    assert failure_of(caller.send("GET", f"/v1/web/scrape/{odd}"))["code"] == "NOT_FOUND"


def test_synchronous_job_has_no_status(caller: Caller, database: Engine, account: Account) -> None:
    caller.post(b'{"url": "http://127.0.0.1:4/"}')
    with database.connect() as connection:
        made = connection.exec_driver_sql("SELECT id FROM job WHERE workspace_id = %s", (str(account.workspace_id),))
        waited_for = made.scalar_one()

    assert caller.send("GET", f"/v1/web/scrape/{waited_for}").status_code == 404


def test_waiting_job_holds_its_price_and_a_free_one_nothing(
    caller: Caller, database: Engine, account: Account, job_id: str
) -> None:
    assert caller.post(b'{"url": "http://127.0.0.1:4/"}').status_code == 504

    with database.connect() as connection:
        row = workspace.require(connection, account.workspace_id)
    assert (row.balance, row.reserved) == (1_000, 1)


def test_held_credits_cannot_be_spent_twice(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    caller = caller_with(make_account(2).key)
    body = b'{"url": "http://127.0.0.1:4/", "async": true}'

    assert [caller.post(body).status_code for _ in range(3)] == [201, 201, 402]


def test_lost_commit_response_leaves_one_job_and_one_hold(
    caller: Caller, database: Engine, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server committed, and the connection broke before the response."""
    real, broken = new_job.create, []

    def create(connection: Connection, **values: Any) -> UUID | None:
        made = real(connection, **values)
        if not broken:
            broken.append(made)
            connection.commit()
            raise OperationalError("INSERT", {}, Exception("server closed the connection unexpectedly"))
        return made

    monkeypatch.setattr(new_job, "create", create)

    answer = caller.post(b'{"url": "http://127.0.0.1:4/", "async": true}')

    assert (answer.status_code, answer.get_json()["jobId"]) == (201, str(broken[0]))
    with database.connect() as connection:
        rows = connection.exec_driver_sql("SELECT id FROM job WHERE workspace_id = %s", (str(account.workspace_id),))
        assert [row.id for row in rows] == broken
        assert workspace.require(connection, account.workspace_id).reserved == 1
