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
    assert_consistent(job)
    assert (job["id"], job["kind"], job["status"], job["seedUrl"]) == (
        answer.json()["batchId"],
        "batch",
        "completed",
        None,
    )
    assert [page["url"] for page in job["pages"]] == urls[:4]
    assert {page["depth"] for page in job["pages"]} == {0}
    assert [page["error"] for page in job["pages"]] == [None, None, None, "HTTP 404"]
    assert (job["total"], job["completed"], job["failed"], spent()) == (4, 3, 1, 3)
    assert site.counts() == {"/p3": 1, "/p1": 1, "/gone": 1}  # neither robots.txt nor sitemaps


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
    wait_until(lambda: client.status("batch", batch_id)["completed"] == 1, seconds=30, what="the quick page")
    wait_until(lambda: site.in_flight == 8, seconds=30, what="eight downloads")

    assert client.delete(f"/v1/web/batch/{batch_id}").json()["status"] == "cancelled"

    wait_until(lambda: site.in_flight == 0, seconds=10, what="the end of all downloads")
    job = client.status("batch", batch_id)
    assert_consistent(job)
    assert (job["status"], job["completed"], job["failed"]) == ("cancelled", 1, 10) and spent() == 1
