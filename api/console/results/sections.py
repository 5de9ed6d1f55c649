"""The sections that a result is shown in: what there is to see, and the template that shows it.

To add one: a row in `_SECTIONS`, and a template of its name in `templates/results/`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.console.results.evidence import value_at
from api.console.results.fitted import fit
from contract.operations import OPERATIONS

Result = Mapping[str, Any]
# Rows of a table; longer lists end with a note. The JSON has all.
ROWS_MAX = 1_000
_VALUE_CHARS_MAX = 2_000


@dataclass(frozen=True)
class Section:
    """One view of a result. `name` is its template in `templates/results/`."""

    name: str
    title: str


def _filled(name: str) -> Callable[[Result], bool]:
    return lambda result: result[name] not in (None, "", [], {})


def _given(name: str) -> Callable[[Result], bool]:
    """Whether a text is there, which may be empty: the browser leaves out long texts that a script shows."""
    return lambda result: result[name] is not None


def _always(result: Result) -> bool:
    return True


# By operation: (template, title, whether the result has it).
_SECTIONS: Mapping[str, tuple[tuple[str, str, Callable[[Result], bool]], ...]] = {
    "scrape": (
        ("page/rendered", "Page", _given("markdown")), ("page/markdown", "Markdown", _given("markdown")),
        ("page/summary", "Summary", _filled("summary")), ("page/data", "Data", _filled("json")),
        ("page/links", "Links", _filled("links")), ("images", "Images", _filled("images")),
        ("page/structured", "Structured data", _filled("structured")),
        ("page/html", "HTML", _given("html")), ("page/raw_html", "Raw HTML", _given("rawHtml")),
        ("page/metadata", "Metadata", _always),
    ),
    "map": (("map", "URLs", _always),),
    "search": (("search", "Results", _always),),
    "extract": (("extract", "Data", _always), ("collection", "Merged", _filled("collection"))),
    "images": (("images", "Images", _always),),
    "screenshot": (("screenshot", "Screenshot", _always),),
    "brand": (("brand/one", "Brand", _always), ("brand/details", "Details", _always)),
    "brand-batch": (("brand/many", "Brands", _always),),
    "brand-logo": (("brand/logo", "Logo", _filled("url")),),
    "styleguide": (
        ("brand/styleguide", "Colours", _always), ("brand/typography", "Type", _always),
        ("brand/shapes", "Shapes and buttons", _always),
    ),
}  # fmt: skip


def fitted(operation: str, value: Any) -> dict[str, Any]:
    """A JSON value as the result of an operation."""
    return fit(OPERATIONS[operation].result, value)


def sections_of(operation: str, result: Result) -> list[Section]:
    """The sections that a fitted result has."""
    return [Section(name, title) for name, title, has in _SECTIONS.get(operation, ()) if has(result)]


@dataclass(frozen=True)
class Fact:
    """One extracted value, with the passage that it is in."""

    name: str
    value: str
    confidence: float | None
    evidence: str | None


def facts_of(page: Result) -> list[Fact]:
    """The values of an extracted page. With their evidence, if the call asked for it."""
    data, proofs = page["data"] or {}, page["fields"]
    if not proofs:
        return [Fact(name, as_text(value), None, None) for name, value in _leaves(data)]
    return [
        Fact(name, as_text(value_at(data, name)), proof["confidence"], proof["evidence"])
        for name, proof in proofs.items()
    ]


def _leaves(value: Any) -> Iterator[tuple[str, Any]]:
    """The values inside of a JSON value with their dotted names, without recursion."""
    stack = [("", value)]
    while stack:
        name, value = stack.pop()
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
        if inner is None or not value:
            yield name, value
        else:
            stack.extend(reversed([(f"{name}.{key}" if name else str(key), each) for key, each in inner]))


def as_text(value: Any) -> str:
    """A JSON value for a cell of a table."""
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _VALUE_CHARS_MAX else text[: _VALUE_CHARS_MAX - 1] + "…"


def pretty(value: Any) -> str:
    """A JSON value on several lines."""
    return json.dumps(value, ensure_ascii=False, indent=2)
