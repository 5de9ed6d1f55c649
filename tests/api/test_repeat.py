"""Calls with an Idempotency-Key: a repeated call gets the first call's job and answer, and is charged nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from api import state
from api.asgi.flask_pool import Called
from contract import limits
from contract.errors import NotFound, ServiceError, UpstreamUnreachable
from models import books
from models.accounts import credits, workspace
from models.jobs import job, waiting_process
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account
from tests.models.claims import claim_job

SCRAPE = b'{"url": "http://127.0.0.1:4/"}'
BACKGROUND = b'{"url": "http://127.0.0.1:4/", "async": true}'
BATCH = b'{"urls": ["http://127.0.0.1:4/"]}'
RESULT = '{"url": "http://127.0.0.1:4/"}'
STARTS = [("scrape", BACKGROUND, "jobId"), ("crawl", SCRAPE, "crawlId"), ("batch", BATCH, "batchId")]


class Desk:
    """The workspace's jobs and credits, and a worker."""

    def __init__(self, caller: Caller, database: Engine, account: Account) -> None:
        self._caller, self.database, self._account = caller, database, account
        self.state: state.State = caller.app.extensions[state.KEY]

    def begin(self, key: str = "key") -> Called:
        """An inline call that waits."""
        return self._caller.begin("POST", "/v1/web/scrape", SCRAPE, Idempotency_Key=key)

    def repeat(self, key: str = "key") -> Any:
        return self._caller.post(SCRAPE, Idempotency_Key=key)

    def end(self, job_id: UUID, error: ServiceError | None = None) -> None:
        """End a job as a worker does, and announce it."""
        with self.database.begin() as connection:
            task = claim_job(connection, job_id, "worker")
            assert task is not None
            if error is not None:
                job.fail(connection, task, error)
            else:
                credits.capture(connection, str(job_id), 1)
                job.complete(connection, task, RESULT)
        self.state.waiting.wake(str(job_id))

    def jobs(self) -> list[UUID]:
        with self.database.connect() as connection:
            query = text("SELECT id FROM job WHERE workspace_id = :me ORDER BY created_at")
            return list(connection.execute(query, {"me": self._account.workspace_id}).scalars())

    def credits(self) -> tuple[int, int]:
        """(credits spent, credits held)"""
        with self.database.connect() as connection:
            assert self._account.workspace_id not in {drift.workspace_id for drift in books.drift(connection)}
            row = workspace.require(connection, self._account.workspace_id)
            return 1_000 - row.balance, row.reserved


@pytest.fixture
def desk(caller: Caller, database: Engine, account: Account) -> Desk:
    return Desk(caller, database, account)


@pytest.mark.parametrize(("name", "body", "field"), STARTS)
def test_repeated_start_gets_the_same_job(caller: Caller, desk: Desk, name: str, body: bytes, field: str) -> None:
    first, second = (caller.post(body, f"/v1/web/{name}", Idempotency_Key="key") for _ in range(2))

    assert first.status_code == second.status_code == 201
    assert first.headers["Location"] == second.headers["Location"]
    assert first.get_json()[field] == second.get_json()[field] == str(desk.jobs()[0])
    assert "Idempotent-Replayed" not in first.headers and second.headers["Idempotent-Replayed"] == "true"
    assert len(desk.jobs()) == 1 and desk.credits() == (0, 1 if name == "scrape" else 0)


@pytest.mark.parametrize(("name", "body", "field"), STARTS)
def test_starts_at_the_same_time_make_one_job(caller: Caller, desk: Desk, name: str, body: bytes, field: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: caller.post(body, f"/v1/web/{name}", Idempotency_Key="key"), range(6)))

    assert [answer.status_code for answer in answers] == [201] * 6
    assert {answer.get_json()[field] for answer in answers} == {str(job_id) for job_id in desk.jobs()}
    assert len(desk.jobs()) == 1 and sum("Idempotent-Replayed" in answer.headers for answer in answers) == 5


def test_calls_without_a_key_are_not_repeats(caller: Caller, desk: Desk) -> None:
    assert len({caller.post(BACKGROUND).get_json()["jobId"] for _ in range(2)}) == 2


@pytest.mark.parametrize(
    ("path", "body"),
    [("/v1/web/scrape", b'{"url": "http://127.0.0.1:5/", "async": true}'), ("/v1/web/markdown", BACKGROUND)],
    ids=["another body", "another path"],
)
def test_key_of_another_request_is_a_conflict(caller: Caller, desk: Desk, path: str, body: bytes) -> None:
    assert caller.post(BACKGROUND, Idempotency_Key="key").status_code == 201

    failure = failure_of(caller.post(body, path, Idempotency_Key="key"))

    assert (failure["statusCode"], failure["code"]) == (409, "VALIDATION_ERROR")
    assert failure["error"]["details"][0]["field"] == "Idempotency-Key"
    assert len(desk.jobs()) == 1


def test_whitespace_and_order_make_no_other_body(caller: Caller, desk: Desk) -> None:
    bodies = (BACKGROUND, b'{"async":true,"url":"http://127.0.0.1:4/"}')

    assert [caller.post(body, Idempotency_Key="key").status_code for body in bodies] == [201, 201]
    assert len(desk.jobs()) == 1


