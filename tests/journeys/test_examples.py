"""The examples of the OpenAPI document, sent to the running service: it gives the answers that the document shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine, text
from standardwebhooks import Webhook

from api.openapi.finishing import EXAMPLES
from tests.journeys.test_events import listen
from tests.journeys.test_webhook import SECRET
from tests.service import Client, Service, wait_until
from tests.sites.site import Site

PAGE = """<!doctype html><html lang="en"><head><title>Solar pilot plant</title>
<meta name="description" content="What the pilot plant has delivered so far.">
<meta property="og:site_name" content="Example Energy"><meta name="author" content="Ada Example">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Organization", "name": "Example Energy"}</script>
</head><body><main><h1>Solar pilot plant</h1>
<p>The pilot plant has delivered electricity to four hundred homes since spring, and its batteries have bridged every night
without wind. The second plant will be built next year.</p>
<p>See the <a href="/results">results</a> or the <a href="https://example.org/standard">standard</a>.</p>
<img src="/pilot.jpg" alt="The plant" width="1200" height="800"></main></body></html>"""
# A page that answers a schema without a language model.
CHAIR = """<!doctype html><html lang="en"><head><title>Oak chair</title>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product", "name": "Oak chair", "sku": "OC-12",
"offers": {"@type": "Offer", "price": "129.50", "priceCurrency": "EUR"}}</script></head><body><main><h1>Oak chair</h1>
<p>A chair of solid oak, oiled by hand and delivered within a week. 129.50 EUR, with a guarantee of ten years on the frame.</p>
</main></body></html>"""
RESULTS = PAGE.replace("Solar pilot plant", "Results of the first year").replace("/results", "/")
ID = "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"
TIME = "2026-01-02T03:04:05.678901Z"
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z")
_CURSOR = re.compile(r'(?<="nextCursor": ")[^"]+')
_NUMBER = re.compile(r'(?<="id": ")[0-9]+(?=")')  # of a ledger entry
# What the reading of a page estimates. The example shows one version's estimate.
JUDGED = {"confidence", "pageType", "wordCount"}
# Whether a font is installed depends on the machine.
JUDGED |= {"loaded"}
# Differs with each attempt to deliver a webhook.
JUDGED |= {"durationMs"}
# Operations that start a job, and what is read afterwards: (operation, method, path).
JOBS = {
    "startCrawl": [
        ("listCrawlDeliveries", "GET", "/deliveries"),
        ("getCrawl", "GET", ""),
        ("cancelCrawl", "DELETE", ""),
    ],
    "startBatch": [
        ("listBatchDeliveries", "GET", "/deliveries"),
        ("getBatch", "GET", ""),
        ("cancelBatch", "DELETE", ""),
    ],
}
CALLS = {
    "scrape": "/v1/web/scrape", "scrapeMarkdown": "/v1/web/markdown", "scrapeHtml": "/v1/web/html",
    "scrapeRawHtml": "/v1/web/raw-html", "scrapeLinks": "/v1/web/links", "scrapeStructured": "/v1/web/structured",
    "mapSite": "/v1/web/map", "listImages": "/v1/web/images",
}  # fmt: skip


@pytest.fixture
def empty_index(database: Engine) -> None:
    """All sites have the same host, so what other tests captured is removed from the search index."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM search_page"))


@pytest.fixture
def pages(site: Site) -> Site:
    """The site of the examples."""
    for path, body in (("/", PAGE), ("/results", RESULTS), ("/chairs/oak", CHAIR)):
        site.put(path, body, kind="text/html; charset=utf-8")
    site.put("/pilot.jpg", b"\xff\xd8\xff", kind="image/jpeg")
    site.put("/hook", "thanks")
    return site


def sent(example: Any, site: Site) -> Any:
    """The request of an example, to the test's site."""
    return json.loads(json.dumps(example).replace("https://example.com", site.base))


def shown(body: Any, site: Site, service: Service) -> Any:
    """An answer as the document shows it: with its host, and with the same id and time everywhere."""
    written = json.dumps(body, ensure_ascii=False)
    written = written.replace(site.base, "https://example.com").replace("127.0.0.1", "example.com")
    written = re.sub(r"http://example\.com:[0-9]+", "https://api.example.com", written)
    written = _NUMBER.sub("1024", written)
    return json.loads(_CURSOR.sub("opaque", _TIME.sub(TIME, _UUID.sub(ID, written))))


