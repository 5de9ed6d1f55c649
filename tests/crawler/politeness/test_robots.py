"""robots.txt: asked once, obeyed as written, absent where it cannot be read."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc

import pytest
from scrapy.http import Response, TextResponse

from crawler.failures import CrawlerClosed
from crawler.politeness.robots import DELAY_MAX_SECONDS, Robots, Rules

URL = "https://example.com/private/a"


class Origin:
    def __init__(self, body: str = "", status: int = 200) -> None:
        self.asked: list[str] = []
        self._body, self._status = body, status

    async def fetch(self, url: str) -> Response | None:
        self.asked.append(url)
        await asyncio.sleep(0)
        return None if self._status == 0 else TextResponse(url, status=self._status, body=self._body.encode())


def rules(origin: Origin) -> Rules:
    return asyncio.run(Robots().rules(URL, origin.fetch))


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow: /private/", False),
        ("User-agent: *\nDisallow: /\nAllow: /private/a", True),
        ("User-agent: Orbweaver\nDisallow: /private\n\nUser-agent: *\nDisallow:", False),
        ("User-agent: other\nDisallow: /", True),
        ("User-agent: *\nDisallow: /*/a$", False),
        ("\ufeffUser-agent: *\nDisallow: /private", False),
        ("<html>not found</html>", True),
    ],
)
def test_pages_are_allowed_as_written(body: str, allowed: bool) -> None:
    assert rules(Origin(body)).allows(URL) is allowed


@pytest.mark.parametrize("status", [404, 403, 500, 0])
def test_a_file_that_cannot_be_had_forbids_nothing(status: int) -> None:
    assert rules(Origin("User-agent: *\nDisallow: /", status)).allows(URL)


@pytest.mark.parametrize(
    ("line", "seconds"),
    [("", 0), ("Crawl-delay: 2", 2), ("Crawl-delay: 0.5", 0.5), ("Crawl-delay: 900", DELAY_MAX_SECONDS)],
)
def test_the_pause_that_a_site_asks_for(line: str, seconds: float) -> None:
    assert rules(Origin(f"User-agent: *\n{line}\nDisallow: /x")).delay_seconds == seconds


def test_a_site_is_asked_once_whoever_asks() -> None:
    origin, robots = Origin("User-agent: *\nDisallow: /"), Robots()

    async def many() -> list[Rules]:
        first = await asyncio.gather(*(robots.rules(f"https://example.com/{n}", origin.fetch) for n in range(5)))
        return [*first, await robots.rules(URL, origin.fetch)]

    assert not any(found.allows(URL) for found in asyncio.run(many()))
    assert origin.asked == ["https://example.com/robots.txt"]
    assert robots.known("https://example.com/") and not robots.known("http://example.com/")


def test_who_shares_an_answer_gets_it_when_the_first_to_ask_goes_away() -> None:
    async def ask() -> bool:
        origin, robots = Origin("User-agent: *\nDisallow: /private"), Robots()
        first = asyncio.ensure_future(robots.rules(URL, origin.fetch))
        second = asyncio.ensure_future(robots.rules(URL, origin.fetch))
        await asyncio.sleep(0)
        first.cancel()
        return (await second).allows(URL)

    assert asyncio.run(ask()) is False


def test_fetch_ends_with_the_last_who_waits_for_it() -> None:
    ended = []

    async def endless(url: str) -> Response | None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(url)
        return None

    async def ask() -> tuple[list[str], list[str], bool]:
        origin, robots = Origin("User-agent: *\nDisallow: /private"), Robots()
        first, second = (asyncio.ensure_future(robots.rules(URL, endless)) for _ in range(2))
        await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.sleep(0.01)
        before = list(ended)
        second.cancel()
        await asyncio.sleep(0.01)
        return before, ended, (await robots.rules(URL, origin.fetch)).allows(URL)

    before, after, allowed = asyncio.run(ask())

    assert not before and len(after) == 1
    assert not allowed, "a fetch that was given up says nothing about the site"


def test_who_shares_a_fetch_asks_anew_when_its_crawler_closed() -> None:
    async def closed(url: str) -> Response | None:
        await asyncio.sleep(0.01)
        raise CrawlerClosed

    async def ask() -> tuple[object, Rules]:
        origin, robots = Origin("User-agent: *\nDisallow: /private"), Robots()
        first = asyncio.ensure_future(robots.rules(URL, closed))
        second = asyncio.ensure_future(robots.rules(URL, origin.fetch))
        [failed, found] = await asyncio.gather(first, second, return_exceptions=True)
        assert isinstance(found, Rules)
        return failed, found

    failed, found = asyncio.run(ask())

    assert isinstance(failed, CrawlerClosed) and not found.allows(URL)


def test_site_that_cannot_be_asked_holds_its_pages_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.politeness.robots.KEPT_FAILED_SECONDS", 0.2)

    async def ask() -> tuple[Rules, list[str], Rules]:
        origin, robots = Origin("User-agent: *\nDisallow: /private", status=503), Robots()
        await robots.rules(URL, origin.fetch)
        await asyncio.sleep(0.25)
        origin._status = 200
        meanwhile = await robots.rules(URL, origin.fetch)
        asked = list(origin.asked)
        await asyncio.sleep(0.05)
        return meanwhile, asked, await robots.rules(URL, origin.fetch)

    meanwhile, asked, after = asyncio.run(ask())

    assert meanwhile.allows(URL) and len(asked) == 1  # the second fetch has not even begun
    assert not after.allows(URL)


def test_file_made_to_be_slow_is_not() -> None:
    """Groups of many agents with many rules, and rules of many wildcards."""
    agents = "\n".join(f"User-agent: a{number}" for number in range(2_500))
    disallowed = "\n".join(f"Disallow: /{number}$" for number in range(2_400))
    wild = "\n".join(f"Disallow: /*a*b{number}*" + "c*d" * 25 + "$" for number in range(4_900))
    begun = time.process_time()

    many = rules(Origin(f"{agents}\n{disallowed}\nUser-agent: *\nDisallow: /private"))
    slow = rules(Origin(f"User-agent: *\nDisallow: /private\n{wild}"))

    assert not many.allows(URL) and not slow.allows(URL)
    assert all(slow.allows(f"https://example.com/{'aabcdcd' * 30}{number}") for number in range(100))
    assert time.process_time() - begun < 3


MOST_BYTES = 1_000_000
LARGE = {
    "rules": "User-agent: *\n" + "\n".join(f"Disallow: /{number}" for number in range(250)),
    "wildcards": "User-agent: *\n" + "\n".join(f"Disallow: /*{number}" + "*ab" * 100 for number in range(50)),
    "sitemaps": "\n".join(f"Sitemap: https://example.com/{number}.xml" for number in range(250)),
    "others": "User-agent: other\n" + "\n".join(f"Disallow: /{number}" for number in range(250)),
    "nothing": "",
}


@pytest.mark.parametrize("kind", LARGE)
def test_memory_of_many_sites_is_bounded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.politeness.robots.RULES_BYTES_MAX", MOST_BYTES)
    origin = Origin(LARGE[kind])

    async def ask() -> tuple[int, int, bool]:
        robots = Robots()
        await robots.rules("https://first.example/", origin.fetch)
        before = tracemalloc.get_traced_memory()[0]
        for number in range(8 if LARGE[kind] else 700):
            found = await robots.rules(f"https://{number}.example/", origin.fetch)
        gc.collect()  # A parser refers to itself.
        return robots.size, tracemalloc.get_traced_memory()[0] - before, found.allows("https://7.example/2")

    tracemalloc.start()
    try:
        accounted, traced, allowed = asyncio.run(ask())
    finally:
        tracemalloc.stop()

    assert accounted <= MOST_BYTES and traced < 1.2 * MOST_BYTES
    assert allowed is (kind != "rules")


def test_rules_for_others_leave_room_for_ours() -> None:
    others = "\n".join(
        f"User-agent: bot{number}\n" + "\n".join(f"Disallow: /*{rule}" for rule in range(30)) for number in range(60)
    )
    found = rules(Origin(f"{others}\nUser-agent: *\nDisallow: /*private\nSitemap: https://example.com/*x\n"))

    assert not found.allows(URL) and found.allows("https://example.com/a/0") and found.sitemaps


def test_rule_too_long_to_be_held_against_every_address_forbids_more_not_less() -> None:
    long = rules(Origin("User-agent: *\nDisallow: /private" + "*a" * 400))

    assert not long.allows(URL) and long.allows("https://example.com/other")
