"""Search over HTTP: the pages that the service has captured, their scrapes, and what is charged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Account
from tests.service import Client, Service
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

Spent = Callable[[], int]


def page(title: str, text: str, *, language: str = "en", head: str = "") -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><title>{title}</title>{head}</head>'
        f"<body><main><h1>{title}</h1><p>{text}</p>{PARAGRAPHS}</main></body></html>"
    )


def found(client: Client, query: str, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/search", {"query": query, **options})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def put(client: Client, site: Site, path: str, *about: str, **more: str) -> str:
    """The URL of a page that the service has captured."""
    site.put(path, page(*about, **more), kind="text/html")
    client.scrape(site.url(path))
    return site.url(path)


def urls(data: dict[str, Any]) -> list[str]:
    return [result["url"] for result in data["results"]]


def test_captured_page_is_found_by_its_title_and_by_its_text(
    client: Client, site: Site, unique: str, spent: Spent
) -> None:
    url = put(client, site, "/glider", f"Gliders of {unique}", "Pilots were circling quietly in rising columns of air.")
    put(client, site, "/other", "Something else", f"A page that names {unique} once, in passing.")

    by_title, by_text = found(client, f"glider {unique}"), found(client, f"pilot circles quietly {unique}")

    assert by_title["query"] == f"glider {unique}" and by_title["status"] == "ok"
    assert urls(by_title)[0] == urls(by_text)[0] == url
    [first, *_] = by_text["results"]
    assert first["title"] == f"Gliders of {unique}" and first["rank"] == 1 and first["data"] is None
    assert "circling quietly" in first["snippet"]
    assert by_text["usage"] == {"creditsUsed": 1, "creditsRemaining": 996} and spent() == 4


def test_search_without_hits_is_an_empty_list_and_costs_one_credit(client: Client, unique: str, spent: Spent) -> None:
    data = found(client, unique)

    assert data["results"] == [] and data["status"] == "ok" and spent() == 1


def test_results_are_scraped_and_failed_pages_are_free(client: Client, site: Site, unique: str, spent: Spent) -> None:
    good = put(client, site, "/good", f"Good {unique}", "Words of a <a href='/x'>page</a> that stays.")
    gone = put(client, site, "/gone", f"Gone {unique}", "Words of a page that goes away.")
    site.put("/gone", "<h1>Not here any more</h1>", kind="text/html", status=404)

    data = found(
        client, unique, scrapeResults=True, scrapeOptions={"includeLinks": True, "maxAge": 0, "formats": ["markdown"]}
    )  # fmt: skip

    scraped = {result["url"]: result["data"] for result in data["results"]}
    assert scraped[gone] is None
    assert {result["url"]: result["error"] for result in data["results"]} == {gone: "HTTP 404", good: None}
    assert f"({site.url('/x')})" in scraped[good]["markdown"] and not scraped[good]["cached"]
    assert scraped[good]["usage"] == {"creditsUsed": 1, "creditsRemaining": 996, "freshness": "fresh"}
    assert data["usage"] == {"creditsUsed": 2, "creditsRemaining": 996}
    assert spent() == 4
    assert client.scrape(good)["cached"]


def test_scrape_options_are_ignored_without_scraping(client: Client, site: Site, unique: str) -> None:
    put(client, site, "/", unique, "Words.")

    data = found(client, unique, scrapeOptions={"formats": ["summary"], "headers": {"X-A": "b"}})

    assert [result["data"] for result in data["results"]] == [None]


def test_too_few_credits_fail_before_anything_is_fetched(
    service: Service, make_account: Callable[..., Account], site: Site
) -> None:
    poor = Client(service.base_url, make_account(5).key)

    refused = poor.post("/v1/web/search", {"query": "anything", "limit": 5, "scrapeResults": True})
    accepted = poor.post("/v1/web/search", {"query": "anything", "limit": 4, "scrapeResults": True})

    assert refused.status_code == 402 and "costs 6 credits" in refused.json()["message"]
    assert accepted.status_code == 200


def test_private_pages_are_found_by_nobody(client: Client, site: Site, unique: str) -> None:
    site.put("/secret", page(f"Secret {unique}", "Only for one."), kind="text/html")
    site.put(
        "/noindex", page(f"Unlisted {unique}", "x", head='<meta name="robots" content="noindex">'), kind="text/html"
    )
    site.put("/token", page(f"Token {unique}", "A page behind a token."), kind="text/html")
    client.scrape(site.url("/secret"), headers={"Authorization": "Bearer of-one-caller"})
    client.scrape(site.url("/noindex"))
    client.scrape(site.url("/token?access_token=abc"))
    client.scrape(site.url("/secret"), storeInCache=False)
    site.put("/account", page(f"Account {unique}", "A page behind a login."), kind="text/html")
    site.redirect("/login", site.url("/account"))
    client.scrape(site.url("/login?token=abc"))

    assert found(client, unique)["results"] == []


def test_pages_of_crawls_are_found(client: Client, site: Site, unique: str) -> None:
    site.put("/", page(f"Start {unique}", "<a href='/next'>next</a>"), kind="text/html")
    site.put("/next", page(f"Second {unique}", "The page that a crawl found."), kind="text/html")
    client.run("crawl", url=site.url("/"), limit=2)

    assert set(urls(found(client, unique))) == {site.url("/"), site.url("/next")}


def test_page_need_not_have_the_most_frequent_words_of_a_query(client: Client, site: Site, unique: str) -> None:
    url = put(client, site, "/", f"Thermals {unique}", "Long flights near the mountains.")

    # Pages of other tests may have the other words, so only the best result is certain.
    assert urls(found(client, f"{unique} nicht"))[0] == url
    assert urls(found(client, f"{unique} nicht mountains"))[0] == url
    assert urls(found(client, f"{unique} volcanoes"))[0] == url


def test_domains_and_limit_are_kept_to(client: Client, site: Site, unique: str) -> None:
    for number in range(3):
        put(client, site, f"/{number}", f"Page {number} {unique}", f"Words of page {number}.")

    assert len(found(client, unique, limit=2)["results"]) == 2
    assert [result["rank"] for result in found(client, unique)["results"]] == [1, 2, 3]
    assert found(client, unique, excludeDomains=["0.0.1"])["results"] == []
    assert len(found(client, unique, includeDomains=["127.0.0.1"])["results"]) == 3
    assert found(client, unique, includeDomains=["7.0.0.1"])["results"] == []


def test_pages_of_results_continue_without_gaps_and_repetitions(client: Client, site: Site, unique: str) -> None:
    for number in range(5):
        put(client, site, f"/{number}", f"Page {number} {unique}", f"Words of page {number}.")

    pages = [found(client, unique, limit=2, page=page)["results"] for page in (1, 2, 3, 4)]

    assert [[result["rank"] for result in page] for page in pages] == [[1, 2], [3, 4], [5], []]
    assert {result["url"] for page in pages for result in page} == {site.url(f"/{number}") for number in range(5)}


def test_structure_is_preferred_with_an_option_of_the_search_itself(client: Client, site: Site, unique: str) -> None:
    picture = '<img src="/poster.png" alt="Poster of the film" width="600" height="400">'
    put(client, site, "/", f"Film {unique}", f"Words {unique}. {picture}")

    [plain], [kept] = (
        found(client, unique, scrapeResults=True, preferStructure=preferred)["results"] for preferred in (False, True)
    )

    assert "poster.png" not in plain["data"]["markdown"] and "poster.png" in kept["data"]["markdown"]


def test_operators_mean_what_they_mean_elsewhere(client: Client, site: Site, unique: str) -> None:
    car = put(client, site, "/car", f"Jaguar {unique}", "A car of the sixties.")
    cat = put(client, site, "/cat", f"Jaguar {unique}", "A cat of the forest.")
    zebra = put(client, site, "/zebra", f"Zebra {unique}", "An animal of the savanna.")
    here = f"site:{site.base.partition('://')[2]}"

    assert urls(found(client, f"jaguar {unique} -car {here}"))[0] == cat
    assert set(urls(found(client, f"jaguar OR zebra {here}"))) == {car, cat, zebra}
    assert set(urls(found(client, f'"of the savanna" OR "the sixties" {here}'))) == {zebra, car}
    assert urls(found(client, f'"the savanna of" {here}')) == [] and urls(found(client, "-jaguar")) == []
    assert urls(found(client, f"{here}/zebra")) == [zebra] and len(urls(found(client, here))) == 3
    assert urls(found(client, f"savana {here}")) == [zebra]


def test_other_languages_are_found(client: Client, site: Site, unique: str) -> None:
    german = put(client, site, "/de", "Segelflug", f"Die Häuser am Rand der Stadt {unique}.", language="de")
    japanese = put(client, site, "/ja", "滑空", f"東京大学の研究者は滑空について{unique}書きました。", language="ja")

    assert urls(found(client, f"haus stadt {unique}")) == [german]
    assert urls(found(client, f"研究者 {unique}"))[0] == japanese
    assert urls(found(client, f"滑 site:{site.base.partition('://')[2]}")) == [japanese]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({}, "query"),
        ({"query": ""}, "query"),
        ({"query": "   "}, "query"),
        ({"query": "x" * 501}, "query"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": 16}, "limit"),
        ({"query": "x", "page": 0}, "page"),
        ({"query": "x", "page": 11}, "page"),
        ({"query": "x", "timeRange": "hour"}, "timeRange"),
        ({"query": "x", "country": "XX"}, "country"),
        ({"query": "x", "includeDomains": ["https://example.com"]}, "includeDomains[0]"),
        ({"query": "x", "excludeDomains": ["a.example"] * 16}, "excludeDomains"),
        ({"query": "x", "engine": "google"}, "engine"),
        ({"query": "x", "scrapeOptions": {"url": "https://a.example/"}}, "scrapeOptions.url"),
        ({"query": "x", "scrapeResults": True, "scrapeOptions": {"headers": {"X-A": "b"}}}, "scrapeOptions.headers"),
        (
            {"query": "x", "scrapeResults": True, "scrapeOptions": {"headers": {"X-A": "b"}}, "includeDomains": []},
            "scrapeOptions.headers",
        ),
    ],
)
def test_invalid_options_are_named(client: Client, spent: Spent, options: dict[str, Any], field: str) -> None:
    answer = client.post("/v1/web/search", options)

    assert answer.status_code == 400 and answer.json()["error"]["details"][0]["field"] == field
    assert spent() == 0


@pytest.mark.parametrize(
    "query",
    [
        "'; DROP TABLE search_page; --", "a' & !b | (c:*", "\\", "((((", "%_%", "x" * 500, "a " * 250,
        "🙂" * 250, "東" * 500, "\u202e\u200b",
        ":*&!|<->", "½ ŉ ﷺ ﬃ", "a\nb\tc", "\u0e33" * 400,
    ],
)  # fmt: skip
def test_hostile_queries_are_answered(client: Client, query: str) -> None:
    answer = client.post("/v1/web/search", {"query": query})

    assert answer.status_code == 200, answer.text
