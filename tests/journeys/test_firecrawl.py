"""Firecrawl's own client against the service: each method once, with the types that it checks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp, V1JsonConfig
from firecrawl.v2 import FirecrawlClient
from firecrawl.v2.types import (
    CrawlJob,
    Document,
    DocumentMetadata,
    Location,
    ParseOptions,
    ScrapeOptions,
    WaitAction,
    WebhookConfig,
)
from firecrawl.v2.utils.error_handler import (
    BadRequestError,
    DNSResolutionError,
    FirecrawlError,
    InternalServerError,
    RequestTimeoutError,
    UnauthorizedError,
)
from sqlalchemy import Engine, update
from standardwebhooks import Webhook
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from models.accounts.workspace import Workspace
from tests.conftest import Account
from tests.extraction.document.test_office import paragraph, word
from tests.model_server import ModelServer
from tests.service import Client, Service, free_port, wait_until
from tests.sites import pictures
from tests.sites.brands import put_company
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site, html

Spent = Callable[[], int]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
TEXT = {"type": "string"}
SCHEMA = {"type": "object", "properties": {"name": TEXT, "price": {"type": "number"}}}
DECLARED = (
    '<script type="application/ld+json">{"@type": "Product", "name": "Acme Lamp",'
    ' "offers": {"@type": "Offer", "price": "1299", "priceCurrency": "EUR"}}</script>'
)


@pytest.fixture
def firecrawl(service: Service, account: Account) -> Firecrawl:
    """The newest client, whose address alone is another one."""
    return Firecrawl(api_key=account.key, api_url=service.base_url)


@pytest.fixture
def old(service: Service, account: Account) -> V1FirecrawlApp:
    """The client of version 1."""
    return V1FirecrawlApp(api_key=account.key, api_url=service.base_url)


@pytest.fixture(autouse=True)
def behaving(model: ModelServer) -> Iterator[ModelServer]:
    yield model
    model.behave("right")


def put(site: Site, path: str, *links: str, head: str = "", title: str = "Acme Lamp") -> str:
    """The URL of a product page with an image."""
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    site.put(
        path,
        f'<!doctype html><html lang="en"><head><title>{title}</title>{head}{DECLARED}</head><body><main><h1>{title}</h1>'
        f'<p>It costs 1299 EUR. {anchors}</p><img src="/lamp.png" alt="A lamp">{PARAGRAPHS}</main></body></html>',
        kind="text/html; charset=utf-8",
    )
    return site.url(path)


def post(client: Client, path: str, body: Any, **headers: str) -> requests.Response:
    """A call as a client of Firecrawl sends it."""
    return requests.post(
        f"{client.base_url}{path}", json=body, headers={"Authorization": f"Bearer {client.key}", **headers}, timeout=100
    )


def get(client: Client, path: str) -> requests.Response:
    return requests.get(f"{client.base_url}{path}", headers={"Authorization": f"Bearer {client.key}"}, timeout=100)


# Scrape.


def test_scrape_returns_the_document_of_the_client(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    url = put(site, "/lamp", "/other", "https://example.org/", head='<meta name="description" content="A lamp.">')

    first = firecrawl.scrape(url)
    document = firecrawl.scrape(url, formats=["markdown", "html", "rawHtml", "links"], location=Location(country="de"))

    assert isinstance(first, Document) and isinstance(document.metadata, DocumentMetadata)
    assert first.markdown is not None and "[/other](" in first.markdown and first.html is None
    assert f"![A lamp]({site.url('/lamp.png')})" in first.markdown
    assert document.links == [site.url("/other"), "https://example.org/"]
    assert "<h1>" in (document.html or "") and (document.raw_html or "").startswith("<!doctype html>")
    facts = first.metadata_typed
    assert (facts.title, facts.description, facts.language) == ("Acme Lamp", "A lamp.", "en")
    assert (facts.source_url, facts.url, facts.status_code) == (url, url, 200)
    assert (facts.credits_used, facts.cache_state, facts.proxy_used) == (1, "miss", "basic")
    assert spent() == 2


def test_json_and_summary_are_made(firecrawl: Firecrawl, old: V1FirecrawlApp, site: Site) -> None:
    url = put(site, "/lamp")

    new = firecrawl.scrape(url, formats=["summary", {"type": "json", "schema": SCHEMA, "prompt": "The product."}])
    former = old.scrape_url(url, formats=["extract"], extract=V1JsonConfig(schema=SCHEMA))

    assert new.json == former.extract == {"name": "Acme Lamp", "price": 1299}
    assert new.summary and new.metadata_typed.credits_used == 6


def test_attributes_are_a_format_of_pages_and_jobs(client: Client, firecrawl: Firecrawl, site: Site) -> None:
    url = put(site, "/lamp", "/a")
    requested: dict[str, Any] = {"type": "attributes", "selectors": [{"selector": "main a", "attribute": "href"}]}

    # The client's document has no such member.
    document = post(client, "/v2/scrape", {"url": url, "formats": [requested]}).json()["data"]
    job = firecrawl.start_batch_scrape([url], formats=["markdown", requested]).id
    wait_until(lambda: firecrawl.get_batch_scrape_status(job).status == "completed", seconds=60, what="the batch")
    [page] = get(client, f"/v2/batch/scrape/{job}").json()["data"]

    assert set(document) == {"attributes", "metadata"} and page["markdown"]
    assert document["attributes"] == page["attributes"] == [{**requested["selectors"][0], "values": ["/a"]}]
    with pytest.raises(BadRequestError, match="selectors"):
        firecrawl.scrape(url, formats=["attributes"])


def test_uploads_are_parsed(firecrawl: Firecrawl, spent: Spent) -> None:
    file = word(paragraph("Acme Lamp", "Title") + paragraph("It costs 1299 EUR."))

    document = firecrawl.parse(file, filename="lamp.docx", options=ParseOptions(formats=["markdown", "summary"]))
    listed = firecrawl.get_parse_formats()

    assert "It costs 1299 EUR." in (document.markdown or "") and document.summary
    facts = document.metadata_typed
    assert (facts.title, facts.source_url, facts.status_code, facts.credits_used) == (
        "Yearly report",
        "lamp.docx",
        200,
        2,
    )
    assert spent() == 2 and {each.format for each in listed} >= {"html", "pdf", "docx", "xlsx", "pptx", "epub"}


@pytest.mark.parametrize(
    ("files", "status", "problem"),
    [
        ({"file": ("a.docx", b"PK\x03\x04 damaged")}, 400, "file: is a damaged archive"),
        ({"options": (None, "{}")}, 400, "file: is required"),
        ({"file": ("a.html", b"<p>x"), "options": (None, "[1]")}, 400, "JSON object"),
        ({"file": ("a.html", b"<p>x"), "options": (None, '{"formats": ["screenshot"]}')}, 400, "screenshot"),
        (None, 400, "multipart/form-data"),
    ],
)
def test_wrong_uploads_are_refused(client: Client, files: Any, status: int, problem: str) -> None:
    headers = {"Authorization": f"Bearer {client.key}"}

    answer = requests.post(f"{client.base_url}/v2/parse", files=files, headers=headers, timeout=60)

    assert answer.status_code == status and problem in answer.json()["error"], answer.text


def test_images_and_screenshot_are_formats(firecrawl: Firecrawl, site: Site, browser: str, spent: Spent) -> None:
    site.put("/", pictures.page('<img src="/a.png"><p>Tall</p>'), kind="text/html")

    document = firecrawl.scrape(
        site.url("/"), formats=["markdown", "images", {"type": "screenshot", "viewport": {"width": 100, "height": 300}}]
    )

    assert document.images == [site.url("/a.png")] and "Tall" in (document.markdown or "")
    assert (document.screenshot or "").startswith("data:image/png;base64,iVBOR")
    assert "width was reduced" not in (document.warning or "")
    assert document.metadata_typed.credits_used == spent() == 2


def test_images_are_a_format_of_pages_of_jobs(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    put(site, "/", "/b")
    put(site, "/b")

    crawled = firecrawl.crawl(
        site.url("/"),
        limit=5,
        poll_interval=1,
        timeout=60,
        scrape_options=ScrapeOptions(formats=["images", "markdown"]),
    )
    batched = firecrawl.batch_scrape([site.url("/b")], formats=["images"], poll_interval=1, wait_timeout=60)

    assert [document.images for document in [*crawled.data, *batched.data]] == [[site.url("/lamp.png")]] * 3
    assert all(document.markdown for document in crawled.data) and spent() == 3


def test_branding_is_the_brand_and_the_styleguide(firecrawl: Firecrawl, site: Site, browser: str, spent: Spent) -> None:
    put_company(site)

    document = firecrawl.scrape(site.url("/"), formats=["branding"])

    profile = document.branding
    assert profile is not None and profile.brand_name == "Acme" and profile.color_scheme == "light"
    assert profile.colors is not None and profile.colors["primary"] == "#dd2222"
    assert profile.fonts and profile.typography and document.metadata_typed.credits_used == spent() >= 5


def test_error_page_is_a_document(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    site.on("/gone", lambda _: _answer(html(f"<h1>Gone</h1>{PARAGRAPHS}", status=404)))

    facts = firecrawl.scrape(site.url("/gone")).metadata_typed

    assert (facts.status_code, facts.error, facts.credits_used) == (404, "Not Found", 0) and spent() == 0


async def _answer(response: Any) -> Any:
    return response


def test_dead_site_is_fetched_once_and_named(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    site.on("/broken", lambda _: _answer(html("Broken", status=500)))
    closed = f"http://127.0.0.1:{free_port()}/"

    for url, kind, code in (
        (site.url("/broken"), InternalServerError, "SCRAPE_SITE_ERROR"),
        (closed, InternalServerError, "SCRAPE_SITE_ERROR"),
        ("http://unknown.invalid/", DNSResolutionError, "SCRAPE_DNS_RESOLUTION_ERROR"),
    ):
        with pytest.raises(kind) as raised:
            firecrawl.scrape(url)
        assert raised.value.code == code and raised.value.status_code == 500

    assert spent() == 0


def test_timeout_of_the_caller_is_a_408_without_a_repeat(firecrawl: Firecrawl, site: Site) -> None:
    site.on("/slow", _never)

    with pytest.raises(RequestTimeoutError) as raised:
        firecrawl.scrape(site.url("/slow"), timeout=1_500)

    assert raised.value.code == "SCRAPE_TIMEOUT" and len(site.seen("/slow")) <= 1


async def _never(_: Any) -> Any:
    import asyncio

    await asyncio.sleep(60)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"formats": ["markdown", "audio"]}, "audio"),
        ({"formats": [{"type": "product"}]}, "product"),
        ({"formats": ["json"]}, "jsonOptions"),
        ({"actions": [{"type": "click", "selector": "#a"}]}, "click"),
        ({"zeroDataRetention": True}, "zeroDataRetention"),
        ({"redactPII": True}, "redactPII"),
        ({"alexandria": {"provider": "x"}}, "alexandria"),
        ({"url": "ftp://example.com/"}, "url"),
        ({"url": "http://10.0.0.1/"}, "url"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(client: Client, options: dict[str, Any], named: str) -> None:
    answer = post(client, "/v2/scrape", {"url": client.base_url, **options})

    body = answer.json()
    assert answer.status_code == 400 and body["success"] is False and body["code"] == "BAD_REQUEST"
    assert named in body["error"] and all(each["path"] for each in body["details"])


def test_options_without_effect_are_ignored_and_large_numbers_reduced(firecrawl: Firecrawl, site: Site) -> None:
    put(site, "/lamp")

    document = firecrawl.scrape(
        site.url("/lamp"), timeout=300_000, max_age=10**12, mobile=True, proxy="stealth", fast_mode=True,
        skip_tls_verification=True, integration="langchain", parsers=["pdf"], actions=[WaitAction(milliseconds=10)],
    )  # fmt: skip

    assert document.markdown
    for sentence in ("timeout was reduced to 120000", "maxAge was reduced to 604800000", "mobile was ignored"):
        assert sentence in (document.warning or "")


def test_cache_alone_can_be_asked_for(client: Client, site: Site) -> None:
    url = put(site, "/lamp")

    def codes() -> list[Any]:
        answers = [post(client, "/v2/scrape", {"url": url, **option}) for option in ({"lockdown": True}, {"minAge": 1})]
        return [(answer.status_code, answer.json().get("code")) for answer in answers]

    assert codes() == [(404, "SCRAPE_LOCKDOWN_CACHE_MISS"), (404, "SCRAPE_NO_CACHED_DATA")]
    assert post(client, "/v2/scrape", {"url": url}).status_code == 200 and len(site.seen("/lamp")) == 1
    assert codes() == [(200, None), (200, None)] and len(site.seen("/lamp")) == 1


def test_key_is_a_bearer_token(service: Service, client: Client) -> None:
    with pytest.raises(UnauthorizedError, match="Invalid token"):
        Firecrawl(api_key="fc-unknown", api_url=service.base_url).scrape("http://127.0.0.1:9/")

    answer = requests.get(f"{client.base_url}/v2/team/credit-usage", timeout=30)
    assert answer.status_code == 401 and answer.json()["error"] == "Unauthorized: Invalid token"
    assert requests.get(f"{client.base_url}/v2/team/credit-usage", headers={"X-API-Key": client.key}, timeout=30).ok


# Crawl and batch.


def test_crawl_returns_every_page_once(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    site.page("/docs/", "/docs/a", "/docs/b", "/blog", "/docs/broken")
    for path in ("/docs/a", "/docs/b", "/blog"):
        site.page(path)
    site.on("/docs/broken", lambda _: _answer(html("Broken", status=404)))

    job = firecrawl.crawl(
        site.url("/docs/"),
        limit=20,
        poll_interval=1,
        timeout=60,
        scrape_options=ScrapeOptions(formats=["markdown", "links"]),
    )

    assert isinstance(job, CrawlJob) and job.status == "completed" and job.expires_at is not None and job.next is None
    documents = {document.metadata_typed.source_url: document for document in job.data}
    assert set(documents) == {site.url(path) for path in ("/docs/", "/docs/a", "/docs/b")}
    assert job.total == job.completed == len(job.data) == job.credits_used == spent() == 3
    assert all(isinstance(document.metadata, DocumentMetadata) and document.markdown for document in job.data)
    errors = firecrawl.get_crawl_errors(_id_of(job))
    assert [error.url for error in errors.errors] == [site.url("/docs/broken")] and errors.robots_blocked == []
    assert firecrawl.cancel_crawl(_id_of(job)) is False


def _id_of(job: Any) -> str:
    assert isinstance(job.id, str)
    return job.id


def test_crawl_of_the_whole_domain_leaves_the_path(firecrawl: Firecrawl, site: Site) -> None:
    site.page("/docs/", "/docs/a", "/docs/skip", "/blog")
    for path in ("/docs/a", "/docs/skip", "/blog"):
        site.page(path)

    def pages(**options: Any) -> set[str]:
        job = firecrawl.crawl(site.url("/docs/"), limit=20, poll_interval=1, timeout=60, **options)
        return {str(document.metadata_typed.source_url).removeprefix(site.base) for document in job.data}

    assert pages(crawl_entire_domain=True, exclude_paths=["skip"]) == {"/docs/", "/docs/a", "/blog"}
    assert pages(include_paths=["a$", "blog"]) == {"/docs/", "/docs/a"}


def test_next_is_sent_only_when_a_further_document_exists(firecrawl: Firecrawl, client: Client, site: Site) -> None:
    paths = site.tree(5)
    started = firecrawl.start_crawl(site.url(paths[0]), limit=5, sitemap="skip")
    wait_until(lambda: firecrawl.get_crawl_status(started.id).status == "completed", seconds=60, what="the crawl")

    def page(path: str) -> Any:
        answer = requests.get(f"{client.base_url}{path}", headers={"Authorization": f"Bearer {client.key}"}, timeout=30)
        assert answer.status_code == 200, answer.text
        return answer.json()

    seen, path = [], f"/v2/crawl/{started.id}?limit=2"
    while path:
        body = page(path)
        assert body["total"] == body["completed"] == 5 and body["data"]
        seen += [document["metadata"]["sourceURL"] for document in body["data"]]
        following = body.get("next", "")
        assert "next" not in body or re.match(r"https?://[^/]+/v2/crawl/[^/?]+\?", following)
        path = following.partition("/v2")[1] + following.partition("/v2")[2]
    assert sorted(seen) == sorted(map(site.url, paths)) and len(seen) == 5
    assert len(page(f"/v2/crawl/{started.id}?skip=3&limit=100")["data"]) == 2


def test_running_crawl_is_listed_and_can_be_cancelled(firecrawl: Firecrawl, site: Site) -> None:
    site.page("/", "/slow")
    site.on("/slow", _never)
    started = firecrawl.start_crawl(site.url("/"), limit=5)
    assert started.url.endswith(f"/v2/crawl/{started.id}")
    wait_until(lambda: firecrawl.get_crawl_status(started.id).completed == 1, seconds=60, what="the first page")

    status = firecrawl.get_crawl_status(started.id)
    [active] = firecrawl.get_active_crawls().crawls
    queue = firecrawl.get_queue_status()

    assert (status.status, len(status.data), status.next) == ("scraping", 1, None)
    assert (active.id, active.url) == (started.id, site.url("/")) and active.team_id
    assert queue.active_jobs_in_queue == firecrawl.get_concurrency().concurrency == 1 and queue.max_concurrency == 50
    assert firecrawl.cancel_crawl(started.id) is True and firecrawl.cancel_crawl(started.id) is False
    ended = firecrawl.get_crawl_status(started.id)
    assert (ended.status, ended.total, ended.completed) == ("cancelled", 1, 1)
    assert firecrawl.get_active_crawls().crawls == []


def test_crawl_names_what_it_reads_otherwise(client: Client, site: Site) -> None:
    site.page("/")

    answer = post(
        client, "/v2/crawl", {
            "url": site.url("/"), "limit": 10_000, "maxDiscoveryDepth": 99, "sitemap": "only", "delay": 1, "prompt": "The blog.",
            "deduplicateSimilarURLs": True, "zeroDataRetention": False, "origin": "js-sdk@4.42.0",
        },
    )  # fmt: skip

    body = answer.json()
    assert answer.status_code == 200 and body["success"] is True
    for sentence in (
        "limit was reduced to 5000",
        "maxDiscoveryDepth was",
        "`only` was read",
        "delay was",
        "prompt was",
    ):
        assert sentence in body["warning"]
    for options in ({"formats": ["screenshot"]}, {"storeInCache": False}, {"lockdown": True}):
        assert post(client, "/v2/crawl", {"url": site.url("/"), "scrapeOptions": options}).status_code == 400
    for option in ({"zeroDataRetention": True}, {"webhook": {"url": "x"}}, {"webhook": {"events": ["else"]}}):
        assert post(client, "/v2/crawl", {"url": site.url("/"), **option}).status_code == 400


def test_batch_leaves_out_invalid_urls_and_is_started_once(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    urls = [put(site, "/a"), put(site, "/b"), "http://", "http://10.0.0.1/"]

    started = firecrawl.start_batch_scrape(
        urls, formats=["markdown", {"type": "json", "schema": SCHEMA}], idempotency_key="once"
    )
    job = firecrawl.batch_scrape(
        urls, formats=["markdown", {"type": "json", "schema": SCHEMA}], poll_interval=1, wait_timeout=60,
        idempotency_key="once",
    )  # fmt: skip

    assert job.status == "completed" and job.total == job.completed == len(job.data) == 2
    assert all(document.json == {"name": "Acme Lamp", "price": 1299} and document.markdown for document in job.data)
    assert started.invalid_urls == ["http://", "http://10.0.0.1/"] and spent() == 10
    assert firecrawl.get_batch_scrape_errors(started.id).errors == []
    with pytest.raises(FirecrawlError) as raised:
        firecrawl.cancel_batch_scrape(started.id)
    assert raised.value.status_code == 409


# The websocket.


def test_watcher_gets_every_document_once_and_the_end(firecrawl: Firecrawl, site: Site) -> None:
    paths = site.tree(5)
    urls = sorted(map(site.url, paths))
    seen: list[str] = []
    ended: list[dict[str, Any]] = []
    crawl = firecrawl.start_crawl(urls[0], limit=5, sitemap="skip", crawl_entire_domain=True).id
    # The second watcher of the crawl comes after its end.
    for kind, job_id in (("crawl", crawl), ("crawl", crawl), ("batch", firecrawl.start_batch_scrape(urls).id)):
        seen.clear()
        ended.clear()
        watcher = firecrawl.watcher(job_id, kind=kind, poll_interval=60)
        watcher.add_event_listener("document", lambda event: seen.append(event["data"]["metadata"]["sourceURL"]))
        watcher.add_event_listener("done", ended.append)
        watcher.start()
        wait_until(lambda: ended, seconds=90, what="the end")
        watcher.stop()

        assert sorted(seen) == urls and ended[0]["status"] == "completed" and len(ended[0]["data"]) == 5


def messages(client: Client, path: str, **options: Any) -> tuple[list[dict[str, Any]], int]:
    """(the messages of a websocket until it is closed, the code of the close)."""
    received = []
    with connect(client.base_url.replace("http", "ws", 1) + path, **options) as socket:
        try:
            while True:
                received.append(json.loads(socket.recv(timeout=60)))
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return received, closed.rcvd.code


def test_key_can_be_the_subprotocol(client: Client, firecrawl: Firecrawl, site: Site) -> None:
    site.on("/slow", _never)
    started = firecrawl.start_batch_scrape([put(site, "/a"), site.url("/slow")])
    path = f"/v2/batch/scrape/{started.id}"
    wait_until(lambda: firecrawl.get_batch_scrape_status(started.id).completed, seconds=60, what="the first page")
    assert firecrawl.cancel_batch_scrape(started.id)

    [catchup, document, error], code = messages(client, path, subprotocols=[client.key])

    assert catchup["type"] == "catchup" and catchup["data"]["status"] == "scraping"
    assert document["type"] == "document" and document["data"]["metadata"]["sourceURL"] == site.url("/a")
    assert error == {"type": "error", "error": "The job was cancelled."} and code == 1000
    [refused], code = messages(client, path, subprotocols=["fc-unknown"])
    assert refused["type"] == "error" and code == 3000
    unknown = "/v2/crawl/00000000-0000-0000-0000-000000000000"
    [refused], code = messages(client, unknown, subprotocols=[client.key])
    assert refused["type"] == "error" and code == 1008
    for other in ("/v2/map", "/v2/crawl/x", "/v1/account", "/mcp"):
        with pytest.raises(InvalidStatus) as raised:
            messages(client, other, subprotocols=[client.key])
        assert raised.value.response.status_code == 403


def test_version_1_reads_and_watches_batches_at_the_path_of_crawls(
    client: Client, old: V1FirecrawlApp, site: Site
) -> None:
    """As version 1 of Firecrawl's JavaScript client does."""
    batch = str(old.async_batch_scrape_urls([put(site, "/a")], formats=["markdown"]).id)

    [_, document, done], code = messages(client, f"/v1/crawl/{batch}", subprotocols=[client.key])
    status = get(client, f"/v1/crawl/{batch}").json()

    assert document["data"]["metadata"]["sourceURL"] == site.url("/a") and (done["type"], code) == ("done", 1000)
    assert (status["status"], status["total"]) == ("completed", 1) and status["data"][0]["markdown"]
    assert get(client, f"/v2/crawl/{batch}").status_code == 404
    unknown = get(client, "/v1/crawl/00000000-0000-0000-0000-000000000000")
    assert unknown.status_code == 404 and unknown.json()["success"] is False


