"""Extract, end to end: answers, credits, the cache, the language model, a web search, repeated and hostile calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Engine, select

from models import books
from models.accounts import workspace
from models.accounts.credits import LedgerEntry
from tests.conftest import Account
from tests.model_server import ModelServer
from tests.service import Client, Service, wait_until
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

Spent = Callable[[], int]
TEXT = {"type": "string"}
SCHEMA = {"type": "object", "properties": {"name": TEXT, "price": {"type": "number"}}, "required": ["name", "price"]}


@pytest.fixture(autouse=True)
def behaving(model: ModelServer) -> Iterator[ModelServer]:
    yield model
    model.behave("right")


def put(site: Site, path: str, name: str, *links: str, declared: bool = True, body: str = "") -> str:
    """A product page. One that is not declared needs the model."""
    offer = {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR"}
    data = json.dumps({"@type": "Product", "name": name, "offers": offer}) if declared else "{}"
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    site.put(
        path,
        f"<!doctype html><html lang='en'><head><title>{name}</title><script type='application/ld+json'>{data}</script></head>"
        f"<body><main><h1>{name}</h1><p>12.50 EUR</p>{body}{PARAGRAPHS}{anchors}</main></body></html>",
        kind="text/html; charset=utf-8",
    )
    return site.url(path)


def extract(client: Client, *urls: str, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/extract", {"urls": urls, "schema": SCHEMA, **options})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def refused(client: Client, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/extract", {"schema": SCHEMA, **options})
    body: dict[str, Any] = answer.json()
    assert answer.status_code == body["statusCode"] >= 400, answer.text
    return body


# Credits.


def test_each_page_with_data_costs_five(client: Client, site: Site, spent: Spent, model: ModelServer) -> None:
    urls = [put(site, "/a", "A"), put(site, "/b", "B"), site.url("/missing")]

    data = extract(client, *urls)

    assert [page["data"] for page in data["results"]] == [
        {"name": "A", "price": 12.5},
        {"name": "B", "price": 12.5},
        None,
    ]
    assert data["results"][2]["error"] == "The origin returned HTTP 404." and not model.calls
    assert data["usage"] == {"creditsUsed": 10, "creditsRemaining": 990, "freshness": "fresh"}
    assert spent() == 10


def test_scope_holds_credits_for_the_pages_that_it_finds(client: Client, site: Site, spent: Spent) -> None:
    put(site, "/shop/", "Index", *(f"/shop/{number}" for number in range(12)))
    for number in range(12):
        put(site, f"/shop/{number}", f"P{number}")

    data = extract(client, site.url("/shop/*"), showSources=True)

    assert len(data["results"]) == len(data["sources"]) == 13 and "warning" not in data
    assert data["usage"]["creditsUsed"] == spent() == 65


def test_balance_limits_the_pages(
    service: Service, make_account: Callable[..., Account], site: Site, database: Engine
) -> None:
    account = make_account(13)
    client = Client(service.base_url, account.key)
    urls = [put(site, f"/{number}", f"P{number}") for number in range(4)]

    data = extract(client, *urls)

    assert sum(page["data"] is not None for page in data["results"]) == 2 and len(data["results"]) == 4
    assert sum(page["error"] == "The page was not fetched: insufficient credits." for page in data["results"]) == 2
    assert data["warning"].startswith("The credits do not suffice for all pages.")
    with database.connect() as connection:
        row = workspace.require(connection, account.workspace_id)
        deltas = select(LedgerEntry.delta).where(LedgerEntry.workspace_id == account.workspace_id)
        assert (row.balance, row.reserved) == (3, 0) and sum(connection.execute(deltas).scalars()) == 3
        assert account.workspace_id not in {each.workspace_id for each in books.drift(connection)}


def test_free_pages_leave_their_credits_to_others(
    service: Service, make_account: Callable[..., Account], site: Site
) -> None:
    client = Client(service.base_url, make_account(5).key)
    urls = [site.url("/missing"), site.url("/gone"), put(site, "/a", "A")]

    data = extract(client, *urls)

    assert data["results"][2]["data"] == {"name": "A", "price": 12.5} and "warning" not in data
    assert data["usage"]["creditsRemaining"] == 0


def test_call_without_credits_for_one_page_fetches_nothing(
    service: Service, make_account: Callable[..., Account], site: Site
) -> None:
    client = Client(service.base_url, make_account(4).key)

    body = refused(client, urls=[put(site, "/a", "A")])

    assert body["code"] == "INSUFFICIENT_CREDITS" and body["statusCode"] == 402 and site.visits == []


def test_calls_at_the_same_time_never_spend_more_than_the_balance(
    service: Service, make_account: Callable[..., Account], site: Site, database: Engine
) -> None:
    account = make_account(40)
    client = Client(service.base_url, account.key)
    for number in range(6):
        put(site, f"/s{number}/", "Index", *(f"/s{number}/{page}" for page in range(5)))
        for page in range(5):
            put(site, f"/s{number}/{page}", f"P{number}-{page}")
    bodies = [{"urls": [site.url(f"/s{number}/*")], "schema": SCHEMA} for number in range(6)]

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda body: client.post("/v1/web/extract", body), bodies))

    assert {answer.status_code for answer in answers} <= {200, 402}
    used = sum(answer.json()["data"]["usage"]["creditsUsed"] for answer in answers if answer.status_code == 200)
    with database.connect() as connection:
        row = workspace.require(connection, account.workspace_id)
        assert (row.balance, row.reserved) == (40 - used, 0) and row.balance >= 0
        assert account.workspace_id not in {each.workspace_id for each in books.drift(connection)}


# The cache.


def test_pages_are_fetched_unless_max_age_is_given(client: Client, site: Site, spent: Spent) -> None:
    url = put(site, "/a", "A")

    first, second, cached = extract(client, url), extract(client, url), extract(client, url, maxAge=60_000)

    assert [each["usage"]["freshness"] for each in (first, second, cached)] == ["fresh", "fresh", "cache"]
    assert site.counts()["/a"] == 2 and spent() == 15
    assert client.scrape(url)["cached"]


def test_pages_of_a_failed_call_are_in_the_cache(client: Client, site: Site, spent: Spent, model: ModelServer) -> None:
    url = put(site, "/a", "A", declared=False)
    model.behave("fails")

    answer = client.post("/v1/web/extract", {"urls": [url], "schema": {"properties": {"wattage": TEXT}}})

    assert answer.status_code == 503 and answer.json()["code"] == "SERVICE_UNAVAILABLE", answer.text
    assert client.scrape(url, formats=["links"])["cached"] and spent() == 1


# The language model.


def test_model_is_asked_for_what_pages_do_not_declare(
    client: Client, site: Site, model: ModelServer, spent: Spent
) -> None:
    url = put(site, "/a", "A", body="<p>Tested by Ada Lovelace in Trondheim.</p>")
    schema = {"type": "object", "properties": {"name": TEXT, "tester": TEXT}}
    model.say({"name": "Invented", "tester": "Ada Lovelace"})

    data = extract(client, url, schema=schema, prompt="Who tested it?", showConfidence=True)

    [page] = data["results"]
    assert page["data"] == {"name": "A", "tester": "Ada Lovelace"}
    assert "Ada Lovelace" in page["fields"]["tester"]["evidence"] and "Task: Who tested it?" in model.calls[0].text
    assert set(page["fields"]) == {"name", "tester"} and spent() == 5


def test_pages_where_nothing_matches_are_free(client: Client, site: Site, model: ModelServer, spent: Spent) -> None:
    model.say({"tester": "Nobody Known"})

    data = extract(client, put(site, "/a", "A", declared=False), schema={"properties": {"tester": TEXT}})

    assert [(page["data"], page["error"]) for page in data["results"]] == [(None, None)]
    assert data["usage"]["creditsUsed"] == spent() == 0


def test_failed_model_fails_only_the_pages_that_need_it(
    client: Client, site: Site, model: ModelServer, spent: Spent
) -> None:
    model.behave("fails")
    site.page("/b")

    data = extract(client, put(site, "/a", "A"), site.url("/b"), schema={"properties": {"price": {"type": "number"}}})

    assert [page["data"] for page in data["results"]] == [{"price": 12.5}, None]
    assert data["results"][1]["error"] and spent() == 5


def test_failed_model_leaves_what_the_page_answers(
    client: Client, site: Site, model: ModelServer, spent: Spent
) -> None:
    model.behave("fails")
    schema = {"properties": {"name": TEXT, "price": {"type": "number"}, "sku": TEXT}, "required": ["price", "sku"]}

    data = extract(client, put(site, "/a", "A"), schema=schema)

    assert data["results"][0]["data"] == {"name": "A", "price": 12.5} and data["results"][0]["warning"]
    assert spent() == 5


# In the background.


def test_background_extract_is_charged_once_and_listed_and_read_by_its_own_workspace(
    client: Client, site: Site, spent: Spent
) -> None:
    body = {"urls": [put(site, "/a", "A")], "schema": SCHEMA, "async": True}

    ack = client.post("/v1/web/extract", body, **{"Idempotency-Key": "one"})
    again = client.post("/v1/web/extract", body, **{"Idempotency-Key": "one"})
    path = f"/v1/web/extract/{ack.json()['jobId']}"
    wait_until(lambda: client.get(path).json()["status"] == "completed", seconds=90, what="the extract")

    status = client.get(path).json()
    assert ack.status_code == 201 and ack.headers["Location"] == path and again.json()["jobId"] == ack.json()["jobId"]
    assert status["data"]["results"][0]["data"] == {"name": "A", "price": 12.5} and spent() == 5
    assert [row["kind"] for row in client.get("/v1/jobs?kind=extract").json()["jobs"]] == ["extract"]
    assert client.get(path.replace("extract", "scrape")).status_code == 404


# Several pages.


def test_web_search_adds_pages(client: Client, site: Site, unique: str) -> None:
    word = f"q{unique}"
    found = put(site, "/found", f"Lamp {word}")
    given = put(site, "/given", "Given")
    client.scrape(found)

    data = extract(client, given, prompt=f"Lamp {word}", enableWebSearch=True, showSources=True)

    assert data["sources"] == [given, found]


def test_web_search_without_urls_that_finds_nothing(client: Client, spent: Spent, unique: str) -> None:
    data = extract(client, prompt=f"zz{unique} yy{unique}", enableWebSearch=True)

    assert data["results"] == [] and data["warning"] == "The web search found no pages." and spent() == 0


def test_entities_are_merged(client: Client, site: Site) -> None:
    urls = [put(site, "/a", "Oak chair"), put(site, "/b", "Oak Chair"), put(site, "/c", "Elm table")]

    data = extract(client, *urls, mergeEntities=True)

    assert [row["sources"] for row in data["collection"]] == [urls[:2], urls[2:]]
    assert data["collection"][0]["data"]["price"] == 12.5


# Repeated calls and hostile input.


def test_repeated_call_is_answered_once(client: Client, site: Site, spent: Spent, unique: str) -> None:
    body = {"urls": [put(site, "/a", "A")], "schema": SCHEMA}
    key = {"Idempotency-Key": unique}

    first, second = (client.post("/v1/web/extract", body, **key) for _ in range(2))
    other = client.post("/v1/web/extract", {**body, "limit": 1}, **key)

    assert first.json()["data"] == second.json()["data"] and site.counts()["/a"] == 1 and spent() == 5
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"urls": ["https://example.com/*/a"]}, "urls[0]"),
        ({"urls": ["http://[::1]/*"]}, "urls[0]"),
        ({"urls": []}, "urls"),
        ({"urls": ["https://example.com/"], "schema": None}, "schema"),
        ({"urls": ["https://example.com/"], "schema": {"$ref": "http://127.0.0.1/"}}, "schema.$ref"),
        (
            {"urls": ["https://example.com/"], "schema": {"properties": {"a": {"pattern": "(?<=a)b"}}}},
            "schema.properties.a.pattern",
        ),
        ({"urls": ["https://example.com/"], "schema": {"allOf": [{}] * 10_000}}, "schema"),
        ({"urls": ["https://example.com/"], "enableWebSearch": True}, "prompt"),
        ({"urls": ["https://example.com/"], "timeout": 1_000}, "timeout"),
    ],
    ids=str,
)
def test_invalid_options_are_named_and_free(client: Client, spent: Spent, options: dict[str, Any], field: str) -> None:
    body = refused(client, **options)

    assert body["code"] == "VALIDATION_ERROR" and body["error"]["details"][0]["field"] == field
    assert spent() == 0


def test_names_with_dots_are_distinguished(client: Client, site: Site) -> None:
    schema = {"properties": {"name": TEXT, "offer.price": {"type": "number"}}, "required": ["name"]}

    data = extract(client, put(site, "/a", "A"), schema=schema, showConfidence=True)

    [page] = data["results"]
    assert page["data"]["name"] == "A" and set(page["fields"]) == {name.replace(".", "\\.") for name in page["data"]}
