"""Firecrawl's own client: `changeTracking` as a format, and monitors. Each method once, with the types that it checks."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from firecrawl import Firecrawl
from firecrawl.v1.client import V1ChangeTrackingOptions, V1FirecrawlApp
from firecrawl.v2.types import Monitor, MonitorCheck, MonitorCheckDetail
from firecrawl.v2.utils.error_handler import BadRequestError, FirecrawlError
from sqlalchemy import Engine, update

from models.accounts.workspace import Workspace
from tests.conftest import Account
from tests.journeys.test_history import put
from tests.service import PATIENCE_SECONDS, Client, Service, wait_until
from tests.sites.site import Site
from tests.watching import hurried

Spent = Callable[[], int]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MONTHLY = {"cron": "0 0 1 1 *", "timezone": "Europe/Berlin"}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
UNKNOWN = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def firecrawl(service: Service, account: Account) -> Firecrawl:
    return Firecrawl(api_key=account.key, api_url=service.base_url)


def post(client: Client, path: str, body: Any) -> requests.Response:
    headers = {"Authorization": f"Bearer {client.key}"}
    return requests.post(f"{client.base_url}{path}", json=body, headers=headers, timeout=100)


# The format `changeTracking`.


def test_a_scrape_reports_what_changed(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    url = put(site, "It has 40 panels.")
    formats: list[Any] = ["markdown", {"type": "changeTracking", "modes": ["git-diff"]}]
    first, second = (firecrawl.scrape(url, formats=["markdown", "changeTracking"]) for _ in range(2))
    put(site, "It has 64 panels and batteries.")
    changed = firecrawl.scrape(url, formats=formats, max_age=14_400_000).change_tracking
    tagged = firecrawl.scrape(url, formats=[{**formats[1], "tag": "mine"}])
    put(site, "Gone", status=404)
    removed = firecrawl.scrape(url, formats=formats).change_tracking

    assert first.change_tracking == {"previousScrapeAt": None, "changeStatus": "new", "visibility": "visible"}
    assert second.change_tracking and second.change_tracking["changeStatus"] == "same"
    assert changed and changed["changeStatus"] == "changed" and changed["previousScrapeAt"]
    assert "+It has 64 panels and batteries." in changed["diff"]["text"]
    assert changed["diff"]["json"]["files"][0]["additions"] == 1
    assert tagged.change_tracking and tagged.change_tracking["changeStatus"] == "new" and tagged.markdown is None
    assert removed and removed["changeStatus"] == "removed"
    assert spent() == 4, "a page that is gone is free"


def test_values_are_compared(firecrawl: Firecrawl, site: Site) -> None:
    formats = [{"type": "changeTracking", "modes": ["json"], "schema": SCHEMA}]
    firecrawl.scrape(put(site, "It has 40 panels."), formats=formats)

    found = firecrawl.scrape(put(site, "It has 40 panels.", price=15), formats=formats)

    assert found.change_tracking and found.change_tracking["json"] == {"price": {"previous": 12, "current": 15}}
    assert found.json is None


def test_batches_and_crawls_report_changes(firecrawl: Firecrawl, site: Site) -> None:
    url = put(site, "It has 40 panels.")
    firecrawl.scrape(url, formats=["markdown", "changeTracking"])
    put(site, "It has 64 panels.")

    [page] = firecrawl.batch_scrape([url], formats=["markdown", "changeTracking"], poll_interval=1).data
    crawled = firecrawl.crawl(url, limit=1, scrape_options={"formats": ["markdown", "changeTracking"]}, poll_interval=1)

    assert page.change_tracking and page.change_tracking["changeStatus"] == "changed"
    [again] = crawled.data
    assert again.change_tracking and again.change_tracking["changeStatus"] == "same"


def test_version_1_has_it_with_options_beside(service: Service, account: Account, site: Site) -> None:
    old = V1FirecrawlApp(api_key=account.key, api_url=service.base_url)
    url = put(site, "It has 40 panels.")
    options = V1ChangeTrackingOptions(modes=["git-diff"], tag="v1")
    old.scrape_url(url, formats=["markdown", "changeTracking"], change_tracking_options=options)
    put(site, "It has 64 panels.")

    found = old.scrape_url(url, formats=["markdown", "changeTracking"], change_tracking_options=options).changeTracking

    assert found and found.changeStatus == "changed" and "64" in found.diff["text"]


@pytest.mark.parametrize(
    ("formats", "named"),
    [
        ([{"type": "changeTracking", "modes": ["words"]}], "modes"),
        ([{"type": "changeTracking", "modes": ["json"]}], "jsonOptions"),
        ([{"type": "changeTracking", "tag": 1}], "tag"),
        (
            [{"type": "changeTracking", "modes": ["json"], "prompt": "a"}, {"type": "json", "prompt": "b"}],
            "same schema",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(client: Client, formats: Any, named: str) -> None:
    answer = post(client, "/v2/scrape", {"url": client.base_url, "formats": formats})

    assert answer.status_code == 400 and named in answer.json()["error"]


# Monitors.


@pytest.fixture(autouse=True)
def _hurried(database: Engine) -> Iterator[None]:
    with hurried(database):
        yield


def ended(firecrawl: Firecrawl, monitor_id: str, checks: int) -> MonitorCheck:
    """The newest check, once this many have ended."""
    found: list[MonitorCheck] = []

    def look() -> bool:
        found[:] = [each for each in firecrawl.list_monitor_checks(monitor_id) if each.finished_at]
        return len(found) >= checks

    wait_until(look, seconds=PATIENCE_SECONDS, what=f"{checks} checks")
    return found[0]


def run(firecrawl: Firecrawl, monitor_id: str, checks: int) -> MonitorCheck:
    started = firecrawl.run_monitor(monitor_id)
    assert started.trigger == "manual" and started.monitor_id == monitor_id
    check = ended(firecrawl, monitor_id, checks)
    assert check.id == started.id
    return check


def test_each_method_of_monitors(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    url = put(site, "It has 40 panels.")
    target = {"type": "scrape", "urls": [url], "scrapeOptions": {"formats": ["markdown"], "onlyMainContent": True}}

    made = firecrawl.create_monitor(name="Plant", schedule=MONTHLY, targets=[target], retention_days=7, goal="Panels")
    assert isinstance(made, Monitor) and (made.name, made.status) == ("Plant", "active")
    assert (made.schedule.cron, made.schedule.timezone) == ("0 0 1 1 *", "Europe/Berlin")
    assert made.targets[0]["urls"] == [url] and made.retention_days == 90 and made.next_run_at

    assert ended(firecrawl, made.id, 1).summary.new == 1
    assert run(firecrawl, made.id, 2).summary.same == 1
    put(site, "It has 64 panels.")
    check = run(firecrawl, made.id, 3)
    detail = firecrawl.get_monitor_check(made.id, check.id)
    assert isinstance(detail, MonitorCheckDetail) and (detail.status, detail.billing_status) == (
        "completed",
        "confirmed",
    )
    assert detail.actual_credits == 1 and detail.summary.total_pages == detail.summary.changed == 1
    [page] = detail.pages
    assert (page.url, page.status, page.target_id) == (url, "changed", made.targets[0]["id"])
    assert page.diff and page.diff.text and "+It has 64 panels." in page.diff.text and page.diff.json["files"]
    assert firecrawl.get_monitor_check(made.id, check.id, status="removed").pages == []

    shown = firecrawl.get_monitor(made.id)
    assert shown.last_check_summary and shown.last_check_summary.changed == 1 and shown.last_run_at
    assert [each.id for each in firecrawl.list_monitors(limit=5)] == [made.id]
    assert firecrawl.list_monitors(offset=1) == []
    assert len(firecrawl.list_monitor_checks(made.id, limit=1, offset=1)) == 1
    paused = firecrawl.update_monitor(
        made.id, name="Paused", status="paused", schedule={"text": "daily at 9:00"}, targets=[target]
    )
    assert (paused.name, paused.status, paused.next_run_at, paused.schedule.cron) == (
        "Paused",
        "paused",
        None,
        "0 9 * * *",
    )
    with pytest.raises(BadRequestError, match="targets: cannot be changed"):
        firecrawl.update_monitor(made.id, targets=[{"type": "scrape", "urls": [site.url("/other")]}])
    assert firecrawl.delete_monitor(made.id) is True
    with pytest.raises(FirecrawlError) as raised:
        firecrawl.get_monitor(made.id)
    assert raised.value.status_code == 404 and spent() == 3


def test_a_check_has_its_pages_in_parts(firecrawl: Firecrawl, client: Client, site: Site) -> None:
    urls = [f"{put(site, 'It has 40 panels.')}?page={number}" for number in range(3)]
    made = firecrawl.create_monitor(name="x", schedule=MONTHLY, targets=[{"type": "scrape", "urls": urls}])
    check = ended(firecrawl, made.id, 1)

    whole = firecrawl.get_monitor_check(made.id, check.id, limit=1)
    headers = {"Authorization": f"Bearer {client.key}"}
    path = f"{client.base_url}/v2/monitor/{made.id}/checks/{check.id}?limit=2&status=new"
    part = requests.get(path, headers=headers, timeout=30).json()

    assert sorted(page.url for page in whole.pages) == urls and whole.next is None
    assert len(part["data"]["pages"]) == 2 and part["next"].endswith("?skip=2&limit=2&status=new")


def test_a_site_and_values_of_a_schema_are_watched(firecrawl: Firecrawl, site: Site) -> None:
    url = put(site, "It has 40 panels.")
    formats = ["markdown", {"type": "changeTracking", "modes": ["json"], "schema": SCHEMA}]
    target = {"type": "crawl", "url": url, "crawlOptions": {"limit": 1}, "scrapeOptions": {"formats": formats}}
    made = firecrawl.create_monitor(name="Site", schedule={"text": "every 45 minutes"}, targets=[target])
    ended(firecrawl, made.id, 1)
    run(firecrawl, made.id, 2)
    put(site, "It has 99 panels.", price=15)

    check = firecrawl.get_monitor_check(made.id, run(firecrawl, made.id, 3).id)

    assert made.schedule.cron is None and made.schedule.text == "every 45 minutes"
    assert made.targets[0]["crawlOptions"]["limit"] == 1 and made.targets[0]["scrapeOptions"]["formats"] == formats
    [page] = check.pages
    assert page.diff and page.diff.text is None and page.diff.json == {"price": {"previous": 12, "current": 15}}


def test_webhooks_of_monitors_have_their_form(
    firecrawl: Firecrawl, database: Engine, account: Account, site: Site, make_site: Callable[[], Site]
) -> None:
    with database.begin() as connection:
        connection.execute(update(Workspace).where(Workspace.id == account.workspace_id).values(webhook_secret=SECRET))
    receiver = make_site()
    receiver.put("/hook", "ok")
    url = put(site, "It has 40 panels.")
    webhook = {"url": receiver.url("/hook"), "metadata": {"team": "a"}, "headers": {"X-Own": "b"}}
    made = firecrawl.create_monitor(
        name="Plant", schedule=MONTHLY, targets=[{"type": "scrape", "urls": [url]}], webhook=webhook
    )
    first = ended(firecrawl, made.id, 1)
    run(firecrawl, made.id, 2)
    put(site, "It has 64 panels.")
    third = run(firecrawl, made.id, 3)
    wait_until(lambda: len(receiver.seen("/hook")) == 5, seconds=PATIENCE_SECONDS, what="five events")

    sent = [(json.loads(visit.body), visit) for visit in receiver.seen("/hook")]
    of_first = sorted(body["type"] for body, _ in sent if body["id"] == first.id)
    assert of_first == ["monitor.check.completed", "monitor.page"]
    by_type = {body["type"]: body for body, _ in sent if body["id"] == third.id}
    assert all(body["success"] is True and body["metadata"] == {"team": "a"} for body in by_type.values())
    [page], [summary] = by_type["monitor.page"]["data"], by_type["monitor.check.completed"]["data"]
    assert (page["monitorId"], page["checkId"], page["url"], page["status"]) == (made.id, third.id, url, "changed")
    assert "+It has 64 panels." in page["diff"]["text"]
    assert summary["status"] == "completed" and summary["summary"]["totalPages"] == summary["summary"]["changed"] == 1
    for _, visit in sent:
        signed = hmac.new(SECRET.encode(), visit.body, hashlib.sha256).hexdigest()
        assert visit.headers["x-firecrawl-signature"] == f"sha256={signed}" and visit.headers["x-own"] == "b"


def test_a_webhook_gets_only_what_it_asked_for(
    firecrawl: Firecrawl, client: Client, site: Site, make_site: Callable[[], Site]
) -> None:
    receiver, ours = make_site(), make_site()
    receiver.put("/hook", "ok")
    ours.put("/hook", "ok")
    url = put(site, "It has 40 panels.")
    webhook = {"url": receiver.url("/hook"), "events": ["monitor.check.completed"]}
    made = firecrawl.create_monitor(
        name="x", schedule=MONTHLY, targets=[{"type": "scrape", "urls": [url]}], webhook=webhook
    )
    ended(firecrawl, made.id, 1)
    run(firecrawl, made.id, 2)
    wait_until(lambda: len(receiver.seen("/hook")) == 2, seconds=PATIENCE_SECONDS, what="two events")
    changed = client.call("PATCH", f"/v1/web/watch/{made.id}", {"webhook": ours.url("/hook")})
    put(site, "It has 64 panels.")
    run(firecrawl, made.id, 3)
    wait_until(lambda: bool(ours.seen("/hook")), seconds=PATIENCE_SECONDS, what="our event")

    assert changed.status_code == 200, changed.text
    assert {json.loads(visit.body)["type"] for visit in receiver.seen("/hook")} == {"monitor.check.completed"}
    [event] = [json.loads(visit.body) for visit in ours.seen("/hook")]
    assert event["type"] == "watch.changed" and len(receiver.seen("/hook")) == 2


def test_the_requests_of_other_programs_are_understood(client: Client, site: Site) -> None:
    """Dify sends `url` in a target and an address as `email`; the JavaScript client adds `origin`."""
    target = {"type": "scrape", "url": put(site, "It has 40 panels.")}
    body = {"name": "Dify", "schedule": {"text": "hourly"}, "targets": [target], "origin": "js-sdk"}

    made = post(client, "/v2/monitor", body)
    refused = post(client, "/v2/monitor", {**body, "notification": {"email": "stranger@example.com"}})

    assert made.status_code == 200 and made.json()["data"]["targets"][0]["urls"] == [target["url"]]
    assert refused.status_code == 400 and "emails" in refused.json()["error"]


PAGES = {"type": "scrape", "urls": ["http://example.com/"]}


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"targets": []}, "targets"),
        ({"targets": [PAGES, {"type": "crawl", "url": "http://example.com/"}]}, "crawl and scrape"),
        ({"targets": [{"type": "pdf"}]}, "type pdf"),
        ({"targets": [{"type": "scrape"}]}, "urls"),
        ({"targets": [PAGES, {**PAGES, "scrapeOptions": {"waitFor": 5}}]}, "same scrapeOptions"),
        ({"targets": [{"type": "search", "queries": ["a", "b"]}]}, "queries"),
        ({"targets": [{"type": "search", "queries": ["a"], "includeDomains": ["b.com"]}]}, "includeDomains"),
        ({"targets": [{**PAGES, "scrapeOptions": {"actions": [{"type": "click"}]}}]}, "click"),
        ({"schedule": None}, "schedule"),
        ({"schedule": {"cron": "* * * * *"}}, "5 minutes"),
        ({"schedule": {"text": "when it rains"}}, "when it rains"),
        ({"schedule": {"cron": "0 9 * * *", "text": "daily"}}, "cron or text"),
        ({"schedule": {"text": "daily", "timezone": "Mars"}}, "timeZone"),
        ({"webhook": {"url": "http://example.com/", "events": ["monitor.else"]}}, "events"),
        ({"notification": {"email": {"enabled": True, "recipients": ["a@example.com"]}}}, "emails"),
    ],
)
def test_what_a_monitor_cannot_do_is_refused_by_name(client: Client, options: dict[str, Any], named: str) -> None:
    answer = post(client, "/v2/monitor", {"name": "x", "schedule": {"text": "daily"}, "targets": [PAGES], **options})

    assert answer.status_code == 400 and named in answer.json()["error"], answer.text


def test_what_is_ignored_is_said(client: Client) -> None:
    search = {"type": "search", "queries": ["solar plant"], "searchWindow": "1h"}
    body = {"name": "x", "schedule": {"text": "daily"}, "targets": [search], "goal": "News", "retentionDays": 3}

    answer = post(client, "/v2/monitor", body).json()

    assert all(name in answer["warning"] for name in ("searchWindow", "goal", "retentionDays"))
    assert answer["data"]["targets"][0]["queries"] == ["solar plant"]


def test_unknown_monitors_are_not_found(client: Client) -> None:
    headers = {"Authorization": f"Bearer {client.key}"}
    calls = [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("POST", "/run"),
        ("GET", "/checks"),
        ("GET", f"/checks/{UNKNOWN}"),
    ]

    for method, part in calls:
        answer = requests.request(
            method, f"{client.base_url}/v2/monitor/{UNKNOWN}{part}", json={}, headers=headers, timeout=30
        )
        assert answer.status_code == 404 and "no watch" in answer.json()["error"], (method, part)
