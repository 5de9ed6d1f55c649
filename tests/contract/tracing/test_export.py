"""Spans as OpenTelemetry's SDK makes and sends them."""

from __future__ import annotations

import logging
import sys
import time
from asyncio import CancelledError
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from contract.tracing import spans
from contract.tracing.export import LOG_SECONDS, STOP_SECONDS, OpenTelemetry, _Rarely
from tests import trace_receiver
from tests.trace_receiver import TraceReceiver

CONTEXT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[TraceReceiver]:
    with trace_receiver.opened() as made:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", made.url)
        yield made


def test_span_is_a_child_of_its_context_and_names_its_error(receiver: TraceReceiver) -> None:
    spans.start(receiver.url, "worker")
    try:
        with pytest.raises(TimeoutError), spans.span("page", lambda: {"a": 1}, parent=f"{CONTEXT} b=2") as page:
            assert spans.headers(page.context)["tracestate"] == "b=2" and spans.current() == page.context
            with spans.span("fetch", kind="client"):
                raise TimeoutError("https://secret.example.com")
        with pytest.raises(KeyError), spans.span("dropped", expected=(KeyError,)):
            raise KeyError
        with pytest.raises(CancelledError), spans.span("cancelled"):
            raise CancelledError
    finally:
        spans.stop()

    fetch, page_span, dropped, cancelled = receiver.spans
    assert page_span.parent == "b7ad6b7169203331" and fetch.parent == page_span.id
    assert fetch.trace == page_span.trace == "0af7651916cd43dd8448eb211c80319c" != dropped.trace
    assert page_span.attributes == {"a": 1, "error.type": "TimeoutError"} and page_span.failed and fetch.failed
    assert not cancelled.failed and cancelled.attributes == {"orbweaver.cancelled": True}
    assert not dropped.failed and dropped.parent == "" and dropped.service == "orbweaver-worker"
    assert b"secret" not in b"".join(receiver.bodies) and not spans.is_on()


def test_message_with_a_context_of_its_own_has_a_link_to_its_request(receiver: TraceReceiver) -> None:
    around = "00-11111111111111111111111111111111-2222222222222222-01"
    spans.start(receiver.url, "api")
    try:
        for parent in (CONTEXT, "nonsense"):
            with spans.span("call", parent=parent, transport=around):
                pass
    finally:
        spans.stop()

    own, without = receiver.spans
    assert (own.parent, own.links) == ("b7ad6b7169203331", ["2222222222222222"])
    assert (without.parent, without.links) == ("2222222222222222", []) and without.trace == "1" * 32


def test_span_of_the_past_has_its_times_and_the_id_that_its_children_know(receiver: TraceReceiver) -> None:
    ended = datetime.now(UTC) - timedelta(hours=1)
    spans.start(receiver.url, "worker")
    try:
        spans.report(
            "job crawl", parent=CONTEXT, span_id=0x1234, started_at=ended - timedelta(hours=2), ended_at=ended, attributes={},
            error_type="failed",
        )  # fmt: skip
        spans.begin("next", kind="internal", parent=CONTEXT, attributes={}).end()
    finally:
        spans.stop()

    job, following = receiver.spans
    assert job.id == "0000000000001234" != following.id and job.failed
    assert job.ended - job.began == 7_200_000_000_000 and job.ended == int(ended.timestamp() * 1e6) * 1_000


def test_operator_names_the_service(receiver: TraceReceiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "mine")
    spans.start(receiver.url, "api")
    spans.begin("GET", kind="server", parent=None, attributes={}).end()
    spans.stop()

    assert [span.service for span in receiver.spans] == ["mine"]


def test_receiver_that_hangs_does_not_delay_the_end(receiver: TraceReceiver) -> None:
    receiver.hangs = True
    tracer = OpenTelemetry("worker")
    tracer.begin("page", "internal", None, {}).end()

    begun = time.monotonic()
    tracer.stop()

    assert time.monotonic() - begun < STOP_SECONDS + 1


def test_missing_packages_are_a_warning(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.delitem(sys.modules, "contract.tracing.export")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)

    spans.start("http://127.0.0.1:1", "api")

    assert not spans.is_on() and "pip install 'orbweaver[otel]'" in caplog.text


def test_failures_of_the_receiver_are_logged_once_a_minute() -> None:
    now = 100.0
    rarely = _Rarely(lambda: now)
    record = logging.LogRecord("exporter", logging.WARNING, "", 0, "", (), None)

    passed = [rarely.filter(record), rarely.filter(record)]
    now += LOG_SECONDS

    assert [*passed, rarely.filter(record)] == [True, False, True]


def test_variable_that_cannot_be_read_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "some")

    spans.start("http://127.0.0.1:1", "api")

    assert not spans.is_on() and "an OTEL_ variable is not valid" in caplog.text and "but got some" in caplog.text
