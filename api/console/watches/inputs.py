"""The inputs of the form of a watch, made from its options. What is checked, compared and reported has a part of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from api.console.playground.inputs import Input, describe, with_defaults
from contract import limits
from contract.options.watch import WatchOptions

ALL = describe(WatchOptions)
_NAMED = {each.name: each for each in ALL}
# Of how pages are read: what `compare` decides, and what a comparison does not use.
_NOT_COMPARED = frozenset(("formats", "maxAge", "attributes", "history"))
_LABELS = {
    "scrapeOptions": "How pages are read", "site.url": "Start URL", "site.limit": "Most pages", "query": "Search",
    "emails": "E-mail", "confirm": "Confirm changes", "failuresBeforeError": "Failed checks before an error is reported",
}  # fmt: skip


def _labelled(each: Input) -> Input:
    most = limits.WATCH_SITE_PAGES_MAX if each.path == "site.limit" else each.high
    return replace(each, label=_LABELS.get(each.path, each.label), high=most)


def _group(name: str, without: Collection[str], first: str = "") -> Input:
    inner = [_labelled(each) for each in _NAMED[name].inner if each.name not in without]
    return replace(_labelled(_NAMED[name]), inner=tuple(sorted(inner, key=lambda each: each.name != first)))


URLS, QUERY = _NAMED["urls"], _labelled(_NAMED["query"])
SITE = _group("site", ("scrapeOptions", "webhook"), first="url")
READING = _group("scrapeOptions", _NOT_COMPARED)
NAME, COMPARE, SELECTORS = _NAMED["name"], _NAMED["compare"], _NAMED["selectors"]
WEBHOOK = _group("webhook", ())
CONFIRM, SUMMARY = _labelled(_NAMED["confirm"]), _NAMED["summary"]
FAILURES = _labelled(_NAMED["failuresBeforeError"])
REPORTS = (CONFIRM, SUMMARY, WEBHOOK, _labelled(_NAMED["emails"]), FAILURES)
# What may be watched, and the inputs of each.
SUBJECTS: Mapping[str, tuple[Input, ...]] = {"pages": (URLS,), "site": (SITE,), "search": (QUERY,)}
EVERY = (NAME, URLS, SITE, QUERY, COMPARE, SELECTORS, READING, *REPORTS)


def reading(default_options: Mapping[str, Any]) -> Input:
    """The group of how pages are read, with the default options of a workspace."""
    return with_defaults((READING,), {READING.name: default_options})[0]
