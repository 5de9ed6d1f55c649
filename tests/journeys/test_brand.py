"""Brand lookups, end to end: from storage, in batches, one logo, the search; what each costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, text

from tests.journeys.test_logo import no_brands  # noqa: F401 (used as a fixture)
from tests.service import Client, wait_until
from tests.sites.brands import ICON, put_company
from tests.sites.site import Site

Spent = Callable[[], int]


@pytest.fixture
def company(site: Site) -> Iterator[Site]:
    put_company(site)
    yield site


def look_up(client: Client, domain: str, **query: Any) -> dict[str, Any]:
    more = "".join(f"&{name}={value}" for name, value in query.items())
    answer = client.get(f"/v1/web/brand?domain={domain}{more}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_brand_is_resolved_once_and_then_served_from_storage(client: Client, company: Site, spent: Spent) -> None:
    first = look_up(client, company.base)
    again = look_up(client, company.base)

    assert (first["name"], first["primaryColor"], first["cached"], again["cached"]) == ("Acme", "#dd2222", False, True)
    assert (first["domain"], first["queriedDomain"]) == (company.base.removeprefix("http://"), company.base)
    assert first["usage"] == {"creditsUsed": 5, "creditsRemaining": 995, "freshness": "fresh"}
    assert again["usage"] == {"creditsUsed": 5, "creditsRemaining": 990, "freshness": "cache"}
    assert f"/logo/{first['domain']}?type=wordmark&theme=light&token=ow_url_" in again["logos"][0]["url"]
    assert len(company.seen("/")) == 1 and spent() == 10


def test_max_age_resolves_anew(client: Client, company: Site) -> None:
    look_up(client, company.base)
    put_company(company, "Renamed")

    assert look_up(client, company.base)["name"] == "Acme"
    assert look_up(client, company.base, maxAge=0)["name"] == "Renamed"


def test_old_brand_is_served_and_refreshed_after_the_answer(client: Client, company: Site, database: Engine) -> None:
    look_up(client, company.base)
    put_company(company, "Renamed")
    with database.begin() as connection:
        connection.execute(text("UPDATE brand SET resolved_at = now() - interval '31 days'"))

    assert look_up(client, company.base)["name"] == "Acme"

    wait_until(lambda: look_up(client, company.base)["name"] == "Renamed", seconds=90, what="the refreshed brand")
    assert len(company.seen("/")) == 2


def test_address_that_cannot_be_resolved_is_not_found_and_free(client: Client, site: Site, spent: Spent) -> None:
    site.put("/", "gone", status=410)

    answer = client.get(f"/v1/web/brand?domain={site.base}")

    assert (answer.status_code, answer.json()["code"], spent()) == (404, "NOT_FOUND", 0)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "domain=",
        "domain=no%20domain",
        "domain=acme",
        "domain=ftp://acme.com",
        "domain=acme.com&x=1",
        "domain=10.0.0.1",
    ],
)
def test_bad_domain_is_a_validation_error(client: Client, query: str) -> None:
    answer = client.get(f"/v1/web/brand?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_batch_keeps_the_order_and_charges_each_resolved_brand_once(
    client: Client, company: Site, spent: Spent
) -> None:
    missing = "http://127.0.0.2:8/"

    answer = client.post("/v1/web/brand", {"domains": [missing, company.base, f"{company.base}/again"]})

    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    assert [entry["domain"] for entry in data["results"]] == [missing, company.base, f"{company.base}/again"]
    assert [entry["status"] for entry in data["results"]] == ["failed", "resolved", "resolved"]
    assert data["results"][0]["error"]["code"] == "NOT_FOUND" and data["results"][0]["data"] is None
    assert data["results"][1]["data"]["name"] == "Acme" and data["results"][1]["error"] is None
    assert (data["resolved"], data["failed"], data["usage"]["creditsUsed"]) == (2, 1, 5)
    assert len(company.seen("/")) == 1 and spent() == 5


@pytest.mark.parametrize("domains", [[], ["acme.com"] * 51, ["x y"], "acme.com"])
def test_batch_has_one_to_fifty_domains(client: Client, domains: Any) -> None:
    assert client.post("/v1/web/brand", {"domains": domains}).json()["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    "query,expected",
    [
        ("", {"type": "icon", "adaptive": False, "requestedTheme": "light"}),
        (
            "&type=wordmark&theme=dark",
            {"type": "wordmark", "theme": "dark", "format": "svg", "requestedType": "wordmark"},
        ),
        ("&theme=auto", {"type": "icon", "requestedTheme": "auto"}),
    ],
)
def test_logo_is_chosen_by_theme_and_type(
    client: Client, company: Site, spent: Spent, query: str, expected: dict[str, Any]
) -> None:
    data = client.get(f"/v1/web/brand/logo?domain={company.base}{query}").json()["data"]

    assert {name: data[name] for name in expected} == expected
    assert data["url"].startswith("http") and data["origin"] in ("declared", "harvested") and spent() == 1


def test_logo_of_the_wrong_type_is_better_than_none(client: Client, site: Site) -> None:
    put_company(site, icon=ICON, wordmark=None)

    data = client.get(f"/v1/web/brand/logo?domain={site.base}&type=wordmark").json()["data"]

    assert (data["type"], data["requestedType"]) == ("icon", "wordmark")


def test_brand_without_a_logo_answers_null_and_is_free(client: Client, site: Site, spent: Spent) -> None:
    put_company(site, icon=None, wordmark=None)

    answer = client.get(f"/v1/web/brand/logo?domain={site.base}")

    assert (answer.status_code, answer.json()["data"], spent()) == (200, None, 0)


def test_search_finds_held_brands_and_resolves_none(client: Client, company: Site, spent: Spent) -> None:
    assert client.get("/v1/web/brand/search?query=acme").json()["data"] == {"query": "acme", "results": []}
    look_up(client, company.base)

    (found,) = client.get("/v1/web/brand/search?query=acm").json()["data"]["results"]
    host = company.base.removeprefix("http://")

    assert (found["domain"], found["name"], found["primaryColor"]) == (host, "Acme", "#dd2222")
    assert f"/logo/{host}?type=icon&theme=light&token=ow_url_" in found["primaryLogo"] and found["score"] > 0.5
    assert spent() == 5 and len(company.seen("/")) == 1
    assert client.get("/v1/web/brand/search?query=acme&limit=0").status_code == 400


def test_parked_domain_is_free(client: Client, site: Site, spent: Spent) -> None:
    site.put("/", "<title>This domain is for sale</title><p>Make an offer for this domain.</p>", kind="text/html")

    found = look_up(client, site.base)
    batch = client.post("/v1/web/brand", {"domains": [site.base]}).json()["data"]

    assert found["parked"] and found["logos"] == [] and found["usage"]["creditsUsed"] == 0
    assert (batch["resolved"], batch["usage"]["creditsUsed"], spent()) == (1, 0, 0)