def test_key_belongs_to_its_workspace(
    caller: Caller, caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    stranger = caller_with(make_account().key)

    ids = {each.post(BACKGROUND, Idempotency_Key="key").get_json()["jobId"] for each in (caller, stranger)}

    assert len(ids) == 2


def test_expired_key_starts_again(caller: Caller, desk: Desk) -> None:
    caller.post(BACKGROUND, Idempotency_Key="key")
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE job SET created_at = created_at - :day"), {"day": timedelta(hours=24)})

    assert caller.post(b'{"url": "http://127.0.0.1:5/", "async": true}', Idempotency_Key="key").status_code == 201
    assert len(desk.jobs()) == 2


@pytest.mark.parametrize("key", ["", " ", "a b", "\u00e9", "a\tb", "a" * 256, "\x7f"])
@pytest.mark.parametrize("path", ["scrape", "markdown", "map", "crawl", "batch"])
def test_invalid_key_is_rejected(caller: Caller, key: str, path: str) -> None:
    failure = failure_of(caller.post(SCRAPE, f"/v1/web/{path}", Idempotency_Key=key))

    assert (failure["statusCode"], failure["code"]) == (400, "VALIDATION_ERROR")
    assert failure["error"]["details"][0]["field"] == "Idempotency-Key"


@pytest.mark.parametrize("key", ["!", "a" * limits.IDEMPOTENCY_KEY_MAX_CHARS, '"quoted,~"', " padded\t"])
def test_valid_key_is_accepted(caller: Caller, desk: Desk, key: str) -> None:
    assert [caller.post(BACKGROUND, Idempotency_Key=key).status_code for _ in range(2)] == [201, 201]
    assert len(desk.jobs()) == 1


def test_rejected_call_does_not_use_its_key(caller: Caller, desk: Desk) -> None:
    assert caller.post(b'{"url": "x", "async": true}', Idempotency_Key="key").status_code == 400

    assert caller.post(BACKGROUND, Idempotency_Key="key").status_code == 201


def test_repeated_call_gets_the_finished_answer_without_a_charge(caller: Caller, desk: Desk) -> None:
    waiting = desk.begin()
    desk.end(desk.jobs()[0])
    first = caller.finish(waiting)

    second = desk.repeat()

    assert first.status_code == second.status_code == 200
    assert first.get_json()["data"] == second.get_json()["data"]
    assert len(desk.jobs()) == 1 and desk.credits() == (1, 0)


def test_repeated_call_waits_for_the_job_of_the_first(caller: Caller, desk: Desk) -> None:
    first, second = desk.begin(), desk.begin()
    desk.end(desk.jobs()[0])

    assert second.waiting is not None and second.waiting.call.ended.done()
    assert [caller.finish(called).status_code for called in (second, first)] == [200, 200]
    assert len(desk.jobs()) == 1 and desk.credits() == (1, 0)


@pytest.mark.parametrize("error", [NotFound("No fresh cached copy."), UpstreamUnreachable("The host is away.")])
def test_repeated_call_after_a_failure(caller: Caller, desk: Desk, error: ServiceError) -> None:
    """A failure that may pass is tried again. Another one is the answer."""
    waiting = desk.begin()
    desk.end(desk.jobs()[0], error)
    assert caller.finish(waiting).status_code == error.status

    again = desk.begin()
    if error.status >= 500:
        desk.end(desk.jobs()[1])

    assert caller.finish(again).status_code == (200 if error.status >= 500 else error.status)
    assert desk.credits() == ((1, 0) if error.status >= 500 else (0, 0))


def test_call_that_timed_out_is_started_again(desk: Desk) -> None:
    assert [desk.repeat().status_code for _ in range(2)] == [504, 504]

    assert len(desk.jobs()) == 2 and desk.credits() == (0, 0)


def test_caller_who_disconnects_does_not_end_the_wait_of_the_repeated_call(caller: Caller, desk: Desk) -> None:
    first, second = desk.begin(), desk.begin()
    assert first.waiting is not None
    with caller.app.app_context():
        first.waiting.give_up()

    desk.end(desk.jobs()[0])

    assert caller.finish(second).status_code == 200 and desk.credits() == (1, 0)


def test_time_out_of_the_first_call_does_not_end_the_wait_of_the_repeated_one(caller: Caller, desk: Desk) -> None:
    first, second = desk.begin(), desk.begin()
    assert caller.finish(first).status_code == 504

    desk.end(desk.jobs()[0])

    assert caller.finish(second).status_code == 200 and desk.credits() == (1, 0)


def test_last_of_several_calls_to_leave_makes_the_job_free(caller: Caller, desk: Desk) -> None:
    calls = [desk.begin(), desk.begin()]
    for called in calls:
        assert called.waiting is not None
        with caller.app.app_context():
            called.waiting.give_up()

    assert desk.credits() == (0, 0)
    desk.begin()
    assert len(desk.jobs()) == 2


def test_job_of_a_dead_process_is_taken_over_with_its_result(desk: Desk) -> None:
    """The process died after the charge and before the answer."""
    abandoned = desk.begin()
    assert abandoned.waiting is not None
    desk.state.waiting.leave(abandoned.waiting.call)
    desk.end(desk.jobs()[0])
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE job SET answerer = 'dead' WHERE id = :id"), {"id": desk.jobs()[0]})

    answer = desk.repeat()

    assert answer.status_code == 200 and desk.credits() == (1, 0) and len(desk.jobs()) == 1


def test_job_made_free_by_another_process_is_not_an_answer(caller: Caller, desk: Desk) -> None:
    waiting = desk.begin()
    with desk.database.begin() as connection:
        waiting_process.make_free(connection, desk.jobs()[0], desk.state.name)
        connection.execute(text("UPDATE job SET status = 'completed', error = NULL, result = :r"), {"r": RESULT})

    answer = caller.finish(waiting)

    assert answer.status_code == 503 and answer.headers["Retry-After"] == "1"
    assert desk.credits() == (0, 0)
