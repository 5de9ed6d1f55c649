"""Batches, end to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Account
from tests.journeys.test_crawl import assert_consistent
from tests.service import Client, wait_until
from tests.sites.site import Site, document, html

Spent = Callable[[], int]


def batched(client: Client, urls: list[str], **options: Any) -> dict[str, Any]:
    job = client.run("batch", urls=urls, **options)
    assert_consistent(job)
    return job


def test_batch_gives_its_pages_in_their_order(
    client: Client, site: Site, make_site: Callable[[], Site], spent: Spent
) -> None:
    other = make_site()
    site.tree(4)
    other.page("/x", site.url("/unasked"))
    urls = [site.url("/p3"), other.url("/x"), site.url("/p1"), site.url("/gone"), site.url("/p3"), site.url("/p1#part")]

    answer = client.post("/v1/web/batch", {"urls": urls})
    job = client.ended("batch", answer.json()["batchId"])

    assert answer.status_code == 201 and answer.json()["status"] == "queued"
    assert (job["id"], job["kind"], job["status"], job["seedUrl"]) == (
        answer.json()["batchId"],
        "batch",
        "completed",
        None,
    )
    assert [page["url"] for page in job["pages"]] == urls
    assert {page["depth"] for page in job["pages"]} == {0}
    assert [page["error"] for page in job["pages"]] == [None, None, None, "HTTP 404", None, None]
    assert (job["total"], job["completed"], job["failed"], spent()) == (6, 5, 1, 4)
    assert (
        set(site.counts()) == {"/p3", "/p1", "/gone"} and site.counts()["/p3"] == 1
    )  # neither robots.txt nor sitemaps


def test_at_most_a_thousand_urls_are_accepted(client: Client, site: Site, spent: Spent) -> None:
    site.family(lambda target: html(document("/same", [])))
    urls = [site.url(f"/n/{number}") for number in range(1001)]

    assert client.post("/v1/web/batch", {"urls": urls}).status_code == 400
    job = client.run("batch", urls=urls[:1000], seconds=90)

    assert_consistent(job)
    assert (job["total"], job["completed"]) == (1000, 1000) and [page["url"] for page in job["pages"]] == urls[:1000]
    assert spent() == 1000 and site.most_at_a_time <= 8


@pytest.mark.parametrize(
    "wrong",
    [
        {"urls": []}, {"urls": None}, {"urls": "http://a.example/"}, {"urls": ["http://a.example/", "nothing"]},
        {"urls": ["http://a.example/"], "limit": 3}, {"urls": ["http://a.example/"], "scrapeOptions": {"formats": ["json"]}},
        {"urls": ["http://a.example/"], "webhook": {"headers": {}}},
    ],
)  # fmt: skip
def test_wrong_options_start_nothing(client: Client, wrong: dict[str, Any]) -> None:
    answer = client.post("/v1/web/batch", wrong)

    assert answer.status_code == 400 and answer.json()["error"]["code"] == "VALIDATION_ERROR"


def test_options_go_to_every_page(client: Client, site: Site) -> None:
    site.page("/a", "/b", head='<meta name="description" content="about">')
    site.page("/b")

    job = batched(
        client, [site.url("/a"), site.url("/b")],
        scrapeOptions={"formats": ["links", "html"], "includeTags": ["h1"], "headers": {"X-Mine": "1"}},
    )  # fmt: skip

    for page in job["pages"]:
        assert (
            "markdown" not in page["data"]
            and "<h1>" in page["data"]["html"]
            and "nothing else" not in page["data"]["html"]
        )
    assert [visit.headers["x-mine"] for visit in site.visits] == ["1", "1"]


def test_batch_of_failures_is_completed_and_free(client: Client, site: Site, spent: Spent) -> None:
    job = batched(client, [site.url("/gone"), "http://127.0.0.1:4/", site.url("/lost")])

    assert (job["status"], job["failed"], spent()) == ("completed", 3, 0)


def test_broken_redirects_are_reported(client: Client, site: Site) -> None:
    site.page("/choose", status=300)
    site.page("/moved", status=302)

    job = batched(client, [site.url("/choose"), site.url("/moved")])

    assert [page["error"] for page in job["pages"]] == ["HTTP 300", "HTTP 302"]


def test_robots_txt_does_not_apply_to_batches(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /\n")
    site.page("/private")

    assert batched(client, [site.url("/private")])["completed"] == 1


def test_only_the_page_that_redirects_to_a_forbidden_address_fails(client: Client, site: Site, spent: Spent) -> None:
    site.page("/a")

    site.redirect("/in", "http://[::1]:4/")
    site.redirect("/meta", "http://169.254.169.254/latest/")

    job = batched(client, [site.url("/a"), site.url("/in"), site.url("/meta")])

    assert (job["completed"], job["failed"], spent()) == (1, 2, 1)
    assert all(page["errorCode"] == "VALIDATION_ERROR" for page in job["pages"][1:])


def test_batch_without_credits_left_keeps_paid_pages(
    client: Client, site: Site, make_account: Callable[..., Account]
) -> None:
    site.tree(9, width=9)
    poor = Client(client.base_url, make_account(4).key)

    job = batched(poor, [site.url(f"/p{number}") for number in range(1, 9)])

    assert (job["status"], job["completed"], job["failed"]) == ("completed", 4, 4)
    assert {page["errorCode"] for page in job["pages"]} == {None, "INSUFFICIENT_CREDITS"}
    assert {page["error"] for page in job["pages"]} == {None, "Insufficient credits: the page was not scraped."}


def test_cancelled_batch_stops(client: Client, site: Site, spent: Spent) -> None:
    for number in range(10):
        site.page(f"/{number}", seconds=30)
    site.page("/quick")
    batch_id = client.begin("batch", urls=[site.url("/quick"), *(site.url(f"/{number}") for number in range(10))])
    wait_until(lambda: client.status("batch", batch_id)["completed"] == 1, seconds=90, what="the quick page")
    wait_until(lambda: site.in_flight == 8, seconds=90, what="eight downloads")

    assert client.delete(f"/v1/web/batch/{batch_id}").json()["status"] == "cancelled"

    wait_until(lambda: site.in_flight == 0, seconds=25, what="the end of all downloads")
    job = client.status("batch", batch_id)
    assert_consistent(job)
    assert (job["status"], job["completed"], job["failed"]) == ("cancelled", 1, 10) and spent() == 1


# Addresses of a list.


def test_addresses_that_differ_are_separate_entries_in_the_order_of_the_list(client: Client, site: Site) -> None:
    paths = ["/p?sid=1", "/p?sid=2", "/p?a=1&b=2", "/p?b=2&a=1", "/p?utm_source=x", "/p", "/app#/users", "/app#/orders"]
    for path in {path.partition("#")[0] for path in paths}:
        site.page(path)

    job = client.run("batch", urls=list(map(site.url, paths)))

    assert [entry["url"] for entry in job["pages"]] == list(map(site.url, paths))
    assert (job["total"], job["completed"], job["creditsUsed"]) == (8, 8, 8)
    assert not any("duplicateOf" in entry for entry in job["pages"])


def test_a_repeated_address_has_the_same_result_is_fetched_and_charged_once_and_says_so(
    client: Client, site: Site, spent: Spent, make_site: Callable[[], Site]
) -> None:
    receiver = make_site()
    receiver.put("/hook", "thanks")
    site.page("/a")
    site.page("/lost", status=404)
    first, spelled = site.url("/a"), site.url("/%61").replace("http://", "HTTP://")
    urls = [first, site.url("/lost"), spelled, first, site.url("/lost")]

    batch = client.begin("batch", urls=urls, webhook={"url": receiver.url("/hook"), "events": ["page", "completed"]})
    job = client.ended("batch", batch)

    entries = job["pages"]
    assert [entry.get("duplicateOf") for entry in entries] == [None, None, first, first, site.url("/lost")]
    assert [entry["status"] for entry in entries] == ["completed", "failed", "completed", "completed", "failed"]
    assert (job["total"], job["completed"], job["failed"], job["creditsUsed"]) == (5, 3, 2, 1)
    assert [entry["data"]["usage"]["creditsUsed"] for entry in entries if "data" in entry] == [1, 0, 0]
    assert len({entry["data"]["markdown"] for entry in entries if "data" in entry}) == 1
    assert len(site.seen("/a")) == 1 and spent() == 1
    assert read_in_parts(client, batch) == sorted(entry["url"] for entry in entries)
    wait_until(lambda: len(client.deliveries("batch", batch)) == 6, seconds=90, what="an event for each entry")
    stream = client.get(f"/v1/web/batch/{batch}/events").text
    assert stream.count("event: page") == 5


def read_in_parts(client: Client, batch: str) -> list[str]:
    """The URLs of all entries, read two at a time."""
    urls, cursor = [], ""
    while cursor is not None:
        part = client.get(f"/v1/web/batch/{batch}?limit=2" + (f"&cursor={cursor}" if cursor else "")).json()
        urls += [entry["url"] for entry in part["pages"]]
        cursor = part["nextCursor"]
    return sorted(urls)
