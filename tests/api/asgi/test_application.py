"""Requests that are refused before Flask: malformed, under foreign names, beyond a share. Others are answered meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import Engine

from api.asgi.answer import Message
from api.asgi.application import Application
from api.asgi.event_streams import STREAMS_EACH
from api.checks import session_cookie
from contract.environment import Environment
from models.accounts import console_session, member, person
from models.accounts.audit import OPERATOR
from tests.conftest import Account

SCRAPE = "/v1/web/scrape"
FLOOD = 70


@dataclass
class Request:
    """One request to the application. Its body is what is put in `pieces`; then it stalls."""

    application: Application
    path: str
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=dict)
    host: tuple[str, ...] = ("127.0.0.1:8000",)
    address: str = "192.0.2.1"
    http_version: str = "1.1"
    sent: list[Message] = field(default_factory=list)
    pieces: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    def send_piece(self, body: bytes, *, more: bool = False) -> None:
        self.pieces.put_nowait({"type": "http.request", "body": body, "more_body": more})

    async def run(self) -> None:
        async def send(message: Message) -> None:
            self.sent.append(message)

        headers = [(b"host", each.encode()) for each in self.host]
        headers += [(name.lower().encode(), value.encode()) for name, value in self.headers.items()]
        scope = {
            "type": "http", "method": self.method, "path": self.path, "raw_path": self.path.encode(), "query_string": b"",
            "headers": headers, "client": (self.address, 1), "http_version": self.http_version, "scheme": "http",
        }  # fmt: skip
        await self.application(scope, self.pieces.get, send)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(b"".join(each.get("body", b"") for each in self.sent))
        return found


@pytest.fixture(scope="module")
def application(isolated: Environment) -> Iterator[Application]:
    made = Application(isolated)
    yield made
    made.state.database.dispose()
    made.state.heartbeat_database.dispose()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), 60))  # type: ignore[arg-type]


def answered(request: Request, body: bytes = b"") -> Request:
    """The request, after it was answered."""
    if len(body) > 20_000:
        request.send_piece(body[:20_000], more=True)
    request.send_piece(body[20_000:] if len(body) > 20_000 else body)
    run(request.run)
    return request


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/healthz", (), 400), ("/healthz", ("a", "a"), 400), ("/v1/account", ("127.0.0.1", "b"), 400), ("/healthz", ("",), 400),
        ("/console/sign-in", ("evil.example",), 400), ("/metrics", ("evil.example:8000",), 400),
        ("/console/sign-in", ("localhost:8000",), 200), ("/console/sign-in", ("[::1]:8000",), 200),
        ("/console/sign-in", ("192.168.1.5",), 200), ("/console/sign-in", ("127.0.0.1.evil.example",), 400),
        ("/changelog", ("evil.example",), 200), ("/healthz", ("api",), 200),
    ],
)  # fmt: skip
def test_only_names_of_this_service_open_the_console(
    application: Application, path: str, host: tuple[str, ...], status: int
) -> None:
    answer = answered(Request(application, path, "GET", host=host))

    assert answer.status == status
    if status == 400:
        assert answer.body["code"] == "VALIDATION_ERROR" and answer.body["meta"]["requestId"]


def test_session_works_only_under_names_of_this_service(application: Application) -> None:
    answer = answered(Request(application, "/v1/account", "GET", {"X-Workspace": "x"}, host=("evil.example",)))

    assert answer.status == 400 and "evil.example" in answer.body["message"]


def test_health_check_of_an_old_proxy_has_no_host(application: Application) -> None:
    assert answered(Request(application, "/healthz", "GET", host=(), http_version="1.0")).status == 200


def test_malformed_chunked_body_is_400(application: Application, account: Account) -> None:
    request = Request(application, SCRAPE, headers={"Transfer-Encoding": "chunked", "X-API-Key": account.key})
    request.send_piece(b'{"url":', more=True)
    request.pieces.put_nowait({"type": "http.disconnect"})  # As the server reports a malformed chunk.
    run(request.run)

    assert request.status == 400 and "chunked" in request.body["message"]


def test_declared_length_over_the_limit_is_413_before_the_body_is_sent(
    application: Application, account: Account
) -> None:
    request = Request(application, SCRAPE, headers={"Content-Length": "2000001", "X-API-Key": account.key})
    run(request.run)

    assert request.status == 413 and (b"connection", b"close") in request.sent[0]["headers"]


@asynccontextmanager
async def flood(requests: list[Request]) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Requests that begin a large body and stall."""
    for request in requests:
        request.send_piece(b"x" * 20_000, more=True)
    running = [asyncio.ensure_future(each.run()) for each in requests]
    try:
        await asyncio.sleep(1.5)
        yield running
    finally:
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def test_stalled_bodies_of_one_key_take_no_slot_of_another_workspace(
    application: Application, make_account: Callable[..., Account]
) -> None:
    def request(account: Account, address: str) -> Request:
        headers = {"Content-Length": "30000", "X-API-Key": account.key, "Content-Type": "application/json"}
        return Request(application, SCRAPE, headers=headers, address=address)

    attacker, other = make_account(), make_account()

    async def attack() -> None:
        async with flood([request(attacker, f"198.51.100.{number}") for number in range(FLOOD)]):
            theirs = request(other, "203.0.113.7")
            theirs.send_piece(b"y" * 20_000, more=True)
            theirs.send_piece(b"y" * 10_000)
            await asyncio.wait_for(theirs.run(), 8)  # Stalled bodies end after ten seconds.
            assert (theirs.status, theirs.body["code"]) == (400, "VALIDATION_ERROR")  # It was read.

    run(attack)


def test_streams_of_one_key_take_no_slot_of_another_workspace(
    application: Application, make_account: Callable[..., Account]
) -> None:
    def request(account: Account, path: str, method: str = "GET", **headers: str) -> Request:
        return Request(application, path, method, {"X-API-Key": account.key, **headers})

    def path_of_a_crawl(account: Account) -> str:
        body = json.dumps({"url": "https://example.com/"}).encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        made = answered(request(account, "/v1/web/crawl", "POST", **headers), body)
        return f"/v1/web/crawl/{made.body['crawlId']}/events"

    attacker, other = make_account(), make_account()
    flooded, theirs = path_of_a_crawl(attacker), path_of_a_crawl(other)

    async def attack() -> None:
        async with flood([request(attacker, flooded) for _ in range(FLOOD)]) as running:
            most = FLOOD - STREAMS_EACH["key"]
            for _ in range(300):
                if (refused := sum(each.done() for each in running)) >= most:
                    break
                await asyncio.sleep(0.1)
            assert refused == most
            async with flood([request(other, theirs)]) as [listening]:
                assert not listening.done()
        assert application.gauges.listening == 0

    run(attack)


def test_large_form_of_a_signed_in_person_is_read(application: Application, database: Engine, account: Account) -> None:
    with database.begin() as connection:
        member.add(connection, account.workspace_id, "large@a.com", "member", OPERATOR)
        token = console_session.create(connection, person.ensure(connection, "large@a.com"))
    name = session_cookie.name(application.state.environment.base_url)
    body = b"csrf_token=x&schema=" + b"y" * 60_000
    headers = {
        "Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body)), "Cookie": f"{name}={token}",
    }  # fmt: skip
    path = f"/console/{account.workspace_id}/playground/extract"

    answer = answered(Request(application, path, headers=headers), body)
    stranger = answered(Request(application, path, headers={**headers, "Cookie": f"{name}={'a' * 43}"}), body)

    assert answer.status == 403 and b"The form is outdated" in answer.sent[1]["body"], "its token was read"
    assert stranger.status == 401
