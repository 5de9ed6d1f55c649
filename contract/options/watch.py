"""Options of watches: what is visited, when, what is compared, and where changes are reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from contract import limits
from contract.declare import option, schema_of
from contract.fields.basic import Flag, ListOf, Nested, Number, OneOf, Text, WholeNumber
from contract.fields.css_selector import CssSelector
from contract.fields.email import EmailAddress
from contract.fields.headers import RequestHeaders
from contract.fields.schedule import DEFAULT_TIME_ZONE, Cron, TimeZone
from contract.fields.url import HttpUrl
from contract.options.batch import BatchOptions, JobOptions, PageOptions
from contract.options.crawl import CrawlOptions
from contract.options.search import QueryText, SearchOptions
from contract.options.webhook import WebhookOption, WebhookSecret
from contract.rules import ExactlyOne, Rule, Ruled

ASPECTS = ("markdown", "selectors", "json", "status", "title", "price", "screenshot")
EVENTS = ("watch.changed", "watch.error", "watch.recovered")
CONDITIONS = ("above", "below", "contains", "contains_not", "increases", "decreases", "share")
# The limits of `everyMinutes`, for people.
INTERVALS = f"from {limits.WATCH_INTERVAL_MIN_MINUTES} minutes to {limits.WATCH_INTERVAL_MAX_MINUTES // (24 * 60)} days"
# What a comparison needs beside Markdown.
_FORMATS = {"selectors": "rawHtml", "json": "json", "price": "structured"}


@dataclass(frozen=True)
class WatchSchedule(Ruled):
    """When a watch checks: at an interval, or at the times of a cron expression."""

    every_minutes: int | None = option(
        WholeNumber(limits.WATCH_INTERVAL_MIN_MINUTES, limits.WATCH_INTERVAL_MAX_MINUTES),
        f"Minutes between two checks, {INTERVALS}. The time within the interval is chosen by the service.",
        default=None,
    )
    cron: str | None = option(
        Cron(),
        "Five cron fields: minute, hour, day of the month, month, day of the week. A check begins up to five minutes later,"
        " so that not all watches start together.",
        default=None,
    )
    time_zone: str = option(TimeZone(), "Time zone of `cron`, as in the IANA database.", default=DEFAULT_TIME_ZONE)

    RULES: ClassVar[tuple[Rule, ...]] = (
        ExactlyOne(
            field="everyMinutes",
            message="or cron is required, and not both",
            is_broken_by=lambda schedule: (schedule.every_minutes is None) == (schedule.cron is None),
            when={"everyMinutes": {"type": "integer"}, "cron": {"type": "string"}},
            then={},
        ),
    )


@dataclass(frozen=True)
class WatchCondition(Ruled):
    """A change is reported only if it meets one of the watch's conditions."""

    kind: str = option(
        OneOf(*CONDITIONS),
        "`above` and `below`: the number of `field` passed `number`. `increases` and `decreases`: it moved by at least `number`."
        " `contains` and `contains_not`: `text` appeared in `field` or is gone. `share`: at least the share `number` of the"
        " words changed, from 0 to 1.",
    )
    field: str = option(
        Text(min_chars=1, max_chars=limits.SELECTOR_MAX_CHARS),
        "`markdown`, `title`, `price`, a selector of `selectors`, or the dotted name of a value of the schema.",
        default="markdown",
    )
    number: float | None = option(Number(), "Threshold, amount or share.", default=None)
    percent: bool = option(Flag(), "Whether `number` of `increases` and `decreases` is a percentage.", default=False)
    text: str | None = option(
        Text(min_chars=1, max_chars=1_000), "Text to look for. Upper case and accents make no difference.", default=None
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            field="number",
            message="is required for this kind",
            is_broken_by=lambda one: one.number is None and one.kind in ("above", "below", "share"),
            when={"kind": {"enum": ["above", "below", "share"]}},
            then={"number": {"type": "number"}},
        ),
        Rule(
            field="text",
            message="is required for this kind",
            is_broken_by=lambda one: one.text is None and one.kind in ("contains", "contains_not"),
            when={"kind": {"enum": ["contains", "contains_not"]}},
            then={"text": {"type": "string"}},
        ),
    )