# Webhooks.


@pytest.fixture
def receiver(make_site: Callable[[], Site]) -> Site:
    """Accepts every request to /hook."""
    made = make_site()
    made.put("/hook", "thanks")
    return made


def received(receiver: Site, most: int) -> list[dict[str, Any]]:
    """The bodies of this many events, whose signatures are checked: Firecrawl's and ours."""
    wait_until(lambda: len(receiver.visits) >= most, seconds=60, what="the events")
    for visit in receiver.visits:
        signed = hmac.new(SECRET.encode(), visit.body, hashlib.sha256).hexdigest()
        assert visit.headers["x-firecrawl-signature"] == f"sha256={signed}"
        Webhook(SECRET).verify(visit.body, visit.headers)
    return [json.loads(visit.body) for visit in receiver.visits]


@pytest.fixture
def known_secret(database: Engine, account: Account) -> None:
    """The workspace signs with `SECRET`."""
    with database.begin() as connection:
        values = {"webhook_secret": SECRET}
        connection.execute(update(Workspace).where(Workspace.id == account.workspace_id).values(values))


def test_webhook_of_a_crawl_has_their_events_and_both_signatures(
    firecrawl: Firecrawl, site: Site, receiver: Site, known_secret: None
) -> None:
    site.page("/", "/gone")
    config = WebhookConfig(url=receiver.url("/hook"), metadata={"order": "7"}, headers={"X-Mine": "yes"})

    started = firecrawl.start_crawl(site.url("/"), limit=5, webhook=config)
    events = received(receiver, 4)

    by_type = {event["type"]: event for event in events}
    pages = sorted((event for event in events if event["type"] == "crawl.page"), key=lambda event: not event["success"])
    assert len(events) == 4 and set(by_type) == {"crawl.started", "crawl.page", "crawl.completed"}
    assert all(event["id"] == started.id and event["metadata"] == {"order": "7"} for event in events)
    assert by_type["crawl.started"]["data"] == by_type["crawl.completed"]["data"] == pages[1]["data"] == []
    assert pages[0]["data"][0]["markdown"] and pages[0]["data"][0]["metadata"]["sourceURL"] == site.url("/")
    assert (pages[1]["success"], pages[1]["error"]) == (False, "HTTP 404")
    assert all(visit.headers["x-mine"] == "yes" for visit in receiver.visits)


