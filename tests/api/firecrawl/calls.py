"""Calls of Firecrawl's interface for tests of the translations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.asgi.rest_call import RestAnswer
from api.firecrawl.call import Call
from contract.addresses import Policy


def call_of(body: Mapping[str, Any] | None = None, *answers: tuple[int, dict[str, Any]], version: int = 2) -> Call:
    """A call whose REST calls get these answers, one after the other."""
    left = list(answers)

    async def send(*_: Any, **__: Any) -> RestAnswer:
        return RestAnswer(*left.pop(0))

    return Call(
        version=version, body=body or {}, query={}, job_id="", send=send, base_url="http://127.0.0.1", policy=Policy(),
        sync_budget_ms=90_000, watch_days=90,
    )  # fmt: skip
