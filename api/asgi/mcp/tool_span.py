"""The span of a tool call, by OpenTelemetry's conventions for MCP (`mcp.…`). No argument and no result.

Its parent is the context in the message itself, `traceparent` and `tracestate` in `_meta`: a message is not its request, which
a proxy may have sent. Without one it is the request's span.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from api.asgi.answer import Message
from api.call_span import TRACE_KEY
from contract.tracing import spans
from contract.tracing.spans import Attributes, Span

CALL = "tools/call"
# The word that the conventions use for a result that is an error.
TOOL_ERROR = "tool_error"


def of_call(
    tool: str | None, meta: Mapping[str, Any] | None, version: str, scope: Message
) -> AbstractContextManager[Span]:
    """A span around a tool call. `tool` is None for a name that is not a tool's, `version` that of the protocol."""

    def attributes() -> Attributes:
        known = {} if tool is None else {"gen_ai.tool.name": tool}
        return {
            "mcp.method.name": CALL,
            "mcp.protocol.version": version,
            "gen_ai.operation.name": "execute_tool",
            **known,
        }

    name = CALL if tool is None else f"{CALL} {tool}"
    return spans.span(name, attributes, kind="server", parent=_context(meta or {}), transport=scope.get(TRACE_KEY))


def _context(meta: Mapping[str, Any]) -> str | None:
    parent, state = (value if isinstance(value, str) else "" for value in map(meta.get, ("traceparent", "tracestate")))
    return spans.context_of(parent, state)
