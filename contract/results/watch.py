"""Results of watches: a watch, its checks, and what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.account import NEXT_CURSOR
from contract.results.formats import TIME_FORMAT, UUID_FORMAT

# Below the first is the token of a watch's Atom feed, and below that the RSS feed and the pictures.
FEEDS, RSS, PICTURES = "/feeds/watch", "/rss", "/pictures"
RESULTS = ("new", "same", "changed", "removed", "error")
# The most important first: the result of a check is that of its pages.
BY_IMPORTANCE = ("changed", "removed", "new", "same", "error")
# The error of a check that the workspace could not pay for.
NO_CREDITS = "Insufficient credits: the check was not made."
CHECK_STATUSES = ("queued", "running", "completed", "failed")


@dataclass(frozen=True, kw_only=True)
class WatchedField:
    """A value that changed: of a schema, a selector, the price, the title or the HTTP status."""

    aspect: str = option(fields.String(), "Kind of the value: `json`, `selectors`, `price`, `title` or `status`.")
    name: str = option(fields.String(), "Dotted name of a schema's value, the selector, or the aspect.")
    old: Any = option(fields.Raw(metadata={"published": {}}), "The value before. null if there was none.", default=None)
    new: Any = option(fields.Raw(metadata={"published": {}}), "The value now. null if there is none.", default=None)
    old_evidence: str | None = option(fields.String(), "Passage of the page that showed the old value.", default=None)
    new_evidence: str | None = option(fields.String(), "Passage of the page that shows the new value.", default=None)


_ADDRESS_IS_KEY = " Anyone with the address can read it."


@dataclass(frozen=True, kw_only=True)
class WatchedScreenshot:
    """The screenshots of a page before and after a change."""

    before: str | None = option(
        fields.String(metadata={"format": "uri"}),
        "Address of the screenshot of the visit before." + _ADDRESS_IS_KEY,
        default=None,
    )
    after: str = option(
        fields.String(metadata={"format": "uri"}), "Address of the screenshot of this visit." + _ADDRESS_IS_KEY
    )
    difference: str | None = option(
        fields.String(metadata={"format": "uri"}),
        "Address of a picture of both, with the difference in red. null if the difference does not count as a change."
        + _ADDRESS_IS_KEY,
        default=None,
    )
    share: float = option(
        fields.Float(), "Share of the area that changed, from 0 to 1, without what changes at every visit.", default=0.0
    )


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What changed on a page since an earlier visit."""

    result: str = option(
        fields.String(metadata={"enum": list(RESULTS)}),
        "`new`: the first visit. `same`: a reader would notice no change. `changed`. `removed`: the page is gone. `error`: the"
        " page could not be read, and is not compared.",
    )
    description: str = option(fields.String(), "What changed, in one or two sentences.")
    diff: str = option(fields.String(), "Unified diff of the Markdown.", default="")
    added_words: tuple[str, ...] = option(fields.List(fields.String()), "Words that are new, at most 200.", default=())
    removed_words: tuple[str, ...] = option(
        fields.List(fields.String()), "Words that are gone, at most 200.", default=()
    )
    share: float = option(fields.Float(), "Share of the words that changed, from 0 to 1.", default=0.0)
    fields: tuple[WatchedField, ...] = option(
        fields.List(fields.Nested(schema_of(WatchedField))), "Values that changed.", default=()
    )


@dataclass(frozen=True, kw_only=True)
class PageChanges(Difference):
    """What changed since the last visit of the page with the same `history`."""

    previous_at: str | None = option(
        fields.String(metadata=TIME_FORMAT), "When the page was visited before. null for `new`.", default=None
    )


@dataclass(frozen=True, kw_only=True)
class WatchedPage(Difference):
    """What a check found on one page."""

    url: str = option(fields.String(), "URL of the page; of a search, its words.")
    summary: str | None = option(
        fields.String(),
        "One or two sentences of a language model about the change, if `summary` is set and the difference supports them.",
        default=None,
        omit_when_none=True,
    )
    reported: bool = option(fields.Boolean(), "Whether the change met the watch's conditions.", default=False)
    screenshot: WatchedScreenshot | None = option(
        fields.Nested(schema_of(WatchedScreenshot)),
        "The screenshots, if `compare` contains `screenshot`.",
        default=None,
        omit_when_none=True,
    )


def feed_url(base_url: str, token: str) -> str:
    """The address of a watch's Atom feed."""
    return f"{base_url}{FEEDS}/{token}"


def rss_url(base_url: str, token: str) -> str:
    """The address of a watch's RSS feed."""
    return feed_url(base_url, token) + RSS


def with_addresses(page: dict[str, Any], base_url: str, token: str) -> dict[str, Any]:
    """A page in wire names whose screenshots have addresses in place of ids."""
    shown = page.get("screenshot")
    if shown is None:
        return page
    below = f"{feed_url(base_url, token)}{PICTURES}/"
    addresses = {name: shown[name] and below + shown[name] for name in ("before", "after", "difference")}
    return {**page, "screenshot": {**shown, **addresses}}


