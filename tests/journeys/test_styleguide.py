"""Styleguides, end to end: storage, charges, one rendering for calls at the same time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
import requests
from sqlalchemy import Engine, text

from tests.service import Client
from tests.sites.site import Site

Spent = Callable[[], int]
PAGE = (
    "<!doctype html><style>body{margin:0;font:16px Arial}.btn{background:#7c3aed;color:#fff;padding:8px 16px;border:0}</style>"
    "<h1>Acme</h1><p>Words of a paragraph.</p><button class='btn btn-primary'>Start</button>"
)
UNSTYLED = "<!doctype html><link rel=stylesheet href=/gone.css><h1>Acme</h1><p>Words <a href=/x>more</a></p>"


@pytest.fixture(autouse=True)
def no_styleguides(database: Engine) -> None:
    """All sites have the same host, so what other tests stored is removed."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM styleguide"))


def get(client: Client, site: Site, **query: object) -> requests.Response:
    return client.get(f"/v1/web/styleguide?{urlencode({'domain': site.base, **query})}")


def test_first_call_renders_and_later_calls_cost_the_same(
    client: Client, site: Site, browser: str, spent: Spent
) -> None:
    site.put("/", PAGE, kind="text/html")

    first, again = get(client, site), get(client, site)

    assert first.status_code == 200, first.text
    data, later = first.json()["data"], again.json()["data"]
    assert (data["cached"], later["cached"]) == (False, True) and data["colors"] == later["colors"]
    assert data["buttons"]["primary"]["background"] == "#7c3aed" and data["domain"] == site.base[7:]
    assert (data["usage"]["creditsUsed"], data["usage"]["freshness"], later["usage"]["freshness"]) == (
        10,
        "fresh",
        "cache",
    )
    assert len(site.seen("/")) == 1 and spent() == 20
    assert not get(client, site, maxAge=0).json()["data"]["cached"] and len(site.seen("/")) == 2


def test_record_expires_after_three_weeks(client: Client, site: Site, browser: str, database: Engine) -> None:
    site.put("/", PAGE, kind="text/html")
    get(client, site)
    with database.begin() as connection:
        connection.execute(text("UPDATE styleguide SET captured_at = captured_at - interval '20 days 23 hours'"))
    assert get(client, site).json()["data"]["cached"]
    with database.begin() as connection:
        connection.execute(text("UPDATE styleguide SET captured_at = captured_at - interval '2 hours'"))

    assert not get(client, site).json()["data"]["cached"]


def test_calls_at_the_same_time_share_one_rendering(client: Client, site: Site, browser: str, spent: Spent) -> None:
    site.put("/", PAGE, kind="text/html")

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: get(client, site), range(4)))

    assert [answer.status_code for answer in answers] == [200] * 4
    assert len(site.seen("/")) == 1 and spent() == 40


@pytest.mark.parametrize(("body", "status", "expected"), [(UNSTYLED, 200, 200), (PAGE, 404, 404)])
def test_unstyled_and_error_pages_are_free_and_not_stored(
    client: Client, site: Site, browser: str, spent: Spent, body: str, status: int, expected: int
) -> None:
    site.put("/", body, kind="text/html", status=status)

    for _ in range(2):
        answer = get(client, site)
        assert answer.status_code == expected, answer.text
        if expected == 200:
            assert (
                not answer.json()["data"]["cached"]
                and "neither stored nor charged" in answer.json()["data"]["warnings"][0]["reason"]
            )
    assert spent() == 0
    # A page without style is read anew, one that cannot be read only after a minute or with `maxAge`.
    assert len(site.seen("/")) == (2 if expected == 200 else 1)
    if expected == 404:
        assert get(client, site, maxAge=0).status_code == 404 and len(site.seen("/")) == 2


@pytest.mark.parametrize(
    ("query", "field"), [({"domain": "not a domain"}, "domain"), ({"maxAge": -1}, "maxAge"), ({"width": 1}, "width")]
)
def test_invalid_queries_are_named(client: Client, site: Site, query: dict[str, object], field: str) -> None:
    answer = get(client, site, **query)

    assert answer.status_code == 400 and answer.json()["error"]["details"][0]["field"] == field


def test_url_is_another_name_of_domain(client: Client, site: Site, browser: str) -> None:
    site.put("/", PAGE, kind="text/html")

    answer = client.get(f"/v1/web/styleguide?{urlencode({'url': site.base})}")

    assert answer.status_code == 200 and answer.json()["data"]["domain"] == site.base[7:]


@pytest.mark.parametrize(
    "query,field",
    [
        ("url=acme.com&domain=acme.com", "url"),
        ("maxAge=0", "domain"),
        ("url=ftp://acme.com", "url"),
        ("url=", "url"),
        ("domain=", "domain"),
    ],
)
def test_an_invalid_site_is_named_as_the_caller_named_it(client: Client, query: str, field: str) -> None:
    answer = client.get(f"/v1/web/styleguide?{query}")

    assert answer.status_code == 400 and [each["field"] for each in answer.json()["error"]["details"]] == [field]
