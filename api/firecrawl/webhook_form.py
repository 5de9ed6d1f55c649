"""Firecrawl's option `webhook`: what is called, and the form of its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api.firecrawl.failures import bad_request


def read(given: Any, events: Sequence[str]) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """(the webhook as an object, what is stored beside it: which of `events` are sent, and the caller's metadata).

    Raises:
        Refused: it is not a webhook, or asks for other events.
    """
    hook: Any = {"url": given} if isinstance(given, str) else given
    if not isinstance(hook, Mapping):
        raise bad_request("webhook", "must be a URL or a JSON object")
    asked = hook.get("events")
    asked = list(events) if asked is None else asked
    if not isinstance(asked, list) or not set(map(str, asked)) <= set(events):
        raise bad_request("webhook", f"events must be a list of {', '.join(events)}")
    metadata = hook.get("metadata") or {}
    if not isinstance(metadata, Mapping):
        raise bad_request("webhook", "metadata must be a JSON object")
    return hook, {"events": asked, "metadata": metadata}
