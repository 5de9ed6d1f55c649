"""What a webhook gets: the body, the signature, and headers that the caller cannot bend."""

from __future__ import annotations

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import aiohttp
import pytest
from sqlalchemy import Engine, text
from standardwebhooks import Webhook, WebhookVerificationError

from contract import limits
from contract.addresses import Policy, refusal
from contract.environment import Environment
from crawler.network.egress import Exempt, guarded_connector
from crawler.resources import Resources
from models.pages.event import Due, Message, claim
from models.pages.page_entry import StoredPage
from tests.conftest import LOOPBACK
from workers.deliver import OWN_ERROR, Relay
from workers.webhook import body_of, failure_reason, headers_of

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
JOB = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def due(kind: str = "crawl.page", number: int | None = 3) -> Due:
    return Due(
        id=UUID("01890a5d-ac96-774b-bcce-b302099a8058"), job_id=JOB, type=kind, page_number=number, host="me.example",
        attempts=1, created_at=datetime(2026, 11, 21, tzinfo=UTC),
    )  # fmt: skip


def message(*, page: Any = None, headers: dict[str, str] | None = None) -> Message:
    hook = {"url": "https://me.example/hook", "headers": headers or {}, "events": ["page", "completed"]}
    return Message(webhook=hook, secrets=(SECRET,), page=page, job={"kind": "crawl", "status": "completed", "total": 4})


def test_a_page_event_carries_its_entry() -> None:
    page = StoredPage("https://a.example/ü", "completed", 2, None, None, None, result='{"markdown": "# A"}')
    sent = json.loads(body_of(message(page=page), due(), "https://ow.example"))

    assert (
        sent["id"] == str(due().id)
        and sent["type"] == "crawl.page"
        and sent["timestamp"].startswith("2026-11-21T00")
        and sent["timestamp"].endswith("Z")
    )
    assert sent["data"] == {
        "id": str(JOB), "url": "https://a.example/ü", "status": "completed", "depth": 2, "error": None,
        "errorCode": None, "retryable": None, "data": {"markdown": "# A"},
    }  # fmt: skip


def test_the_end_carries_counters_and_where_to_look() -> None:
    sent = json.loads(body_of(message(), due("crawl.completed", None), "https://ow.example"))

    assert sent["data"]["total"] == 4
    assert sent["data"]["statusUrl"] == f"https://ow.example/v1/web/crawl/{JOB}"