@dataclass(frozen=True, kw_only=True)
class WatchSummary:
    """The number of pages of a check by result."""

    new: int = option(fields.Integer(), "Pages that were seen for the first time.", default=0)
    same: int = option(fields.Integer(), "Pages without a change.", default=0)
    changed: int = option(fields.Integer(), "Pages that changed.", default=0)
    removed: int = option(fields.Integer(), "Pages that are gone.", default=0)
    error: int = option(fields.Integer(), "Pages that could not be read.", default=0)


@dataclass(frozen=True, kw_only=True)
class WatchCheck:
    """One check of a watch."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the check.")
    watch_id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the watch.")
    number: int = option(fields.Integer(), "Number of the check, from 1.")
    trigger: str = option(
        fields.String(metadata={"enum": ["schedule", "run"]}), "`schedule`, or `run` if a caller asked for the check."
    )
    status: str = option(fields.String(metadata={"enum": list(CHECK_STATUSES)}), "Status of the check.")
    result: str | None = option(
        fields.String(metadata={"enum": list(RESULTS)}),
        "The most important result of its pages. null while it runs.",
        default=None,
    )
    summary: WatchSummary = option(fields.Nested(schema_of(WatchSummary)), "Pages by result.")
    credits_used: int = option(fields.Integer(), "Credits that the check cost.", default=0)
    revisits: int = option(
        fields.Integer(),
        "How often changed pages were visited again, free of charge, before the change counted.",
        default=0,
    )
    error: str | None = option(fields.String(), "Why the check failed.", default=None)
    job_id: str | None = option(
        fields.String(metadata=UUID_FORMAT), "The crawl or batch that the check ran. null for a search.", default=None
    )
    scheduled_for: str = option(fields.String(metadata=TIME_FORMAT), "When the check was due, UTC, ISO 8601.")
    started_at: str = option(fields.String(metadata=TIME_FORMAT), "When the check started, UTC, ISO 8601.")
    finished_at: str | None = option(fields.String(metadata=TIME_FORMAT), "When the check ended.", default=None)


@dataclass(frozen=True, kw_only=True)
class WatchCheckDetails(WatchCheck):
    """One check of a watch with its pages."""

    compared_to: str | None = option(
        fields.String(metadata=UUID_FORMAT),
        "The check that it is compared with, if `compareTo` was sent.",
        default=None,
    )
    pages: tuple[WatchedPage, ...] = option(
        fields.List(fields.Nested(schema_of(WatchedPage))),
        "Pages whose result is not `same`, at most 200. With `compareTo`, the pages that differ.",
        default=(),
    )
    pages_left_out: int = option(
        fields.Integer(),
        "Number of pages that are not in `pages`, because there are too many or their comparison took too long.",
        default=0,
    )


@dataclass(frozen=True, kw_only=True)
class Watch:
    """A watch: pages, a site or a search that is checked on a schedule."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the watch.")
    name: str = option(fields.String(), "Name for people.")
    kind: str = option(fields.String(metadata={"enum": ["pages", "site", "search"]}), "What is watched.")
    status: str = option(fields.String(metadata={"enum": ["active", "paused"]}), "Whether checks are made.")
    options: dict[str, Any] = option(fields.Dict(), "The options of the watch. Secrets and headers are left out.")
    next_check_at: str | None = option(
        fields.String(metadata=TIME_FORMAT), "When the next check is due. null while paused.", default=None
    )
    is_checking: bool = option(fields.Boolean(), "Whether a check runs now.")
    failures: int = option(fields.Integer(), "Failed checks in a row.")
    last_check: WatchCheck | None = option(
        fields.Nested(schema_of(WatchCheck)), "The newest check that has ended.", default=None
    )
    last_change: WatchCheck | None = option(
        fields.Nested(schema_of(WatchCheck)), "The newest check that found a change that was reported.", default=None
    )
    feed_url: str = option(fields.String(metadata={"format": "uri"}), "Atom feed of the changes." + _ADDRESS_IS_KEY)
    rss_url: str = option(fields.String(metadata={"format": "uri"}), "The same as an RSS feed." + _ADDRESS_IS_KEY)
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "When the watch was created.")


@dataclass(frozen=True, kw_only=True)
class WatchList:
    """The watches of the workspace, newest first."""

    watches: tuple[Watch, ...] = option(fields.List(fields.Nested(schema_of(Watch))), "Newest first.")
    next_cursor: str | None = option(fields.String(), NEXT_CURSOR, default=None)


@dataclass(frozen=True, kw_only=True)
class WatchCheckList:
    """The checks of a watch, newest first."""

    checks: tuple[WatchCheck, ...] = option(fields.List(fields.Nested(schema_of(WatchCheck))), "Newest first.")
    next_cursor: str | None = option(fields.String(), NEXT_CURSOR, default=None)


@dataclass(frozen=True, kw_only=True)
class DeletedWatch:
    """A watch that was deleted with its checks and versions."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the watch.")
