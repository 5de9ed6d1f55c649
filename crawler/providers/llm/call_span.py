"""The attributes of the span of a call to a language model, by OpenTelemetry's conventions (`gen_ai.…`). No text of either side."""

from __future__ import annotations

from contract.tracing.attributes import server_of
from contract.tracing.spans import Attributes, Span
from crawler.providers.llm import completion
from crawler.providers.llm.bounded_post import Reply


def described(model: str, url: str) -> Attributes:
    """What is known before the call. The provider is the one whose interface the server has."""
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": model,
        **server_of(url),
    }


def note_reply(span: Span, reply: Reply) -> None:
    """What the reply says: its status, and the model and tokens that the server counted."""
    span.set({"http.response.status_code": reply.status, **completion.usage_of(reply.body)})
    if reply.status != 200:
        span.fail(str(reply.status))