def test_webhook_of_a_batch_gets_only_what_it_asked_for(
    firecrawl: Firecrawl, site: Site, receiver: Site, make_site: Callable[[], Site], known_secret: None
) -> None:
    site.on("/slow", _never)
    failed, completed = receiver, make_site()
    completed.put("/hook", "thanks")
    for made, name in ((failed, "failed"), (completed, "completed")):
        config = WebhookConfig(url=made.url("/hook"), events=[name])
        assert firecrawl.cancel_batch_scrape(firecrawl.start_batch_scrape([site.url("/slow")], webhook=config).id)
    firecrawl.start_batch_scrape(
        [put(site, "/a")], webhook=WebhookConfig(url=completed.url("/hook"), events=["completed"])
    )

    [event] = received(failed, 1)
    assert (event["type"], event["success"], event["error"]) == ("batch_scrape.failed", False, "The job was cancelled.")
    assert [event["type"] for event in received(completed, 1)] == ["batch_scrape.completed"]


# Map, search, extract, team.


def test_map_lists_the_sitemap_and_the_links(firecrawl: Firecrawl, old: V1FirecrawlApp, site: Site) -> None:
    site.page("/", "/a", "/b")

    put(site, "/b", title="Page B")
    firecrawl.scrape(site.url("/b"))

    found = firecrawl.map(site.url("/"), limit=100, sitemap="include")

    assert {link.url: link.title for link in found.links}[site.url("/b")] == "Page B"
    assert sorted(link.url for link in found.links) == [site.url("/"), site.url("/a"), site.url("/b")]
    assert [link.url for link in firecrawl.map(site.url("/"), search="/b").links] == [site.url("/b")]
    assert site.url("/a") in (old.map_url(site.url("/")).links or [])


