"""Traces of a whole trip through API and worker, as a receiver of OpenTelemetry gets them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine

from contract.environment import Environment
from models import session
from models.accounts import credits, workspace
from tests import trace_receiver
from tests.conftest import with_own_database
from tests.model_server import KEY as MODEL_KEY
from tests.model_server import MODEL, ModelServer
from tests.service import Client, Service, environ_of, wait_until
from tests.sites.site import Site
from tests.trace_receiver import ReceivedSpan, TraceReceiver

SECRET = "S3cretThatNobodyMayRead1"
# What makes and sends spans. The Redis client itself imports OpenTelemetry's metrics, wherever they are installed.
TRACING = "contract.tracing.export opentelemetry.sdk.trace opentelemetry.exporter opentelemetry.proto google.protobuf"
# Writes the modules of a process to a file that has its id, again and again, also in processes that are forked from it.
WATCH = """
import os, sys, threading, time

def watch():
    while True:
        names = [name for name in sys.modules if name.startswith(tuple(os.environ["WATCHED"].split()))]
        ready = [name for name in ("workers.process", "api.asgi.application") if name in sys.modules]
        path = os.path.join(os.environ["MODULES"], str(os.getpid()))
        with open(path + ".new", "w") as file:
            file.write(" ".join(["+".join(ready) or "-", *names]))
        os.rename(path + ".new", path)
        time.sleep(0.2)

def start():
    threading.Thread(target=watch, daemon=True).start()

if "MODULES" in os.environ:
    os.register_at_fork(after_in_child=start)
    start()
"""


@pytest.fixture(scope="module")
def own(environment: Environment) -> Environment:
    return replace(with_own_database(environment, "traced"), given_redis_url=f"{environment.redis_url}?db=8")


@pytest.fixture(scope="module")
def own_database(own: Environment) -> Iterator[Engine]:
    engine = session.create(own.database_url)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def receiver() -> Iterator[TraceReceiver]:
    with trace_receiver.opened() as made:
        yield made


@pytest.fixture(scope="module")
def traced(own: Environment, receiver: TraceReceiver, started_model: ModelServer, data_dir: Path) -> Iterator[Service]:
    """API and worker with traces."""
    settings = started_model.settings(OTEL_EXPORTER_OTLP_ENDPOINT=receiver.url, OTEL_BSP_SCHEDULE_DELAY="100")
    made = Service(environ_of(own, ORBWEAVER_LOG_FORMAT="json", **settings), data_dir / "traced")
    try:
        made.start_worker()
        made.start_api()
        made.wait_until_ready()
        yield made
    finally:
        made.stop()


@pytest.fixture
def client(traced: Service, own_database: Engine) -> Client:
    with own_database.begin() as connection:
        me = workspace.create(connection, "traces")
        credits.grant(connection, me, 1_000, key=f"first:{me}")
        key = workspace.create_key(connection, me).key
    return Client(traced.base_url, key)


def caller() -> tuple[str, str, str]:
    """A trace, the id of the caller's span in it, and the header that names both."""
    trace, span = uuid4().hex, uuid4().hex[:16]
    return trace, span, f"00-{trace}-{span}-01"


def drawn(spans: list[ReceivedSpan], parent: str = "", depth: int = 0) -> str:
    """The spans as a tree, for failures."""
    ids = {span.id for span in spans}
    of = [span for span in spans if span.parent == parent or (not parent and span.parent not in ids)]
    return "".join(
        f"{'  ' * depth}{span.name} {span.attributes}\n{drawn(spans, span.id, depth + 1)}"
        for span in of
        if span.id != parent
    )


def one(spans: list[ReceivedSpan], name: str) -> ReceivedSpan:
    found = [span for span in spans if span.name == name]
    assert len(found) == 1, drawn(spans)
    return found[0]