@dataclass(frozen=True)
class WatchWebhook:
    """Receives the events of a watch. They are signed as Standard Webhooks specifies."""

    url: str = option(HttpUrl(), "URL that receives the events as POST requests.")
    headers: dict[str, str] = option(RequestHeaders(), "Extra headers sent with each event.", default={})
    events: tuple[str, ...] = option(ListOf(OneOf(*EVENTS), max_items=len(EVENTS)), "Events to send.", default=EVENTS)
    secret: str | None = option(
        WebhookSecret(), "Secret that signs the events. The workspace's secret when omitted.", default=None
    )


_WEBHOOK_TEXT = "Receives the events: an object, or only the URL as a string."


def _emails() -> Any:
    return ListOf(EmailAddress(), max_items=10)


def _conditions() -> Any:
    return ListOf(Nested(schema_of(WatchCondition)), max_items=limits.WATCH_CONDITIONS_MAX)


_SUMMARY_TEXT = (
    "Have a language model say in one or two sentences what changed, for 1 credit per changed page that is reported, at most"
    f" {limits.WATCH_SUMMARIES_MAX} pages of a check. Sentences that the difference does not support are left out, free of charge."
)
_CONFIRM_TEXT = (
    "Visit a page that changed or was removed again, two to six times within about five minutes, and report the change only if"
    " these visits agree. They are free of charge. Not for searches."
)
_FAILURES_TEXT = "Number of failed checks in a row after which `watch.error` is sent, once."


