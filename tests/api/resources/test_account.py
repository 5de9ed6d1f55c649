"""The workspace of a key, its ledger and its jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine

from models.accounts import credits
from models.jobs import job
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account
from tests.models.claims import claim_job

BACKGROUND = b'{"url": "http://127.0.0.1:4/", "async": true}'
CRAWL = b'{"url": "http://127.0.0.1:4/"}'
BATCH = b'{"urls": ["http://127.0.0.1:4/"]}'


def read(caller: Caller, path: str) -> dict[str, Any]:
    answer = caller.send("GET", f"/v1/{path}")
    assert answer.status_code == 200, answer.get_data()
    body: dict[str, Any] = answer.get_json()
    return body


def pages(caller: Caller, path: str, name: str, limit: int) -> list[list[dict[str, Any]]]:
    """The whole list, in answers of `limit` entries."""
    found: list[list[dict[str, Any]]] = []
    cursor = ""
    while cursor is not None:
        body = read(caller, f"{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
        found.append(body[name])
        cursor = body["nextCursor"]
    return found


def charge(database: Engine, job_id: str) -> None:
    with database.begin() as connection:
        task = claim_job(connection, UUID(job_id), "worker")
        assert task is not None
        credits.capture(connection, job_id, 1)
        job.complete(connection, task, "{}")


def test_account_reports_balance_and_limits(caller: Caller, account: Account) -> None:
    caller.post(BACKGROUND)

    data = read(caller, "account")["data"]

    assert (data["workspaceId"], data["plan"]) == (str(account.workspace_id), "standard")
    assert (data["balance"], data["held"]) == (1_000, 1)
    assert (data["limits"]["scrapesPerMinute"], data["limits"]["backgroundScrapes"]) == (600, 200)


def test_ledger_lists_charges_refunds_and_grants(caller: Caller, database: Engine, account: Account) -> None:
    job_id = caller.post(BACKGROUND).get_json()["jobId"]
    charge(database, job_id)
    with database.begin() as connection:
        credits.reserve(connection, account.workspace_id, f"{job_id}:7", 2)
        credits.capture(connection, f"{job_id}:7", 2)
        credits.refund(connection, account.workspace_id, job_id)

    entries = read(caller, "account/ledger")["entries"]

    shown = [
        (each["kind"], each["amount"], each["balanceAfter"], each["jobId"], each["pageNumber"]) for each in entries
    ]
    assert shown == [
        ("refund", 1, 998, job_id, None),
        ("charge", -2, 997, job_id, 7),
        ("charge", -1, 999, job_id, None),
        ("grant", 1_000, 1_000, None, None),
    ]


def test_ledger_is_read_in_pages(caller: Caller, database: Engine, account: Account) -> None:
    with database.begin() as connection:
        for number in range(5):
            credits.grant(connection, account.workspace_id, number + 1, key=f"more {number}")

    read_in_pages = pages(caller, "account/ledger", "entries", 4)

    assert [len(page) for page in read_in_pages] == [4, 2]
    assert [each["amount"] for page in read_in_pages for each in page] == [5, 4, 3, 2, 1, 1_000]


def test_pages_of_the_ledger_skip_and_repeat_nothing_while_entries_are_added(
    caller: Caller, database: Engine, account: Account
) -> None:
    def add(*amounts: int) -> None:
        with database.begin() as connection:
            for amount in amounts:
                credits.grant(connection, account.workspace_id, amount, key=f"more {amount}")

    add(1, 2, 3)
    first = read(caller, "account/ledger?limit=2")
    add(4, 5)
    second = read(caller, f"account/ledger?limit=1&cursor={first['nextCursor']}")
    add(6)
    third = read(caller, f"account/ledger?limit=10&cursor={second['nextCursor']}")

    parts = [first, second, third]
    assert [each["amount"] for part in parts for each in part["entries"]] == [3, 2, 1, 1_000]
    assert third["nextCursor"] is None


def test_jobs_of_all_kinds_are_listed_newest_first(caller: Caller) -> None:
    caller.post(CRAWL)  # an inline scrape, which is not listed
    started = [
        caller.post(BACKGROUND, "/v1/web/markdown").get_json(),
        caller.post(CRAWL, "/v1/web/crawl").get_json(),
        caller.post(BATCH, "/v1/web/batch").get_json(),
    ]

    jobs = read(caller, "jobs")["jobs"]

    assert [(each["kind"], each["status"], each["url"]) for each in jobs] == [
        ("batch", "running", None),
        ("crawl", "running", "http://127.0.0.1:4/"),
        ("scrape", "waiting", "http://127.0.0.1:4/"),
    ]
    assert [each["statusUrl"] for each in jobs] == [each["statusUrl"] for each in reversed(started)]


def test_jobs_are_filtered_by_kind_status_and_time(caller: Caller) -> None:
    for path, body in (("scrape", BACKGROUND), ("crawl", CRAWL), ("batch", BATCH)):
        assert caller.post(body, f"/v1/web/{path}").status_code in (200, 201, 202)

    def listed(query: str) -> list[str]:
        return [each["kind"] for each in read(caller, f"jobs?{query}")["jobs"]]

    [batch, crawl, _] = read(caller, "jobs")["jobs"]
    assert listed("kind=crawl") == ["crawl"] and listed("status=running") == ["batch", "crawl"]
    assert listed("status=completed") == listed("kind=scrape&status=running") == []
    assert listed(f"createdAfter={crawl['createdAt']}") == ["batch"]
    assert listed(f"createdAfter={batch['createdAt']}") == listed("createdAfter=2099-01-01") == []
    assert len(listed("createdAfter=2026-11-01")) == len(listed("createdAfter=1970-01-01")) == 3


def test_pages_of_the_list_skip_and_repeat_nothing_while_jobs_start(caller: Caller) -> None:
    ids = [caller.post(BACKGROUND).get_json()["jobId"] for _ in range(5)]

    first = read(caller, "jobs?limit=2")
    caller.post(BACKGROUND)
    second = read(caller, f"jobs?limit=10&cursor={first['nextCursor']}")

    assert [each["id"] for each in [*first["jobs"], *second["jobs"]]] == ids[::-1]
    assert second["nextCursor"] is None


def test_other_workspaces_see_nothing(
    caller: Caller, caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    caller.post(BACKGROUND)
    stranger = caller_with(make_account(7).key)

    assert read(stranger, "jobs")["jobs"] == []
    assert [each["amount"] for each in read(stranger, "account/ledger")["entries"]] == [7]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "cursor=x", "cursor=", "cursor=1%0a", "offset=1"])
@pytest.mark.parametrize("path", ["jobs", "account/ledger"])
def test_invalid_query_is_rejected(caller: Caller, path: str, query: str) -> None:
    failure = failure_of(caller.send("GET", f"/v1/{path}?{query}"))

    assert (failure["statusCode"], failure["error"]["details"][0]["field"]) == (400, query.split("=")[0])
