"""The limits of the scrape options: the last accepted and the first rejected value."""

from __future__ import annotations

from typing import Any

import pytest

from contract import limits, prices
from contract.country_languages import languages_of
from contract.declare import dump, from_arguments, load
from contract.errors import InvalidRequest
from contract.fields.location import COUNTRIES
from contract.operations import SCRAPE
from contract.options.page import FORMATS, languages_header
from contract.options.scrape import ScrapeOptions

URL = "https://example.com/"


def options(**more: Any) -> ScrapeOptions:
    return load(ScrapeOptions, {"url": URL, **more})


def fields_of(refused: pytest.ExceptionInfo[InvalidRequest]) -> set[str]:
    assert isinstance(refused.value.details, list)
    return {detail["field"] for detail in refused.value.details}


IN = [
    {"timeout": 1_000},
    {"timeout": 120_000},
    {"timeout": 5_000.0},
    {"waitFor": 0},
    {"waitFor": 30_000},
    {"maxAge": 0},
    {"maxAge": 604_800_000},
    {"includeTags": ["p"] * 50},
    {"excludeTags": ["p"] * 50},
    {"includeTags": []},
    {"includeTags": ["a" * 300]},
    {"formats": ["markdown"]},
    {"formats": ["markdown", "markdown"]},
    {"formats": [name for name in FORMATS if name != "json"]},
    {"method": "POST", "body": "x" * 65_536},
    {"method": "POST", "body": "é" * 32_768},
    {"method": "POST", "body": ""},
    {"method": "POST", "body": {"a": [1, None]}},
    {"method": "POST", "body": []},
    {"method": "POST", "body": {"a": "x" * 65_528}},
    {"method": "GET"},
    {"method": "POST"},
    {"formats": ["json"], "jsonOptions": {"prompt": "x" * 2_000}},
    {"formats": ["json"], "jsonOptions": {"schema": {}}},
    {"location": {"country": "DE", "languages": ["de-AT", "en"]}},
    {"location": {"country": "de"}},
    {"location": {}},
    {"location": {"languages": ["en"] * 10}},
    {"headers": {}},
    {"headers": {f"X-{number}": "1" for number in range(50)}},
    {"headers": {"X-A": "x" * (8_192 - 3)}},
    {"headers": {"X-A": "tab\tand é"}},
    {"timeout": None},
    {"location": None},
    {"body": None},
    {"renderJs": None},
    {"renderJs": True},
    {"async": True},
    {"cacheOnly": True, "maxAge": 0},
    {"jsonOptions": {"prompt": "x"}},
]

