"""Which words the pages of the search index have."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ARRAY, Connection, String, any_, bindparam, cast, exists, func, select
from sqlalchemy.dialects.postgresql import TSQUERY

from models.search.search_page import SearchPage

# Pages whose words are compared with near spellings. Of more pages, any are used: they have the most frequent spellings.
PAGES_MAX = 50
_texts = ARRAY(String)
_condition = func.unnest(bindparam("conditions", type_=_texts)).column_valued("condition")
_KNOWN = select(_condition).where(exists().where(SearchPage.words.bool_op("@@")(cast(_condition, TSQUERY))))
# One condition for all lexemes: each condition reads the words that are not sorted into the index yet.
_page = (
    select(SearchPage.words)
    .where(SearchPage.words.bool_op("@@")(cast(bindparam("any_of", type_=String), TSQUERY)))
    .limit(PAGES_MAX)
    .subquery()
)
_its = select(func.unnest(func.tsvector_to_array(_page.c.words)).label("lexeme")).subquery()
_AMONG = select(_its.c.lexeme).distinct().where(_its.c.lexeme == any_(bindparam("lexemes", type_=_texts)))


def known(connection: Connection, conditions: Collection[str]) -> frozenset[str]:
    """Those of some conditions, tsqueries in their text form, that a page fulfils."""
    return frozenset(connection.execute(_KNOWN, {"conditions": list(conditions)}).scalars())


def among(connection: Connection, lexemes: Collection[str]) -> frozenset[str]:
    """Those of many lexemes that pages have. Of very frequent ones, rare others may be missing."""
    if not lexemes:
        return frozenset()
    any_of = "|".join(f"'{lexeme}'" for lexeme in lexemes)
    return frozenset(connection.execute(_AMONG, {"any_of": any_of, "lexemes": list(lexemes)}).scalars())
