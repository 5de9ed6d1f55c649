"""What a check of a watch got of one page, and the version that is read from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import lxml.html
from cssselect import SelectorError
from lxml.cssselect import CSSSelector
from lxml.etree import XPathError

from extraction.changes.version import FieldValue, Version

# Texts that one selector may select, and values of a schema.
SELECTED_MAX, FIELDS_MAX = 200, 1_000
_STATUS = re.compile(r"HTTP ([0-9]{3})\Z")


@dataclass(frozen=True)
class Visit:
    """What a check's jobs stored for a page: the JSON text of a scrape's result, or the recorded error.

    `screenshot` is what was taken of the page, or None with the reason. `picture_ids` are new ids for it and for a picture of
    its difference.
    """

    url: str
    result: str | None = None
    error: str | None = None
    screenshot: bytes | None = None
    screenshot_error: str | None = None
    picture_ids: tuple[str, str] = ("", "")


def version_of(visit: Visit, selectors: tuple[str, ...] = ()) -> Version | None:
    """The version that a visit read. None if it got no answer from the page's site."""
    if visit.result is None:
        status = _STATUS.match(visit.error or "")
        return Version(status=int(status[1]), url=visit.url, final_url=visit.url) if status else None
    read = json.loads(visit.result)
    if "results" in read:
        return Version(url=visit.url, final_url=visit.url, markdown=_of_search(read["results"]))
    price, currency = _price(read.get("structured") or {})
    return Version(
        status=read["status"], url=visit.url, final_url=read["finalUrl"], title=read["metadata"].get("title"),
        markdown=read.get("markdown") or "", blocked=bool(read["quality"].get("blocked")),
        selected=_selected(read.get("rawHtml") or "", selectors),
        json=dict(list(_fields(read.get("json") or {}))[:FIELDS_MAX]), price=price, currency=currency,
        screenshot=visit.screenshot,
    )  # fmt: skip


def _of_search(results: list[dict[str, Any]]) -> str:
    """The results of a search as Markdown. An empty text would count as a page that could not be read."""
    return (
        "".join(f"- [{each['title']}]({each['url']})\n\n  {each['snippet']}\n\n" for each in results)
        or "There are no results.\n"
    )


def _selected(html: str, selectors: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    if not selectors or not html.strip():
        return {}
    root = lxml.html.document_fromstring(html.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    found = {}
    for selector in selectors:
        try:
            elements = CSSSelector(selector, translator="html")(root)[:SELECTED_MAX]
        except (SelectorError, XPathError):
            continue
        found[selector] = tuple(" ".join(str(each.text_content()).split()) for each in elements)
    return found


def _fields(value: Any, name: str = "") -> Iterator[tuple[str, FieldValue]]:
    """The values of a JSON object by dotted name."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if below is None:
        yield name, FieldValue(value)
        return
    for key, each in below:
        yield from _fields(each, f"{name}.{key}" if name else str(key))


def _price(structured: dict[str, Any]) -> tuple[str | None, str | None]:
    """The first price that the page declares, with its currency."""
    for found in _objects([structured.get("entities"), structured.get("jsonLd"), structured.get("microdata")]):
        price = found.get("price", found.get("lowPrice"))
        if isinstance(price, (str, int, float)) and not isinstance(price, bool) and str(price).strip():
            currency = found.get("priceCurrency")
            return str(price).strip(), currency if isinstance(currency, str) else None
    return None, None


def _objects(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if depth > 12:
        return
    if isinstance(value, dict):
        yield value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in below:
        yield from _objects(each, depth + 1)
