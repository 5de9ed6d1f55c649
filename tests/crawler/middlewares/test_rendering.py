"""What a caller gets when a page is rendered, unasked or forced, and something goes wrong."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.settings import Settings
from scrapy.statscollectors import StatsCollector

from contract.capture import CaptureRequest
from contract.environment import Environment
from crawler import resources
from crawler.meta import CAPTURE_REQUEST
from crawler.middlewares.rendering import RenderingMiddleware
from tests.crawler.conftest import Bench
from tests.crawler.processes import browsers, kill_browser, main_processes
from tests.service import repeated, wait_until
from tests.sites.origin import Origin

SHELL = '<div id="root">{}</div><script>{}</script><script src="/status?code=404"></script>'
WORDS = "The pilots of the delta keep a ledger."
WAITS = f"fetch('/slow?seconds=1.5').then(() => {{document.getElementById('root').append('{WORDS}')}})"
# Each fails for good in the browser, and soon.
FAILING = {
    "leaves the web": "location.href = 'about:blank'",
    "never lets anybody look": "while (true);",
    "leads in circles": "location.href = '/ping-pong'",
}


@pytest.fixture(scope="module")
def rendering(open_engine: Bench, browser: str, origin: Origin) -> Bench:
    open_engine.run(origin.url("/article"), renderJs=True)  # Starts readers and browser: long on a busy machine.
    return open_engine


def waiting(origin: Origin) -> int:
    """How many pages have come to the point at which `WAITS` waits."""
    return len(origin.seen(origin.url("/slow", seconds="1.5")))


@pytest.fixture
def mortal(rendering: Bench, origin: Origin) -> Iterator[Bench]:
    """An engine whose browser dies whenever a page in it waits."""
    seen = waiting(origin)

    def kill() -> None:
        nonlocal seen
        if waiting(origin) > seen:
            seen = waiting(origin)
            kill_browser(rendering.pid)

    with repeated(kill, seconds=0.05):
        yield rendering


def shell(origin: Origin, unique: str, script: str, words: str = "") -> str:
    return origin.url("/status", code="200", text=SHELL.format(words, script), t=unique)


@pytest.mark.parametrize("script", FAILING.values(), ids=FAILING)
def test_failed_rendering_gives_the_static_page(rendering: Bench, origin: Origin, unique: str, script: str) -> None:
    answer = rendering.run(shell(origin, unique, script), formats=["rawHtml", "markdown"], timeout=6_000)

    assert script in answer["data"]["rawHtml"] and answer["data"]["status"] == 200, answer


def test_warning_says_that_rendering_failed(rendering: Bench, origin: Origin, unique: str) -> None:
    data = rendering.run(shell(origin, unique, FAILING["leaves the web"]), formats=["rawHtml"])["data"]

    assert "could not be rendered" in data["warning"] and data["quality"]["complete"] is False


def test_rendering_that_takes_too_long_gives_the_static_page(rendering: Bench, origin: Origin, unique: str) -> None:
    script = f"location.href = '{origin.url('/slow', seconds='20')}'"
    begun = time.monotonic()

    answer = rendering.run(shell(origin, unique, script), formats=["rawHtml"], timeout=3_000)

    assert script in answer["data"]["rawHtml"] and time.monotonic() - begun < 15


def test_forced_rendering_that_fails_is_an_error(rendering: Bench, origin: Origin, unique: str) -> None:
    error = rendering.run(shell(origin, unique, FAILING["leaves the web"]), renderJs=True)["error"]

    assert error["code"] == "UPSTREAM_UNREACHABLE" and "browser could not render the page" in error["message"]


def test_forced_rendering_keeps_to_the_timeout(rendering: Bench, origin: Origin, unique: str) -> None:
    begun = time.monotonic()

    error = rendering.run(origin.url("/slow", seconds="20", t=unique), renderJs=True, timeout=2_000)["error"]

    assert error["code"] == "REQUEST_TIMEOUT" and time.monotonic() - begun < 12


def test_page_that_never_rests_is_read_within_the_timeout(rendering: Bench, origin: Origin, unique: str) -> None:
    ticking = f"setInterval(() => document.body.append(document.createElement('p'), '{WORDS}'), 50)"
    begun = time.monotonic()

    answer = rendering.run(shell(origin, unique, ticking), renderJs=True, timeout=3_000)

    assert WORDS in answer["data"]["markdown"] and time.monotonic() - begun < 15


def test_wait_for_comes_before_the_capture_and_within_the_timeout(
    rendering: Bench, origin: Origin, unique: str
) -> None:
    late = f"setTimeout(() => document.body.append('{WORDS}'), 2500)"
    begun = time.monotonic()

    answer = rendering.run(
        shell(origin, unique, late, words=WORDS * 3), waitFor=3_000, formats=["rawHtml"], timeout=9_000
    )

    assert answer["data"]["rawHtml"].count(WORDS) == 5 and 3 < time.monotonic() - begun < 25


def test_browser_killed_once_is_started_again(rendering: Bench, origin: Origin, unique: str) -> None:
    killed: list[int] = []
    before = waiting(origin)

    def kill() -> None:
        wait_until(lambda: waiting(origin) > before, seconds=90, what="a page that waits")
        killed.extend(main_processes(rendering.pid))
        kill_browser(rendering.pid)

    thread = threading.Thread(target=kill)
    thread.start()

    answer = rendering.run(shell(origin, unique, WAITS))
    thread.join()

    assert killed and WORDS in answer["data"]["markdown"] and "warning" not in answer["data"]
    assert not set(killed) & set(main_processes(rendering.pid))
    again = rendering.run(shell(origin, f"{unique}-again", WAITS))
    assert WORDS in again["data"]["markdown"] and browsers(rendering.pid)


def test_browser_killed_again_and_again_leaves_the_static_page(mortal: Bench, origin: Origin, unique: str) -> None:
    answer = mortal.run(shell(origin, unique, WAITS), formats=["rawHtml"])

    assert WAITS in answer["data"]["rawHtml"] and "could not be rendered" in answer["data"]["warning"]


def test_browser_killed_again_and_again_fails_a_forced_rendering(mortal: Bench, origin: Origin, unique: str) -> None:
    error = mortal.run(shell(origin, unique, WAITS), renderJs=True)["error"]

    assert error["code"] == "UPSTREAM_UNREACHABLE" and "browser crashed" in error["message"]


def test_engine_renders_on_after_all_that(rendering: Bench, origin: Origin, unique: str) -> None:
    assert WORDS in rendering.run(shell(origin, unique, WAITS))["data"]["markdown"]


HOSTILE = b"<script src=/a.js></script>" + b"<nav>" * 40 + b"<i></i>" * 140_000


def test_decision_about_a_hostile_page_holds_up_nobody() -> None:
    """It takes the better part of a second, in which all other pages, tunnels and deliveries of the process would wait."""
    shared, counters = resources.create(Environment()), StatsCollector(Crawler(Spider, Settings()))
    shared.reading.warm()
    request = Request("http://a.example/", meta={CAPTURE_REQUEST: CaptureRequest(url="http://a.example/")})
    response = HtmlResponse(request.url, body=HOSTILE, headers={"Content-Type": "text/html"}, request=request)

    async def run() -> float:
        begun = time.process_time()
        decision = await RenderingMiddleware(shared, counters).process_response(request, response)
        took = time.process_time() - begun
        assert isinstance(decision, (Request, Response))
        await shared.close()
        return took

    assert asyncio.run(run()) < 0.3, "the time that this process worked; the readers are other processes"
