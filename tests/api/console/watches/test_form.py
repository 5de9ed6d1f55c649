"""The form of a watch: the options that it describes, where its problems are shown, and forms of stored options."""

from __future__ import annotations

from typing import Any

import pytest

from api.console.watches.form import WatchForm, texts_from
from api.console.watches.prefill import of_crawl, of_scrape
from contract.declare import load, stored
from contract.options.watch import WatchChanges, WatchOptions

URL = "https://a.example/"
# As a browser sends it: what is not checked sends nothing, or the text of its hidden input.
SENT = {
    "subject": ["pages"], "urls": [f"{URL}\r\n\r\n"], "timing": ["interval"], "every": ["6"], "unit": ["hours"],
    "compare": ["", "markdown"], "scrapeOptions.onlyMainContent": ["false", "true"], "scrapeOptions.includeLinks": ["false"],
    "webhook.events": ["", "watch.changed", "watch.error", "watch.recovered"], "failuresBeforeError": ["3"],
    "schedule.cron": ["0 9 * * *"], "schedule.timeZone": ["UTC"], "site.url": [""], "query": ["ignored"],
}  # fmt: skip


def form(**texts: Any) -> WatchForm:
    given = {name.replace("__", "."): text if isinstance(text, list) else [text] for name, text in texts.items()}
    return WatchForm({**SENT, **given})


def test_only_what_was_chosen_counts() -> None:
    """The others keep their texts, and are not sent."""
    assert form().body == {"urls": [URL], "schedule": {"everyMinutes": 360}}
    assert form(subject="search", query="solar").body == {"query": "solar", "schedule": {"everyMinutes": 360}}
    site = form(subject="site", site__url=URL, site__limit="20", timing="cron", schedule__timeZone="Europe/Berlin")
    assert site.body == {
        "site": {"url": URL, "limit": 20}, "schedule": {"cron": "0 9 * * *", "timeZone": "Europe/Berlin"}
    }  # fmt: skip
    assert all(not each.problems(WatchOptions) for each in (form(), site))


def test_default_options_of_the_workspace_hold_as_in_a_call() -> None:
    defaults = {"onlyMainContent": False, "timeout": 9_000}
    sent = {**SENT, "scrapeOptions.onlyMainContent": ["false"], "scrapeOptions.timeout": ["9000"]}

    pages = WatchForm(sent, default_options=defaults)
    site = WatchForm({**sent, "subject": ["site"], "site.url": [URL]}, default_options=defaults)
    own = WatchForm({**sent, "scrapeOptions.onlyMainContent": ["false", "true"]}, default_options=defaults)

    assert pages.body["scrapeOptions"] == site.body["site"]["scrapeOptions"] == defaults
    assert own.body["scrapeOptions"] == {"onlyMainContent": True, "timeout": 9_000}


@pytest.mark.parametrize(
    ("texts", "path"),
    [
        ({"urls": ""}, "urls"),
        ({"urls": "nope"}, "urls"),
        ({"subject": "site"}, "site.url"),
        ({"subject": "search", "query": ""}, "query"),
        ({"subject": "site", "site__url": URL, "site__limit": "501"}, "site.limit"),
        ({"subject": "site", "site__url": URL, "scrapeOptions__timeout": "1"}, "scrapeOptions.timeout"),
        ({"every": ""}, "every"),
        ({"every": "4", "unit": "minutes"}, "every"),
        ({"every": "1.5"}, "every"),
        ({"every": "31", "unit": "days"}, "every"),
        ({"timing": "cron", "schedule__cron": "0 9 * *"}, "schedule.cron"),
        ({"timing": "cron", "schedule__cron": ""}, "schedule.cron"),
        ({"timing": "cron", "schedule__timeZone": "Mars/Base"}, "schedule.timeZone"),
        ({"compare": [""]}, "compare"),
        ({"compare": ["", "selectors"]}, "selectors"),
        ({"compare": ["", "selectors"], "selectors": "div["}, "selectors"),
        ({"compare": ["", "json"]}, "scrapeOptions.jsonOptions"),
        ({"compare": ["", "json"], "scrapeOptions.jsonOptions.schema": "{"}, "scrapeOptions.jsonOptions.schema"),
        ({"conditions[0].kind": "above", "conditions[0].number": "many"}, "conditions[0].number"),
        ({"conditions[4].kind": "contains"}, "conditions[0].text"),
        ({"conditions[0].field": "price"}, "conditions[0].kind"),
        ({"webhook__url": "nope"}, "webhook.url"),
        ({"webhook__secret": "nope"}, "webhook.url"),
        ({"emails": "nobody"}, "emails"),
        ({"failuresBeforeError": "0"}, "failuresBeforeError"),
        ({"name": "n" * 201}, "name"),
    ],
)
def test_problems_are_at_their_input(texts: dict[str, Any], path: str) -> None:
    errors = form(**texts).problems(WatchOptions)

    assert path in errors and "form" not in errors, errors


