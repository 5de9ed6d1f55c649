"""The only file that imports OpenTelemetry: makes spans and exports them by OTLP over HTTP, in batches, from a thread.

The variables of OpenTelemetry's SDK apply: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_…,
OTEL_EXPORTER_OTLP_…. Nothing here waits for the receiver: if the queue is full, spans are dropped.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Link, Span, SpanContext, SpanKind, Status, StatusCode, get_current_span
from opentelemetry.trace.propagation import set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from contract.tracing import spans
from contract.tracing.spans import Attributes, Kind

# A receiver that does not answer delays the export of later spans, and the end of the process.
TIMEOUT_SECONDS = 5
TIMEOUT_SETTINGS = ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
STOP_SECONDS = 2.0
# While the receiver is away, each batch would log a line or two.
LOG_SECONDS = 60.0
LOGGERS = (OTLPSpanExporter.__module__, "opentelemetry.sdk._shared_internal")
_KINDS = {kind.name.lower(): kind for kind in SpanKind}
_PROPAGATOR = TraceContextTextMapPropagator()
_given_id: ContextVar[int | None] = ContextVar("orbweaver_span_id", default=None)


class OpenTelemetry:
    """The tracer of one process (`contract.tracing.spans.Tracer`). `role` is the process's kind: api or worker."""

    def __init__(self, role: str) -> None:
        _log_rarely()
        timeout = None if any(map(os.environ.get, TIMEOUT_SETTINGS)) else TIMEOUT_SECONDS
        self._provider = TracerProvider(resource=_resource(role), id_generator=_Ids(), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=timeout)))
        self._tracer = self._provider.get_tracer("orbweaver")

    def begin(
        self, name: str, kind: Kind, parent: str | None, attributes: Attributes, *,
        started_at: datetime | None = None, span_id: int | None = None, transport: str | None = None,
    ) -> spans.Span:  # fmt: skip
        """A span. A parent that is not a valid context is ignored: the span begins a trace, or continues that of `transport`."""
        context, links = _context_of(parent), []
        if transport is not None:
            around = _context_of(transport)
            if _span_context(context).is_valid:
                links = [Link(_span_context(around))]
            else:
                context = around
        before = _given_id.set(span_id)
        try:
            return _Begun(
                self._tracer.start_span(
                    name, context, _KINDS[kind], attributes, links, start_time=_nanoseconds(started_at)
                )
            )
        finally:
            _given_id.reset(before)

    def stop(self) -> None:
        # The exporter may wait for a receiver that hangs. The process does not wait for it.
        thread = threading.Thread(target=self._provider.shutdown, name="traces end", daemon=True)
        thread.start()
        thread.join(STOP_SECONDS)


class _Begun:
    """A span of the SDK (`contract.tracing.spans.Span`)."""

    def __init__(self, span: Span) -> None:
        self._span = span
        carrier: dict[str, str] = {}
        _PROPAGATOR.inject(carrier, set_span_in_context(span, Context()))
        self._failed = False
        self._context = " ".join(carrier[name] for name in ("traceparent", "tracestate") if carrier.get(name)) or None

    @property
    def context(self) -> str | None:
        return self._context

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def set(self, attributes: Attributes) -> None:
        self._span.set_attributes(attributes)

    def fail(self, error_type: str) -> None:
        if self._failed:
            return
        self._failed = True
        # No description: messages of errors may contain addresses with keys.
        self._span.set_attribute("error.type", error_type)
        self._span.set_status(Status(StatusCode.ERROR))

    def end(self, ended_at: datetime | None = None) -> None:
        self._span.end(_nanoseconds(ended_at))


class _Ids(RandomIdGenerator):
    """Random ids, except for a span whose id is given."""

    def generate_span_id(self) -> int:
        return _given_id.get() or super().generate_span_id()


class _Rarely(logging.Filter):
    """Lets one line of a logger pass per `LOG_SECONDS`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._next_at = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        if (now := self._now()) < self._next_at:
            return False
        self._next_at = now + LOG_SECONDS
        return True


def _log_rarely() -> None:
    for name in LOGGERS:
        logging.getLogger(name).addFilter(_Rarely())


def _resource(role: str) -> Resource:
    """What the process is. The operator's name of the service counts, if there is one."""
    found = Resource.create({"service.instance.id": f"{socket.gethostname()}:{os.getpid()}"})
    if str(found.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
        found = found.merge(Resource({SERVICE_NAME: f"orbweaver-{role}"}))
    return found


def _context_of(parent: str | None) -> Context:
    """The parent as the SDK's context. It is empty, not the SDK's current one, which nothing here sets."""
    return _PROPAGATOR.extract(spans.headers(parent), Context())


def _span_context(context: Context) -> SpanContext:
    return get_current_span(context).get_span_context()


def _nanoseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1_000_000) * 1_000
