"""Webhooks of jobs: events, payloads, signatures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine, text
from standardwebhooks import Webhook

from models.accounts import member, settings
from models.accounts.audit import OPERATOR
from models.pages import event, trial_event
from orbweaver.client import Client as RestClient
from tests.conftest import Account
from tests.service import Client, Service, wait_until
from tests.sites.site import Site

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture
def receiver(make_site: Callable[[], Site]) -> Site:
    """Accepts every request to /hook."""
    made = make_site()
    made.put("/hook", "thanks")
    return made


def test_test_event_is_sent_once_and_signed_with_both_secrets(
    service: Service, database: Engine, account: Account, receiver: Site, make_site: Callable[[], Site]
) -> None:
    email, refusing = f"{account.workspace_id}@a.com", make_site()
    with database.begin() as connection:
        member.add(connection, account.workspace_id, email, "owner", OPERATOR)
        former = settings.show_secret(connection, account.workspace_id, email)
        secret = settings.rotate_secret(connection, account.workspace_id, email)
    for url in (receiver.url("/hook"), refusing.url("/nothing")):
        with database.begin() as connection:
            trial_event.add(connection, account.workspace_id, url)

    def settled() -> list[str]:
        with database.begin() as connection:
            return [row.status for row in trial_event.newest(connection, account.workspace_id)]

    wait_until(lambda: "pending" not in settled(), seconds=90, what="the test events")
    assert settled() == ["failed", "success"] and len(refusing.visits) == 1
    [visit] = receiver.visits
    for valid in (secret, former):
        body = Webhook(valid).verify(visit.body, visit.headers)
        assert body["type"] == "test" and body["data"] == {"message": event.TEST_MESSAGE}


def job_and_deliveries(client: Client, kind: str, **options: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The finished job, and its deliveries after the last one has ended."""
    job = client.run(kind, **options)

    def settled() -> bool:
        return all(row["status"] != "pending" for row in client.deliveries(kind, job["id"]))

    wait_until(settled, seconds=90, what="the deliveries")
    return job, client.deliveries(kind, job["id"])


def test_each_page_and_the_end_are_delivered(client: Client, site: Site, receiver: Site) -> None:
    site.page("/", "/a", "/gone")
    site.page("/a")

    job, deliveries = job_and_deliveries(
        client, "crawl", url=site.url(),
        webhook={"url": receiver.url("/hook?who=me"), "secret": SECRET, "headers": {
            "X-Mine": "yes", "webhook-id": "forged", "Content-Type": "text/forged",
        }},
    )  # fmt: skip

    assert Counter(row["event"] for row in deliveries) == {"crawl.page": 3, "crawl.completed": 1}
    assert set(deliveries[0]) >= {
        "id",
        "event",
        "status",
        "attempts",
        "responseStatus",
        "error",
        "deliveredAt",
        "createdAt",
    }
    for row in deliveries:
        assert (row["status"], row["attempts"], row["responseStatus"], row["error"]) == ("success", 1, 200, None)
        assert row["deliveredAt"] >= row["createdAt"]
    bodies = {}
    for visit in receiver.visits:
        body = Webhook(SECRET).verify(visit.body, visit.headers)
        assert set(body) == {"id", "type", "timestamp", "data"} and body["id"] == visit.headers["webhook-id"]
        assert visit.target == "/hook?who=me" and visit.headers["x-mine"] == "yes"
        assert visit.headers["content-type"] == "application/json" and "forged" not in str(visit.headers)
        bodies[body["id"]] = body
        assert body["timestamp"].endswith("Z")
    assert set(bodies) == {row["id"] for row in deliveries} and len(receiver.visits) == 4
    pages = {body["data"]["url"]: body["data"] for body in bodies.values() if body["type"] == "crawl.page"}
    assert pages == {page["url"]: {"id": job["id"], **page} for page in job["pages"]}
    [end] = [body["data"] for body in bodies.values() if body["type"] == "crawl.completed"]
    counters = ("id", "kind", "status", "seedUrl", "total", "completed", "failed", "creditsUsed")
    assert {name: end[name] for name in counters} == {name: job[name] for name in counters}
    assert end["statusUrl"].endswith(f"/v1/web/crawl/{job['id']}")


