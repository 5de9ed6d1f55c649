"""The search index in Postgres: rows, queries with filters, and deletion."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, Engine, text

from extraction.search import condition, words
from extraction.search.query import parse
from models import retention
from models.search import find, search_page
from models.search.find import PageQuery
from models.search.search_page import NewSearchPage


def made(url: str, title: str = "", body: str = "gliding", **about: object) -> NewSearchPage:
    title_words = words.vector(title, "en", weight="A")
    values: dict[str, object] = {
        "normal_url": url, "url": url, "host": url.split("/")[2], "country": None, "title": title, "text": body, "language": "en",
        "published": None, "digest": f"{title}{body}".encode(), "title_words": title_words,
        "words": f"{title_words} {words.vector(body, 'en', weight='C', start=100)}",
    }  # fmt: skip
    return NewSearchPage(**{**values, **about})  # type: ignore[arg-type]


@pytest.fixture
def connection(database: Engine) -> Iterator[Connection]:
    with database.begin() as opened:
        opened.execute(text("DELETE FROM search_page"))
        yield opened


def found(connection: Connection, query: str = "gliding", **conditions: object) -> list[str]:
    asked = condition.every(parse(query), frozenset())
    pages = PageQuery(words=asked.words, title=asked.title, near=asked.near, **conditions)
    return [match.url for match in find.find(connection, pages, 10)]  # type: ignore[arg-type]


def test_title_counts_more_than_text(connection: Connection) -> None:
    pages = [made("http://a.example/text", "Other", "gliding " * 5), made("http://a.example/title", "Gliding", "words")]
    search_page.store(connection, pages)

    assert found(connection) == ["http://a.example/title", "http://a.example/text"]


def test_page_that_is_stored_again_is_replaced(connection: Connection) -> None:
    for body in ("gliding", "sailing", "sailing"):
        search_page.store(connection, [made("http://a.example/", "", body)])

    assert found(connection) == [] and found(connection, "sailing") == ["http://a.example/"]
    [match] = find.find(connection, PageQuery(words="'sailing'"), 10)
    assert find.texts(connection, [match.key]) == {match.key: "sailing"}


def test_unchanged_page_writes_no_index(connection: Connection) -> None:
    updates_in_place = text("SELECT pg_stat_get_xact_tuples_hot_updated('search_page'::regclass)")
    page = made("http://a.example/", "Gliding", "gliding " * 3000)
    search_page.store(connection, [page])
    before = connection.execute(updates_in_place).scalar_one()

    search_page.store(connection, [page])

    assert connection.execute(updates_in_place).scalar_one() == before + 1


def test_same_page_twice_in_one_statement(connection: Connection) -> None:
    search_page.store(connection, [made("http://a.example/"), made("http://a.example/")])
    search_page.store(connection, [])

    assert found(connection) == ["http://a.example/"]


def test_domains_are_matched_on_label_borders(connection: Connection) -> None:
    hosts = (
        "example.com",
        "www.example.com",
        "notexample.com",
        "example.com.evil.org",
        "a_b.example.com",
        "axb.example.com",
    )
    search_page.store(connection, [made(f"http://{host}/", body=f"gliding {host}") for host in hosts])

    assert set(found(connection, include_domains=("example.com",))) == {
        "http://example.com/", "http://www.example.com/", "http://a_b.example.com/", "http://axb.example.com/",
    }  # fmt: skip
    assert found(connection, include_domains=("a_b.example.com", "%.com", "none.example")) == [
        "http://a_b.example.com/"
    ]
    assert set(found(connection, exclude_domains=("example.com", "evil.org"))) == {"http://notexample.com/"}


def test_age_counts_from_publication_or_from_capture(connection: Connection) -> None:
    now = datetime.now(UTC)
    published = {
        "http://a.example/none": None, "http://a.example/old": now - timedelta(days=40),
        "http://a.example/new": now - timedelta(days=3),
        "http://a.example/future": now + timedelta(days=400),
    }  # fmt: skip
    search_page.store(connection, [made(url, body=f"gliding {url}", published=when) for url, when in published.items()])

    assert set(found(connection, younger_than=timedelta(days=7))) == published.keys() - {"http://a.example/old"}
    assert set(found(connection, younger_than=timedelta(days=1))) == {
        "http://a.example/none",
        "http://a.example/future",
    }


def test_country_is_that_of_the_host_or_of_the_language(connection: Connection) -> None:
    rows = [("de", "DE", "en"), ("com", None, "de"), ("net", None, "en"), ("org", None, None), ("fr", "FR", "de")]
    search_page.store(
        connection,
        [
            made(f"http://a.{end}/", body=f"gliding {end}", country=country, language=tongue)
            for end, country, tongue in rows
        ],
    )

    assert set(found(connection, country="DE", languages=("de",))) == {"http://a.de/", "http://a.com/"}


def test_queries_are_bounded_in_time(connection: Connection) -> None:
    find.limit(connection)

    assert connection.execute(text("SHOW statement_timeout")).scalar_one() == find.STATEMENT_TIMEOUT


def test_queries_on_frequent_words_use_the_indexes(connection: Connection) -> None:
    find.limit(connection)

    assert connection.execute(text("SHOW enable_seqscan")).scalar_one() == "off"


def test_shortest_of_many_matching_pages_are_ranked(connection: Connection) -> None:
    others = " ".join(f"word{number}" for number in range(200))
    pages = [made(f"http://a.example/{size}", body=f"gliding {others[:size]}") for size in (1500, 40, 900)]
    search_page.store(connection, pages)

    assert found(connection, candidates=1) == ["http://a.example/40"]
    assert len(found(connection, candidates=2)) == 2


def test_words_of_a_phrase_stand_next_to_each_other(connection: Connection) -> None:
    pages = [made("http://a.example/1", body="question is that"), made("http://a.example/2", body="that question is")]
    search_page.store(connection, pages)

    assert found(connection, '"question is that"') == ["http://a.example/1"]
    assert found(connection, 'question -"question is that"') == ["http://a.example/2"]


def test_excluded_words_are_searched_in_title_and_text(connection: Connection) -> None:
    pages = [
        made("http://a.example/1", "Jaguar", "a car"),
        made("http://a.example/2", "Jaguar car", "a"),
        made("http://a.example/3", "Jaguar", "a cat"),
    ]
    search_page.store(connection, pages)

    assert found(connection, "jaguar -car") == ["http://a.example/3"]
    assert set(found(connection, 'jaguar -"a car"')) == {"http://a.example/3", "http://a.example/2"}


def test_urls_are_within_a_pattern_and_outside_of_another(connection: Connection) -> None:
    search_page.store(
        connection, [made(f"http://a.example/{path}", body=f"gliding {path}") for path in ("x", "y", "z")]
    )

    assert set(found(connection, within="/[xy]$")) == {"http://a.example/x", "http://a.example/y"}
    assert found(connection, within="/[xy]$", outside="/x$") == ["http://a.example/y"]


def test_search_without_words_lists_the_pages(connection: Connection) -> None:
    search_page.store(connection, [made(f"http://a.example/{path}", body=path) for path in ("x", "y")])

    assert set(found(connection, "site:a.example")) == {"http://a.example/x", "http://a.example/y"}
    assert found(connection, "site:a.example -x") == ["http://a.example/y"]


def test_new_pages_come_first_if_freshness_counts(connection: Connection) -> None:
    now = datetime.now(UTC)
    days = {"old": 2_000, "week": 7, "day": 1}
    pages = [
        made(
            f"http://a.example/{name}",
            body=f"gliding {name} " * (name == "old") + "gliding",
            published=now - timedelta(days=age),
        )
        for name, age in days.items()
    ]
    search_page.store(connection, [*pages, made("http://a.example/none", body="gliding none")])

    assert found(connection)[0] == "http://a.example/old"
    assert found(connection, freshness=2.0)[:2] == ["http://a.example/day", "http://a.example/week"]


def test_more_pages_than_are_ranked_by_nearness_follow_in_the_same_order(connection: Connection) -> None:
    search_page.store(
        connection,
        [made(f"http://a.example/{number}", body=f"gliding word{number} " * (number % 7 + 1)) for number in range(100)],
    )
    page_query = PageQuery(words="'gliding'")

    few, all_pages = ([match.key for match in find.find(connection, page_query, most)] for most in (40, 150))

    assert all_pages[:40] == few and len(set(all_pages)) == 100


def test_expired_pages_are_deleted_in_portions(connection: Connection) -> None:
    search_page.store(connection, [made(f"http://a.example/{number}") for number in range(5)])
    connection.execute(text("UPDATE search_page SET captured_on = captured_on - 31 WHERE url <> 'http://a.example/0'"))

    assert retention.delete_search_pages(connection, rows=3) and not retention.delete_search_pages(connection, rows=3)

    assert found(connection) == ["http://a.example/0"]


def test_two_transactions_with_the_same_pages_do_not_wait_for_each_other_forever(database: Engine) -> None:
    pages = [made(f"http://a.example/{number}", body=f"gliding {number}") for number in range(50)]
    failures: list[Exception] = []

    def work(order: list[NewSearchPage]) -> None:
        try:
            for _ in range(10):
                with database.begin() as connection:
                    search_page.store(connection, order)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(order,)) for order in (pages, pages[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
