"""A made-up page with the schema asked of it and the true answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmarks.sites.declared.markup import Thing, graph, json_ld, microdata, rdfa

TEXT, NUMBER, INTEGER, FLAG = {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"}
URL, DAY = {"type": "string", "format": "uri"}, {"type": "string", "format": "date"}
TEXTS = {"type": "array", "items": {"type": "string"}}
FORMATS = ("json-ld", "graph", "microdata", "rdfa")


@dataclass(frozen=True)
class MadePage:
    """A page, the schema asked of it, and the true answer. Fields that are not in `truth` must stay unanswered."""

    kind: str
    format: str
    html: str
    schema: dict[str, Any]
    truth: dict[str, Any]
    url: str = "https://site.example/a/page"


def schema(**properties: Any) -> dict[str, Any]:
    """An object with these properties, all optional."""
    return {"type": "object", "properties": properties}


def listed(item: dict[str, Any]) -> dict[str, Any]:
    """A list of such items."""
    return {"type": "array", "items": item}


def marked_up(format: str, thing: Thing, *beside: Thing) -> tuple[str, str]:
    """The head and the body that declare a thing in a format."""
    if format == "json-ld":
        return json_ld(*beside, thing), ""
    if format == "graph":
        return graph(thing, *beside), ""
    if format == "microdata":
        return json_ld(*beside) if beside else "", microdata(thing)
    return "", rdfa(thing)
