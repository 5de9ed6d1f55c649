"""The queries on the search index. Each is bounded: in the pages that are ranked, and in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Connection,
    Float,
    Integer,
    Interval,
    LargeBinary,
    Select,
    String,
    any_,
    bindparam,
    case,
    cast,
    func,
    literal_column,
    not_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from models import packing
from models.base import columns_of
from models.search.search_page import SearchPage

STATEMENT_TIMEOUT = "4s"
# Pages with the words in their title, and pages with them anywhere, that are ranked. Of more pages, the shortest are used.
TITLE_CANDIDATES, CANDIDATES, FEW_CANDIDATES = 200, 800, 200
# Of pages that match, those whose length is compared. Of more pages, any are used.
MATCHES_MAX = 10_000
# Of these, those that are read to compare the positions of a phrase's words. Of more pages, the shortest are used.
NEAR_MAX = 3_000
# The best candidates by the frequency of the words, which are ranked by the distances between the words, too. This takes
# as long as everything else together.
NEARNESS_MAX = 60
# Days after which a page is half as fresh.
FRESH_DAYS = 3
# The weights of words: unused, unused, in the text, in the title.
_WEIGHTS: ColumnElement[object] = literal_column("'{0.05, 0.1, 0.4, 1.0}'::float4[]")
# Divides the rank by the logarithm of the page's length.
_BY_LENGTH = 1


@dataclass(frozen=True, kw_only=True)
class PageQuery:
    """The pages that a search looks for. The domains are in lower case; they include their subdomains.

    Attributes:
        words: a tsquery in its text form. If it is empty, pages need no words.
        title: the one that finds pages by their titles, if it is another. These pages match `words`, too.
        near: one more, which needs the positions of words. They are not in the index, but in the rows.
        country: of a page's host; if that belongs to no country, the page's language is one of `languages`.
        within, outside: regular expressions for URLs.
        freshness: what a page gains that was published now; after `FRESH_DAYS` it is half of that.
    """

    words: str
    title: str | None = None
    near: str | None = None
    younger_than: timedelta | None = None
    country: str | None = None
    languages: tuple[str, ...] = ()
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    within: str | None = None
    outside: str | None = None
    freshness: float = 0.0
    candidates: int = CANDIDATES


class Match(NamedTuple):
    """A page that matches, with its rank: higher is better."""

    key: bytes
    url: str
    title: str
    language: str | None
    digest: bytes
    dated_at: datetime
    rank: float


_asked = cast(bindparam("words", type_=String), TSQUERY)
_strings = ARRAY(String)
# A host with a leading dot, so that `%.example.com` is the domain and its subdomains, but not another domain.
_host: ColumnElement[str] = literal_column("'.'").concat(SearchPage.host)
_age = cast(bindparam("age", type_=Interval), Interval)
_country = cast(bindparam("country", type_=String), String)
_within, _outside = (cast(bindparam(name, type_=String), String) for name in ("within", "outside"))
_FILTERS = (
    _age.is_(None) | (SearchPage.dated_at > func.now() - _age),
    _country.is_(None)
    | (SearchPage.country == _country)
    | (SearchPage.country.is_(None) & (SearchPage.language == any_(bindparam("languages", type_=_strings)))),
    bindparam("anywhere", type_=Boolean) | _host.like(any_(bindparam("include", type_=_strings))),
    not_(_host.like(any_(bindparam("exclude", type_=_strings)))),
    _within.is_(None) | SearchPage.url.regexp_match(_within),
    _outside.is_(None) | not_(SearchPage.url.regexp_match(_outside)),
)
_freshness = cast(bindparam("freshness", type_=Float), Float)
_seconds = cast(func.extract("epoch", func.now() - SearchPage.dated_at), Float)
# A page without a date has that of its capture, which says nothing about its age.
_gain = case(
    (
        (_freshness > 0) & (SearchPage.dated_at < SearchPage.captured_at),
        _freshness / (1 + _seconds / (FRESH_DAYS * 86_400)),
    ),
    else_=0,
)
_frequency = func.ts_rank(_WEIGHTS, SearchPage.words, _asked, _BY_LENGTH) + _gain


def _in_title() -> Select[tuple[bytes, int]]:
    """The keys and sizes of pages that match by their title. The size of a vector is known without reading it."""
    title = cast(bindparam("title", type_=String), TSQUERY)
    decides = bindparam("title_decides", type_=Boolean) | SearchPage.words.bool_op("@@")(_asked)
    size = func.pg_column_size(SearchPage.title_words).label("size")
    return select(SearchPage.key, size).where(SearchPage.title_words.bool_op("@@")(title), decides, *_FILTERS)


def _anywhere() -> Select[tuple[bytes, float]]:
    """The keys and sizes of pages that match; their ages instead of the sizes, if freshness counts."""
    size = case((_freshness > 0, _seconds), else_=func.pg_column_size(SearchPage.words)).label("size")
    has_words = bindparam("without_words", type_=Boolean) | SearchPage.words.bool_op("@@")(_asked)
    return select(SearchPage.key, size).where(has_words, *_FILTERS)


def _first(matching: Select[Any], most: str, *, near: bool) -> Select[tuple[bytes]]:
    """The keys of the first pages by size."""
    matches = matching.limit(MATCHES_MAX).subquery()
    in_order = select(matches.c.key).order_by(matches.c.size, matches.c.key)
    if not near:
        return in_order.limit(bindparam(most, type_=Integer))
    compared = in_order.limit(NEAR_MAX).subquery()
    return (
        select(compared.c.key)
        .join(SearchPage, SearchPage.key == compared.c.key)
        # The function of the operator `@@`. With the operator, Postgres would read all pages that have the words.
        .where(func.ts_match_vq(SearchPage.words, cast(bindparam("near", type_=String), TSQUERY)))
        .limit(bindparam(most, type_=Integer))
    )


def _statement(*, near: bool) -> Select[Any]:
    """The pages that match, best first."""
    candidate = union(
        _first(_in_title(), "title_candidates", near=near), _first(_anywhere(), "candidates", near=near)
    ).subquery("candidate")
    position = func.row_number().over(order_by=(_frequency.desc(), SearchPage.key)).label("position")
    frequent = (
        select(SearchPage.key, _frequency.label("frequency"), position)
        .join(candidate, candidate.c.key == SearchPage.key)
        .order_by(position)
        .limit(func.greatest(bindparam("most", type_=Integer), NEARNESS_MAX))
    ).subquery("frequent")
    nearness = 2 * func.ts_rank_cd(_WEIGHTS, SearchPage.words, _asked)
    # A page that is not among the best by frequency comes after them, whatever its rank.
    rank = frequent.c.frequency + case((frequent.c.position <= NEARNESS_MAX, nearness), else_=-1_000)
    return (
        select(*columns_of(SearchPage, Match, rank.label("rank")))
        .join(frequent, frequent.c.key == SearchPage.key)
        .order_by(literal_column("rank").desc(), SearchPage.key)
        .limit(bindparam("most", type_=Integer))
    )


_FIND, _FIND_NEAR = _statement(near=False), _statement(near=True)
_LIMIT = select(
    func.set_config("statement_timeout", STATEMENT_TIMEOUT, True), func.set_config("jit", "off", True),
    func.set_config("enable_seqscan", bindparam("scans", type_=String), True),
)  # fmt: skip
_TEXTS = select(SearchPage.key, SearchPage.text).where(
    SearchPage.key == any_(bindparam("keys", type_=ARRAY(LargeBinary)))
)
_TITLES = select(SearchPage.key, SearchPage.title).where(
    SearchPage.key == any_(bindparam("keys", type_=ARRAY(LargeBinary))), SearchPage.title != ""
)


def limit(connection: Connection, *, with_words: bool = True) -> None:
    """End each statement of the transaction after `STATEMENT_TIMEOUT`, and let searches for words use the indexes.

    Postgres does not know that reading a page's vector takes long: it would read all of them.
    """
    connection.execute(_LIMIT, {"scans": "off" if with_words else "on"})


def find(connection: Connection, query: PageQuery, most: int) -> list[Match]:
    """Up to `most` pages that match, best first."""
    title = query.words if query.title is None else query.title
    values = {
        "words": query.words, "without_words": not query.words, "near": query.near,
        "title": title, "title_decides": title == query.words, "age": query.younger_than,
        "country": query.country, "languages": list(query.languages), "anywhere": not query.include_domains,
        "include": _patterns(query.include_domains), "exclude": _patterns(query.exclude_domains),
        "within": query.within, "outside": query.outside, "freshness": query.freshness, "most": most,
        "title_candidates": min(TITLE_CANDIDATES, query.candidates), "candidates": query.candidates,
    }  # fmt: skip
    statement = _FIND if query.near is None else _FIND_NEAR
    return [Match(*row) for row in connection.execute(statement, values)]


def texts(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, str]:
    """The texts of pages, by their keys."""
    rows = connection.execute(_TEXTS, {"keys": list(keys)})
    return {bytes(key): packing.unpack(body).decode() for key, body in rows}


def titles(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, str]:
    """The titles of pages that have one, by their keys."""
    rows = connection.execute(_TITLES, {"keys": list(keys)})
    return {bytes(key): title for key, title in rows}


def _patterns(domains: Sequence[str]) -> list[str]:
    """LIKE patterns for hosts with a leading dot. A `_` in a domain stands for itself."""
    return ["%." + domain.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for domain in domains]