@dataclass(frozen=True)
class WatchOptions(Ruled):
    """Options of one watch. One of `urls`, `site` and `query` is required."""

    schedule: WatchSchedule = option(Nested(schema_of(WatchSchedule)), "When to check.")
    urls: tuple[str, ...] = option(ListOf(HttpUrl(), max_items=limits.WATCH_URLS_MAX), "Pages to watch.", default=())
    site: CrawlOptions | None = option(
        Nested(schema_of(CrawlOptions)),
        "A site to watch: the options of a crawl, without `webhook`, and with at most"
        f" {limits.WATCH_SITE_PAGES_MAX} pages.",
        default=None,
    )
    query: str | None = option(QueryText(), "A search to watch: its list of results is compared.", default=None)
    name: str | None = option(
        Text(min_chars=1, max_chars=limits.WATCH_NAME_MAX_CHARS),
        "Name for people. The first URL or the query when omitted.",
        default=None,
    )
    compare: tuple[str, ...] = option(
        ListOf(OneOf(*ASPECTS), min_items=1, max_items=len(ASPECTS)),
        "What is compared: the main content as Markdown, the texts of `selectors`, the values of a schema (`json`, with"
        " `scrapeOptions.jsonOptions`), the HTTP status, the title, the price, a screenshot of the whole page (of `urls` only, at"
        " the price of a screenshot).",
        default=("markdown",),
    )
    selectors: tuple[str, ...] = option(
        ListOf(CssSelector(), max_items=limits.WATCH_SELECTORS_MAX),
        "CSS selectors whose texts are compared. Required when `compare` contains `selectors`.",
        default=(),
    )
    scrape_options: PageOptions = option(
        Nested(schema_of(PageOptions)),
        "How the pages of `urls` are fetched and read. `formats` is set by `compare`, `history` is not used, and each"
        " page is asked for again.",
        default=PageOptions(),
    )
    summary: bool = option(Flag(), _SUMMARY_TEXT, default=False)
    confirm: bool = option(Flag(), _CONFIRM_TEXT, default=True)
    conditions: tuple[WatchCondition, ...] = option(
        _conditions(), "Report a change only if it meets one of these conditions. Every change when the list is empty.",
        default=(),
    )  # fmt: skip
    webhook: WatchWebhook | None = option(WebhookOption(WatchWebhook), _WEBHOOK_TEXT, default=None)
    emails: tuple[str, ...] = option(
        _emails(),
        "Addresses of members of the workspace who get the events by e-mail, if the operator has set a mail server.",
        default=(),
    )
    failures_before_error: int = option(WholeNumber(1, limits.WATCH_FAILURES_MAX), _FAILURES_TEXT, default=3)

    RULES: ClassVar[tuple[Rule, ...]] = (
        ExactlyOne(
            field="urls",
            message="or site or query is required, and only one of them",
            is_broken_by=lambda watch: (bool(watch.urls) + (watch.site is not None) + (watch.query is not None)) != 1,
            when={"urls": {"type": "array", "minItems": 1}, "site": {"type": "object"}, "query": {"type": "string"}},
            then={},
        ),
        Rule(
            field="selectors",
            message="is required when compare contains selectors",
            is_broken_by=lambda watch: "selectors" in watch.compare and not watch.selectors,
            when={"compare": {"contains": {"const": "selectors"}}},
            then={"selectors": {"type": "array", "minItems": 1}},
        ),
        Rule(
            field="compare",
            message="of a search must be markdown",
            is_broken_by=lambda watch: watch.query is not None and watch.compare != ("markdown",),
            when={"query": {"type": "string"}},
            then={"compare": {"const": ["markdown"]}},
        ),
        Rule(
            field="compare",
            message="of a site must not contain screenshot: list the pages in urls",
            is_broken_by=lambda watch: watch.site is not None and "screenshot" in watch.compare,
            when={"site": {"type": "object"}},
            then={"compare": {"not": {"contains": {"const": "screenshot"}}}},
        ),
        Rule(
            field="site.limit",
            message=f"must be at most {limits.WATCH_SITE_PAGES_MAX} in a watch",
            is_broken_by=lambda watch: watch.site is not None and watch.site.limit > limits.WATCH_SITE_PAGES_MAX,
            when={"site": {"type": "object"}},
            then={"site": {"properties": {"limit": {"maximum": limits.WATCH_SITE_PAGES_MAX}}}},
        ),
        Rule(
            field="site.webhook",
            message="is not an option of a watch: use webhook",
            is_broken_by=lambda watch: watch.site is not None and watch.site.webhook is not None,
            when={
                "site": {
                    "type": "object",
                    "properties": {"webhook": {"type": ["object", "string"]}},
                    "required": ["webhook"],
                }
            },
            then={"site": {"properties": {"webhook": {"type": "null"}}}},
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.run_options()  # Its rules must hold too.

    @property
    def kind(self) -> str:
        """`pages`, `site` or `search`."""
        return "pages" if self.urls else "site" if self.site is not None else "search"

    @property
    def operation(self) -> str:
        """The operation that each check runs."""
        return {"pages": "batch", "site": "crawl", "search": "search"}[self.kind]

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of each page that the comparison needs."""
        return ("markdown", *(_FORMATS[aspect] for aspect in self.compare if aspect in _FORMATS))

    @property
    def shown_name(self) -> str:
        """The name, or what is watched."""
        return self.name or self.query or (self.site.url if self.site else self.urls[0])

    def run_options(self) -> JobOptions | SearchOptions:
        """The options of the operation that each check runs. Stored copies are never used: each page is asked for."""
        if self.query is not None:
            return SearchOptions(query=self.query)
        given = self.site.scrape_options if self.site else self.scrape_options
        pages = replace(given, formats=self.formats, max_age=0, history=None)
        if self.site is not None:
            return replace(self.site, scrape_options=pages)
        return BatchOptions(urls=self.urls, scrape_options=pages)

    def revisit_options(self, urls: Sequence[str]) -> BatchOptions:
        """The options of the batch that visits changed pages again."""
        run = self.run_options()
        assert isinstance(run, JobOptions)
        return BatchOptions(urls=tuple(urls), scrape_options=run.scrape_options)


@dataclass(frozen=True)
class WatchChanges:
    """What to change of a watch. What is omitted stays. `webhook: null` removes the webhook."""

    status: str | None = option(
        OneOf("active", "paused"), "`paused` stops the checks, `active` resumes them.", default=None
    )
    name: str | None = option(
        Text(min_chars=1, max_chars=limits.WATCH_NAME_MAX_CHARS), "Name for people.", default=None
    )
    schedule: WatchSchedule | None = option(Nested(schema_of(WatchSchedule)), "When to check.", default=None)
    conditions: tuple[WatchCondition, ...] | None = option(
        _conditions(), "Conditions of a report. An empty list removes them.", default=None
    )
    summary: bool | None = option(Flag(), _SUMMARY_TEXT, default=None)
    confirm: bool | None = option(Flag(), _CONFIRM_TEXT, default=None)
    webhook: WatchWebhook | None = option(WebhookOption(WatchWebhook), _WEBHOOK_TEXT, default=None)
    emails: tuple[str, ...] | None = option(
        _emails(), "Addresses of members who get the events by e-mail. An empty list removes them.", default=None
    )
    failures_before_error: int | None = option(WholeNumber(1, limits.WATCH_FAILURES_MAX), _FAILURES_TEXT, default=None)
