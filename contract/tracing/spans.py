"""Spans: what a process reports about its work while OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise nothing here has an effect.

A context names a span for its children, in this process or another one: the text of a `traceparent` header (W3C Trace Context)
and, after a space, that of `tracestate` if there is one. It is stored with a job, so its pages belong to the trace of the call.

To add a span: `with spans.span(…)` around the work. Attributes have the names of OpenTelemetry's conventions, or begin
with `orbweaver.`. They contain no header, no body, no key and no value of a query (`attributes.py`).
"""

from __future__ import annotations

import importlib
import logging
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from typing import Literal, Protocol

log = logging.getLogger(__name__)

Attributes = Mapping[str, str | int | float | bool]
Kind = Literal["internal", "server", "client", "consumer"]
SETTING = "OTEL_EXPORTER_OTLP_ENDPOINT"
# Longer values of `tracestate` are not passed on; the trace remains whole without them.
STATE_MAX_CHARS = 512


class Span(Protocol):
    """A span that has begun. Its methods may be called from any thread and raise no error."""

    @property
    def context(self) -> str | None:
        """The context for its children; None while nothing is reported."""

    def rename(self, name: str) -> None:
        """Replace the name that it began with."""

    def set(self, attributes: Attributes) -> None:
        """Add attributes."""

    def fail(self, error_type: str) -> None:
        """Mark it as failed, with a word that names the kind of error. Only the first call counts."""

    def end(self, ended_at: datetime | None = None) -> None:
        """End it, now or at a time in the past. Only the first call counts."""


class Tracer(Protocol):
    """Makes and exports spans (`export.py`)."""

    def begin(
        self, name: str, kind: Kind, parent: str | None, attributes: Attributes, *,
        started_at: datetime | None = None, span_id: int | None = None, transport: str | None = None,
    ) -> Span: ...  # fmt: skip

    def stop(self) -> None:
        """Export what is left, within a short time."""


class _NoSpan:
    context = None

    def rename(self, name: str) -> None: ...
    def set(self, attributes: Attributes) -> None: ...
    def fail(self, error_type: str) -> None: ...
    def end(self, ended_at: datetime | None = None) -> None: ...


NO_SPAN: Span = _NoSpan()
_NOTHING = nullcontext(NO_SPAN)
_tracer: Tracer | None = None
_current: ContextVar[str | None] = ContextVar("orbweaver_trace", default=None)


def start(endpoint: str | None, role: str) -> None:
    """Let this process report spans, if an endpoint is set. Call it after a fork: it starts a thread.

    Without the packages of the extra `otel`, or with a variable that OpenTelemetry cannot read, the process works without
    traces, and says so in its log.
    """
    global _tracer
    if endpoint is None:
        return
    try:
        _tracer = importlib.import_module("contract.tracing.export").OpenTelemetry(role)
    except ModuleNotFoundError as error:
        log.warning(
            "No traces, although %s is set: %s. Install the extra: pip install 'orbweaver[otel]'", SETTING, error
        )
    except ValueError as error:
        log.warning("No traces, because an OTEL_ variable is not valid: %s", error)


def stop() -> None:
    """Export what is left, within a short time, and report nothing more."""
    global _tracer
    if _tracer is not None:
        tracer, _tracer = _tracer, None
        tracer.stop()


def is_on() -> bool:
    """Whether this process reports spans."""
    return _tracer is not None


def current() -> str | None:
    """The context of the span that this task or thread works for."""
    return _current.get()


def begin(name: str, *, kind: Kind, parent: str | None, attributes: Attributes) -> Span:
    """A span that the caller ends. It does not become the current one."""
    return NO_SPAN if _tracer is None else _tracer.begin(name, kind, parent, attributes)


def span(
    name: str, attributes: Callable[[], Attributes] = dict, *, kind: Kind = "internal", parent: str | None = None,
    transport: str | None = None, expected: tuple[type[Exception], ...] = (),
) -> AbstractContextManager[Span]:  # fmt: skip
    """A span around a block, whose error it names. It is the current one meanwhile.

    Args:
        attributes: called only if spans are reported.
        parent: a context; the current one if it is None.
        transport: the context of the request that brought a message with a context of its own, `parent`. The span has a link
            to it; if `parent` is not valid, it is the parent.
        expected: exceptions that are not failures.
    """
    if _tracer is None:
        return _NOTHING
    begun = _tracer.begin(name, kind, parent or _current.get(), attributes(), transport=transport)
    return _running(begun, expected)


@contextmanager
def _running(span: Span, expected: tuple[type[Exception], ...]) -> Iterator[Span]:
    before = _current.set(span.context)
    try:
        yield span
    except expected:
        raise
    except CancelledError:
        # Whoever waited for the work has what it needs, or has gone.
        span.set({"orbweaver.cancelled": True})
        raise
    except BaseException as error:
        span.fail(error_type(error))
        raise
    finally:
        _current.reset(before)
        span.end()


@contextmanager
def within(context: str | None) -> Iterator[None]:
    """Until the block ends, spans are children of the span with this context, which another process may report."""
    before = _current.set(context)
    try:
        yield
    finally:
        _current.reset(before)


def report(
    name: str, *, parent: str | None, span_id: int, started_at: datetime, ended_at: datetime, attributes: Attributes,
    error_type: str | None = None,
) -> None:  # fmt: skip
    """Report a span that has ended, with the id that its children know."""
    if _tracer is None:
        return
    span = _tracer.begin(name, "internal", parent, attributes, started_at=started_at, span_id=span_id)
    if error_type:
        span.fail(error_type)
    span.end(ended_at)


def error_type(error: BaseException) -> str:
    """The word that names an error: the code that callers get, or the name of the exception's class."""
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else type(error).__name__


def headers(context: str | None) -> dict[str, str]:
    """The headers that pass a context on to another service."""
    if not context:
        return {}
    parent, _, state = context.partition(" ")
    return {"traceparent": parent, "tracestate": state} if state else {"traceparent": parent}


def context_of(traceparent: str, tracestate: str) -> str | None:
    """The context that a request's headers name, which is checked where it is used. None without one."""
    if not traceparent:
        return None
    return f"{traceparent} {tracestate}" if 0 < len(tracestate) <= STATE_MAX_CHARS else traceparent


def trace_id(context: str | None) -> str | None:
    """The id of a context's trace, for log lines."""
    return context.split("-", 2)[1] if context and context.count("-") >= 3 else None
