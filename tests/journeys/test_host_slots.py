"""At most eight requests at a time go to a host, whatever kinds of work want it; workspaces and calls take turns."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from aiohttp import web
from sqlalchemy import Engine, text

from crawler.politeness.host_visits import NO_WORKSPACE
from tests.conftest import Account
from tests.service import Client, wait_until
from tests.sites.site import Answer, Site, document, html

FRESH = {"maxAge": 0}


def slow_pages(site: Site, seconds: float, gate: threading.Event | None = None) -> None:
    """Every path but those that a test adds is a page that takes this long, and waits until the gate is open."""

    async def page(request: web.Request) -> web.Response:
        await asyncio.sleep(seconds)
        return html(document(request.path, []))

    for kind in ("s", "b", "t"):
        for number in range(60):
            site.on(f"/{kind}{number}", after(gate, page) if gate else page)


def after(gate: threading.Event, answer: Answer) -> Answer:
    """The same answer when the gate is open."""

    async def held(request: web.Request) -> web.StreamResponse:
        while not gate.is_set():
            await asyncio.sleep(0.05)
        return await answer(request)

    return held


@pytest.fixture
def other(client: Client, make_account: Callable[..., Account]) -> Client:
    """A client of another workspace."""
    return Client(client.base_url, make_account().key)


def test_all_kinds_of_work_share_the_slots_of_a_host(client: Client, other: Client, site: Site) -> None:
    slow_pages(site, 0.3)
    site.tree(16, width=16, seconds=0.3)
    with ThreadPoolExecutor(60) as pool:
        jobs = [
            (client, "crawl", client.begin("crawl", url=site.url(), limit=16, scrapeOptions=FRESH)),
            (other, "batch", other.begin("batch", urls=[site.url(f"/b{n}") for n in range(16)], scrapeOptions=FRESH)),
        ]
        calls: list[Future[Any]] = []
        for number in range(18):
            calls.append(pool.submit(client.try_scrape, site.url(f"/s{number}"), maxAge=0))
        for number in range(8):
            calls.append(pool.submit(other.try_scrape, site.url(f"/t{number}"), maxAge=0))
            body = {"url": site.url(f"/t{20 + number}"), "maxAge": 0}
            calls.append(pool.submit(other.post, "/v1/web/images", body))
            calls.append(pool.submit(client.try_scrape, site.url(f"/t{40 + number}"), maxAge=0, **{"async": True}))
        calls.append(pool.submit(client.post, "/v1/web/map", {"url": site.url("/s30"), "includeLinks": True}))
        answers = [call.result() for call in calls]
        ended = [who.ended(kind, job_id) for who, kind, job_id in jobs]

    assert {answer.status_code for answer in answers} <= {200, 201, 202}, [
        a.text for a in answers if a.status_code > 202
    ]
    assert [job["completed"] for job in ended] == [16, 16]
    wait_until(
        lambda: all(site.seen(f"/t{40 + number}") for number in range(8)), seconds=90, what="the background scrapes"
    )
    assert 6 <= site.most_at_a_time <= 8


def test_a_cached_page_needs_no_slot_and_a_full_host_ends_a_wait_with_its_name(client: Client, site: Site) -> None:
    gate = threading.Event()
    slow_pages(site, 0.0, gate)
    site.page("/known")
    client.scrape(site.url("/known"))

    with ThreadPoolExecutor(10) as pool:
        slow = [pool.submit(client.try_scrape, site.url(f"/s{number}"), maxAge=0) for number in range(8)]
        wait_until(lambda: site.in_flight == 8, seconds=90, what="eight slow pages")
        cached = client.scrape(site.url("/known"))
        late = client.try_scrape(site.url("/s20"), maxAge=0, timeout=3_000)
        gate.set()
        assert [call.result().status_code for call in slow] == [200] * 8

    assert cached["cached"]
    assert late.status_code == 504 and late.json()["code"] == "REQUEST_TIMEOUT"
    assert f"127.0.0.1:{site.port} is busy" in late.json()["message"] and not site.seen("/s20")


def test_no_workspace_keeps_the_slots_that_another_waits_for(client: Client, other: Client, site: Site) -> None:
    slow_pages(site, 0.4)
    with ThreadPoolExecutor(50) as pool:
        flood = [pool.submit(client.try_scrape, site.url(f"/s{number}"), maxAge=0) for number in range(40)]
        wait_until(lambda: site.in_flight == 8, seconds=90, what="eight pages of the first workspace")
        begun = time.monotonic()
        theirs = [pool.submit(other.try_scrape, site.url(f"/t{number}"), maxAge=0) for number in range(4)]
        assert [call.result().status_code for call in theirs] == [200] * 4
        seconds = time.monotonic() - begun
        left = sum(not call.done() for call in flood)
        assert [call.result().status_code for call in flood] == [200] * 40

    assert left >= 8, f"four calls took {seconds:.1f} s, as long as the flood of the other workspace"
    assert site.most_at_a_time == 8


def test_a_crawl_leaves_slots_to_calls_and_calls_to_a_batch(client: Client, other: Client, site: Site) -> None:
    """The pages wait at a gate until those that they compete with wait for a slot."""
    gate = threading.Event()
    paths = site.tree(40, width=40, seconds=0.3)
    slow_pages(site, 0.5, gate)
    for path in paths[1:]:
        site.on(path, after(gate, site.answers[path]))
    crawl_id = client.begin("crawl", url=site.url(), limit=40, sitemap="skip", scrapeOptions=FRESH)
    wait_until(lambda: site.in_flight >= 6, seconds=90, what="the crawl has the slots")

    with ThreadPoolExecutor(41) as pool:
        call = pool.submit(client.scrape, site.url("/s1"), maxAge=0, timeout=60_000)
        time.sleep(0.7)
        gate.set()
        assert call.result()["status"] == 200
        gate.clear()
        flood = [pool.submit(client.try_scrape, site.url(f"/s{number}"), maxAge=0) for number in range(10, 50)]
        wait_until(lambda: site.in_flight == 8, seconds=90, what="the flood has the slots")
        batch_id = other.begin("batch", urls=[site.url(f"/b{n}") for n in range(6)], scrapeOptions=FRESH)
        time.sleep(0.7)
        gate.set()
        batch = other.ended("batch", batch_id)
        assert [each.result().status_code for each in flood] == [200] * 40

    begun = {kind: [visit.at for visit in site.visits if visit.target.startswith(f"/{kind}")] for kind in "pbs"}
    assert begun["s"][0] < max(begun["p"]), "the call waited for the end of the crawl"
    assert batch["completed"] == 6
    assert max(begun["b"]) < max(begun["s"]), "the batch waited for the flood of the other workspace"
    assert client.ended("crawl", crawl_id)["completed"] == 40
    assert site.most_at_a_time <= 8


def test_files_of_a_brand_use_slots_of_the_workspace_that_asked(client: Client, site: Site, database: Engine) -> None:
    page = '<header><a href="/"><img src="/logo.png" alt="Acme" width="200" height="60"></a></header>'

    async def home(_: web.Request) -> web.Response:
        return html(page)

    async def logo(request: web.Request) -> web.Response:
        await asyncio.sleep(2)
        return web.Response(body=b"", content_type="image/png")

    site.on("/", home)
    site.on("/logo.png", logo)
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(client.get, f"/v1/web/brand?domain={site.base}")
        wait_until(lambda: site.seen("/logo.png"), seconds=30, what="the logo is fetched")
        with database.connect() as connection:
            query = text("SELECT workspace_id FROM visit WHERE host = :host")
            owners = connection.execute(query, {"host": f"127.0.0.1:{site.port}"}).scalars().all()
        assert call.result().status_code in {200, 404}

    assert owners and not any(owner == NO_WORKSPACE for owner in owners)