def test_search_finds_and_scrapes(firecrawl: Firecrawl, site: Site, unique: str) -> None:
    url = put(site, "/glider", title=f"Gliders of {unique}")
    firecrawl.scrape(url)

    [found] = firecrawl.search(f"gliders {unique}", limit=100, tbs="qdr:w").web or []
    [scraped] = firecrawl.search(f"gliders {unique}", scrape_options=ScrapeOptions(formats=["markdown"])).web or []

    assert (found.url, found.title) == (url, f"Gliders of {unique}") and found.description
    assert isinstance(scraped, Document) and scraped.markdown and scraped.metadata_typed.source_url == url
    assert scraped.metadata_typed.title == f"Gliders of {unique}"


def test_extract_is_a_job_with_one_object(firecrawl: Firecrawl, site: Site, spent: Spent) -> None:
    urls = [put(site, "/a"), put(site, "/b")]

    with pytest.warns(DeprecationWarning):
        result = firecrawl.extract(urls, schema=SCHEMA, show_sources=True, poll_interval=1, timeout=60)

    assert result.status == "completed" and result.data == {"name": "Acme Lamp", "price": 1299}
    assert result.sources == {"name": urls, "price": urls} and result.credits_used == spent() == 10


def test_team_shows_what_is_left_and_was_used(
    firecrawl: Firecrawl, old: V1FirecrawlApp, service: Service, account: Account, site: Site
) -> None:
    firecrawl.scrape(put(site, "/a"))

    usage, tokens = firecrawl.get_credit_usage(), firecrawl.get_token_usage()

    assert (usage.remaining_credits, usage.plan_credits) == (999, 999)
    assert tokens.remaining_tokens == old.get_credit_usage().data.remaining_credits == 999
    [month] = FirecrawlClient(account.key, service.base_url).get_credit_usage_historical().periods
    [former] = old.get_credit_usage_historical().periods
    assert month.creditsUsed == former.creditsUsed == 1
    [month] = FirecrawlClient(account.key, service.base_url).get_token_usage_historical().periods
    assert month.tokensUsed == 1


