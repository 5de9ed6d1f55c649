"""Which links a crawl follows, and which spellings are one page."""

from __future__ import annotations

import time

import pytest

from extraction.links.scope import Scope, key_of, kind_of, link_filter, listed_links, rank_of

SEED = "https://www.example.com/docs/"


@pytest.mark.parametrize(
    ("url", "followed"),
    [
        ("https://www.example.com/a", True),
        ("http://example.com/a", True),
        ("https://blog.example.com/a", False),
        ("https://example.com:8443/a", False),
        ("https://example.org/a", False),
        ("https://www.example.com/paper.pdf", True),
        ("https://www.example.com/photo.JPG", False),
        ("https://www.example.com/style.css?v=3", False),
        ("https://www.example.com/v1.2/notes", True),
        ("https://www.example.com/a/b/a/b/a/b/a/b", False),
        ("https://www.example.com/a/b/a/b/a/b", True),
        ("https://www.example.com/" + "/".join(map(str, range(24))), True),
        ("https://www.example.com/" + "/".join(map(str, range(25))), False),
        ("https://www.example.com/" + "x" * 2_000, False),
        ("https://www.example.com:port/a", False),
    ],
)
def test_a_crawl_stays_on_its_host(url: str, followed: bool) -> None:
    assert bool(link_filter(Scope(SEED)).follow(url)) is followed


def test_subdomains_of_a_private_network_are_followed_when_asked_for() -> None:
    below = link_filter(Scope("http://www.example.corp/", subdomains=True))

    assert below.follow("http://wiki.example.corp/page") is not None
    assert below.follow("http://wiki.other.corp/page") is None


def test_subdomains_and_other_sites_are_followed_when_asked_for() -> None:
    below = link_filter(Scope(SEED, subdomains=True))
    anywhere = link_filter(Scope(SEED, external=True))

    assert below.follow("https://blog.example.com/a") and not below.follow("https://example.org/a")
    abroad = anywhere.follow("https://example.org/a")
    assert abroad and not abroad.inside


def test_hosts_with_different_ports_are_different() -> None:
    local = link_filter(Scope("http://127.0.0.1:8000/"))

    assert local.follow("http://127.0.0.1:8000/a")
    assert not local.follow("http://127.0.0.1:9000/a")


def test_redirect_target_of_the_start_is_part_of_the_site() -> None:
    moved = link_filter(Scope("https://old.example.com/", redirected_to="https://example.net/"))

    assert moved.follow("https://example.net/a") and moved.follow("https://old.example.com/b")


def test_patterns_are_searched_in_path_and_query() -> None:
    scope = Scope(SEED, include=("^/docs/", "page=[0-9]+$"), exclude=("/docs/private",))
    follow = link_filter(scope).follow

    assert follow("https://example.com/docs/a") and follow("https://example.com/list?page=7")
    assert not follow("https://example.com/blog/a") and not follow("https://example.com/docs/private/a")


def test_hostile_patterns_take_linear_time() -> None:
    started = time.process_time()
    link_filter(Scope(SEED, exclude=("(a|a)*b$", "(x+x+)+y"))).follow("https://example.com/" + "a" * 1_900)

    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com/a", "https://example.com/a"),
        ("https://example.com/a?x=1&y=2", "https://example.com/a?y=2&x=1"),
        ("https://example.com/a", "https://example.com/a?utm_source=mail&gclid=1"),
        ("https://example.com/a", "https://example.com/a;jsessionid=9F?PHPSESSID=abc"),
        ("https://example.com/%7Ea", "https://example.com/~a#part"),
    ],
)
def test_spellings_of_one_page_share_a_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a", "https://example.com/a/"),
        ("https://example.com/a", "https://example.com/A"),
        ("https://example.com/a?x=1", "https://example.com/a?x=2"),
        ("https://example.com/", "https://www.example.com/"),
    ],
)
def test_pages_that_may_differ_have_different_keys(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def test_query_parameters_are_ignored_when_asked() -> None:
    assert key_of("https://example.com/a?x=1", ignore_query=True) == key_of("https://example.com/a", ignore_query=True)


def test_pages_of_an_endless_calendar_come_after_other_pages() -> None:
    days = [f"https://example.com/calendar?day={number}" for number in range(500)]

    assert len({kind_of(day) for day in days}) == 1
    assert rank_of(days[-1], 1, 499) > rank_of("https://example.com/about", 3, 0)
    assert rank_of(days[0], 1, 0) == 1


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("http://a.example/p?sid=5f2c9e0b7a1d4c3e8f60", "http://a.example/p", True),
        ("http://a.example/p?sid=12", "http://a.example/p?sid=13", False),
        ("http://a.example/p?session_id=keynote", "http://a.example/p", False),
        ("http://a.example/p?PHPSESSID=1", "http://a.example/p", True),
    ],
)
def test_a_session_is_recognised_by_its_value(one: str, other: str, is_same: bool) -> None:
    assert (key_of(one) == key_of(other)) == is_same


def test_addresses_of_a_list_are_equal_only_in_other_spellings() -> None:
    urls = ["http://a.example/p", "HTTP://A.example:80/%70", "https://a.example/p", "http://a.example/p?utm_source=x",
            "http://a.example/#/users", "http://a.example/#/orders", "http://a.example/?a=1&b=2",
            "http://a.example/?b=2&a=1"]  # fmt: skip

    keys = [link.key for link in listed_links(urls)]

    assert keys[0] == keys[1] and len(set(keys)) == len(urls) - 1