def test_scrape_is_one_tree_from_the_caller_to_the_model(
    client: Client, receiver: TraceReceiver, traced: Service, site: Site, model: ModelServer
) -> None:
    trace, root, header = caller()
    site.page("/a")
    url = f"{site.base}/a?token={SECRET}&page"

    answer = client.post(
        "/v1/web/scrape", {"url": url, "formats": ["markdown", "summary"], "headers": {"X-Own": SECRET}},
        traceparent=header, tracestate="vendor=1", Authorization=f"Bearer {client.key}",
    )  # fmt: skip

    assert answer.status_code == 200, answer.text
    spans = receiver.when(trace, "POST /v1/web/scrape", "job scrape", "page", "fetch", f"chat {MODEL}")
    call, job = one(spans, "POST /v1/web/scrape"), one(spans, "job scrape")
    page, fetch = one(spans, "page"), one(spans, "fetch")
    # The summary is asked for twice, because the stand-in's first one is not valid.
    chats = [span for span in spans if span.name == f"chat {MODEL}"]
    chat = chats[0]
    assert [call.parent, job.parent, page.parent, fetch.parent, chat.parent] == [
        root,
        call.id,
        job.id,
        page.id,
        page.id,
    ]
    assert (call.kind, job.kind, fetch.kind, chat.kind) == ("server", "consumer", "client", "client")
    assert (call.service, job.service) == ("orbweaver-api", "orbweaver-worker")
    assert len(spans) == 4 + len(chats) and not any(span.failed for span in spans)
    assert call.began <= job.began <= page.began <= fetch.began < chat.began < page.ended <= job.ended <= call.ended

    shown = f"{site.base}/a?token=REDACTED&REDACTED"
    assert fetch.attributes["url.full"] == page.attributes["url.full"] == shown
    assert fetch.attributes["http.request.method"] == "GET" and fetch.attributes["http.response.status_code"] == 200
    assert fetch.attributes["server.address"] == "127.0.0.1" and fetch.attributes["server.port"] == site.port
    assert call.attributes["http.route"] == call.attributes["url.path"] == "/v1/web/scrape"
    assert call.attributes["http.response.status_code"] == 200
    assert call.attributes["orbweaver.request.id"] == answer.json()["meta"]["requestId"]
    assert call.attributes["orbweaver.job.id"] == job.attributes["orbweaver.job.id"]
    assert chat.attributes["gen_ai.request.model"] == MODEL and chat.attributes["gen_ai.operation.name"] == "chat"
    assert chat.attributes["gen_ai.usage.input_tokens"] > 0 and chat.attributes["gen_ai.usage.output_tokens"] > 0

    sent = {(asked.headers["traceparent"], asked.headers["tracestate"]) for asked in model.calls}
    assert sent == {(f"00-{trace}-{each.id}-01", "vendor=1") for each in chats}
    assert all("traceparent" not in visit.headers for visit in site.visits)
    written = b"".join(receiver.bodies)
    assert not any(secret.encode() in written for secret in (SECRET, client.key, MODEL_KEY))
    lines = "".join(path.read_text(encoding="utf-8") for path in traced.logs.glob("*.log"))
    assert f'"traceId": "{trace}"' in lines


