"""Which pages of the index a query finds, in Postgres: operators, spelling, pages that lack words, and news."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import Connection, Engine, text

from crawler.capture_store import found_page
from crawler.providers.search import ranked
from crawler.providers.search.query import SearchQuery
from crawler.providers.search.ranked import Ranking
from extraction.search import words
from extraction.search.entry import SearchEntry
from extraction.search.query import parse
from models.search import find, search_page
from models.search.search_page import NewSearchPage
from training.dataset import capture

FREQUENT = "is that the question that is asked and that the answer is not " * 4
PAGES = {
    "jaguar-car": ("Jaguar", "The car was built in Coventry."),
    "jaguar-cat": ("Jaguar", "The cat lives in the forest."),
    "zebra": ("Zebra", "It lives in the savanna."),
    "ghost-story": ("A story", f"{FREQUENT} To be or not to be, that is the question of Hamlet."),
    "other-order": ("Hamlet", "The question is not to be asked; or that."),
    "bicycle": ("Bicycles", "A bicycle needs a new chain."),
    "danube": ("Donau", "Der Fluss fließt durch Wien."),
    "company": ("Gesellschaft", "Die Gesellschaft wurde gegründet."),
    "temple": ("金閣寺", "京都の寺です。"),
    "cat": ("動物", "白い猫"),
}


def made(name: str, title: str, body: str, published: datetime | None = None, language: str = "en") -> NewSearchPage:
    title_words = words.vector(title, language, weight="A")
    all_words = f"{title_words} {words.vector(body, language, weight='C', start=100)}"
    entry = SearchEntry(
        title=title, text=body, language=language, published=published, title_words=title_words, words=all_words
    )
    return found_page(replace(capture(b""), final_url=f"http://pages.example/{name}"), entry)


@pytest.fixture(scope="module")
def index(database: Engine) -> Iterator[Connection]:
    """An index with `PAGES` and no others, in a transaction that is rolled back."""
    with database.connect() as opened, opened.begin() as transaction:
        opened.execute(text("DELETE FROM search_page"))
        search_page.store(opened, [made(name, *page) for name, page in PAGES.items()])
        find.limit(opened)
        yield opened
        transaction.rollback()


def found(index: Connection, query: str, *, limit: int = 10, page: int = 1) -> list[str]:
    asked = parse(query)
    matches = Ranking(index, SearchQuery(query=query, limit=limit, page=page), asked).matches()
    return [match.url.rpartition("/")[2] for match in matches]


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("jaguar -car", {"jaguar-cat"}),
        ("jaguar OR zebra", {"jaguar-car", "jaguar-cat", "zebra"}),
        ("forest OR savanna lives", {"jaguar-cat", "zebra"}),
        ('"lives in the savanna"', {"zebra"}),
        ('"in the" lives -zebra', {"jaguar-cat"}),
        ('"savanna the in"', set()),
        ("site:pages.example/jaguar-cat", {"jaguar-cat"}),
        ("jaguar site:example", {"jaguar-car", "jaguar-cat"}),
        ("jaguar site:other.example", set()),
        ("jaguar -site:pages.example", set()),
        ("寺", {"temple"}),
        ("猫", {"cat"}),
        ("白 OR 京", {"cat", "temple"}),
    ],
)
def test_operators(index: Connection, query: str, pages: set[str]) -> None:
    assert set(found(index, query)) == pages


def test_phrase_of_frequent_words_is_found_where_the_index_knows_no_positions(index: Connection) -> None:
    # The index has the first eight places of a word.
    assert FREQUENT.split().count("that") > words.POSITIONS_MAX

    assert found(index, '"that is the question of hamlet"') == ["ghost-story"]
    assert found(index, '"to be or not to be"') == ["ghost-story"]
    assert found(index, 'hamlet -"or not to be"') == ["other-order"]


@pytest.mark.parametrize("typed", ["bicylce", "bycicle", "bicycl chain", "bicycles chian"])
def test_word_that_no_page_has_is_searched_as_words_that_differ_in_a_letter(index: Connection, typed: str) -> None:
    expected = [] if typed == "bycicle" else ["bicycle"]  # Two letters differ.

    assert found(index, typed) == expected


def test_words_that_pages_have_are_not_corrected(index: Connection) -> None:
    assert found(index, "cat") == ["jaguar-cat"] and found(index, '"bicylce"') == []


def test_pages_with_one_of_two_words_follow_those_with_both(index: Connection) -> None:
    assert set(found(index, "Gesellschaft Donau")) == {"danube", "company"}
    assert found(index, "jaguar forest") == ["jaguar-cat", "jaguar-car"]
    assert found(index, "zebra volcano earthquake") == ["zebra"]
    assert found(index, "jaguar savanna coventry")[0] == "jaguar-car"


def test_query_that_asks_for_news_prefers_new_pages(index: Connection) -> None:
    now = datetime.now(UTC)
    pages = [("2019", now - timedelta(days=2_500), "Results of the election. The latest results."),
             ("today", now - timedelta(hours=5), "The votes of the election were counted.")]  # fmt: skip
    search_page.store(index, [made(name, "Election results", body, published) for name, published, body in pages])

    assert found(index, "election results")[0] == "2019"
    assert found(index, "latest election results")[0] == "today"
    assert found(index, "election results news")[0] == "today"


def test_title_with_the_word_for_news_is_a_candidate_whatever_its_age(
    index: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "TITLE_CANDIDATES", 5)
    old = datetime.now(UTC) - timedelta(days=900)
    others = [made(f"industry{number}", "Industry today", f"industry {number}") for number in range(50)]
    search_page.store(index, [made("news", "Industry News", "Words of the industry.", old), *others])

    assert found(index, "industry news", limit=1) == ["news"]


def test_pages_of_results_are_parts_of_one_list(index: Connection) -> None:
    bodies = [f"submarine word{number} {'submarine ' * (number % 9)}" for number in range(130)]
    search_page.store(index, [made(f"submarine{number}", "Dive", body) for number, body in enumerate(bodies)])

    pages = [found(index, "submarine depth", page=page) for page in range(1, 11)]

    assert all(longer[: len(shorter)] == shorter for shorter, longer in pairwise(pages))
    assert [len(page) for page in pages] == list(range(10, 101, 10)) and ranked.RANKED < 100
