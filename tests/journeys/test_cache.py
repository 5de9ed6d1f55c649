"""The page cache, end to end."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.conftest import Account
from tests.journeys.test_scrape import Spent
from tests.service import Client, Service
from tests.sites.origin import Origin
from tests.sites.pages import PARAGRAPHS, SENTENCE, pdf
from tests.sites.site import Site


@pytest.fixture
def url(origin: Origin, unique: str) -> str:
    return origin.url("/article", t=unique)


@pytest.fixture
def other_workspace(service: Service, make_account: Callable[..., Account]) -> Client:
    """Another workspace."""
    return Client(service.base_url, make_account().key)


def test_second_call_is_served_from_the_cache_at_the_same_price(
    client: Client, origin: Origin, url: str, spent: Spent
) -> None:
    first, second = client.scrape(url), client.scrape(url)

    assert (first["cached"], second["cached"]) == (False, True)
    assert second["usage"] == {"creditsUsed": 1, "creditsRemaining": 998, "freshness": "cache"}
    same = ("markdown", "metadata", "quality", "status", "finalUrl")
    assert {name: first[name] for name in same} == {name: second[name] for name in same}
    assert len(origin.seen(url)) == 1 and spent() == 2


def test_other_formats_and_options_need_no_second_fetch(client: Client, origin: Origin, url: str) -> None:
    client.scrape(url)

    data = client.scrape(
        url, formats=["rawHtml", "html", "links", "structured", "markdown"], onlyMainContent=False, includeTags=["main"]
    )

    assert data["cached"] and data["rawHtml"].startswith("<!doctype html>") and len(origin.seen(url)) == 1


def test_max_age_zero_fetches_fresh_and_renews_the_copy(client: Client, origin: Origin, url: str) -> None:
    client.scrape(url)
    assert client.scrape(url, maxAge=0)["cached"] is False

    assert len(origin.seen(url)) == 2
    assert client.scrape(url)["cached"] is True


def test_copy_older_than_asked_is_not_served(client: Client, origin: Origin, url: str) -> None:
    client.scrape(url)
    time.sleep(0.3)

    assert client.scrape(url, maxAge=200)["cached"] is False
    assert client.scrape(url, maxAge=60_000)["cached"] is True


def test_cache_only_never_fetches(client: Client, origin: Origin, url: str, spent: Spent) -> None:
    refused = client.refused(url, cacheOnly=True)
    assert (refused["statusCode"], refused["code"]) == (404, "NOT_FOUND")
    assert not origin.seen(url) and spent() == 0

    client.scrape(url)
    assert client.scrape(url, cacheOnly=True)["cached"] is True
    assert client.refused(url, cacheOnly=True, maxAge=0)["code"] == "NOT_FOUND"
    assert len(origin.seen(url)) == 1 and spent() == 2


def test_capture_is_not_kept_when_asked_not_to(client: Client, origin: Origin, url: str) -> None:
    client.scrape(url, storeInCache=False)

    assert client.refused(url, cacheOnly=True)["code"] == "NOT_FOUND"


def test_plain_capture_serves_every_workspace(client: Client, other_workspace: Client, url: str) -> None:
    client.scrape(url)

    assert other_workspace.scrape(url)["cached"] is True


def test_capture_with_callers_headers_is_cached_per_workspace(
    client: Client, other_workspace: Client, origin: Origin, unique: str
) -> None:
    url = origin.url("/echo", t=unique)
    headers = {"X-Secret": unique}
    client.scrape(url, headers=headers)

    assert client.scrape(url, headers=headers)["cached"] is True
    assert other_workspace.scrape(url, headers=headers)["cached"] is False
    assert client.scrape(url)["cached"] is False
    assert client.scrape(url, headers={"X-Secret": "other"})["cached"] is False


def test_post_capture_is_cached_per_workspace(
    client: Client, other_workspace: Client, origin: Origin, unique: str
) -> None:
    url = origin.url("/echo", t=unique)
    client.scrape(url, method="POST", body="a")

    assert client.scrape(url, method="POST", body="a")["cached"] is True
    assert other_workspace.scrape(url, method="POST", body="a")["cached"] is False


def test_locations_are_kept_apart(client: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/echo", t=unique)
    client.scrape(url)

    assert client.scrape(url, location={"languages": ["de"]})["cached"] is False
    assert client.scrape(url, location={"country": "DE"})["cached"] is False
    assert client.scrape(url, location={"languages": ["de"]})["cached"] is True


def test_fragment_and_spelling_of_the_host_are_one_page(client: Client, origin: Origin, url: str) -> None:
    client.scrape(url)

    assert client.scrape(f"{url}#part")["cached"] is True


def test_redirected_page_is_served_as_it_was(client: Client, origin: Origin, unique: str) -> None:
    to = origin.url("/article", t=unique)
    url = origin.url("/redirect", to=to)
    client.scrape(url)

    data = client.scrape(url)

    assert (data["cached"], data["url"], data["finalUrl"], data["redirected"]) == (True, url, to, True)
    assert len(origin.seen(url)) == 1


# Redirect markup in files that are not HTML, and in pages whose redirects were already followed.
REFRESH = '<meta http-equiv="refresh" content="0; url=/elsewhere">'
CAPTURED = {
    "text": ("text/plain", f"Pages begin with {REFRESH} when they lead on. {SENTENCE}"),
    "json": ("application/json", f'{{"head": "{REFRESH.replace(chr(34), chr(39))}", "words": "{SENTENCE}"}}'),
    "pdf": ("application/pdf", pdf("Tide tables of the lower delta").replace(b"1.4\n", b"1.4\n%%%b\n" % REFRESH.encode(), 1)),
    "noscript": ("text/html", f"<html><head><noscript>{REFRESH}</noscript></head>{PARAGRAPHS}"),
    "late": ("text/html", f"<html><head>{REFRESH.replace('0;', '9;')}</head>{PARAGRAPHS}"),
    "xhtml": ("application/xhtml+xml", f"<html><!-- {REFRESH} -->{PARAGRAPHS}</html>"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CAPTURED)
def test_cached_capture_causes_no_network_requests(client: Client, site: Site, kind: str) -> None:
    content_type, body = CAPTURED[kind]
    site.put("/", body, kind=content_type)
    site.page("/elsewhere", title="Elsewhere")
    first = client.scrape(site.url("/"))

    second = client.scrape(site.url("/"), cacheOnly=True)

    assert second["cached"] is True and second["markdown"] == first["markdown"]
    assert second["finalUrl"] == site.url("/") and site.counts() == {"/": 1}