def test_crawl_has_its_pages_below_the_job_and_its_webhooks(
    client: Client, receiver: TraceReceiver, site: Site, make_site: Callable[[], Site]
) -> None:
    trace, _, header = caller()
    hook = make_site()
    hook.put("/hook", "thanks")
    site.page("/", "/a", "/b", "/gone")
    site.page("/a")
    site.page("/b")

    started = client.post(
        "/v1/web/crawl", {"url": site.url(), "webhook": {"url": hook.url("/hook"), "events": ["completed"]}},
        traceparent=header,
    )  # fmt: skip
    ended = client.ended("crawl", started.json()["crawlId"])

    assert ended["completed"] == 3 and ended["failed"] == 1
    spans = receiver.when(trace, "POST /v1/web/crawl", "job crawl", "webhook")
    call, job = one(spans, "POST /v1/web/crawl"), one(spans, "job crawl")
    assert job.parent == call.id and job.attributes["orbweaver.job.status"] == "completed"
    assert job.attributes["orbweaver.job.id"] == ended["id"]
    pages = {span.attributes["url.full"]: span for span in spans if span.name == "page"}
    assert set(pages) == {site.url(path) for path in ("/", "/a", "/b", "/gone")}
    assert all(page.parent == job.id for page in pages.values()), drawn(spans)
    fetches = {span.attributes["url.full"]: span for span in spans if span.name == "fetch"}
    assert all(fetches[url].parent == page.id for url, page in pages.items()), drawn(spans)
    assert fetches[site.url("/robots.txt")].parent in {page.id for page in pages.values()}
    assert fetches[site.url("/sitemap.xml")].parent == job.id
    assert len({page.attributes["orbweaver.page.number"] for page in pages.values()}) == 4
    assert fetches[site.url("/gone")].attributes["error.type"] == "404"
    # The job's end cancels what is left of pages that were recorded in the same transaction.
    last = pages.pop(site.url("/gone")).attributes
    assert last.get("error.type") == "HTTP_404" or last["orbweaver.cancelled"]
    assert not any(page.failed for page in pages.values())
    sent = one(spans, "webhook")
    assert sent.parent == job.id and sent.attributes["orbweaver.event.type"] == "crawl.completed"
    [visit] = hook.visits
    assert visit.headers["traceparent"] == f"00-{trace}-{sent.id}-01"
    assert job.began <= min(page.began for page in pages.values())
    assert all("traceparent" not in visit.headers for visit in site.visits)


def test_cancelled_crawl_has_its_span(client: Client, receiver: TraceReceiver, site: Site) -> None:
    trace, _, header = caller()
    site.page("/", seconds=20)

    job_id = client.post("/v1/web/crawl", {"url": site.url()}, traceparent=header).json()["crawlId"]
    assert client.delete(f"/v1/web/crawl/{job_id}").status_code == 200

    spans = receiver.when(trace, "job crawl")
    assert one(spans, "job crawl").attributes["orbweaver.job.status"] == "cancelled"


def test_rendered_page_has_a_render(client: Client, receiver: TraceReceiver, site: Site, browser: str) -> None:
    trace, _, header = caller()
    site.page("/")

    answer = client.post("/v1/web/scrape", {"url": site.url(), "waitFor": 100}, traceparent=header)

    assert answer.status_code == 200, answer.text
    spans = receiver.when(trace, "POST /v1/web/scrape", "job scrape", "page", "render")
    assert one(spans, "render").parent == one(spans, "page").id
    assert one(spans, "page").attributes["orbweaver.rendered"] is True


def test_failed_call_names_its_error(client: Client, receiver: TraceReceiver, site: Site) -> None:
    trace, _, header = caller()
    site.put("/", "broken", status=500)

    answer = client.post("/v1/web/scrape", {"url": site.url(), "timeout": 4000}, traceparent=header)

    assert answer.status_code == 502, answer.text
    spans = receiver.when(trace, "POST /v1/web/scrape", "job scrape", "page")
    for name in ("POST /v1/web/scrape", "job scrape", "page"):
        assert one(spans, name).failed and one(spans, name).attributes["error.type"] == "UPSTREAM_UNREACHABLE"
    assert {span.attributes["error.type"] for span in spans if span.name == "fetch"} == {"500"}


@pytest.mark.parametrize(
    ("path", "body", "name", "operation"),
    [
        ("/v2/scrape", {"url": "SITE"}, "POST /v2/scrape", "scrape"),
        (
            "/mcp",
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "map", "arguments": {"url": "SITE"}},
            },
            "POST /mcp",
            "map",
        ),
    ],
)
def test_calls_of_other_interfaces_are_one_tree(
    client: Client, receiver: TraceReceiver, site: Site, path: str, body: Any, name: str, operation: str
) -> None:
    trace, root, header = caller()
    site.page("/")
    sent = {key: value if value != "SITE" else site.url() for key, value in body.items()}
    if "params" in sent:
        sent["params"] = {"name": "map", "arguments": {"url": site.url()}}

    answer = client.post(
        path, sent, traceparent=header, Authorization=f"Bearer {client.key}", Accept="application/json, text/event-stream"
    )  # fmt: skip

    assert answer.status_code == 200, answer.text
    spans = receiver.when(trace, name, f"job {operation}", "fetch")
    assert one(spans, name).parent == root and one(spans, f"job {operation}").parent == one(spans, name).id


