"""The API process dies after it has started a job. The caller repeats the call with its Idempotency-Key."""

from __future__ import annotations

import os
import signal

import pytest
from sqlalchemy import text

from models.session import AdvisoryLocks
from tests.conftest import Account
from tests.faults.conftest import Books, Call, Stack
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.origin import Origin

pytestmark = pytest.mark.faults


def restart_api(stack: Stack, client: Client) -> Client:
    stack.service.kill(stack.api)
    stack.remember_waiting_processes()
    stack.start_api()
    stack.service.wait_until_ready()
    return Client(stack.service.base_url, client.key)


@pytest.mark.parametrize(("kind", "field"), [("scrape", "jobId"), ("batch", "batchId")])
def test_job_whose_start_was_never_answered_is_found_again(
    stack: Stack, client: Client, account: Account, books: Books, origin: Origin, unique: str, kind: str, field: str
) -> None:
    url = origin.url("/article", t=unique)
    body = {"url": url, "async": True} if kind == "scrape" else {"urls": [url]}
    # The API lets the job be posted after it has committed it. These locks hold it up there.
    with stack.database.connect() as holder:
        for number in (AdvisoryLocks.BACKGROUND_JOBS_OF_WORKSPACE, AdvisoryLocks.SLICES_OF_WORKSPACE):
            lock = text("SELECT pg_advisory_xact_lock(:number, hashtext(:workspace))")
            holder.execute(lock, {"number": number, "workspace": str(account.workspace_id)})
        unanswered = Call(lambda: client.post(f"/v1/web/{kind}", body, **{"Idempotency-Key": "key"}))
        wait_until(books.statuses, seconds=PATIENCE_SECONDS, what="the job")
        stack.service.kill(stack.api)
    assert isinstance(unanswered.result(30), Exception)
    stack.start_api()
    stack.service.wait_until_ready()

    again = Client(stack.service.base_url, client.key).post(f"/v1/web/{kind}", body, **{"Idempotency-Key": "key"})

    assert again.status_code == 201 and again.headers["Idempotent-Replayed"] == "true"
    assert [again.json()[field]] == [str(row.id) for row in books.ask("SELECT id FROM job WHERE workspace_id = :me")]
    stack.age_messages()
    wait_until(books.settled, seconds=PATIENCE_SECONDS, what="the job's end")
    assert books.statuses() == ["completed"] and books.charges() == 1


@pytest.mark.parametrize("moment", ["while the page is fetched", "after the page was charged"])
def test_repeated_call_gets_the_result_that_the_dead_process_did_not_deliver(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str, moment: str
) -> None:
    url = origin.url("/gate", name=unique, t="repeated")
    Call(lambda: client.post("/v1/web/scrape", {"url": url}, **{"Idempotency-Key": "key"}))
    wait_until(lambda: origin.seen(url), seconds=PATIENCE_SECONDS, what="the fetch")
    if moment == "after the page was charged":
        # Before it stops, too: if it stops while it writes its heartbeat, the row is locked until Postgres ends that transaction.
        stack.remember_waiting_processes()
        os.kill(stack.api.pid, signal.SIGSTOP)
        stack.remember_waiting_processes()
        origin.open_gate(unique)
        wait_until(lambda: books.charges() == 1, seconds=PATIENCE_SECONDS, what="the charge")
    [dead] = books.ask("SELECT answerer FROM job WHERE workspace_id = :me")
    repeating = restart_api(stack, client)

    again = Call(lambda: repeating.post("/v1/web/scrape", {"url": url}, **{"Idempotency-Key": "key"}))
    wait_until(
        lambda: books.ask("SELECT answerer FROM job WHERE workspace_id = :me") != [dead],
        seconds=PATIENCE_SECONDS,
        what="the repeated call",
    )
    origin.open_gate(unique)

    answer = again.result(30)
    assert answer.status_code == 200 and answer.headers["Idempotent-Replayed"] == "true", answer.text
    stack.forget_waiting_processes()
    assert books.statuses() == ["completed"] and books.charges() == books.spent() == 1
