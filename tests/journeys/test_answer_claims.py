"""What callers of `json`, `extract` and `search` may rely on: shapes of schemas, what a model is told, merging, ranks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.journeys.test_json_and_summary import NUMBER, TEXT, lamp
from tests.journeys.test_search import found, page, put, urls
from tests.model_server import ModelServer
from tests.service import Client
from tests.sites.site import Site


@pytest.fixture(autouse=True)
def behaving(model: ModelServer) -> Iterator[ModelServer]:
    yield model
    model.behave("right")


def answered(client: Client, url: str, schema: dict[str, Any], **options: Any) -> dict[str, Any]:
    return client.scrape(url, formats=["json"], jsonOptions={"schema": schema}, **options)


def test_references_constants_and_maps_of_a_schema_are_followed(client: Client, site: Site, model: ModelServer) -> None:
    rows = "<table><tr><th>Socket</th><td>E27</td></tr><tr><th>Cable</th><td>2 m</td></tr></table>"
    offer = '"price": "1299", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"'
    entity = f'{{"@type": "Product", "name": "Acme Lamp", "offers": {{"@type": "Offer", {offer}}}}}'
    url = lamp(site, body=rows, declared=f'<script type="application/ld+json">{entity}</script>')
    schema = {
        "type": "object",
        "$defs": {"amount": NUMBER},
        "properties": {
            "specs": {"type": "object", "additionalProperties": TEXT},
            "availability": {"oneOf": [{"const": "in_stock"}, {"const": "sold_out"}]},
            "price": {"$ref": "#/$defs/amount"},
            "name": TEXT,
        },
        "required": ["name", "price"],
    }

    data = answered(client, url, schema)["json"]

    assert list(data) == ["specs", "availability", "price", "name"] and not model.calls
    assert data["availability"] == "in_stock" and data["price"] == 1299
    assert data["specs"]["Socket"] == "E27" and data["specs"]["Cable"] == "2 m"


def test_model_is_told_the_day_the_host_the_language_the_site_and_what_is_declared(
    client: Client, site: Site, model: ModelServer
) -> None:
    site.put(
        "/lamp",
        '<html lang="en"><head><title>Acme Lamp</title><meta property="og:site_name" content="Lamps of the North">'
        '<script type="application/ld+json">{"@type": "Product", "name": "Acme Lamp", "slogan": "Light for boats"}</script></head>'
        "<body><main><h1>Acme Lamp</h1><p>The Acme Lamp lights workshops of shipbuilders along the coast.</p></main></body></html>",
        kind="text/html",
    )
    model.say({"keeper": "shipbuilders"})

    answered(client, site.url("/lamp"), {"type": "object", "properties": {"keeper": TEXT}})

    [call] = model.calls
    assert (
        datetime.now(UTC).date().isoformat() in call.text
        and "127.0.0.1" in call.text
        and "the language en" in call.text
    )
    assert "Site: Lamps of the North" in call.page and "Light for boats" in call.page


def test_url_that_is_no_link_of_the_page_is_left_out(client: Client, site: Site, model: ModelServer) -> None:
    url = lamp(site, body='<p><a href="/manual.pdf">Manual</a></p>')
    model.say({"manual_file": site.url("/manual.pdf"), "video_file": "https://elsewhere.example/film"})
    address = {"type": "string", "format": "uri"}

    data = answered(client, url, {"type": "object", "properties": {"manual_file": address, "video_file": address}})

    assert data["json"] == {"manual_file": site.url("/manual.pdf")}
    assert "does not have the value: video_file" in data["warning"]


def test_call_with_max_age_0_asks_the_model_anew(client: Client, site: Site, model: ModelServer) -> None:
    schema = {"type": "object", "properties": {"keeper": TEXT}}
    url = lamp(site)

    model.say({"keeper": "Ada Lovelace"})
    first = answered(client, url, schema)["json"]
    model.say({"keeper": "the guild of river pilots"})
    stored, anew = answered(client, url, schema)["json"], answered(client, url, schema, maxAge=0)["json"]

    assert first == stored == {"keeper": "Ada Lovelace"} and anew == {"keeper": "the guild of river pilots"}


def test_answer_without_a_value_is_not_stored(client: Client, site: Site, model: ModelServer) -> None:
    schema = {"type": "object", "properties": {"keeper": TEXT}}
    url = lamp(site)

    model.say({})
    assert answered(client, url, schema)["json"] == {}
    model.say({"keeper": "Ada Lovelace"})
    assert answered(client, url, schema)["json"] == {"keeper": "Ada Lovelace"}


def test_people_of_one_office_are_two_entities(client: Client, site: Site) -> None:
    pages = []
    for path, name in (("/ann", "Ann Lee"), ("/bo", "Bo Ek")):
        person = f'{{"@type": "Person", "name": "{name}", "email": "office@firm.example"}}'
        site.put(
            path,
            f'<html lang="en"><head><title>{name}</title><script type="application/ld+json">{person}</script></head>'
            f"<body><main><h1>{name}</h1><p>{name} answers at office@firm.example.</p></main></body></html>",
            kind="text/html",
        )
        pages.append(site.url(path))
    body = {
        "urls": pages,
        "schema": {"type": "object", "properties": {"name": TEXT, "email": TEXT}},
        "mergeEntities": True,
    }

    rows = client.post("/v1/web/extract", body).json()["data"]["collection"]

    assert [row["data"]["name"] for row in rows] == ["Ann Lee", "Bo Ek"]


def test_page_with_one_of_two_words_is_below_the_page_with_both(client: Client, site: Site, unique: str) -> None:
    one = put(client, site, "/one", f"Boats {unique}", "Ferries on the river.")
    both = put(client, site, "/both", f"Rivers {unique}", "Bridges above the ferries.")
    here = f"site:{site.base.partition('://')[2]}"

    assert urls(found(client, f"ferries bridges {here}")) == [both, one]


def test_new_page_is_first_if_the_query_asks_for_news(client: Client, site: Site, unique: str) -> None:
    def dated(path: str, day: datetime, text: str) -> str:
        head = f'<meta property="article:published_time" content="{day.isoformat()}">'
        site.put(path, page(f"Harbour vote {unique}", f"The vote in the harbour: {text}", head=head), kind="text/html")
        client.scrape(site.url(path))
        return site.url(path)

    old = dated("/old", datetime(2019, 3, 1, tzinfo=UTC), "boats may moor at night.")
    new = dated("/new", datetime.now(UTC) - timedelta(days=1), "cranes are sold to a museum.")

    assert urls(found(client, f"latest harbour vote {unique}"))[0] == new
    assert {old, new} == set(urls(found(client, f"harbour vote {unique}")))