@pytest.mark.parametrize(
    "header",
    [
        "", "nonsense", "00-" + "0" * 32 + "-1234567890abcdef-01", "00-" + "a" * 32 + "-" + "0" * 16 + "-01",
        "ff-" + "a" * 32 + "-1234567890abcdef-01", "00-" + "A" * 32 + "-1234567890abcdef-01",
        "00-" + "a" * 32 + "-1234567890abcdef-01-more", "00-" + "a" * 32 + "-1234567890abcdef", "x" * 5_000,
    ],
)  # fmt: skip
def test_malformed_context_is_ignored(client: Client, receiver: TraceReceiver, header: str) -> None:
    answer = client.post("/v1/web/scrape", {"url": "ftp://127.0.0.1"}, traceparent=header)

    assert answer.status_code == 400
    request_id = answer.json()["meta"]["requestId"]

    def found() -> list[ReceivedSpan]:
        return [span for span in list(receiver.spans) if span.attributes.get("orbweaver.request.id") == request_id]

    [call] = wait_until(found, seconds=60, what="the span of the call")
    assert call.parent == "" and call.trace not in header and not call.failed


def test_call_whose_caller_does_not_sample_is_not_reported(client: Client, receiver: TraceReceiver, site: Site) -> None:
    (unsampled, _, header), (sampled, _, later) = caller(), caller()
    site.page("/a")
    site.page("/b")

    client.post("/v1/web/scrape", {"url": site.url("/a")}, traceparent=f"{header[:-2]}00")
    client.post("/v1/web/scrape", {"url": site.url("/b")}, traceparent=later)

    receiver.when(sampled, "POST /v1/web/scrape", "job scrape", "page")
    assert receiver.of(unsampled) == []


def test_receiver_that_hangs_delays_neither_calls_nor_the_end(
    own: Environment, own_database: Engine, receiver: TraceReceiver, traced: Service, client: Client, site: Site
) -> None:
    receiver.hangs = True
    site.page("/")
    begun = time.monotonic()
    for _ in range(5):
        assert client.try_scrape(site.url()).status_code == 200
    seconds = time.monotonic() - begun
    wait_until(lambda: receiver.hanging >= 2, seconds=30, what="batches of both processes")

    stopping = time.monotonic()
    traced.stop()

    assert seconds < 5 and time.monotonic() - stopping < 9


def test_nothing_that_makes_or_sends_spans_is_imported_without_an_endpoint(
    own: Environment, own_database: Engine, site: Site, tmp_path: Path
) -> None:
    folder, modules = tmp_path / "site", tmp_path / "modules"
    folder.mkdir()
    modules.mkdir()
    (folder / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    plain = Service(environ_of(own, PYTHONPATH=str(folder), MODULES=str(modules), WATCHED=TRACING), tmp_path / "logs")
    site.page("/")
    with own_database.begin() as connection:
        me = workspace.create(connection, "plain")
        credits.grant(connection, me, 10, key=f"first:{me}")
        key = workspace.create_key(connection, me).key

    def imported() -> dict[str, list[str]]:
        parts = [path.read_text(encoding="utf-8").split() for path in modules.iterdir() if path.suffix != ".new"]
        return {ready: names for ready, *names in parts if ready != "-"}

    try:
        plain.start_worker()
        plain.start_api()
        plain.wait_until_ready()
        _, _, header = caller()
        answer = Client(plain.base_url, key).post("/v1/web/scrape", {"url": site.url()}, traceparent=header)
        assert answer.status_code == 200, answer.text
        time.sleep(0.5)  # A round of the watchers after the call. On a busy machine it takes longer.
        wait_until(lambda: len(imported()) == 2, seconds=20, what="what both processes imported")
        assert imported() == {"workers.process": [], "api.asgi.application": []}
    finally:
        plain.stop()
