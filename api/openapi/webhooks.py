"""The `webhooks` section: the requests that the service sends to the `webhook` of a crawl, batch or watch."""

from __future__ import annotations

from typing import Any

from contract import limits

# The name of an event, and the schema of its data. A batch completes also when all of its pages failed.
EVENTS = {
    "crawl.page": "PageEvent",
    "crawl.completed": "JobEnd",
    "crawl.failed": "JobEnd",
    "crawl.cancelled": "JobEnd",
    "batch.page": "PageEvent",
    "batch.completed": "JobEnd",
    "batch.cancelled": "JobEnd",
    "watch.changed": "WatchEvent",
    "watch.error": "WatchEvent",
    "watch.recovered": "WatchEvent",
}
# A separate tag: client generators make a class per tag, and would replace the one of the paths with the same tag.
TAG = "webhooks"
WHEN = {
    "page": "A page of a {} has completed or failed.",
    "completed": "A {} has completed.",
    "failed": "A {} has failed: its start page could not be scraped.",
    "cancelled": "A {} was cancelled.",
    "changed": "A check of a {} found a change that meets its conditions.",
    "error": "As many checks of a {} failed after each other as its options say. Sent once.",
    "recovered": "A check of a {} succeeded, after its failure was reported.",
}
_HEADERS = (
    (
        "webhook-id",
        {"type": "string", "format": "uuid"},
        "Id of the event, the same in every attempt. Use it to skip repeats.",
    ),
    ("webhook-timestamp", {"type": "string", "pattern": "^[0-9]+$"}, "Time of the attempt in seconds since 1970."),
    (
        "webhook-signature",
        {"type": "string"},
        "Signature as Standard Webhooks specifies: `v1,` and the base64 of an HMAC-SHA256 of `{id}.{timestamp}.{body}` with the"
        " webhook's `secret`, or the workspace's.",
    ),
)
PARAMETERS = [
    {"in": "header", "name": name, "required": True, "schema": schema, "description": text}
    for name, schema, text in _HEADERS
]
_DELIVERY = (
    f" The receiver has {limits.WEBHOOK_MAX_SECONDS} seconds to answer with a status of 2xx. Other answers are tried again,"
    " except 410. An event may arrive twice, and events may arrive in another order."
)


def described() -> dict[str, Any]:
    """The section, by name of the event."""
    return {name: {"post": _operation(name)} for name in EVENTS}


def _operation(name: str) -> dict[str, Any]:
    kind, _, event = name.partition(".")
    text = WHEN[event].format(kind)
    return {
        "operationId": f"on{kind.title()}{event.title()}",
        "tags": [TAG],
        "summary": text.removesuffix("."),
        "description": text + _DELIVERY,
        "parameters": PARAMETERS,
        "requestBody": {"required": True, "content": {"application/json": {"schema": _body(name)}}},
        "responses": {
            "2XX": {"description": "The event was received."},
            "410": {"description": "The receiver requests no further attempts of this event."},
        },
        "security": [],
    }


def _body(name: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "id": {"type": "string", "format": "uuid", "description": "Id of the event, as in `webhook-id`."},
            "type": {"type": "string", "enum": [name], "description": "Name of the event."},
            "timestamp": {"type": "string", "format": "date-time", "description": "Time of the event, UTC, ISO 8601."},
            "data": {"$ref": f"#/components/schemas/{EVENTS[name]}"},
        },
        "required": ["data", "id", "timestamp", "type"],
    }
