"""The span of a call: from its request to the end of its answer, or of its websocket. Calls inside the process (MCP,
Firecrawl) belong to the outer one.

A caller's `traceparent` is continued. Its sampling flag counts, unless the operator chooses another sampler.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from flask import Flask, Response, g, request

from contract.tracing import spans
from contract.tracing.attributes import ids
from contract.tracing.spans import Span

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# The entries of the ASGI scope and the WSGI environment with the context of the call's span, and with the span itself.
TRACE_KEY, SPAN_KEY = "orbweaver.trace", "orbweaver.span"
# Asked every few seconds by machines.
UNREPORTED = ("/healthz", "/readyz", "/metrics")
# The paths below these have no secret. Pages of the console may: an invitation is an address.
SHOWN_PATHS = ("/v1/", "/v2/", "/mcp")
# The code with which a websocket is closed after an error of ours.
INTERNAL_ERROR = 1011
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


async def serve(
    app: Callable[[Message, Receive, Send], Awaitable[None]], scope: Message, receive: Receive, send: Send
) -> None:
    """Let an application answer a request or serve a websocket, and report the call."""
    if not spans.is_on() or scope["path"] in UNREPORTED:
        await app(scope, receive, send)
        return
    span = _begin(scope)
    accepted = False

    async def noting(message: Message) -> None:
        nonlocal accepted
        kind = message["type"]
        if kind == "http.response.start":
            _note_status(span, message["status"])
        elif kind == "websocket.close" and accepted:
            _note_close(span, message["code"])
        elif kind in ("websocket.accept", "websocket.close"):
            accepted = kind == "websocket.accept"
            # What the server answers: a websocket that is closed before it is accepted is refused.
            _note_status(span, 101 if accepted else 403)
        await send(message)

    try:
        await app({**scope, TRACE_KEY: span.context, SPAN_KEY: span}, receive, noting)
    except BaseException as error:
        span.fail(spans.error_type(error))
        raise
    finally:
        span.end()


def install(app: Flask) -> None:
    """Let Flask say which route a call has, and for whom it is."""

    @app.after_request
    def describe(response: Response) -> Response:
        span: Span | None = request.environ.get(SPAN_KEY)
        if span is None:
            return response
        if request.url_rule is not None:
            name_route(request.environ, request.method, request.url_rule.rule)
        workspace_id = g.caller.workspace_id if "caller" in g else None
        span.set(ids(request_id=g.get("request_id"), job_id=g.get("job_id"), workspace_id=workspace_id))
        if response.status_code >= 500 and "error_code" in g:
            span.fail(g.error_code)
        return response


def name_route(scope: Mapping[str, Any], method: str, route: str) -> None:
    """Name the span of a call after its route, such as `/v1/web/crawl/<job_id>`. `scope` is that of ASGI or WSGI."""
    if (span := scope.get(SPAN_KEY)) is not None:
        span.rename(f"{method} {route}")
        span.set({"http.route": route})


def note_ids(scope: Mapping[str, Any], **known: object) -> None:
    """Add ids that are known now to the span of a call (`contract.tracing.attributes.ids`)."""
    if (span := scope.get(SPAN_KEY)) is not None:
        span.set(ids(**known))


def context_of_call() -> str | None:
    """The context of the span of the call that Flask handles."""
    found: str | None = request.environ.get(TRACE_KEY)
    return found


def _begin(scope: Message) -> Span:
    # A method that is not known would add another name.
    method = scope.get("method", "GET")
    method = method if method in METHODS else "_OTHER"
    attributes: dict[str, Any] = {"http.request.method": method, "url.scheme": scope.get("scheme", "http")}
    if scope["type"] == "websocket":
        attributes["network.protocol.name"] = "websocket"
    if scope["path"].startswith(SHOWN_PATHS):
        attributes["url.path"] = scope["path"]
    return spans.begin(method, kind="server", parent=_parent(scope), attributes=attributes)


def _parent(scope: Message) -> str | None:
    """The context that the request names. A repeated header is not valid."""
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"traceparent"]
    states = [value.decode("latin-1") for name, value in scope["headers"] if name == b"tracestate"]
    return spans.context_of(given[0], ",".join(states)) if len(given) == 1 else None


def _note_status(span: Span, status: int) -> None:
    span.set({"http.response.status_code": status})
    if status >= 500:
        span.fail(str(status))


def _note_close(span: Span, code: int) -> None:
    span.set({"orbweaver.websocket.close_code": code})
    if code == INTERNAL_ERROR:
        span.fail(str(code))