def test_any_receiver_can_verify_it() -> None:
    body = body_of(message(), due("crawl.completed", None), "https://ow.example")
    headers = {name.lower(): value for name, value in headers_of(message(), due(), body, datetime.now(UTC)).items()}

    Webhook(SECRET).verify(body, headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(body + " ", headers)


def test_the_callers_headers_go_along_but_not_over_ours() -> None:
    own = {"X-Mine": "1", "content-type": "text/plain", "Webhook-Id": "forged", "WEBHOOK-SIGNATURE": "v1,forged"}
    headers = headers_of(message(headers=own), due(), "{}", datetime.now(UTC))

    assert headers["X-Mine"] == "1" and headers.getall("Content-Type") == ["application/json"]
    assert headers.getall("webhook-id") == [str(due().id)] and "forged" not in headers["webhook-signature"]


@pytest.mark.parametrize(
    ("url", "answer", "sentence"),
    [
        ("http://127.0.0.1:4/", b"", "The receiver refused the connection."),
        ("http://nowhere.invalid/", b"", "The receiver's host name could not be resolved."),
        ("http://10.0.0.1/", b"", refusal("10.0.0.1")),
        ("https://127.0.0.1:{port}/", b"no TLS", "No secure connection (TLS) to the receiver could be made."),
        ("http://127.0.0.1:{port}/", b"", "The receiver closed the connection before it answered."),
        ("http://127.0.0.1:{port}/", b"no HTTP\r\n\r\n", "The receiver's answer could not be read."),
        ("http://127.0.0.1:{port}/", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
         "The receiver's answer could not be read."),
    ],
)  # fmt: skip
def test_failed_attempts_are_reported_in_plain_words(url: str, answer: bytes, sentence: str) -> None:
    assert failure_reason(asyncio.run(_failure(url, answer))) == sentence


def _attempt(isolated: Environment, database: Engine, url: str, shared: SimpleNamespace) -> tuple[int, str | None]:
    """One call of a relay to a receiver: (status, error)."""

    async def nothing() -> list[Due]:
        return []

    async def called() -> tuple[int, str | None]:
        relay = Relay(isolated, cast(Resources, shared), database, lambda: False)
        relay._claim = nothing  # type: ignore[method-assign]
        relay.start()
        try:
            return await relay._call(replace(message(), webhook={"url": url, "headers": {}}), due())
        finally:
            await relay.stop()

    return asyncio.run(called())


def test_the_operators_own_proxy_is_not_a_receiver(isolated: Environment, isolated_database: Engine) -> None:
    proxy = "http://localhost:4"
    shared = SimpleNamespace(policy=Policy(), exempt=Exempt([proxy]))

    status, problem = _attempt(isolated, isolated_database, proxy, shared)

    assert status == 502 and problem is not None and "localhost" in problem


def test_attempt_without_an_answer_has_a_status_of_its_own(
    isolated: Environment, isolated_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = SimpleNamespace(policy=Policy(LOOPBACK))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        monkeypatch.setattr(limits, "WEBHOOK_MAX_SECONDS", 0.3)

        late = _attempt(isolated, isolated_database, url, shared)
    refused = _attempt(isolated, isolated_database, url, shared)

    assert late == (504, "The receiver did not answer within 0.3 seconds.")
    assert refused == (502, "The receiver refused the connection.")


@pytest.mark.parametrize("of", ["job_id", "watch_check_id"])
def test_event_whose_job_or_check_was_deleted_is_not_sent_again(
    isolated: Environment, isolated_database: Engine, of: str
) -> None:
    with isolated_database.begin() as connection:
        insert = f"INSERT INTO event (id, {of}, type, host, url, attempts) VALUES (:id, :of, 'a', 'a', 'https://a/', 1)"
        connection.execute(text(insert), {"id": due().id, "of": JOB})
    claimed = replace(due(), url="https://a/", **({} if of == "job_id" else {"job_id": None, "check_id": JOB}))

    _deliver(isolated, isolated_database, claimed)

    with isolated_database.connect() as connection:
        found = connection.execute(text("SELECT count(*) FROM event WHERE id = :id"), {"id": due().id})
        assert found.scalar_one() == 0


def test_error_of_our_own_is_a_failed_attempt(
    isolated: Environment, isolated_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert = "INSERT INTO event (id, job_id, type, host, attempts) VALUES (:id, :job, 'a', 'me.example', 32766)"
    with isolated_database.begin() as connection:
        connection.execute(text(insert), {"id": due().id, "job": JOB})
        claimed = next(each for each in claim(connection, 99, per_host=9, full_hosts=()) if each.id == due().id)
        connection.execute(text("UPDATE event SET next_at = now() WHERE id = :id"), {"id": due().id})
        again = next(each for each in claim(connection, 99, per_host=9, full_hosts=()) if each.id == due().id)
    monkeypatch.setattr("models.pages.event.read_message", lambda connection, due: message(page="no page"))

    _deliver(isolated, isolated_database, again)

    read = text("SELECT status, attempts, response_status, error FROM event WHERE id = :id")
    with isolated_database.begin() as connection:
        found = connection.execute(read, {"id": due().id}).one()
        connection.execute(text("DELETE FROM event WHERE id = :id"), {"id": due().id})
    assert claimed.attempts == again.attempts == 32_767
    assert found == ("failed", 32_767, 502, OWN_ERROR)


def _deliver(environment: Environment, database: Engine, claimed: Due) -> None:
    async def deliver() -> None:
        with ThreadPoolExecutor(1) as threads:
            shared = cast(Resources, SimpleNamespace(threads=threads))
            await Relay(environment, shared, database, lambda: False)._deliver(claimed)

    asyncio.run(deliver())


def test_no_delivery_begins_while_their_queue_is_paused(isolated: Environment) -> None:
    async def claimed() -> list[Due]:
        # Without a database: a claim would fail.
        relay = Relay(isolated, cast(Resources, None), cast(Engine, None), lambda: True)
        return await relay._claim()

    assert asyncio.run(claimed()) == []


async def _failure(url: str, answer: bytes) -> Exception:
    """What a call fails with; a receiver on `port` gives the answer and hangs up."""

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10_000)
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(receive, "127.0.0.1", 0)
    connector = guarded_connector(Policy(LOOPBACK), Exempt())
    async with server, aiohttp.ClientSession(connector=connector) as session:
        with pytest.raises((aiohttp.ClientError, OSError)) as failed:
            async with session.post(url.format(port=server.sockets[0].getsockname()[1]), data=b"{}") as taken:
                await taken.content.read()
    return failed.value
