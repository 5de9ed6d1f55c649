"""Traces of a whole trip through API and worker, as a receiver of OpenTelemetry gets them."""

from __future__ import annotations

import time

import pytest

from tests.model_server import KEY as MODEL_KEY
from tests.model_server import MODEL, ModelServer
from tests.service import Client, Service, wait_until
from tests.sites.site import Site
from tests.trace_receiver import ReceivedSpan, TraceReceiver, caller, one

SECRET = "S3cretThatNobodyMayRead1"


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
    receiver: TraceReceiver, traced: Service, client: Client, site: Site
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
