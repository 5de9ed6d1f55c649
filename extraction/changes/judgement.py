"""What a check of a watch finds on one page: reads the version from a scrape's result, compares it, and learns.

Pure, like the rest of the package. Takes and returns plain values, because it runs in the reading pool.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import lxml.html
from cssselect import SelectorError
from lxml.cssselect import CSSSelector
from lxml.etree import XPathError

from extraction.changes import comparison, noise, version
from extraction.changes.change import Change
from extraction.changes.conditions import Condition, evaluate
from extraction.changes.noise import Noise
from extraction.changes.pair import Pair
from extraction.changes.version import FieldValue, Version

# Texts that one selector may select, and values of a schema.
SELECTED_MAX, FIELDS_MAX = 200, 1_000
# A place of the page that changes at so many visits after each other is noise.
FIRM_LOOKS = 4
_STATUS = re.compile(r"HTTP ([0-9]{3})\Z")


@dataclass(frozen=True)
class Visit:
    """What a check's job stored for a page: the JSON text of a scrape's result, or the recorded error."""

    url: str
    result: str | None = None
    error: str | None = None


@dataclass(frozen=True)
class Known:
    """What is stored of the page: the last good visit and the noise as JSON, and whether it was reported as removed."""

    last: str | None = None
    noise: str | None = None
    is_removed: bool = False


@dataclass(frozen=True)
class Asked:
    """What is compared, and of what the caller wants to hear. `reports_new`: pages that appear are reported."""

    compare: tuple[str, ...] = ("markdown",)
    selectors: tuple[str, ...] = ()
    conditions: tuple[Mapping[str, Any], ...] = ()
    reports_new: bool = False
    diff_max_chars: int = 200_000


@dataclass(frozen=True)
class Judgement:
    """What was found.

    Attributes:
        page: the page in the wire names of `contract.results.watch.WatchedPage`.
        last, noise: what is to be stored for the next visit.
        version: JSON of a new version, or None.
        is_removed: whether the page is away.
    """

    page: dict[str, Any]
    last: str | None
    noise: str | None
    version: str | None
    is_removed: bool

    @property
    def result(self) -> str:
        """`new`, `same`, `changed`, `removed` or `error`."""
        return str(self.page["result"])

    @property
    def is_reported(self) -> bool:
        """Whether the caller wants to hear of it."""
        return bool(self.page["reported"])


def judge(visit: Visit, known: Known, asked: Asked) -> Judgement:
    """What a visit of a page found.

    The first visit is `new`. The second teaches what changes at every visit; of its text nothing is judged.
    """
    before = None if known.last is None else version.from_json(known.last)
    after = version_of(visit, asked.selectors)
    if after is None:
        change = Change("error", visit.error or "The page could not be read.")
        return Judgement(written(visit.url, change, False, asked), known.last, known.noise, None, known.is_removed)
    learned = Noise() if known.noise is None else noise.from_json(known.noise)
    pair = Pair(before, after)
    is_second = before is not None and not learned.is_ready
    if is_second:
        learned = comparison.learn_pair(learned, pair)
    change = comparison.compare_pair(pair, learned, asked.compare)  # type: ignore[arg-type]
    if before is not None and not is_second and change.result in ("same", "changed"):
        learned = comparison.learn_pair(_firm(learned) if change.result == "changed" else learned, pair)
    is_good = change.result in ("new", "same", "changed")
    text = version.to_json(after) if is_good else known.last
    return Judgement(
        written(visit.url, change, _is_reported(change, before, after, known, asked), asked),
        text,
        noise.to_json(learned),
        text if change.result in ("new", "changed") else None,
        change.result == "removed" or (known.is_removed and not is_good),
    )


def _firm(learned: Noise) -> Noise:
    """The noise with at least `FIRM_LOOKS` looks, in which what was noise stays noise.

    After few looks, one change would make its place noise, and the next change there would be missed.
    """
    while learned.looks < FIRM_LOOKS:
        learned = learned.seen(
            {name: part.words for name, part in learned.parts.items() if learned.has(name, part.words)}
        )
    return learned


def compare_versions(url: str, before: str | None, after: str | None, asked: Asked) -> dict[str, Any]:
    """The difference of two stored versions, without noise, as a page in wire names."""
    if after is None:
        return written(url, Change("removed", "There is no version of this page at the newer check."), False, asked)
    old = None if before is None else version.from_json(before)
    change = comparison.compare(old, version.from_json(after), Noise(), asked.compare)  # type: ignore[arg-type]
    return written(url, change, False, asked)


def _is_reported(change: Change, before: Version | None, after: Version, known: Known, asked: Asked) -> bool:
    if change.result == "removed":
        return before is not None and not known.is_removed
    if change.result == "changed" or (change.result == "new" and asked.reports_new):
        return evaluate([_condition(each) for each in asked.conditions], before, after, change)
    return False


def _condition(values: Mapping[str, Any]) -> Condition:
    number = values.get("number")
    return Condition(
        kind=values["kind"], field=values.get("field", "markdown"), percent=bool(values.get("percent", False)),
        number=None if number is None else Decimal(str(number)), text=values.get("text") or "",
    )  # fmt: skip


def written(url: str, change: Change, is_reported: bool, asked: Asked) -> dict[str, Any]:
    """A change as a page in wire names."""
    diff = change.diff
    if len(diff) > asked.diff_max_chars:
        diff = diff[: asked.diff_max_chars] + "\n… the diff was cut\n"
    return {
        "url": url, "result": change.result, "description": change.description, "reported": is_reported, "diff": diff,
        "addedWords": list(change.added_words), "removedWords": list(change.removed_words), "share": change.share,
        "fields": [_wire(asdict(each)) for each in change.fields],
    }  # fmt: skip


def _wire(values: dict[str, Any]) -> dict[str, Any]:
    values["oldEvidence"], values["newEvidence"] = values.pop("old_evidence"), values.pop("new_evidence")
    return values


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
