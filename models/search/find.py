"""The queries on the search index. Each is bounded: in the pages that are ranked, and in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    Interval,
    LargeBinary,
    Select,
    String,
    any_,
    bindparam,
    cast,
    func,
    literal_column,
    not_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import InstrumentedAttribute

from models import packing
from models.search.search_page import SearchPage

STATEMENT_TIMEOUT = "4s"
# Pages with the words in their title, and pages with them anywhere, that are ranked. Of more pages, the shortest are taken.
TITLE_CANDIDATES, CANDIDATES, FEW_CANDIDATES = 200, 800, 200
# Of pages that match, those whose length is compared. Of more pages, any are taken.
MATCHES_MAX = 10_000
# The best candidates by the frequency of the words, which are ranked by the distances between the words, too. This takes
# as long as everything else together.
NEARNESS_MAX = 60
# The weights of words: unused, unused, in the text, in the title.
_WEIGHTS: ColumnElement[object] = literal_column("'{0.05, 0.1, 0.4, 1.0}'::float4[]")
# Divides the rank by the logarithm of the page's length.
_BY_LENGTH = 1


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The pages that a search looks for. `words` is a tsquery in its text form.

    A page belongs to `country` if its host does, or if its host belongs to no country and its language is one of
    `languages`. Domains are in lower case; they include their subdomains.
    """

    words: str
    younger_than: timedelta | None = None
    country: str | None = None
    languages: tuple[str, ...] = ()
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
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
_FILTERS = (
    _age.is_(None) | (SearchPage.dated_at > func.now() - _age),
    _country.is_(None)
    | (SearchPage.country == _country)
    | (SearchPage.country.is_(None) & (SearchPage.language == any_(bindparam("languages", type_=_strings)))),
    bindparam("anywhere", type_=Boolean) | _host.like(any_(bindparam("include", type_=_strings))),
    not_(_host.like(any_(bindparam("exclude", type_=_strings)))),
)


def _candidates(words: InstrumentedAttribute[str], most: str) -> Select[tuple[bytes]]:
    """The keys of the shortest pages that match. The size of a vector is known without reading it."""
    size = func.pg_column_size(words).label("size")
    matches = select(SearchPage.key, size).where(words.op("@@")(_asked), *_FILTERS).limit(MATCHES_MAX).subquery()
    return select(matches.c.key).order_by(matches.c.size, matches.c.key).limit(bindparam(most, type_=Integer))


_candidate = union(
    _candidates(SearchPage.title_words, "title_candidates"), _candidates(SearchPage.words, "candidates")
).subquery("candidate")
_frequency = func.ts_rank(_WEIGHTS, SearchPage.words, _asked, _BY_LENGTH).label("frequency")
_frequent = (
    select(SearchPage.key, _frequency)
    .join(_candidate, _candidate.c.key == SearchPage.key)
    .order_by(literal_column("frequency").desc(), SearchPage.key)
    .limit(NEARNESS_MAX)
).subquery("frequent")
_rank = _frequent.c.frequency + 2 * func.ts_rank_cd(_WEIGHTS, SearchPage.words, _asked)
_FIND = (
    select(
        SearchPage.key, SearchPage.url, SearchPage.title, SearchPage.language, SearchPage.digest, SearchPage.dated_at,
        _rank.label("rank"),
    )
    .join(_frequent, _frequent.c.key == SearchPage.key)
    .order_by(literal_column("rank").desc(), SearchPage.key)
    .limit(bindparam("most", type_=Integer))
)  # fmt: skip
# Postgres does not know that reading a page's vector takes long. It would read all of them instead of the index.
_LIMIT = select(
    func.set_config("statement_timeout", STATEMENT_TIMEOUT, True), func.set_config("enable_seqscan", "off", True)
)
_TEXTS = select(SearchPage.key, SearchPage.text).where(
    SearchPage.key == any_(bindparam("keys", type_=ARRAY(LargeBinary)))
)


def limit(connection: Connection) -> None:
    """End each statement of the transaction after `STATEMENT_TIMEOUT`, and let it use the indexes."""
    connection.execute(_LIMIT)


def find(connection: Connection, wanted: Wanted, most: int) -> list[Match]:
    """Up to `most` pages that match, best first."""
    values = {
        "words": wanted.words, "age": wanted.younger_than, "country": wanted.country, "languages": list(wanted.languages),
        "anywhere": not wanted.include_domains, "include": _patterns(wanted.include_domains),
        "exclude": _patterns(wanted.exclude_domains), "most": most,
        "title_candidates": min(TITLE_CANDIDATES, wanted.candidates), "candidates": wanted.candidates,
    }  # fmt: skip
    return [Match(*row) for row in connection.execute(_FIND, values)]


def texts(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, str]:
    """The texts of pages, by their keys."""
    rows = connection.execute(_TEXTS, {"keys": list(keys)})
    return {bytes(key): packing.unpack(body).decode() for key, body in rows}


def _patterns(domains: Sequence[str]) -> list[str]:
    """LIKE patterns for hosts with a leading dot. A `_` in a domain stands for itself."""
    return ["%." + domain.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for domain in domains]
