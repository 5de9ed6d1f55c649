"""The interface of traces: without an exporter it does nothing, and contexts are texts that travel."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from contract.tracing import jobs, spans
from contract.tracing.spans import STATE_MAX_CHARS

CONTEXT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
JOB = UUID("019ab1f0-0000-7000-8123-456789abcdef")


def test_nothing_happens_without_an_endpoint() -> None:
    spans.start(None, "worker")

    with spans.span("page", lambda: pytest.fail("attributes are not needed"), parent=CONTEXT) as span:
        span.set({"a": 1})
        span.fail("Error")
        span.rename("other")
        assert span.context is None and spans.current() is None

    assert not spans.is_on()
    spans.stop()


def test_context_of_the_block_is_the_current_one() -> None:
    with spans.within(CONTEXT):
        assert spans.current() == CONTEXT
    assert spans.current() is None


def test_headers_pass_a_context_on() -> None:
    assert spans.headers(None) == {}
    assert spans.headers(CONTEXT) == {"traceparent": CONTEXT}
    assert spans.headers(f"{CONTEXT} a=1,b=2") == {"traceparent": CONTEXT, "tracestate": "a=1,b=2"}


def test_context_of_headers_is_without_a_state_that_is_too_long() -> None:
    assert spans.context_of("", "a=1") is None
    assert spans.context_of(CONTEXT, "a=1") == f"{CONTEXT} a=1"
    assert spans.context_of(CONTEXT, "a" * STATE_MAX_CHARS) == f"{CONTEXT} {'a' * STATE_MAX_CHARS}"
    assert spans.context_of(CONTEXT, "a" * (STATE_MAX_CHARS + 1)) == CONTEXT


@pytest.mark.parametrize("context", [None, "", "nonsense", "00-a"])
def test_log_lines_have_no_trace_without_a_context(context: str | None) -> None:
    assert spans.trace_id(context) is None


def test_log_lines_have_the_trace_of_a_context() -> None:
    assert spans.trace_id(f"{CONTEXT} a=1") == "0af7651916cd43dd8448eb211c80319c"


def test_every_process_knows_the_context_of_a_job() -> None:
    assert jobs.context_of(None, JOB) is None
    assert jobs.context_of(CONTEXT, JOB) == "00-0af7651916cd43dd8448eb211c80319c-8123456789abcdef-01"
    assert jobs.context_of(f"{CONTEXT} a=1", JOB) == "00-0af7651916cd43dd8448eb211c80319c-8123456789abcdef-01 a=1"


def test_error_is_named_by_its_code_or_its_class() -> None:
    class Known(Exception):
        code = "UPSTREAM_UNREACHABLE"

    assert spans.error_type(Known()) == "UPSTREAM_UNREACHABLE"
    assert spans.error_type(TimeoutError("https://secret")) == "TimeoutError"
    assert spans.error_type(SystemExit(3)) == "SystemExit"


def test_span_of_the_past_is_not_reported_without_an_endpoint() -> None:
    now = datetime.now(UTC)

    spans.report("job crawl", parent=CONTEXT, span_id=1, started_at=now, ended_at=now, attributes={})
