"""robots.txt: asked once, obeyed as written; while it cannot be read, its last good copy counts."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc

import pytest
from scrapy.http import Response, TextResponse

from crawler.failures import CrawlerClosed, RobotsUnreachable
from crawler.politeness.robots import Robots, Rules

URL = "https://example.com/private/a"


class Origin:
    """A site. Status 0: it does not answer."""

    def __init__(self, body: str = "", status: int = 200, **headers: str) -> None:
        self.asked: list[str] = []
        self.body, self.status, self.headers = body, status, headers

    async def fetch(self, url: str) -> Response | None:
        self.asked.append(url)
        await asyncio.sleep(0)
        if self.status == 0:
            return None
        return TextResponse(url, status=self.status, body=self.body.encode(), headers=self.headers)


class Shelf:
    """The copies of robots.txt that workers share."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def find(self, site: str) -> str | None:
        return self.texts.get(site)

    async def store(self, site: str, text: str) -> None:
        self.texts[site] = text


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


@pytest.mark.parametrize("status", [404, 403, 401, 410])
def test_site_without_the_file_forbids_nothing(status: int) -> None:
    assert rules(Origin("User-agent: *\nDisallow: /", status)).allows(URL)


@pytest.mark.parametrize(("status", "reason"), [(500, "HTTP 500"), (503, "HTTP 503"), (0, "did not answer")])
def test_rules_are_unknown_while_the_site_fails(status: int, reason: str) -> None:
    robots = Robots()

    with pytest.raises(RobotsUnreachable, match=rf"https://example.com/robots.txt could not be read: .*{reason}"):
        asyncio.run(robots.rules(URL, Origin(status=status).fetch))

    assert robots.known(URL) is None


def test_busy_site_is_asked_again_when_it_says_so() -> None:
    with pytest.raises(RobotsUnreachable) as raised:
        rules(Origin(status=429, **{"Retry-After": "17"}))

    assert raised.value.seconds == 17 and raised.value.is_throttled


@pytest.mark.parametrize("status", [500, 0, 429])
def test_last_good_copy_counts_while_the_site_fails(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.politeness.robots.FRESH_SECONDS", 0.0)
    origin, shelf = Origin("User-agent: *\nDisallow: /private"), Shelf()
    mine, of_another_worker = Robots(shelf), Robots(shelf)

    async def ask() -> list[Rules]:
        await mine.rules(URL, origin.fetch)
        origin.status = status
        return [await each.rules(URL, origin.fetch) for each in (mine, of_another_worker)]

    for found in asyncio.run(ask()):
        assert not found.allows(URL) and found.allows("https://example.com/open")


def test_copy_of_yesterday_no_longer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.politeness.robots.FRESH_SECONDS", 0.0)
    monkeypatch.setattr("crawler.politeness.robots.COPY_SECONDS", 0.0)
    origin, robots = Origin("User-agent: *\nDisallow: /private"), Robots()

    async def ask() -> None:
        await robots.rules(URL, origin.fetch)
        origin.status = 500
        await robots.rules(URL, origin.fetch)

    with pytest.raises(RobotsUnreachable):
        asyncio.run(ask())


@pytest.mark.parametrize(
    ("line", "seconds", "is_too_long"),
    [
        ("", 0, False), ("Crawl-delay: 2", 2, False), ("Crawl-delay: 0.5", 0.5, False), ("Crawl-delay: 300", 300, False),
        ("Crawl-delay: 301", 300, True), ("Crawl-delay: 90000", 300, True),
    ],
)  # fmt: skip
def test_the_pause_that_a_site_asks_for(line: str, seconds: float, is_too_long: bool) -> None:
    found = rules(Origin(f"User-agent: *\n{line}\nDisallow: /x"))

    assert found.delay_seconds == seconds and found.delays_too_long is is_too_long


def test_a_site_is_asked_once_for_all_callers() -> None:
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


def test_site_that_failed_is_asked_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.politeness.robots.RETRY_SECONDS", 0.2)

    async def ask() -> tuple[list[str], bool]:
        origin, robots = Origin("User-agent: *\nDisallow: /private", status=503), Robots()
        for _ in range(3):
            with pytest.raises(RobotsUnreachable):
                await robots.rules(URL, origin.fetch)
        asked = list(origin.asked)
        await asyncio.sleep(0.25)
        origin.status = 200
        return asked, (await robots.rules(URL, origin.fetch)).allows(URL)

    asked, allowed = asyncio.run(ask())

    assert len(asked) == 1 and not allowed


RULES = [f"Disallow: /{number}/" for number in range(40_000)]


def test_rules_count_up_to_half_a_megabyte_whatever_their_number() -> None:
    text = "\n".join(["User-agent: *", *RULES])
    cut = text.encode()[:512_000].decode()
    last = cut.count("\n") - 2  # The line that the limit cuts does not count.

    found = rules(Origin(text))

    assert 25_000 < last < 40_000
    assert not found.allows("https://example.com/6000/a") and not found.allows(f"https://example.com/{last}/a")
    assert found.allows(f"https://example.com/{last + 1}/a") and found.allows("https://example.com/99999/")


def test_many_rules_cost_little_for_each_address() -> None:
    found = rules(Origin("\n".join(["User-agent: *", *RULES, "Allow: /7/open"])))
    begun = time.process_time()

    verdicts = [found.allows(f"https://example.com/{number % 9}/{number}/a/b/c") for number in range(10_000)]

    assert not any(verdicts)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("lines", "path", "allowed"),
    [
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a\nDisallow: /a/b", "/a/b/c", False),
        ("Disallow: /a/b\nAllow: /a/b", "/a/b", True),
        ("Disallow: /a/b\nAllow: /a/*", "/a/b", True),
        ("Allow: /a/b\nDisallow: /a/*", "/a/b", True),
        ("Disallow: /a/bc\nAllow: /a/*", "/a/bc", False),
        ("Allow: /a/b\nDisallow: /a/b/*.pdf$", "/a/b/c.pdf", False),
        ("Disallow: /*?sort=", "/list?sort=up", False),
        ("Disallow: /a%C3%A9", "/a\u00e9", False),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/a", True),
        ("Disallow: /", "/robots.txt", True),
    ],
)
def test_longest_rule_wins_and_of_equal_ones_the_one_that_allows(lines: str, path: str, allowed: bool) -> None:
    assert rules(Origin(f"User-agent: *\n{lines}")).allows(f"https://example.com{path}") is allowed


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


def test_rules_for_others_leave_space_for_ours() -> None:
    others = "\n".join(
        f"User-agent: bot{number}\n" + "\n".join(f"Disallow: /*{rule}" for rule in range(30)) for number in range(60)
    )
    found = rules(Origin(f"{others}\nUser-agent: *\nDisallow: /*private\nSitemap: https://example.com/*x\n"))

    assert not found.allows(URL) and found.allows("https://example.com/a/0") and found.sitemaps


def test_rule_too_long_to_be_held_against_every_address_forbids_more_not_less() -> None:
    long = rules(Origin("User-agent: *\nDisallow: /private" + "*a" * 400))

    assert not long.allows(URL) and long.allows("https://example.com/other")