OUT = [
    ("timeout", {"timeout": 999}),
    ("timeout", {"timeout": 120_001}),
    ("timeout", {"timeout": "5000"}),
    ("timeout", {"timeout": 5_000.5}),
    ("timeout", {"timeout": True}),
    ("timeout", {"timeout": 1e308}),
    ("waitFor", {"waitFor": -1}),
    ("waitFor", {"waitFor": 30_001}),
    ("maxAge", {"maxAge": -1}),
    ("maxAge", {"maxAge": 604_800_001}),
    ("maxAge", {"maxAge": 10**39}),
    ("includeTags", {"includeTags": ["p"] * 51}),
    ("excludeTags", {"excludeTags": ["p"] * 51}),
    ("includeTags", {"includeTags": "p"}),
    ("includeTags[0]", {"includeTags": ["a" * 301]}),
    ("includeTags[1]", {"includeTags": ["p", "p["]}),
    ("includeTags[0]", {"includeTags": [""]}),
    ("includeTags[0]", {"includeTags": ["p::before"]}),
    ("includeTags[0]", {"includeTags": [1]}),
    ("excludeTags[0]", {"excludeTags": [None]}),
    ("formats", {"formats": []}),
    ("formats[0]", {"formats": ["pdf"]}),
    ("formats[0]", {"formats": ["Markdown"]}),
    ("formats", {"formats": "markdown"}),
    ("formats", {"formats": None}),
    ("formats", {"formats": ["links"] * 21}),
    ("body", {"method": "POST", "body": "x" * 65_537}),
    ("body", {"method": "POST", "body": "é" * 32_768 + "x"}),
    ("body", {"method": "POST", "body": {"a": "x" * 65_529}}),
    ("body", {"method": "POST", "body": 1}),
    ("body", {"body": {"a": 1}}),
    ("body", {"body": "x"}),
    ("body", {"method": "GET", "body": ""}),
    ("method", {"method": "PUT"}),
    ("method", {"method": "PATCH"}),
    ("method", {"method": "DELETE"}),
    ("method", {"method": "post"}),
    ("method", {"method": "HEAD"}),
    ("method", {"method": None}),
    ("jsonOptions", {"formats": ["json"]}),
    ("jsonOptions", {"formats": ["json"], "jsonOptions": {}}),
    ("jsonOptions.prompt", {"formats": ["json"], "jsonOptions": {"prompt": "x" * 2_001}}),
    ("jsonOptions.prompt", {"jsonOptions": {"prompt": ""}}),
    ("jsonOptions.schema", {"jsonOptions": {"schema": []}}),
    ("jsonOptions.schema", {"jsonOptions": {"schema": {"a": "x" * 65_536}}}),
    ("jsonOptions.more", {"jsonOptions": {"more": 1}}),
    ("location.country", {"location": {"country": "XX"}}),
    ("location.country", {"location": {"country": "DEU"}}),
    ("location.country", {"location": {"country": "İT"}}),
    ("location", {"location": "DE"}),
    ("location.city", {"location": {"city": "Wien"}}),
    ("location.languages", {"location": {"languages": ["en"] * 11}}),
    ("location.languages[0]", {"location": {"languages": ["en\r\nX: y"]}}),
    ("location.languages[0]", {"location": {"languages": ["en;q=1"]}}),
    ("location.languages[0]", {"location": {"languages": ["en\n"]}}),
    ("renderJs", {"renderJs": "true"}),
    ("renderJs", {"renderJs": 1}),
    ("onlyMainContent", {"onlyMainContent": None}),
    ("async", {"async": "yes"}),
    ("cacheOnly", {"cacheOnly": 0}),
    ("in_background", {"in_background": True}),
    ("wait_for", {"wait_for": 1}),
    ("unknown", {"unknown": 1}),
    ("URL", {"URL": URL}),
]


@pytest.mark.parametrize("more", IN, ids=lambda more: str(more)[:60])
def test_value_at_the_limit_is_accepted(more: dict[str, Any]) -> None:
    assert options(**more).url == URL


@pytest.mark.parametrize(("field", "more"), OUT, ids=lambda value: str(value)[:60])
def test_value_past_the_limit_is_rejected_with_its_field(field: str, more: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest) as refused:
        options(**more)

    assert field in fields_of(refused)
    assert refused.value.status == 400 and refused.value.code == "VALIDATION_ERROR"


def test_defaults_are_those_of_the_specification() -> None:
    got = options()

    assert got == ScrapeOptions(url=URL)
    assert got.formats == ("markdown",)
    assert (got.prefer_structure, got.only_main_content, got.remove_base64_images) == (False, True, True)
    assert (got.block_ads, got.include_links, got.render_js) == (True, False, None)
    assert (got.cache_only, got.store_in_cache, got.in_background, got.method) == (False, True, False, "GET")
    assert (got.wait_for, got.timeout, got.location, got.max_age, got.body) == (None,) * 5


def test_null_is_the_same_as_an_omitted_option_wherever_there_is_no_default() -> None:
    nulls = (
        "renderJs",
        "waitFor",
        "timeout",
        "location",
        "maxAge",
        "jsonOptions",
        "body",
        "headers",
        "includeTags",
        "excludeTags",
    )

    assert options(**dict.fromkeys(nulls)) == ScrapeOptions(url=URL)
    assert options(location={"country": "DE", "languages": None}) == options(location={"country": "DE"})


