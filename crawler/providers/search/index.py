"""The search engine `index`: full text over the pages that this installation has captured.

Under `scrapy crawl` and on the command line, which have no database of their own, it connects to that of the settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from psycopg2.errors import QueryCanceled, UndefinedTable
from scrapy.crawler import Crawler
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, ProgrammingError

from crawler import resources
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchQuery
from extraction.declared import languages
from extraction.search import countries, snippet, words
from models import session
from models.search import find
from models.search.find import Match, Wanted

AGES = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=31), "year": timedelta(days=366)}
# Pages that are ranked again by their titles.
RANKED = 40
# How much a title that equals the query counts, beside the rank of Postgres, which is about 0.1 to 3.
TITLE_WORDS, TITLE_PAIRS = 1.2, 0.8
# Of a query's words, those that a page may lack if too few pages have all of them.
SOME_WORDS_MAX = 8
NO_DATABASE = (
    "The search index is in the service's database, which is not reachable. Start `orbweaver up`, set DATABASE_URL, or set"
    " ORBWEAVER_SEARCH_PROVIDER to another search engine."
)


class IndexProvider:
    """Searches the table `search_page`."""

    name = "index"

    async def answer(self, crawler: Crawler, query: SearchQuery) -> tuple[FoundPage, ...]:
        """The pages with the words of the query, best first.

        Raises:
            ProviderFailed: the database is not reachable, or took too long.
        """
        shared = resources.of(crawler)
        return await asyncio.get_running_loop().run_in_executor(shared.threads, _search, shared, query)


def _search(shared: resources.Resources, query: SearchQuery) -> tuple[FoundPage, ...]:
    asked = words.of_query(query.query)
    if not asked:
        return ()
    try:
        with _database(shared) as engine:
            return session.transact(engine, lambda connection: _found(connection, query, asked), retry_seconds=2.0)
    except ProgrammingError as error:
        if not isinstance(error.orig, UndefinedTable):
            raise
        raise ProviderFailed("The database has no search index. Run `orbweaver migrate`.") from error
    except OperationalError as error:
        if isinstance(error.orig, QueryCanceled):
            raise ProviderFailed("The search took too long.", is_temporary=True) from error
        # The service has a database, which is restarting. A command may have none.
        raise ProviderFailed(NO_DATABASE, is_temporary=shared.database is not None) from error


@contextmanager
def _database(shared: resources.Resources) -> Iterator[Engine]:
    """The database of this process, or a connection to that of the settings which is closed afterwards."""
    if shared.database is not None:
        yield shared.database
        return
    engine = session.create(shared.environment.database_url, pool_size=1)
    try:
        yield engine
    finally:
        engine.dispose()


def _found(connection: Connection, query: SearchQuery, asked: list[frozenset[str]]) -> tuple[FoundPage, ...]:
    find.limit(connection)
    best = _unique(_ranked(connection, query, asked))[: query.limit]
    texts = find.texts(connection, [match.key for match in best])
    return tuple(
        FoundPage(
            title=match.title or match.url, url=match.url, dated=match.dated_at,
            snippet=snippet.choose(texts.get(match.key, ""), asked, match.language, match.title),
        )
        for match in best
    )  # fmt: skip


def _ranked(connection: Connection, query: SearchQuery, asked: list[frozenset[str]]) -> list[Match]:
    """Pages with all words of the query; if they are too few, then pages with at least two of its telling words."""
    strict = find.find(connection, _wanted(query, words.matching(asked)), RANKED)
    ranked = _by_title(query.query, strict)
    telling = _telling(asked)
    # A page must have all of two words. Asking for them again would find the same pages.
    if len(ranked) >= query.limit or len(telling) == len(asked) < 3:
        return ranked
    # Many pages have some of the words, and most of them are not worth the time to rank them.
    some_words = replace(_wanted(query, words.matching(telling, any_of=True)), candidates=find.FEW_CANDIDATES)
    some = find.find(connection, some_words, RANKED)
    known = {match.key for match in ranked}
    return ranked + _by_title(query.query, [match for match in some if match.key not in known])


def _wanted(query: SearchQuery, condition: str) -> Wanted:
    return Wanted(
        words=condition, younger_than=AGES.get(query.time_range or ""), country=query.country,
        languages=countries.languages(query.country) if query.country else (),
        include_domains=query.include_domains, exclude_domains=query.exclude_domains,
    )  # fmt: skip


def _telling(asked: list[frozenset[str]]) -> list[frozenset[str]]:
    """The words of a query that are not among the most frequent of a language; all words if none is left."""
    telling = [each for each in asked if not each & languages.FREQUENT]
    longest_first = sorted(telling or asked, key=lambda each: -max(map(len, each)))
    return longest_first[:SOME_WORDS_MAX]


def _by_title(query: str, matches: Sequence[Match]) -> list[Match]:
    """The matches in a new order: a page whose title is like the query comes first."""
    asked = [words.fold(word) for word in words.split(query)]
    return sorted(matches, key=lambda match: -(match.rank + _likeness(asked, match.title)))


def _likeness(asked: list[str], title: str) -> float:
    own = [words.fold(word) for word in words.split(title)]
    return TITLE_WORDS * _shared(set(asked), set(own)) ** 2 + TITLE_PAIRS * _shared(
        set(pairwise(asked)), set(pairwise(own))
    )


def _shared(one: AbstractSet[object], other: AbstractSet[object]) -> float:
    return len(one & other) / max(1, len(one | other))


def _unique(matches: Sequence[Match]) -> list[Match]:
    """The matches without copies: pages with the same title and text at another URL."""
    return list({match.digest: match for match in reversed(matches)}.values())[::-1]
