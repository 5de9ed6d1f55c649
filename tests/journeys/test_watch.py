"""Watches, end to end: a page changes, a check notices, and a receiver that fails at first is told once."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
import requests
from aiohttp import web
from sqlalchemy import Engine, text

from models import session
from tests.conftest import Account
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site
from tests.watching import MONTHLY, TEXT, check_now, ended, hurried, page, start

Spent = Callable[[], int]


def test_a_change_is_reported_once_to_a_receiver_that_fails_at_first(
    client: Client, site: Site, make_site: Callable[[], Site], spent: Spent
) -> None:
    receiver = make_site()

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=500 if len(receiver.seen("/hook")) == 1 else 204)

    receiver.on("/hook", answer)
    page(site, "It has 40 panels.")
    watch_id = start(client, urls=[site.url("/plant")], webhook=receiver.url("/hook"))

    assert ended(client, watch_id, 1)["result"] == "new"
    assert check_now(client, watch_id, 2)["result"] == "same"
    page(site, "It has 64 panels and a battery.")
    changed = check_now(client, watch_id, 3)
    assert check_now(client, watch_id, 4)["result"] == "same"

    assert changed["result"] == "changed" and changed["summary"]["changed"] == 1 and changed["creditsUsed"] == 1
    [found] = changed["pages"]
    assert "battery" in found["addedWords"] and "+" in found["diff"] and found["reported"]
    wait_until(lambda: len(receiver.seen("/hook")) == 2, seconds=PATIENCE_SECONDS, what="the second attempt")
    ids = {visit.headers["webhook-id"] for visit in receiver.seen("/hook")}
    assert len(ids) == 1 and spent() == 4
    body = json.loads(receiver.seen("/hook")[-1].body)
    assert body["data"]["summary"] == changed["summary"]
    assert body["type"] == "watch.changed" and body["data"]["pages"][0]["addedWords"] == found["addedWords"]
    shown = client.get(f"/v1/web/watch/{watch_id}").json()["data"]
    assert shown["lastChange"]["id"] == changed["id"] and shown["lastCheck"]["number"] == 4
    feed = requests.get(shown["feedUrl"].replace("http://127.0.0.1:8000", client.base_url), timeout=10)
    assert feed.status_code == 200 and "battery" in feed.text and feed.text.count("<entry>") == 1
    rss = requests.get(shown["rssUrl"].replace("http://127.0.0.1:8000", client.base_url), timeout=10)
    require_rss(rss, shown, changed)


def test_a_variant_is_not_reported_and_a_change_beside_it_once_free_of_charge(
    client: Client, site: Site, make_site: Callable[[], Site], database: Engine, spent: Spent
) -> None:
    """The site shows either slogan, by turns. Both learning visits see the same one."""
    receiver = make_site()
    receiver.put("/hook", "thanks")
    fact, slogans = ["It has 40 panels."], iter(["Start now.", "Start now.", *["Join today.", "Start now."] * 20])

    async def answer(_: web.Request) -> web.Response:
        main = f"<h1>Plant</h1><p>{TEXT * 4}</p><p>{next(slogans)}</p><p>{TEXT * 3}</p><p>{fact[0]}</p>"
        return web.Response(text=f"<html><body><main>{main}</main></body></html>", content_type="text/html")

    site.on("/plant", answer)
    watch_id = start(client, urls=[site.url("/plant")], confirm=True, webhook=receiver.url("/hook"))
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)

    with hurried(database):
        variant = check_now(client, watch_id, 3)
        fact[0] = "It has 64 panels."
        change = check_now(client, watch_id, 4)

    assert (variant["result"], variant["revisits"], variant["pages"]) == ("same", 1, [])
    assert change["result"] == "changed" and change["revisits"] >= 2
    assert "64 panels" in change["pages"][0]["diff"] and "today" not in change["pages"][0]["diff"]
    wait_until(lambda: bool(receiver.seen("/hook")), seconds=PATIENCE_SECONDS, what="the event")
    assert len(receiver.seen("/hook")) == 1 and spent() == 4
    assert [each["creditsUsed"] for each in (variant, change)] == [1, 1]


def require_rss(answer: requests.Response, shown: Any, changed: Any) -> None:
    """What the rules of RSS 2.0 require, and the change."""
    assert answer.headers["content-type"].startswith("application/rss+xml")
    root = ElementTree.fromstring(answer.content)
    assert (root.tag, root.get("version"), [each.tag for each in root]) == ("rss", "2.0", ["channel"])
    channel = root[0]
    names = [each.tag for each in channel]
    assert {"title", "link", "description"} <= set(names) and names.count("item") == 1
    assert channel.findtext("link") == shown["options"]["urls"][0]
    assert channel.find("{http://www.w3.org/2005/Atom}link").get("href") == shown["rssUrl"]
    item = channel.find("item")
    assert item.find("guid").get("isPermaLink") == "false" and item.findtext("guid") == f"urn:uuid:{changed['id']}"
    ended_at = datetime.fromisoformat(changed["finishedAt"])
    for date in (item.findtext("pubDate"), channel.findtext("lastBuildDate")):
        assert abs(parsedate_to_datetime(date) - ended_at) < timedelta(seconds=1)
    # The description is HTML, so what the page says is escaped twice.
    assert "battery" in item.findtext("description") and item.findtext("description").startswith("<pre>")


def test_any_two_checks_can_be_compared(client: Client, site: Site) -> None:
    page(site, "It has 40 panels.")
    watch_id = start(client, urls=[site.url("/plant")])
    ids = [ended(client, watch_id, 1)["id"], check_now(client, watch_id, 2)["id"]]
    for number, fact in ((3, "It has 64 panels."), (4, "It was sold to the city.")):
        page(site, fact)
        ids.append(check_now(client, watch_id, number)["id"])

    both = client.get(f"/v1/web/watch/{watch_id}/checks/{ids[3]}?compareTo={ids[0]}").json()["data"]
    same = client.get(f"/v1/web/watch/{watch_id}/checks/{ids[1]}?compareTo={ids[0]}").json()["data"]

    assert "40 panels" in both["pages"][0]["diff"] and "sold to the city" in both["pages"][0]["diff"]
    assert both["comparedTo"] == ids[0] and same["pages"] == []


def test_an_unchanged_page_that_answers_304_costs_nothing(client: Client, site: Site, spent: Spent) -> None:
    html = f"<html><body><main><h1>Solar</h1><p>{TEXT * 5}</p></main></body></html>"

    async def answer(request: web.Request) -> web.Response:
        status = 304 if request.headers.get("If-None-Match") == '"one"' else 200
        return web.Response(
            status=status, text=html if status == 200 else None, content_type="text/html", headers={"ETag": '"one"'}
        )

    site.on("/plant", answer)
    watch_id = start(client, urls=[site.url("/plant")])
    first, second = ended(client, watch_id, 1), check_now(client, watch_id, 2)

    assert (first["creditsUsed"], second["creditsUsed"], second["result"]) == (1, 0, "same")
    assert spent() == 1


def test_a_page_that_fails_is_reported_once_and_again_when_it_is_back(
    client: Client, site: Site, make_site: Callable[[], Site], database: Engine
) -> None:
    receiver = make_site()
    receiver.put("/hook", "thanks")
    page(site, "It has 40 panels.")
    watch_id = start(client, urls=[site.url("/plant")], webhook=receiver.url("/hook"), failuresBeforeError=2)
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)

    site.put("/plant", "broken", status=500)
    assert [check_now(client, watch_id, number)["status"] for number in (3, 4, 5)] == ["failed"] * 3
    page(site, "It has 40 panels.")
    assert check_now(client, watch_id, 6)["result"] == "same"

    wait_until(lambda: len(receiver.seen("/hook")) == 2, seconds=PATIENCE_SECONDS, what="both events")
    assert [json.loads(visit.body)["type"] for visit in receiver.seen("/hook")] == ["watch.error", "watch.recovered"]


def test_a_removed_page_is_reported_once(client: Client, site: Site) -> None:
    page(site, "It has 40 panels.")
    watch_id = start(client, urls=[site.url("/plant")])
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)

    site.put("/plant", "gone", status=404)
    first, again = check_now(client, watch_id, 3), check_now(client, watch_id, 4)

    assert [(each["result"], each["pages"][0]["reported"]) for each in (first, again)] == [
        ("removed", True), ("removed", False),
    ]  # fmt: skip


def test_a_watch_is_paused_changed_and_deleted(client: Client, site: Site, database: Engine) -> None:
    page(site, "It has 40 panels.")
    watch_id = start(
        client, urls=[site.url("/plant")], webhook={"url": site.url("/hook"), "headers": {"X-Key": "hidden"}},
        scrapeOptions={"headers": {"X-Key": "hidden"}},
    )  # fmt: skip
    ended(client, watch_id, 1)
    path = f"/v1/web/watch/{watch_id}"
    assert "hidden" not in client.get(path).text

    def patch(**changes: Any) -> dict[str, Any]:
        answer = client.call("PATCH", path, changes)
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["data"])

    paused = patch(status="paused", name="Plant", webhook=None)
    resumed = patch(status="active", schedule={"cron": "0 9 * * *", "timeZone": "Europe/Berlin"})

    assert (paused["status"], paused["nextCheckAt"], paused["name"]) == ("paused", None, "Plant")
    assert "webhook" not in paused["options"]
    assert resumed["nextCheckAt"] is not None and resumed["options"]["schedule"]["timeZone"] == "Europe/Berlin"
    assert client.call("DELETE", path).status_code == 200
    assert client.get(path).status_code == 404
    count = text("SELECT count(*) FROM watch_version WHERE watch_id = :watch")
    assert session.ask(database, lambda one: one.execute(count, {"watch": UUID(watch_id)}).scalar_one()) == 0


def test_deleting_a_watch_stops_its_running_check(client: Client, site: Site, spent: Spent) -> None:
    """Pages that have ended stay charged. The others are neither fetched to their end nor charged."""
    page(site, "It has 40 panels.")
    slow = [f"/slow/{number}" for number in range(10)]
    for path in slow:
        site.page(path, seconds=60)
    watch_id = start(client, urls=[site.url(path) for path in ("/plant", *slow)], scrapeOptions={"renderJs": False})
    wait_until(lambda: client.get("/v1/jobs").json()["jobs"], seconds=PATIENCE_SECONDS, what="the job of the check")
    batch_id = client.get("/v1/jobs").json()["jobs"][0]["id"]
    wait_until(lambda: client.status("batch", batch_id)["completed"] == 1, seconds=90, what="the quick page")

    assert client.call("DELETE", f"/v1/web/watch/{watch_id}").status_code == 200

    wait_until(lambda: site.in_flight == 0, seconds=25, what="the end of all downloads")
    job = client.status("batch", batch_id)
    assert (job["status"], job["completed"], job["failed"]) == ("cancelled", 1, 10) and spent() == 1


def test_selectors_and_prices_are_compared_and_conditions_select_reports(client: Client, site: Site) -> None:
    def shop(price: str, stock: str) -> None:
        offer = {"@type": "Offer", "price": price, "priceCurrency": "EUR"}
        declared = json.dumps({"@context": "https://schema.org", "@type": "Product", "name": "Lamp", "offers": offer})
        site.put(
            "/lamp", f'<html><head><title>Lamp</title><script type="application/ld+json">{declared}</script></head><body>'
            f'<main><h1>Lamp</h1><p>{TEXT * 4}</p><p class="stock">{stock}</p></main></body></html>', kind="text/html",
        )  # fmt: skip

    shop("40.00", "12 in stock")
    watch_id = start(
        client, urls=[site.url("/lamp")], compare=["price", "selectors"], selectors=[".stock"],
        conditions=[{"kind": "below", "field": "price", "number": 30}],
    )  # fmt: skip
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)
    shop("35.00", "3 in stock")
    small = check_now(client, watch_id, 3)
    shop("29.50", "3 in stock")
    large = check_now(client, watch_id, 4)

    assert {(each["name"], str(each["old"]), str(each["new"])) for each in large["pages"][0]["fields"]} == {
        ("price", "35.00 EUR", "29.50 EUR")
    }
    assert {each["name"] for each in small["pages"][0]["fields"]} == {"price", ".stock"}
    assert [each["pages"][0]["reported"] for each in (small, large)] == [False, True]


def test_new_pages_of_a_site_are_reported(client: Client, site: Site) -> None:
    site.page("/", "/a")
    site.page("/a")
    watch_id = start(client, site={"url": site.url("/"), "sitemap": "skip", "limit": 10})
    first = ended(client, watch_id, 1)
    check_now(client, watch_id, 2)
    site.page("/a", "/b")
    site.page("/b")

    found = check_now(client, watch_id, 3)

    assert first["summary"]["new"] == 2
    assert site.url("/b") in {each["url"] for each in found["pages"] if each["result"] == "new" and each["reported"]}


def test_pages_of_a_site_that_are_no_longer_linked_are_reported_once(client: Client, site: Site) -> None:
    site.page("/", "/a", "/b")
    for path in ("/a", "/b", "/c"):
        site.page(path, *(["/c"] if path == "/b" else []))
    watch_id = start(client, site={"url": site.url("/"), "sitemap": "skip", "limit": 10})
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)

    def removed(number: int) -> list[str]:
        pages = check_now(client, watch_id, number)["pages"]
        return sorted(each["url"] for each in pages if each["result"] == "removed" and each["reported"])

    site.put("/b", "broken", status=500)
    site.page("/", "/a", "/b")
    assert removed(3) == []  # The page that failed may have the link.
    site.page("/", "/a")
    assert removed(4) == [site.url("/b"), site.url("/c")]
    assert removed(5) == []
    site.page("/", "/a", "/c")
    assert removed(6) == []
    site.page("/", "/a")
    assert removed(7) == [site.url("/c")]


def test_a_search_is_checked_and_charged_as_a_search(client: Client, spent: Spent) -> None:
    watch_id = start(client, query="zzyzx unheard of words")

    first, second = ended(client, watch_id, 1), check_now(client, watch_id, 2)

    assert (first["result"], second["result"], second["status"]) == ("new", "same", "completed")
    assert (first["creditsUsed"], second["creditsUsed"], spent()) == (1, 1, 2)
    assert first["jobId"] is None and first["revisits"] == 0
    assert client.get("/v1/jobs").json()["jobs"] == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"urls": []}, "urls"), ({"urls": ["http://a.example/"], "query": "a"}, "urls"),
        ({"query": "a", "schedule": {"everyMinutes": 4}}, "schedule.everyMinutes"),
        ({"query": "a", "schedule": {}}, "schedule.everyMinutes"),
        ({"query": "a", "schedule": {"cron": "* * * * *"}}, "schedule.cron"),
        ({"query": "a", "schedule": {"cron": "0 9 * *"}}, "schedule.cron"),
        ({"query": "a", "schedule": {"cron": "0 9 * * *", "timeZone": "Mars/Base"}}, "schedule.timeZone"),
        ({"urls": ["http://a.example/"], "compare": ["selectors"]}, "selectors"),
        ({"urls": ["http://10.0.0.1/"]}, "urls[0]"),
        ({"query": "a", "webhook": "http://10.0.0.1/"}, "webhook.url"),
        ({"query": "a", "emails": ["nobody"]}, "emails[0]"), ({"query": "a", "emails": ["a@b.example"]}, "emails"),
        ({"query": "a", "conditions": [{"kind": "above"}]}, "conditions[0].number"),
        ({"site": {"url": "http://a.example/", "limit": 501}}, "site.limit"),
    ],
)  # fmt: skip
def test_wrong_options_are_rejected(client: Client, account: Account, wrong: dict[str, Any], field: str) -> None:
    answer = client.post("/v1/web/watch", {"schedule": MONTHLY, **wrong})

    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["details"][0]["field"] == field
