"""The Python client against the running service, with and without `await`."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import requests

from orbweaver.client import AsyncClient, Client
from orbweaver.rest.call import Call
from orbweaver.rest.failures import Failed, JobFailed, Unreachable, WaitTimeout
from orbweaver.rest.records import PagesStatus
from tests import service
from tests.conftest import ROOT
from tests.sites.site import Site

PAGES = 60
DOCUMENTATION = ROOT / "docs" / "client.md"


@pytest.fixture
def api(client: service.Client) -> Client:
    return Client(client.key, client.base_url)


@pytest.fixture
def large_site(site: Site) -> Site:
    site.page("/", *(f"/{number}" for number in range(PAGES)))
    for number in range(PAGES):
        site.page(f"/{number}")
    return site


def test_scrape_returns_the_result(api: Client, site: Site, spent: Callable[[], int]) -> None:
    site.page("/", title="Ships")

    page = api.scrape(site.url(), formats=["markdown", "links"], max_age=0)

    assert page["metadata"]["title"] == "Ships" and page["links"]["internal"] == []
    assert api.account()["balance"] == 1_000 - spent() == 999
    assert [entry["amount"] for entry in api.ledger(limit=5)["entries"]] == [-1, 1_000]


def test_crawl_is_watched_and_its_pages_are_read(api: Client, large_site: Site) -> None:
    seen: list[PagesStatus] = []
    job = api.start_crawl(large_site.url(), limit=PAGES + 1, sitemap="skip", scrape_options={"formats": ["links"]})

    pages = list(api.pages("crawl", job["crawlId"]))
    ended = api.wait("crawl", job["crawlId"], seconds=60, on_progress=seen.append)

    assert ended["completed"] == len(pages) == PAGES + 1 and seen[-1] == ended
    assert len({page["url"] for page in pages}) == PAGES + 1 and all(page["data"]["links"] for page in pages)
    assert api.jobs()["jobs"][0]["id"] == job["crawlId"]


def test_pages_are_read_while_the_job_runs_and_each_once(api: Client, site: Site) -> None:
    site.page("/", "/slow")
    site.page("/slow", seconds=60)
    job = api.start_crawl(site.url(), sitemap="skip")["crawlId"]
    entries = api.pages("crawl", job)

    first = next(entries)
    assert api.cancel_crawl(job)["status"] == "cancelled"
    rest = []
    with pytest.raises(JobFailed, match="cancelled"):
        for entry in entries:
            rest.append(entry)

    assert (first["url"], first["status"]) == (site.url(), "completed")
    assert [(entry["url"], entry["errorCode"]) for entry in rest] == [(site.url("/slow"), "CANCELLED")]


def test_script_that_was_killed_continues_with_the_same_job(
    client: service.Client, api: Client, site: Site, spent: Callable[[], int]
) -> None:
    """The script is the example of the documentation."""
    site.page("/", "/slow")
    site.page("/slow", seconds=5)
    [script] = [
        part for part in re.findall("```python\n(.*?)```", DOCUMENTATION.read_text(), re.S) if "sys.argv" in part
    ]
    command = [sys.executable, "-c", script, client.key, client.base_url, site.url()]

    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        first = killed.stdout.readline()
        killed.kill()
    again = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=100).stdout

    assert again.splitlines() == [first.strip(), f"completed {site.url()}", f"completed {site.url('/slow')}"]
    assert len(api.jobs()["jobs"]) == 1 and spent() == 2


def test_async_client_does_the_same(client: service.Client, large_site: Site) -> None:
    async def run() -> tuple[Any, Any, list[Any]]:
        async with AsyncClient(client.key, client.base_url) as api:
            urls = [large_site.url(f"/{number}") for number in range(3)]
            scraped = await asyncio.gather(*map(api.scrape, urls))
            job = await api.start_batch(urls)
            pages = [entry async for entry in api.pages("batch", job["batchId"], include_data=False)]
            return scraped, await api.wait("batch", job["batchId"], seconds=60), pages

    scraped, status, pages = asyncio.run(run())

    assert {page["url"] for page in scraped} == {entry["url"] for entry in pages} and len(pages) == 3
    assert status["completed"] == 3 and "data" not in pages[0]


def test_refused_call_names_code_and_fields(api: Client) -> None:
    with pytest.raises(Failed) as raised:
        api.scrape("ftp://example.com/")

    assert (raised.value.code, raised.value.status) == ("VALIDATION_ERROR", 400) and raised.value.request_id
    assert raised.value.details[0]["field"] == "url"


def test_job_that_does_not_succeed_is_distinguished(api: Client, site: Site) -> None:
    site.page("/", seconds=30)
    job = api.start_crawl(site.url(), sitemap="skip")["crawlId"]

    with pytest.raises(WaitTimeout):
        api.wait("crawl", job, seconds=1)
    assert api.cancel_crawl(job)["status"] == "cancelled"
    with pytest.raises(JobFailed, match="cancelled"):
        api.wait("crawl", job)


class LostAnswers(requests.Session):
    """Loses the first answers, after the service has sent them."""

    def __init__(self, lost: int) -> None:
        super().__init__()
        self.left = lost

    def request(self, *arguments: Any, **more: Any) -> requests.Response:  # type: ignore[override]
        answer = super().request(*arguments, **more)
        if self.left:
            self.left -= 1
            raise requests.ConnectionError("the answer was lost")
        return answer


def test_call_whose_answer_was_lost_is_neither_done_nor_charged_twice(
    client: service.Client, site: Site, spent: Callable[[], int]
) -> None:
    site.page("/")
    api = Client(client.key, client.base_url, session=LostAnswers(2))

    page = api.scrape(site.url(), max_age=0)
    started = Client(client.key, client.base_url, session=LostAnswers(1)).start_batch([site.url()])

    assert page["usage"]["creditsUsed"] == 1 and [visit.target for visit in site.visits].count("/") == 1
    assert [job["id"] for job in api.jobs()["jobs"]] == [started["batchId"]]
    assert api.wait("batch", started["batchId"], seconds=60)["completed"] == 1 and spent() == 2


def test_unreachable_service_is_reported() -> None:
    api = Client("ow_sk_x", f"http://127.0.0.1:{service.free_port()}")

    assert isinstance(api._answer(Call("GET", "/v1/account")), Unreachable)
