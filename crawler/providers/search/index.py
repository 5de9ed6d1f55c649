"""The search engine `index`: full text over the pages that this installation has captured.

Under `scrapy crawl` and on the command line, which have no database, it connects to that of the settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from psycopg2.errors import QueryCanceled, UndefinedTable
from scrapy.crawler import Crawler
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, ProgrammingError

from crawler import resources
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchQuery
from crawler.providers.search.ranked import Ranking
from extraction.search import snippet
from extraction.search.query import Query, parse
from models import session
from models.search import find

NO_DATABASE = (
    "The search index is in the service's database, which is not reachable. Start `orbweaver up`, set DATABASE_URL, or set"
    " ORBWEAVER_SEARCH_PROVIDER to another search engine."
)


class IndexProvider:
    """Searches the table `search_page`. Its one page of results has all results of the query."""

    pages = 1

    async def answer(self, crawler: Crawler, query: SearchQuery, number: int) -> tuple[FoundPage, ...]:
        """The pages with the words of the query, best first.

        Raises:
            ProviderFailed: the database is not reachable, or took too long.
        """
        shared = resources.of(crawler)
        return await asyncio.get_running_loop().run_in_executor(shared.threads, _search, shared, query)


def _search(shared: resources.Resources, query: SearchQuery) -> tuple[FoundPage, ...]:
    asked = parse(query.query)
    if asked.is_empty:
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


def _found(connection: Connection, query: SearchQuery, asked: Query) -> tuple[FoundPage, ...]:
    find.limit(connection, with_words=bool(asked.required))
    ranking = Ranking(connection, query, asked)
    best = ranking.matches()
    texts = find.texts(connection, [match.key for match in best])
    return tuple(
        FoundPage(
            title=match.title or match.url, url=match.url, dated=match.dated_at,
            snippet=snippet.choose(texts.get(match.key, ""), ranking.asked.words, match.language, match.title),
        )
        for match in best
    )  # fmt: skip