# Version 1.


def test_version_1_has_its_own_words(old: V1FirecrawlApp, site: Site) -> None:
    site.page("/", "/a")
    site.page("/a")

    document = old.scrape_url(site.url("/"), formats=["markdown", "links"], timeout=30_000)
    crawled = old.crawl_url(site.url("/"), limit=5, poll_interval=1)
    batch = old.batch_scrape_urls([site.url("/"), site.url("/a")], formats=["markdown"], poll_interval=1)

    assert document.success and document.links == [site.url("/a")] and document.metadata["statusCode"] == 200
    assert crawled.status == batch.status == "completed"
    assert len(crawled.data) == len(batch.data) == crawled.creditsUsed == 2
    assert old.check_crawl_errors(_first_job(old, site)).errors == []


def _first_job(old: V1FirecrawlApp, site: Site) -> str:
    return str(old.async_crawl_url(site.url("/"), limit=1).id)


# Not here.


def test_what_is_not_part_of_the_service_is_named(firecrawl: Firecrawl, client: Client) -> None:
    for call in (
        lambda: firecrawl.start_agent(prompt="Find it."),
        lambda: firecrawl.get_agent_status("00000000-0000-0000-0000-000000000000"),
        lambda: firecrawl.browser(),
        lambda: firecrawl.crawl_params_preview("http://127.0.0.1:9/", "The blog."),
        lambda: firecrawl.get_crawl_status("00000000-0000-0000-0000-000000000000"),
    ):
        with pytest.raises(FirecrawlError) as raised:
            call()
        assert raised.value.status_code == 404
    answer = requests.put(f"{client.base_url}/v2/crawl/active", timeout=30)
    assert answer.status_code == 405 and answer.headers["allow"] == "GET"
    assert "POST /v1/llmstxt is not part of this service" in post(client, "/v1/llmstxt", {}).json()["error"]


