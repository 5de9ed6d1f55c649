"""The option `history`: a scrape, or the pages of a job, are compared with the visit before."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from sqlalchemy import Engine

from models import session
from models.watches import history
from models.watches.history import HistoryPage
from tests.conftest import Account
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site

TEXT = "The pilot plant has delivered electricity to the village for three years without an interruption. "


def put(site: Site, fact: str, price: int = 12, status: int = 200) -> str:
    offer = {"@type": "Offer", "price": str(price), "priceCurrency": "EUR"}
    product = json.dumps({"@type": "Product", "name": "Solar pilot plant", "offers": offer})
    declared = f'<script type="application/ld+json">{product}</script>'
    body = f"<h1>Solar pilot plant</h1><p>{TEXT * 3}</p><p>{fact}</p><p>It costs {price} EUR.</p><p>{TEXT * 2}</p>"
    html = f"<html><head><title>Solar pilot plant</title>{declared}</head><body><main>{body}</main></body></html>"
    site.put("/plant", html, kind="text/html", status=status)
    return site.url("/plant")


def scrape(client: Client, url: str, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/scrape", {"url": url, "maxAge": 0, "history": "plant", **options})
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["data"])


def test_each_scrape_is_compared_with_the_one_before(client: Client, site: Site) -> None:
    url = put(site, "It has 40 panels.")
    first, same = scrape(client, url)["changes"], scrape(client, url, formats=["links"])
    put(site, "It has 64 panels and batteries.")
    changed, other = scrape(client, url)["changes"], scrape(client, url, history="other")["changes"]
    put(site, "Gone", status=404)
    removed = scrape(client, url)["changes"]
    put(site, "It has 64 panels and batteries.")
    back = scrape(client, url)["changes"]

    assert (first["result"], first["previousAt"]) == ("new", None)
    assert same["changes"]["result"] == "same" and same["changes"]["previousAt"] and "40 panels" in same["markdown"]
    assert changed["result"] == "changed" and "+It has 64 panels and batteries." in changed["diff"]
    assert "batteries" in changed["addedWords"] and changed["previousAt"] > same["changes"]["previousAt"]
    assert (other["result"], removed["result"], back["result"]) == ("new", "removed", "same")


def test_json_is_compared_too(client: Client, site: Site) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    options = {"formats": ["json"], "jsonOptions": {"schema": schema}}
    scrape(client, put(site, "It has 40 panels."), **options)

    found = scrape(client, put(site, "It has 40 panels.", price=15), **options)

    assert found["json"]["price"] == 15
    [field] = found["changes"]["fields"]
    assert (field["aspect"], field["name"], field["old"], field["new"]) == ("json", "price", 12, 15)


def test_pages_of_a_batch_are_compared(client: Client, site: Site) -> None:
    url = put(site, "It has 40 panels.")
    results = []
    for fact in ("It has 40 panels.", "It has 64 panels."):
        put(site, fact)
        options = {"urls": [url, site.url("/absent")], "scrapeOptions": {"maxAge": 0, "history": "batch"}}
        job = client.post("/v1/web/batch", options).json()["batchId"]
        done: list[dict[str, Any]] = []

        def ended(job: str = job, done: list[dict[str, Any]] = done) -> bool:
            done[:] = [client.get(f"/v1/web/batch/{job}").json()]
            return bool(done[0]["status"] == "completed")

        wait_until(ended, seconds=PATIENCE_SECONDS, what="the batch")
        results.append([page["data"]["changes"]["result"] if "data" in page else None for page in done[0]["pages"]])

    assert results == [["new", None], ["changed", None]]


def test_a_visit_that_is_made_again_is_compared_with_the_one_before_it(database: Engine, account: Account) -> None:
    def page(visit: str) -> HistoryPage:
        return HistoryPage(account.workspace_id, "h", f"http://{unique}.example/", visit)

    def read(visit: str) -> str | None:
        return session.ask(database, lambda connection: history.read(connection, page(visit)))[0]

    def write(visit: str, text: str) -> None:
        session.transact(database, lambda connection: history.write(connection, page(visit), text))

    unique = uuid4().hex
    assert read("1") is None
    write("1", "first")
    assert (read("1"), read("2")) == (None, "first")
    write("2", "second")
    write("2", "second again")
    assert (read("2"), read("3")) == ("first", "second again")
    write("3", "third")
    assert (read("3"), read("4")) == ("second again", "third")


def test_histories_are_deleted_with_age(database: Engine, account: Account) -> None:
    page = HistoryPage(account.workspace_id, "h", f"http://{uuid4().hex}.example/", "1")
    session.transact(database, lambda connection: history.write(connection, page, "text"))

    for days, expected in ((1, "text"), (0, None)):
        session.transact(database, lambda connection, days=days: history.delete_old(connection, days))
        found = session.ask(
            database, lambda connection: history.read(connection, HistoryPage(**{**vars(page), "visit": "2"}))
        )
        assert found[0] == expected