def test_stored_options_give_the_same_form() -> None:
    for options in (
        {"urls": [URL, "https://b.example/"], "schedule": {"everyMinutes": 90}, "compare": ["price", "selectors"],
         "selectors": [".a", "#b"], "conditions": [{"kind": "decreases", "field": "price", "number": 2.5, "percent": True}]},
        {"site": {"url": URL, "limit": 30, "scrapeOptions": {"waitFor": 500}}, "schedule": {"cron": "0 9 * * 1"}, "name": "A site"},
        {"query": "solar", "schedule": {"everyMinutes": 1_440}, "webhook": {"url": URL, "events": ["watch.changed"]}},
        {"urls": [URL], "schedule": {"everyMinutes": 60}, "compare": ["json"],
         "scrapeOptions": {"jsonOptions": {"schema": {"type": "object", "properties": {"b": {"type": "string"}, "a": {}}}}}},
    ):  # fmt: skip
        loaded = load(WatchOptions, options)
        filled = WatchForm(texts_from(stored(loaded)))
        assert load(WatchOptions, filled.body) == loaded, filled.body


STORED = {"url": "https://hook.example/", "secret": "whsec_AAAA", "headers": {"X-Key": "1"}, "events": ["watch.error"]}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"webhook__url": STORED["url"]}, {**STORED, "events": ["watch.changed", "watch.error", "watch.recovered"]}),
        (
            {"webhook__url": STORED["url"], "webhook__secret": "whsec_BBBB", "webhook__events": ["", "watch.error"]},
            {**STORED, "secret": "whsec_BBBB"},
        ),
        # Another receiver gets neither the headers nor the secret of the former one.
        ({"webhook__url": "https://other.example/"}, {"url": "https://other.example/"}),
        ({"webhook__url": ""}, None),
        ({"webhook__url": "", "webhook__events": ["", "watch.error"]}, None),
    ],
)
def test_headers_and_secret_of_a_webhook_stay_with_its_url(
    texts: dict[str, Any], expected: dict[str, Any] | None
) -> None:
    sent = WatchForm(form(**texts).texts, is_new=False)

    assert sent.webhook(STORED) == expected
    assert "webhook" not in sent.body and not sent.problems(
        WatchChanges, {**sent.body, "name": "n", "webhook": expected}
    )


def test_watch_like_a_scrape_is_read_alike() -> None:
    schema = {"schema": {"type": "object"}}
    scrape = {"url": URL, "waitFor": 500, "headers": {"A": "b"}, "formats": ["json", "html"], "jsonOptions": schema, "maxAge": 5,
              "cacheOnly": False, "attributes": []}  # fmt: skip

    assert of_scrape(scrape) == {
        "urls": [URL], "compare": ["markdown", "json"],
        "scrapeOptions": {"waitFor": 500, "headers": {"A": "b"}, "jsonOptions": schema},
    }  # fmt: skip
    assert of_scrape({"url": URL, "jsonOptions": schema}) == {
        "urls": [URL],
        "compare": ["markdown"],
        "scrapeOptions": {},
    }
    crawl = of_crawl(
        {"url": URL, "limit": 5_000, "webhook": {"url": URL}, "scrapeOptions": {"maxAge": 3, "timeout": 9_000}}
    )
    assert crawl["site"] == {"url": URL, "limit": 500, "scrapeOptions": {"timeout": 9_000}}