def require_shown(example: Any, real: Any, place: str) -> None:
    """Fail unless the real answer has all that the example shows. It may have more."""
    if isinstance(example, dict):
        assert example.keys() <= real.keys(), place
        for name, value in example.items():
            if name not in JUDGED:
                require_shown(value, real[name], f"{place}.{name}")
    elif isinstance(example, list):
        assert len(example) == len(real), place
        for number, (value, found) in enumerate(zip(example, real, strict=True)):
            require_shown(value, found, f"{place}[{number}]")
    else:
        assert example == real, place


@pytest.fixture
def agrees(pages: Site, service: Service) -> Callable[[str, int, Any], None]:
    """`agrees(operation, status, body)` fails unless the document shows this answer."""

    def check(operation: str, status: int, body: Any) -> None:
        require_shown(EXAMPLES[operation]["answers"][str(status)], shown(body, pages, service), operation)

    return check


Agrees = Callable[[str, int, Any], None]


@pytest.mark.parametrize("operation", CALLS)
def test_call_is_answered_as_documented(client: Client, pages: Site, agrees: Agrees, operation: str) -> None:
    answer = client.post(CALLS[operation], sent(EXAMPLES[operation]["request"], pages))

    agrees(operation, answer.status_code, answer.json())


@pytest.mark.parametrize("operation", ["scrape", "extract"])
def test_background_call_is_answered_as_documented(client: Client, pages: Site, agrees: Agrees, operation: str) -> None:
    ack = client.post(f"/v1/web/{operation}", {**sent(EXAMPLES[operation]["request"], pages), "async": True})
    path = f"/v1/web/{operation}/{ack.json()['jobId']}"
    wait_until(lambda: client.get(path).json()["status"] == "completed", seconds=90, what=f"the {operation}")

    agrees(operation, ack.status_code, ack.json())
    agrees(f"get{operation.title()}", 200, client.get(path).json())


def test_search_is_answered_as_documented(client: Client, pages: Site, agrees: Agrees, empty_index: None) -> None:
    for path in ("/", "/results"):
        client.scrape(pages.url(path))

    answer = client.post("/v1/web/search", sent(EXAMPLES["search"]["request"], pages))

    agrees("search", answer.status_code, answer.json())


def test_extract_is_answered_as_documented(client: Client, pages: Site, agrees: Agrees) -> None:
    answer = client.post("/v1/web/extract", sent(EXAMPLES["extract"]["request"], pages))

    agrees("extract", answer.status_code, answer.json())


@pytest.mark.parametrize("start", JOBS)
def test_job_and_its_webhooks_are_as_documented(
    client: Client, pages: Site, agrees: Agrees, service: Service, start: str
) -> None:
    kind = start.removeprefix("start").lower()
    request = sent(EXAMPLES[start]["request"], pages)
    ack = client.post(f"/v1/web/{kind}", request)
    agrees(start, ack.status_code, ack.json())
    job_id = ack.json()[f"{kind}Id"]
    client.ended(kind, job_id)
    wait_until(
        lambda: all(row["status"] == "success" for row in client.deliveries(kind, job_id)),
        seconds=90,
        what="the webhooks",
    )

    for operation, method, path in JOBS[start]:
        call = client.get if method == "GET" else client.delete
        answer = call(f"/v1/web/{kind}/{job_id}{path}")
        agrees(operation, answer.status_code, answer.json())
    callbacks = [Webhook(SECRET).verify(visit.body, visit.headers) for visit in pages.visits if visit.target == "/hook"]
    for name in (f"{kind}.page", f"{kind}.completed"):
        body = min((body for body in callbacks if body["type"] == name), key=lambda body: str(body["data"].get("url")))
        operation = "on" + "".join(word.title() for word in name.split("."))
        require_shown(EXAMPLES[operation]["request"], shown(body, pages, service), operation)


def test_lists_of_the_workspace_are_as_documented(client: Client, pages: Site, agrees: Agrees) -> None:
    client.scrape(pages.url())
    client.run("crawl", url=pages.url(), limit=1)

    for operation, path in (
        ("getAccount", "/v1/account"), ("listLedgerEntries", "/v1/account/ledger?limit=2"), ("listJobs", "/v1/jobs?limit=1"),
    ):  # fmt: skip
        agrees(operation, 200, client.get(path).json())


def test_event_stream_is_as_documented(client: Client, pages: Site, service: Service) -> None:
    job_id = client.begin("batch", urls=[pages.url("/")])

    events = [{"event": each.name, "data": each.data} for each in listen(client, f"/v1/web/batch/{job_id}")]

    # Progress is sent once a second while the job runs.
    lasting = [each for each in events if each["event"] != "progress"]
    require_shown(EXAMPLES["streamBatchEvents"]["events"], shown(lasting, pages, service), "streamBatchEvents")
