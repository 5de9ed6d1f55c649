"""Stored pages that are too old: the origin confirms them, and they are answered as if they had been fetched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web
from sqlalchemy import Engine, text

from tests.conftest import Account
from tests.journeys.test_scrape import Spent
from tests.service import Client, Service
from tests.sites.site import Site, document, html

LONG_AGO, SENT = "Mon, 02 Nov 2026 10:00:00 GMT", "Mon, 23 Nov 2026 10:00:00 GMT"


class Versions:
    """A page with versions. `tag` makes the header ETag from the version, `modified` sends Last-Modified."""

    def __init__(self, path: str, tag: str | None = '"v{}"', *, modified: bool = False) -> None:
        self.number = 1
        self.tag = tag
        self.modified = modified
        self.statuses: list[int] = []
        self.answer_headers: dict[str, str] = {}
        self._path = path

    def headers(self) -> dict[str, str]:
        tag = {"ETag": self.tag.format(self.number)} if self.tag else {}
        return tag | ({"Last-Modified": LONG_AGO, "Date": SENT} if self.modified else {})

    async def answer(self, request: web.Request) -> web.Response:
        headers = self.headers()
        tag, since = request.headers.get("If-None-Match"), request.headers.get("If-Modified-Since")
        is_same = tag == headers.get("ETag") if tag else since is not None and since == headers.get("Last-Modified")
        self.statuses.append(304 if is_same else 200)
        if is_same:
            return web.Response(status=304, headers=headers | self.answer_headers)
        body = document(self._path, (), title=f"Version {self.number}").replace(
            "nothing else", f"version {self.number}"
        )
        return html(body, headers=headers)


@pytest.fixture
def versions(site: Site) -> Versions:
    made = Versions("/page")
    site.on("/page", made.answer)
    return made


def version_of(data: dict[str, Any]) -> str:
    assert data["status"] == 200
    return str(data["metadata"]["title"])


@pytest.mark.parametrize("max_age", [0, 1])
def test_confirmed_page_is_fresh_at_the_usual_price(
    client: Client, site: Site, versions: Versions, spent: Spent, max_age: int
) -> None:
    first = client.scrape(site.url("/page"), formats=["markdown", "rawHtml", "links"])

    second = client.scrape(site.url("/page"), formats=["markdown", "rawHtml", "links"], maxAge=max_age)

    assert versions.statuses == [200, 304] and spent() == 2
    assert second["usage"]["freshness"] == "fresh" and second["cached"] is False
    same = ("markdown", "rawHtml", "links", "metadata", "quality", "status", "finalUrl", "redirected")
    assert {name: first[name] for name in same} == {name: second[name] for name in same}


def test_confirmation_renews_the_stored_page(client: Client, site: Site, versions: Versions, database: Engine) -> None:
    url = site.url("/page")
    client.scrape(url)
    age(database, url)
    assert client.refused(url, cacheOnly=True)["code"] == "NOT_FOUND"
    versions.answer_headers = {"Cache-Control": "max-age=60", "Content-Type": "text/plain", "Content-Encoding": "gzip"}

    client.scrape(url)

    data = client.scrape(url, cacheOnly=True)
    assert versions.statuses == [200, 304] and data["cached"] and version_of(data) == "Version 1"
    [headers] = [dict(row.headers) for row in rows(database, url)]
    assert headers["cache-control"] == "max-age=60" and headers["content-type"] == "text/html; charset=utf-8"


def test_changed_page_is_fetched(client: Client, site: Site, versions: Versions) -> None:
    client.scrape(site.url("/page"))
    versions.number = 2

    data = client.scrape(site.url("/page"), maxAge=0)

    assert versions.statuses == [200, 200] and version_of(data) == "Version 2"
    assert version_of(client.scrape(site.url("/page"), cacheOnly=True)) == "Version 2"


def test_pages_of_jobs_are_confirmed_too(client: Client, site: Site, spent: Spent) -> None:
    pages = {path: Versions(path) for path in ("/a", "/b", "/c")}
    for path, page in pages.items():
        site.on(path, page.answer)
    body = {"urls": [site.url(path) for path in pages], "scrapeOptions": {"maxAge": 0}}

    for _ in range(2):
        job = client.run("batch", **body)
        assert [page["data"]["usage"]["freshness"] for page in job["pages"]] == ["fresh"] * 3

    assert all(page.statuses == [200, 304] for page in pages.values()) and spent() == 6


def test_weak_tag_confirms_an_old_page_but_not_what_must_be_fresh(client: Client, site: Site) -> None:
    page = Versions("/weak", 'W/"v{}"')
    site.on("/weak", page.answer)
    client.scrape(site.url("/weak"))

    client.scrape(site.url("/weak"), maxAge=0)
    client.scrape(site.url("/weak"), maxAge=1)

    assert page.statuses == [200, 200, 304]


def test_date_confirms_where_there_is_no_tag(client: Client, site: Site) -> None:
    page = Versions("/dated", None, modified=True)
    site.on("/dated", page.answer)

    for _ in range(3):
        client.scrape(site.url("/dated"), maxAge=0)

    assert page.statuses == [200, 304, 304]


def test_page_behind_a_redirect_is_confirmed_where_it_is(client: Client, site: Site, versions: Versions) -> None:
    site.redirect("/old", "/page")
    client.scrape(site.url("/old"))

    data = client.scrape(site.url("/old"), maxAge=0)

    assert versions.statuses == [200, 304] and data["redirected"] and data["finalUrl"] == site.url("/page")
    assert all("if-none-match" not in visit.headers for visit in site.seen("/old"))


def test_redirect_that_leads_elsewhere_now_is_followed_plainly(client: Client, site: Site, versions: Versions) -> None:
    site.redirect("/old", "/page")
    client.scrape(site.url("/old"))
    other = Versions("/other")  # With the same tag.
    site.on("/other", other.answer)
    site.redirect("/old", "/other")

    data = client.scrape(site.url("/old"), maxAge=0)

    assert other.statuses == [200] and data["finalUrl"] == site.url("/other")


@pytest.mark.parametrize(
    "options",
    [
        {"headers": {"If-None-Match": '"v0"'}},
        {"headers": {"if-modified-since": LONG_AGO}},
        {"storeInCache": False},
    ],
    ids=str,
)
def test_condition_is_not_sent_where_the_caller_decides(
    client: Client, site: Site, versions: Versions, options: dict[str, Any]
) -> None:
    client.scrape(site.url("/page"))
    client.scrape(site.url("/page"), **{**options, "storeInCache": True})

    client.scrape(site.url("/page"), maxAge=0, **options)

    sent = [visit.headers.get("if-none-match") for visit in site.seen("/page")]
    assert '"v1"' not in sent and versions.statuses.count(304) == 0


def test_post_target_is_never_confirmed(client: Client, site: Site, versions: Versions) -> None:
    for _ in range(2):
        client.scrape(site.url("/page"), method="POST", body="a=1", maxAge=0)

    assert versions.statuses == [200, 200]


def test_private_page_is_confirmed_for_its_workspace_only(
    client: Client, service: Service, make_account: Callable[..., Account], site: Site, versions: Versions
) -> None:
    options = {"headers": {"X-Mine": "1"}, "maxAge": 0}
    client.scrape(site.url("/page"), **options)

    Client(service.base_url, make_account().key).scrape(site.url("/page"), **options)
    client.scrape(site.url("/page"), **options)

    assert versions.statuses == [200, 200, 304]


def test_rendered_page_is_rendered_again(client: Client, site: Site, versions: Versions, browser: str) -> None:
    for _ in range(2):
        client.scrape(site.url("/page"), renderJs=True, maxAge=0)

    assert versions.statuses == [200, 200]


def test_page_that_was_deleted_meanwhile_is_fetched_plainly(
    client: Client, site: Site, versions: Versions, database: Engine, spent: Spent
) -> None:
    url = site.url("/page")
    client.scrape(url)

    async def forget(request: web.Request) -> web.Response:
        if "If-None-Match" in request.headers:
            with database.begin() as connection:
                connection.execute(text("DELETE FROM stored_capture WHERE url = :url"), {"url": url})
        return await versions.answer(request)

    site.on("/page", forget)

    data = client.scrape(url, maxAge=0)

    assert versions.statuses == [200, 304, 200] and version_of(data) == "Version 1" and spent() == 2


def test_confirmation_of_another_version_is_not_believed(client: Client, site: Site, versions: Versions) -> None:
    """Such as that of a cache that answers every condition with 304."""
    client.scrape(site.url("/page"))

    async def always(request: web.Request) -> web.Response:
        return (
            web.Response(status=304, headers={"ETag": '"v2"'})
            if "If-None-Match" in request.headers
            else (await versions.answer(request))
        )

    site.on("/page", always)
    versions.number = 2

    assert version_of(client.scrape(site.url("/page"), maxAge=0)) == "Version 2"


def test_unasked_304_is_not_a_page(client: Client, site: Site, spent: Spent) -> None:
    async def wrong(request: web.Request) -> web.Response:
        return web.Response(status=304)

    site.on("/wrong", wrong)

    refused = client.refused(site.url("/wrong"))

    assert refused["code"] == "UPSTREAM_UNREACHABLE" and "304" in refused["message"] and spent() == 0
    assert len(site.seen("/wrong")) == 1


def age(database: Engine, url: str) -> None:
    """Let the stored page be two days old."""
    with database.begin() as connection:
        moved = connection.execute(
            text("UPDATE stored_capture SET captured_at = captured_at - interval '2 days' WHERE url = :url"),
            {"url": url},
        )
        assert moved.rowcount == 1


def rows(database: Engine, url: str) -> list[Any]:
    with database.connect() as connection:
        return list(connection.execute(text("SELECT headers FROM stored_capture WHERE url = :url"), {"url": url}))