def test_get_with_a_body_is_answered(client: Client) -> None:
    answer = requests.get(
        f"{client.base_url}/v2/team/credit-usage", json={"integration": "n8n"},
        headers={"Authorization": f"Bearer {client.key}"}, timeout=30,
    )  # fmt: skip

    assert answer.status_code == 200 and answer.json()["data"]["remainingCredits"] == 1_000


def test_bad_request_error_of_the_client(firecrawl: Firecrawl) -> None:
    with pytest.raises(BadRequestError, match=r"10\.0\.0\.1"):
        firecrawl.scrape("http://10.0.0.1/")


METADATA_SERVER = "http://2852039166/latest"


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("scrape", {"url": METADATA_SERVER}),
        ("scrape", {"url": METADATA_SERVER, "formats": ["screenshot"]}),
        ("scrape", {"url": METADATA_SERVER, "formats": ["branding"]}),
        ("crawl", {"url": METADATA_SERVER}),
        ("crawl", {"url": "https://a.example/", "webhook": METADATA_SERVER}),
        ("crawl", {"url": "https://a.example/", "webhook": {"url": METADATA_SERVER}}),
        ("batch/scrape", {"urls": [METADATA_SERVER]}),
        ("batch/scrape", {"urls": ["https://a.example/"], "webhook": {"url": METADATA_SERVER}}),
        ("map", {"url": METADATA_SERVER}),
        ("extract", {"urls": [METADATA_SERVER], "prompt": "x"}),
    ],
    ids=str,
)
def test_forbidden_addresses_are_refused(client: Client, spent: Spent, version: str, path: str, body: Any) -> None:
    answer = post(client, f"/{version}/{path}", body)

    assert answer.status_code == 400 and answer.json()["success"] is False
    # A batch leaves out the URLs that it refuses.
    assert "is blocked: it is not public" in answer.text or "urls: contains no valid URL" in answer.text