def test_webhook_given_as_a_url_is_signed_with_the_workspace_secret(
    client: Client, site: Site, receiver: Site, account: Account, database: Engine
) -> None:
    site.page("/a")

    _, deliveries = job_and_deliveries(client, "batch", urls=[site.url("/a")], webhook=receiver.url("/hook"))

    assert sorted(row["event"] for row in deliveries) == ["batch.completed", "batch.page"]
    with database.connect() as connection:
        query = text("SELECT webhook_secret FROM workspace WHERE id = :id")
        secret = connection.execute(query, {"id": str(account.workspace_id)}).scalar_one()
    for visit in receiver.visits:
        Webhook(secret).verify(visit.body, visit.headers)


@pytest.mark.parametrize(
    ("events", "expected"), [(["page"], {"batch.page": 2}), (["completed"], {"batch.completed": 1})]
)
def test_only_the_requested_events_are_delivered(
    client: Client, site: Site, receiver: Site, events: list[str], expected: dict[str, int]
) -> None:
    site.page("/a")

    _, deliveries = job_and_deliveries(
        client, "batch", urls=[site.url("/a"), site.url("/b")], webhook={"url": receiver.url("/hook"), "events": events}
    )

    assert Counter(row["event"] for row in deliveries) == expected
    assert len(receiver.visits) == sum(expected.values())


def test_failure_and_cancellation_are_delivered(client: Client, site: Site, receiver: Site) -> None:
    site.page("/slow", seconds=20)
    hook = {"url": receiver.url("/hook"), "events": ["completed"]}
    job, failed = job_and_deliveries(client, "crawl", url=site.url("/gone"), webhook=hook)
    slow = client.begin("crawl", url=site.url("/slow"), webhook=hook)

    client.delete(f"/v1/web/crawl/{slow}")

    wait_until(lambda: len(receiver.visits) == 2, seconds=90, what="both ends")
    assert [row["event"] for row in failed] == ["crawl.failed"]
    ends = [json.loads(visit.body) for visit in receiver.visits]
    assert [end["type"] for end in ends] == ["crawl.failed", "crawl.cancelled"]
    assert ends[0]["data"]["error"] == job["error"] == "HTTP 404" and "error" not in ends[1]["data"]
    assert [row["event"] for row in client.deliveries("crawl", slow)] == ["crawl.cancelled"]


def test_job_without_a_webhook_has_no_deliveries(client: Client, site: Site) -> None:
    site.page("/a")

    assert job_and_deliveries(client, "batch", urls=[site.url("/a")])[1] == []


def test_failed_delivery_is_retried_on_request(client: Client, site: Site, receiver: Site) -> None:
    site.page("/a")
    receiver.put("/gone", "no", status=410)
    job, [failed] = job_and_deliveries(
        client, "batch", urls=[site.url("/a")], webhook={"url": receiver.url("/gone"), "events": ["completed"]}
    )
    receiver.put("/gone", "thanks")
    path = f"/v1/web/batch/{job['id']}/deliveries"

    answer = client.post(f"{path}/{failed['id']}/retry", {})
    wait_until(
        lambda: client.deliveries("batch", job["id"])[0]["status"] == "success", seconds=90, what="the second attempt"
    )
    again = RestClient(client.key, client.base_url).retry_batch_delivery(job["id"], failed["id"])

    assert (failed["status"], failed["attempts"], failed["responseStatus"]) == ("failed", 1, 410)
    assert answer.status_code == 200 and answer.json()["delivery"]["id"] == failed["id"]
    assert (again["status"], again["attempts"]) == ("success", 2)
    assert {visit.headers["webhook-id"] for visit in receiver.visits} == {failed["id"]} and len(receiver.visits) == 2


def test_retry_of_an_unknown_delivery_is_not_found(client: Client, site: Site) -> None:
    site.page("/a")
    job = client.run("batch", urls=[site.url("/a")])

    for unknown in ("0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a", "x"):
        answer = client.post(f"/v1/web/batch/{job['id']}/deliveries/{unknown}/retry", {})
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
