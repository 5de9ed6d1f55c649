"""Live progress of a job as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from aiohttp import web

from tests.service import Client, Service, wait_until
from tests.sites.site import Site


@dataclass(frozen=True)
class Event:
    id: int
    name: str
    data: Any


def listen(client: Client, path: str, *, after: int | None = None, query: str = "") -> Iterator[Event]:
    """The events of a job until the stream ends."""
    headers = {"X-API-Key": client.key} | ({"Last-Event-ID": str(after)} if after is not None else {})
    with requests.get(f"{client.base_url}{path}/events{query}", headers=headers, stream=True, timeout=30) as answer:
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["X-Request-Id"]
        fields: dict[str, str] = {}
        for line in answer.iter_lines(decode_unicode=True):
            name, _, value = line.partition(": ")
            fields[name] = value
            if not line and "event" in fields:
                yield Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
                fields = {}


@pytest.mark.parametrize("kind", ["crawl", "batch"])
def test_every_page_has_an_event_and_then_the_end(client: Client, site: Site, kind: str) -> None:
    paths = site.tree(15, width=4)
    options = {"url": site.url()} if kind == "crawl" else {"urls": [site.url(path) for path in paths]}
    job_id = client.begin(kind, **options)

    events = list(listen(client, f"/v1/web/{kind}/{job_id}"))

    pages = [event.data for event in events if event.name == "page"]
    assert sorted(page["url"] for page in pages) == sorted(map(site.url, paths))
    assert all(page["status"] == "completed" and "nothing else" in page["data"]["markdown"] for page in pages)
    assert {event.name for event in events[:-1]} <= {"page", "progress"} and events[-1].name == "completed"
    status = client.status(kind, job_id)
    assert events[-1].data == {name: value for name, value in status.items() if name in events[-1].data}
    assert events[-1].data["completed"] == 15 and "pages" not in events[-1].data
    assert [event.id for event in events] == sorted(event.id for event in events)


def test_page_events_leave_out_the_results_on_request(client: Client, site: Site) -> None:
    site.page("/a")
    job_id = client.begin("batch", urls=[site.url("/a")])

    events = list(listen(client, f"/v1/web/batch/{job_id}", query="?includeData=false"))

    [page] = [event.data for event in events if event.name == "page"]
    assert page["status"] == "completed" and "data" not in page
    refused = client.get(f"/v1/web/batch/{job_id}/events?includeData=maybe")
    assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR")


def test_page_and_progress_events_are_sent_while_the_job_runs(client: Client, site: Site) -> None:
    paths, heard = site.tree(30, width=29), set[str]()
    last = site.answers[paths[-1]]

    async def after_both(request: web.Request) -> web.StreamResponse:
        while not {"page", "progress"} <= heard:
            await asyncio.sleep(0.05)
        return await last(request)

    site.on(paths[-1], after_both)

    for event in listen(client, f"/v1/web/crawl/{client.begin('crawl', url=site.url())}"):
        heard.add(event.name)

    assert heard == {"page", "progress", "completed"} and event.data["completed"] == 30


def test_reconnected_listener_continues_after_its_last_event(client: Client, site: Site) -> None:
    site.tree(80, width=79)
    path = f"/v1/web/crawl/{client.begin('crawl', url=site.url())}"
    everything = list(listen(client, path))

    rest = list(listen(client, path, after=everything[-1].id))
    from_the_middle = list(listen(client, path, after=everything[40].id))
    nothing_known = list(listen(client, path))

    def pages(events: list[Event]) -> set[str]:
        return {event.data["url"] for event in events if event.name == "page"}

    assert sum(event.name == "page" for event in rest) <= 50 and rest[-1].name == "completed"
    assert pages(everything[41:]) <= pages(from_the_middle)
    assert pages(nothing_known) == pages(everything)


def test_cancelled_job_sends_a_cancelled_event(client: Client, site: Site) -> None:
    site.tree(30, width=29, seconds=5.0)
    job_id = client.begin("crawl", url=site.url())
    stream = listen(client, f"/v1/web/crawl/{job_id}")
    next(stream)

    client.delete(f"/v1/web/crawl/{job_id}")

    assert list(stream)[-1].name == "cancelled"


def test_access_rules_are_those_of_the_status(client: Client, service: Service, site: Site, make_account: Any) -> None:
    site.page("/")
    job_id = client.begin("crawl", url=site.url())
    stranger = Client(service.base_url, make_account().key)

    assert stranger.get(f"/v1/web/crawl/{job_id}/events").json()["error"]["code"] == "NOT_FOUND"
    assert client.get(f"/v1/web/batch/{job_id}/events").status_code == 404
    assert client.get("/v1/web/crawl/never/events").status_code == 404
    assert requests.get(f"{service.base_url}/v1/web/crawl/{job_id}/events", timeout=60).status_code == 401
    refused = client.post(f"/v1/web/crawl/{job_id}/events", {})
    assert refused.status_code == 405 and refused.json()["code"] == "METHOD_NOT_ALLOWED"
    assert (
        requests.head(f"{service.base_url}/v1/web/crawl/{job_id}/events", headers={"X-API-Key": client.key}, timeout=60)
        .headers["Content-Type"]
        .startswith("text/event-stream")
    )


def test_results_of_all_sizes_are_the_same_wherever_they_are_read(client: Client, site: Site) -> None:
    """Small results are stored with their page, large ones apart."""
    words = {f"/{length}": "word " * (length // 5) for length in (100, 7_000, 8_000, 9_000, 200_000)}
    for path, body in words.items():
        site.put(path, body)
    job_id = client.begin("batch", urls=[site.url(path) for path in words])

    events = [event.data for event in listen(client, f"/v1/web/batch/{job_id}") if event.name == "page"]
    entries = client.status("batch", job_id)["pages"]

    assert [entry["data"]["markdown"].strip() for entry in entries] == [body.strip() for body in words.values()]
    assert sorted(events, key=lambda entry: str(entry["url"])) == sorted(
        ({"id": job_id, **entry} for entry in entries), key=lambda entry: str(entry["url"])
    )
    assert client.status("batch", job_id, offset=4)["pages"] == entries[4:]
    background = client.try_scrape(site.url("/200000"), **{"async": True}).json()["jobId"]
    done = wait_until(
        lambda: client.get(f"/v1/web/scrape/{background}").json().get("data"), seconds=90, what="the result"
    )
    assert done["markdown"] == entries[4]["data"]["markdown"]
