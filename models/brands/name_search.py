"""The search over stored brands: prefixes, typing errors and domains, best match first."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, Integer, String, any_, bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY

from models.brands.brand import StoredBrand, StoredLogo
from models.brands.search_words import grams_of, score

# Brands that share most trigrams with the query. They are then ranked exactly.
_CANDIDATES = 200
SCORE_MIN = 0.25


class Match(NamedTuple):
    """One brand that matches. `logo_type` is the type of its served logos, None when it has none."""

    domain: str
    name: str
    primary_color: str | None
    logo_type: str | None
    score: float


_grams = bindparam("grams", type_=ARRAY(String))
_gram = func.unnest(StoredBrand.grams).column_valued("gram")
_shared = select(func.count(_gram)).where(_gram == any_(_grams)).scalar_subquery()
_icon_first = (
    select(StoredLogo.type)
    .where(StoredLogo.domain == StoredBrand.domain)
    .order_by(StoredLogo.type)
    .limit(1)
    .scalar_subquery()
)
_FIND = (
    select(StoredBrand.domain, StoredBrand.name, StoredBrand.primary_color, _icon_first)
    .where(StoredBrand.grams.overlap(_grams))
    .order_by(_shared.desc(), StoredBrand.domain)
    .limit(bindparam("most", type_=Integer))
)


def find(connection: Connection, query: str, limit: int) -> list[Match]:
    """The stored brands that match a name or domain, best match first."""
    grams = grams_of(query)
    if not grams:
        return []
    rows = connection.execute(_FIND, {"grams": sorted(grams), "most": _CANDIDATES})
    matches = [
        Match(row.domain, row.name, row.primary_color, row[3], score(query, row.name, row.domain)) for row in rows
    ]
    good = [match for match in matches if match.score >= SCORE_MIN]
    return sorted(good, key=lambda match: (-match.score, match.domain))[:limit]