def test_options_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        options().url = "https://elsewhere.example/"  # type: ignore[misc]


@pytest.mark.parametrize("value", [None, [], "url", 1, True])
def test_non_object_is_rejected(value: Any) -> None:
    with pytest.raises(InvalidRequest):
        load(ScrapeOptions, value)


def test_missing_url_is_named() -> None:
    with pytest.raises(InvalidRequest) as refused:
        load(ScrapeOptions, {})

    assert fields_of(refused) == {"url"}


def test_every_bad_field_is_named_at_once() -> None:
    with pytest.raises(InvalidRequest) as refused:
        options(timeout=1, waitFor=-1, unknown=1)

    assert fields_of(refused) == {"timeout", "waitFor", "unknown"}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"value": 1}, "value"),
        ({"key": 1}, "key"),
        ({"_schema": 1}, "_schema"),
        ({"location": {"value": 1}}, "location.value"),
        ({"headers": {"value": "a\x01"}}, "headers.value"),
        ({"headers": {"key": 1}}, "headers.key"),
        ({"headers": {"X-A": 1}}, "headers.X-A"),
        ({"headers": 1}, "headers"),
        ({"location": 1}, "location"),
    ],
)
def test_invalid_field_is_named_whatever_its_name(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        options(**given)

    assert fields_of(refused) == {field}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"wait_for": 1}, "wait_for: unknown field. Did you mean waitFor?"),
        ({"WaitFor": 1}, "WaitFor: unknown field. Did you mean waitFor?"),
        ({"wait-for": 1}, "wait-for: unknown field. Did you mean waitFor?"),
        ({"ASYNC": True}, "ASYNC: unknown field. Did you mean async?"),
        ({"json_options": {"prompt": "x"}}, "json_options: unknown field. Did you mean jsonOptions?"),
        ({"location": {"Country": "DE"}}, "location.Country: unknown field. Did you mean country?"),
        ({"prompt": "x"}, "prompt: unknown field. Did you mean jsonOptions.prompt?"),
        ({"colour": 1}, "colour: unknown field"),
        ({"_": 1}, "_: unknown field"),
    ],
)
def test_wrong_name_is_answered_with_the_right_one(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        options(**given)

    assert refused.value.message == message


def test_options_survive_the_job_row() -> None:
    """The API stores the validated options, and the worker loads them."""
    given = options(
        formats=["links", "json"],
        jsonOptions={"schema": {"type": "object"}},
        location={"country": "AT", "languages": ["de"]},
        headers={"X-A": "1"},
        timeout=5_000,
        method="POST",
        body="a=1",
        **{"async": True},
    )

    stored = {name: value for name, value in dump(given).items() if value is not None}

    assert load(ScrapeOptions, stored) == given


class TestCaptureRequest:
    def test_post_target_is_never_rendered(self) -> None:
        assert options(method="POST", renderJs=True).capture_request(None).render is False

    def test_wait_for_asks_for_the_browser(self) -> None:
        assert options(waitFor=1).capture_request(None).render is True
        assert options(waitFor=0).capture_request(None).render is None
        assert options(waitFor=1, renderJs=False).capture_request(None).render is False

    def test_omitted_max_age_is_a_day(self) -> None:
        assert options().capture_request(None).max_age_ms == 86_400_000
        assert options(maxAge=0).capture_request(None).max_age_ms == 0

    def test_headers_and_post_make_it_private(self) -> None:
        assert not options().capture_request(None).private
        assert options(headers={"X-A": "1"}).capture_request(None).private
        assert options(method="POST").capture_request(None).private

    def test_body_is_sent_as_utf_8(self) -> None:
        assert options(method="POST", body="é").capture_request(None).body == "é".encode()

    def test_object_is_sent_as_json_with_its_content_type(self) -> None:
        sent = options(method="POST", body={"q": "é"}).capture_request(None)

        assert (sent.body, sent.headers) == ('{"q":"é"}'.encode(), (("Content-Type", "application/json"),))

    def test_callers_content_type_of_an_object_is_kept(self) -> None:
        mine = {"content-type": "application/ld+json"}

        assert options(method="POST", body=[1], headers=mine).capture_request(None).headers == tuple(mine.items())
        assert options(method="POST", body="[1]").capture_request(None).headers == ()


class TestFromArguments:
    """The command line and `scrapy crawl -a` give the same options as strings."""

    def test_strings_become_the_same_options(self) -> None:
        got = from_arguments(
            ScrapeOptions,
            {
                "url": URL,
                "formats": "markdown, links",
                "waitFor": "500",
                "onlyMainContent": "false",
                "location": '{"country": "DE"}',
                "headers": '{"X-A": "1"}',
                "includeTags": '["p", "a,b"]',
                "async": "true",
                "body": "1",
                "method": "POST",
            },
        )

        assert got == options(
            formats=["markdown", "links"],
            waitFor=500,
            onlyMainContent=False,
            location={"country": "DE"},
            headers={"X-A": "1"},
            includeTags=["p", "a,b"],
            body="1",
            method="POST",
            **{"async": True},
        )

    @pytest.mark.parametrize(
        "bad", [{"waitFor": "soon"}, {"waitFor": "30001"}, {"headers": "X-A: 1"}, {"renderJs": "yes"}, {"nothing": "1"}]
    )
    def test_bad_string_is_refused_with_its_wire_name(self, bad: dict[str, str]) -> None:
        with pytest.raises(InvalidRequest) as refused:
            from_arguments(ScrapeOptions, {"url": URL, **bad})

        assert any(field.startswith(next(iter(bad))) for field in fields_of(refused))


def test_languages_header_has_descending_weights() -> None:
    assert languages_header(("de", "fr", "en")) == "de,fr;q=0.9,en;q=0.8"
    assert languages_header(()) is None


@pytest.mark.parametrize(
    ("location", "languages"),
    [
        (None, ()),
        ({"country": "JP"}, ("ja-JP", "ja")),
        ({"country": "ch"}, ("de-CH", "de", "fr", "it")),
        ({"country": "AQ"}, ()),
        ({"country": "JP", "languages": ["en"]}, ("en",)),
        ({"languages": ["de", "en"]}, ("de", "en")),
    ],
)
def test_country_sets_its_languages_unless_others_are_given(location: Any, languages: tuple[str, ...]) -> None:
    given = {} if location is None else {"location": location}

    assert options(**given).capture_request_for("https://a.example/", workspace_id=None).languages == languages


def test_every_inhabited_country_has_languages() -> None:
    assert {country for country in COUNTRIES if not languages_of(country)} == {"AQ", "BV", "HM", "TF"}


@pytest.mark.parametrize(
    ("formats", "price"),
    [
        (["markdown"], 1),
        (["markdown", "html", "rawHtml", "links", "structured"], 1),
        (["summary"], 2),
        (["json"], 5),
        (["json", "summary", "markdown"], 6),
        (["summary", "summary"], 2),
    ],
)
def test_price_of_formats(formats: list[str], price: int) -> None:
    given = options(formats=formats, jsonOptions={"prompt": "x"})

    assert SCRAPE.price(given) == price == prices.scrape(formats)


def test_limits_are_those_of_the_specification() -> None:
    assert (limits.TIMEOUT_MIN_MS, limits.TIMEOUT_MAX_MS, limits.WAIT_FOR_MAX_MS) == (1_000, 120_000, 30_000)
    assert (limits.MAX_AGE_MAX_MS, limits.MAX_AGE_DEFAULT_MS) == (604_800_000, 86_400_000)
    assert (limits.TAGS_MAX, limits.POST_BODY_MAX_BYTES, limits.PROMPT_MAX_CHARS, limits.ACTIVE_KEYS_MAX) == (
        50,
        65_536,
        2_000,
        25,
    )
