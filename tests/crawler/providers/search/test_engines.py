"""Search engines: what is sent to them, how their recorded answers are read, and what happens when they fail."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import web

from crawler.providers.search.base import none_answered
from crawler.providers.search.query import ProviderFailed
from tests.crawler.providers.search.conftest import Asking
from tests.recordings import giving
from tests.sites.origin import Origin
from tests.sites.site import Answer, Site

PATHS = {"searxng": "/search", "brave": "/res/v1/web/search", "ddgs": "/html/"}
FOUND = {
    "searxng": ["https://en.wikipedia.org/wiki/Gliding", "https://www.fai.org/sport/gliding", "https://old.example.org/gliding"],
    "brave": ["https://members.gliding.co.uk/", "https://soaring.example.com/how"],
    "ddgs": ["https://en.wikipedia.org/wiki/Gliding?a=1&b=2", "https://www.dosb.de/segelflug"],
}  # fmt: skip


def serve(site: Site, name: str, answer: Answer | str) -> list[tuple[str, str]]:
    """The engine `name` at a site, which gives an answer or the recorded one of that name."""
    site.on(PATHS[name], giving(f"search/{answer}") if isinstance(answer, str) else answer)
    return [(name, site.base)]


def found(answer: dict[str, Any]) -> list[str]:
    assert "hits" in answer, answer
    assert [hit["rank"] for hit in answer["hits"]] == list(range(1, len(answer["hits"]) + 1))
    return [hit["url"] for hit in answer["hits"]]


def asked(site: Site) -> dict[str, str]:
    """The query of the last request."""
    return {name: values[0] for name, values in parse_qs(urlsplit(site.visits[-1].target).query).items()}


def text(body: str, *, kind: str = "application/json", status: int = 200) -> Answer:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=body.encode(), status=status, headers={"Content-Type": kind})

    return answer


@pytest.mark.parametrize("name", PATHS)
def test_recorded_answer_is_read(asking: Asking, site: Site, name: str) -> None:
    answer = asking.ask(serve(site, name, name))

    assert found(answer) == FOUND[name]
    shown = [hit["title"] + hit["snippet"] for hit in answer["hits"]]
    assert all(shown) and not any(sign in text for text in shown for sign in ("<", "&amp;", "&#"))


def test_dates_of_brave_are_applied_and_other_kinds_of_results_are_left_out(asking: Asking, site: Site) -> None:
    providers = serve(site, "brave", "brave_dated")

    everything, recent = asking.ask(providers), asking.ask(providers, time_range="week")

    assert found(everything) == ["https://news.example.com/record", "https://news.example.com/old"]
    assert everything["hits"][0]["title"] == "New gliding record"
    assert found(recent) == ["https://news.example.com/record"]


def test_whole_page_of_duckduckgo_is_read(asking: Asking, site: Site) -> None:
    answer = asking.ask(serve(site, "ddgs", "ddgs_whole"))

    assert found(answer) == ["https://club.example/how-to-glide", "https://short.example/"]
    assert [hit["snippet"] for hit in answer["hits"]] == ["Pilots glide in rising air.", ""]


@pytest.mark.parametrize("name", PATHS)
def test_answer_without_hits_is_an_empty_list(asking: Asking, site: Site, name: str) -> None:
    assert found(asking.ask(serve(site, name, f"{name}_none"))) == []


@pytest.mark.parametrize(
    ("name", "cassette", "is_temporary"),
    [
        ("searxng", "searxng_engines_failed", True), ("searxng", "searxng_no_json", False), ("brave", "brave_bad_key", False),
        ("brave", "brave_rate", True), ("ddgs", "ddgs_captcha", True), ("ddgs", "ddgs_captcha_200", True),
        ("ddgs", "ddgs_changed", False),
    ],
)  # fmt: skip
def test_engine_that_does_not_answer_a_search_is_an_error_and_the_next_is_asked(
    asking: Asking, site: Site, name: str, cassette: str, is_temporary: bool
) -> None:
    failing = serve(site, name, cassette)
    other = "brave" if name != "brave" else "ddgs"

    alone = asking.ask(failing)
    both = asking.ask([*failing, *serve(site, other, other)])

    assert alone["error"]["code"] == "SERVICE_UNAVAILABLE" and bool(alone["retryAfter"]) is is_temporary
    assert alone["error"]["message"].startswith(f"No search engine answered. {name}: ")
    assert found(both) == FOUND[other]


@pytest.mark.parametrize(
    ("status", "is_temporary"), [(401, False), (402, False), (403, False), (404, False), (408, True), (502, True)]
)
def test_only_statuses_that_may_pass_tell_the_caller_to_try_again(
    asking: Asking, site: Site, status: int, is_temporary: bool
) -> None:
    answer = asking.ask(serve(site, "brave", text("{}", status=status)))

    assert bool(answer["retryAfter"]) is is_temporary, answer


@pytest.mark.parametrize(
    ("is_temporary", "for_operator", "message"),
    [
        (True, False, "No search engine answered."),
        (False, False, "No search engine answered. Check ORBWEAVER_SEARCH_PROVIDER."),
        (False, True, "No search engine answered. index: Set DATABASE_URL. brave: It rejected the key."),
    ],
)
def test_only_the_operator_sees_why_the_engines_failed(is_temporary: bool, for_operator: bool, message: str) -> None:
    failures = {
        "index": ProviderFailed("Set DATABASE_URL.", is_temporary=is_temporary),
        "brave": ProviderFailed("It rejected the key."),
    }

    error = none_answered(failures, for_operator=for_operator)

    assert error.message == message and (error.retry_after_seconds is not None) is is_temporary


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("", "application/json"), ("null", "application/json"), ("[]", "application/json"), ("{}", "application/json"),
        ("[" * 100_000, "application/json"), ("\x00\xff", "application/octet-stream"), ("<html></html>", "text/html"),
        ('{"type": "search", "results": 3, "web": {"results": "x"}}', "application/json"),
        ('{"type": "search", "results": {}, "web": []}', "application/json"),
    ],
)  # fmt: skip
def test_garbage_is_an_error(asking: Asking, site: Site, body: str, kind: str) -> None:
    for name in PATHS:
        answer = asking.ask(serve(site, name, text(body, kind=kind)))

        assert answer["error"]["code"] == "SERVICE_UNAVAILABLE", (name, answer)


def test_rows_of_wrong_types_are_left_out(asking: Asking, site: Site) -> None:
    rows = (
        '[3, null, {}, {"url": 4}, {"url": "javascript:alert(1)", "title": "x"}, {"url": "http://a.example:99999/"},'
        ' {"url": "https://good.example/", "title": "A\\u0000\\ud800\\u202eB", "content": {"a": 1}}]'
    )
    answer = asking.ask(serve(site, "searxng", text(f'{{"results": {rows}}}')))

    assert answer["hits"] == [{"title": "A B", "url": "https://good.example/", "snippet": "", "rank": 1}]


def test_every_option_is_sent_and_applied_again(asking: Asking, site: Site) -> None:
    options: dict[str, Any] = {
        "time_range": "year", "country": "DE", "include_domains": ["wikipedia.org", "example.org", "fai.org"],
        "exclude_domains": ["fai.org", "pedia.org"],
    }  # fmt: skip

    assert found(asking.ask(serve(site, "searxng", "searxng"), **options)) == ["https://en.wikipedia.org/wiki/Gliding"]
    assert asked(site) == {
        "q": "gliding site:wikipedia.org OR site:example.org OR site:fai.org -site:fai.org -site:pedia.org", "format": "json",
        "pageno": "1", "time_range": "year", "language": "de-DE",
    }  # fmt: skip
    assert found(asking.ask(serve(site, "brave", "brave"), time_range="week", country="DE")) == [FOUND["brave"][1]]
    assert asked(site) == {
        "q": "gliding", "count": "20", "text_decorations": "false", "result_filter": "web", "freshness": "pw", "country": "DE",
    }  # fmt: skip
    assert {name.lower(): value for name, value in site.visits[-1].headers.items()}["x-subscription-token"] == "key"
    assert found(asking.ask(serve(site, "ddgs", "ddgs"), time_range="day", country="GB")) == [FOUND["ddgs"][0]]
    assert asked(site) == {"q": "gliding", "df": "d", "kl": "uk-en"}


def test_limit_and_copies(asking: Asking, site: Site) -> None:
    paths = ("x", "x#part", "%78", "x?utm_source=news", "y", "z")
    rows = ",".join(f'{{"url": "https://a.example/{path}"}}' for path in paths)
    providers = serve(site, "searxng", text(f'{{"results": [{rows}]}}'))

    assert found(asking.ask(providers, limit=2)) == ["https://a.example/x", "https://a.example/y"]


def test_long_query_is_cut_to_what_brave_accepts(asking: Asking, site: Site) -> None:
    domains = [f"sub{number}.example{'x' * 40}.com" for number in range(15)]
    asking.ask(serve(site, "brave", "brave"), "word " * 99 + "last", include_domains=domains)

    sent = asked(site)["q"]
    assert len(sent) <= 400 and len(sent.split()) <= 50 and sent.startswith("word word")


def test_large_and_slow_answers_are_given_up(asking: Asking, site: Site) -> None:
    async def large(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        for _ in range(50):
            await response.write(b" " * 1_000_000)
        return response

    async def endless(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(60)
        return web.Response()

    assert "error" in asking.ask(serve(site, "brave", large))
    assert "It did not answer in time." in asking.ask(serve(site, "searxng", endless), seconds=3.0)["error"]["message"]


def test_engine_is_not_followed_to_a_private_address(closed_asking: Asking, own_server: Site, origin: Origin) -> None:
    before = len(origin.private_hits)
    own_server.redirect("/search", origin.private_url("/search"))

    answer = closed_asking.ask([("searxng", own_server.base)])

    assert "blocked address" in answer["error"]["message"] and "127." not in answer["error"]["message"]
    assert len(origin.private_hits) == before


def test_own_server_may_be_private_and_other_engines_may_not(closed_asking: Asking, own_server: Site) -> None:
    own_server.on("/search", giving("search/searxng"))
    own_server.on("/res/v1/web/search", giving("search/brave"))

    assert found(closed_asking.ask([("searxng", own_server.base)])) == FOUND["searxng"]
    assert "blocked" in closed_asking.ask([("brave", own_server.base)])["error"]["message"]


def test_private_addresses_are_not_results(closed_asking: Asking, own_server: Site) -> None:
    urls = (
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://2130706433/",
        "http://169.254.169.254/latest",
        "https://a.example/",
    )
    rows = ",".join(f'{{"url": "{url}"}}' for url in urls)
    own_server.on("/search", text(f'{{"results": [{rows}]}}'))

    assert found(closed_asking.ask([("searxng", own_server.base)])) == ["https://a.example/"]


def test_configured_engines_are_asked_in_order(closed_asking: Asking, own_server: Site) -> None:
    own_server.on("/search", giving("search/searxng"))

    # brave has no key, and index no database: neither keeps searxng from being asked.
    assert found(closed_asking.ask(None)) == FOUND["searxng"]


def test_page_of_a_search_continues_where_the_one_before_ended(asking: Asking, site: Site) -> None:
    async def searxng(request: web.Request) -> web.Response:
        first = 8 * (int(request.query["pageno"]) - 1)
        rows = [{"url": f"https://a.example/{number}"} for number in range(first, min(first + 8, 20))]
        return web.json_response({"results": rows})

    async def brave(request: web.Request) -> web.Response:
        first = 20 * int(request.query.get("offset", 0))
        rows = [{"url": f"https://a.example/{number}", "title": "x"} for number in range(first, min(first + 20, 45))]
        return web.json_response({"type": "search", "web": {"results": rows}})

    for name, answer, total in (("searxng", searxng, 20), ("brave", brave, 45)):
        pages = [asking.ask(serve(site, name, answer), limit=10, page=page)["hits"] for page in range(1, 7)]

        hits = [hit for page in pages for hit in page]
        assert [len(page) for page in pages] == [max(0, min(10, total - start)) for start in range(0, 60, 10)]
        assert [hit["url"] for hit in hits] == [f"https://a.example/{number}" for number in range(total)]
        assert [hit["rank"] for hit in hits] == list(range(1, total + 1))


def test_engine_that_fails_on_a_later_page_is_not_a_list_of_results(asking: Asking, site: Site) -> None:
    async def limited(request: web.Request) -> web.Response:
        if request.query.get("offset"):
            return web.Response(status=429)
        rows = [{"url": f"https://a.example/{number}", "title": "x"} for number in range(15)]
        return web.json_response({"type": "search", "web": {"results": rows}})

    def page(number: int) -> dict[str, Any]:
        return asking.ask(serve(site, "brave", limited), limit=10, page=number)

    assert len(page(1)["hits"]) == 10 and len(page(2)["hits"]) == 5
    assert page(3)["error"]["code"] == "SERVICE_UNAVAILABLE" and page(3)["retryAfter"]


def test_engine_that_repeats_its_page_is_asked_twice_only(asking: Asking, site: Site) -> None:
    rows = ",".join(f'{{"url": "https://a.example/{number}"}}' for number in range(12))

    answer = asking.ask(serve(site, "searxng", text(f'{{"results": [{rows}]}}')), limit=10, page=5)

    assert found(answer) == [] and len(site.visits) == 2
