"""The page of the queues: who may see it, and what each form does."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from api.console.views import queues
from contract.errors import InternalServerError
from models.jobs import job, new_job
from models.page_jobs import job_end
from models.queues import pause
from tests.api.console.conftest import MakePerson, Person

UNKNOWN = "01a20152-ee47-7528-8310-e1d879767973"
FORMS = ("pause/webhooks", "resume/webhooks", f"retry/{UNKNOWN}", f"cancel/{UNKNOWN}", "retry-all")


@pytest.fixture
def operator(make_person: MakePerson) -> Person:
    return make_person(operator=True)


def start(database: Engine, person: Person) -> UUID:
    """A job that waits for a worker."""
    with database.begin() as connection:
        made = new_job.create(
            connection, workspace_id=person.workspace_id, operation="scrape", options={"url": "https://a.example/"},
            path="/", in_background=True, price=1,
        )  # fmt: skip
    assert made is not None
    return made


def cancel_running(database: Engine) -> None:
    """Cancel the crawls and batches that other tests have left running: the page lists the oldest ones."""
    with database.begin() as connection:
        running = connection.execute(text("SELECT id, workspace_id, operation FROM job WHERE status = 'running'")).all()
        for job_id, workspace_id, operation in running:
            job_end.cancel(connection, job_id, workspace_id, operation)


def status(database: Engine, job_id: UUID) -> str:
    with database.connect() as connection:
        return str(connection.execute(text("SELECT status FROM job WHERE id = :id"), {"id": job_id}).scalar_one())


def test_page_exists_for_operators_only(owner: Person, operator: Person) -> None:
    for path in ("/console/queues", "/console/queues/state"):
        assert owner.get(path).status_code == 404 and operator.get(path).status_code == 200
    for action in FORMS:
        assert owner.post(f"/console/queues/{action}").status_code == 404
    assert "/console/queues" not in owner.get("…/").text and "/console/queues" in operator.get("…/").text


@pytest.mark.parametrize("action", FORMS)
def test_forms_of_other_sites_change_nothing(operator: Person, action: str) -> None:
    sent = operator.post(f"/console/queues/{action}", csrf_token="forged")

    assert sent.status_code == 403


def test_queue_is_paused_and_continues(operator: Person, database: Engine) -> None:
    assert operator.post("/console/queues/pause/webhooks").status_code == 303
    shown = operator.get("/console/queues").text

    with database.connect() as connection:
        [paused] = pause.list_pauses(connection)
    assert (paused.queue, paused.paused_by) == ("webhooks", operator.email) and f"by {operator.email}" in shown

    assert operator.post("/console/queues/resume/webhooks").status_code == 303
    with database.connect() as connection:
        assert pause.list_names(connection) == frozenset()
    assert operator.post("/console/queues/pause/page").status_code == 400


def test_job_is_cancelled_and_a_dead_one_is_retried(operator: Person, database: Engine) -> None:
    waiting, dead = start(database, operator), start(database, operator)
    with database.begin() as connection:
        job.fail_locked(connection, dead, InternalServerError("It stopped <b>twice</b>."))
    assert "It stopped &lt;b&gt;twice&lt;/b&gt;." in operator.get("/console/queues/state").text

    cancelled = operator.post(f"/console/queues/cancel/{waiting}")
    retried = operator.post(f"/console/queues/retry/{dead}")

    assert cancelled.status_code == retried.status_code == 303
    assert (status(database, waiting), status(database, dead)) == ("failed", "waiting")
    again = operator.post(f"/console/queues/cancel/{waiting}")
    assert again.status_code == 400 and "is failed already" in again.text


def test_all_dead_letters_are_retried_with_one_form(
    operator: Person, database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(queues, "RETRY_ALL_SECONDS", 60.0)
    dead = [start(database, operator) for _ in range(2)]
    with database.begin() as connection:
        for job_id in dead:
            job.fail_locked(connection, job_id, InternalServerError("It stopped."))
    assert "Retry all dead letters" in operator.get("/console/queues").text

    sent = operator.post("/console/queues/retry-all")

    assert sent.status_code == 303 and [status(database, job_id) for job_id in dead] == ["waiting"] * 2
    shown = operator.get(sent.headers["Location"]).text
    assert "are tried again." in shown and "There may be more" not in shown
    forged = operator.get("/console/queues?jobs=1&deliveries=1&refused=-1&more=<b>").text
    assert "tried again." not in forged and "<b>" not in forged


def test_unknown_work_is_refused_on_the_page(operator: Person) -> None:
    refused = operator.post(f"/console/queues/retry/{UNKNOWN}")

    assert refused.status_code == 404 and "No job and no delivery has this id." in refused.text
    assert operator.post("/console/queues/retry/x").status_code in (404, 405)


def test_running_crawl_has_progress_and_a_lease(operator: Person, database: Engine) -> None:
    cancel_running(database)
    job_id = start(database, operator)
    with database.begin() as connection:
        connection.execute(
            text("UPDATE job SET operation = 'crawl', status = 'running', pages_max = 10, pages_found = 7, issued = 3,"
                 " pages_completed = 2 WHERE id = :id"), {"id": job_id},
        )  # fmt: skip

    shown = operator.get("/console/queues").text
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET status = 'cancelled' WHERE id = :id"), {"id": job_id})

    assert f'title="{job_id}"' in shown and "2 of 7 pages" in shown
