"""Rate limits: per workspace and plan, failed keys per address, and without Redis."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from api import state
from api.app import create_app
from api.ratelimit import WINDOW_SECONDS, network_of
from contract.environment import Environment
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account

T = TypeVar("T")


def within_a_minute(work: Callable[[], T]) -> T:
    """The result of `work` within one clock minute. Repeats it if a new minute began meanwhile."""
    while True:
        window, done = time.time() // WINDOW_SECONDS, work()
        if time.time() // WINDOW_SECONDS == window:
            return done


def counters(header: str) -> dict[str, int]:
    """`"scrape";r=59;t=12` -> {"r": 59, "t": 12}."""
    return {name: int(value) for name, _, value in (part.partition("=") for part in header.split(";")[1:])}


def test_every_response_reports_the_rate_limit(caller: Caller) -> None:
    answer = caller.post(b"{}")

    assert answer.headers["RateLimit-Policy"] == '"scrape";q=600;w=60'
    reported = counters(answer.headers["RateLimit"])
    assert 0 <= reported["r"] <= 599 and 1 <= reported["t"] <= 60


def test_each_call_uses_one_request_of_the_limit(caller: Caller) -> None:
    left = within_a_minute(lambda: [counters(caller.post(b"{}").headers["RateLimit"])["r"] for _ in range(4)])

    assert left == list(range(left[0], left[0] - 4, -1))


@pytest.mark.parametrize(
    ("plan", "group", "most"),
    [("free", "scrape", 60), ("standard", "scrape", 600), ("free", "status", 600), ("standard", "status", 6000)],
)
def test_limits_are_those_of_the_plan(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account], plan: str, group: str, most: int
) -> None:
    caller = caller_with(make_account(plan=plan).key)

    answer = caller.post(b"{}") if group == "scrape" else caller.send("GET", "/v1/web/scrape/x")

    assert answer.headers["RateLimit-Policy"] == f'"{group}";q={most};w=60'


def test_free_plan_allows_sixty_calls_a_minute(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    caller = caller_with(make_account(plan="free").key)
    other = caller_with(make_account(plan="free").key)

    # A new minute may begin meanwhile, so at most two minutes are involved.
    answers = [caller.post(b"{}") for _ in range(125)]

    passed = [answer for answer in answers if answer.status_code == 400]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 60 <= len(passed) <= 120 and all(answer.status_code == 400 for answer in answers[:60])
    assert failure_of(refused)["code"] == "TOO_MANY_REQUESTS"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60 and counters(refused.headers["RateLimit"])["r"] == 0
    assert other.post(b"{}").status_code == 400


def test_cancel_is_allowed_when_other_limits_are_used_up(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    caller = caller_with(make_account(plan="free").key)
    body = b'{"url": "http://127.0.0.1:4/"}'
    job_id = caller.post(body, "/v1/web/crawl").get_json()["crawlId"]

    def use_up() -> list[int]:
        started = [caller.post(body, "/v1/web/crawl").status_code for _ in range(25)]
        asked = [caller.send("GET", f"/v1/web/crawl/{job_id}?limit=1").status_code for _ in range(605)]
        answer = caller.send("DELETE", f"/v1/web/crawl/{job_id}")
        assert answer.headers["RateLimit-Policy"] == '"cancel";q=20;w=60'
        return [started[-1], asked[-1], answer.status_code]

    assert within_a_minute(use_up) == [429, 429, 200]


def test_failed_keys_are_counted_per_address(caller_with: Callable[[str | None], Caller], account: Account) -> None:
    stranger, neighbour = caller_with("ow_sk_" + "z" * 43), caller_with("ow_sk_" + "z" * 43)

    answers = [stranger.post(b"{}") for _ in range(125)]

    refused = [answer for answer in answers if answer.status_code == 429]
    assert all(answer.status_code == 401 for answer in answers[:60]) and refused
    assert refused[0].headers["RateLimit-Policy"] == '"failed-keys";q=60;w=60'
    reported = counters(refused[0].headers["RateLimit"])
    assert (
        reported == {"r": 0, "t": int(refused[0].headers["Retry-After"])}
        and failure_of(refused[0])["code"] == "TOO_MANY_REQUESTS"
    )
    assert neighbour.post(b"{}").status_code == 401
    # A valid key is still accepted from that address.
    assert replace(stranger, key=account.key).post(b"{}").status_code == 400


def test_service_counts_in_process_without_redis(isolated: Environment, make_account: Callable[..., Account]) -> None:
    app = create_app(replace(isolated, given_redis_url="redis://127.0.0.1:1/0", sync_budget_seconds=0.2))
    caller = Caller(app, make_account(plan="free").key, "10.8.0.1")
    try:
        answers = [caller.post(b"{}") for _ in range(122)]
        assert all(answer.status_code == 400 for answer in answers[:60])
        assert answers[0].headers["RateLimit-Policy"] == '"scrape";q=60;w=60'
        assert {answer.status_code for answer in answers} == {400, 429}
        ready = caller.send("GET", "/readyz")
        assert ready.status_code == 503 and ready.get_json()["checks"]["redis"] is False
    finally:
        app.extensions[state.KEY].database.dispose()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("fe80::1%eth0", "fe80::/64"), ("unknown", "unknown"),
    ],
)  # fmt: skip
def test_ipv6_addresses_count_by_network(address: str, network: str) -> None:
    assert network_of(address) == network
