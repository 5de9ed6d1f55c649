"""Trigrams of names and domains: three-letter parts, by which similar words are found.

Postgres' own trigrams need the extension pg_trgm, which the embedded server does not have and which hosted databases do not
permit everywhere. Trigrams in an array column with a GIN index need no extension.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from functools import lru_cache

_WORD = re.compile(r"\w+")
# A query of more trigrams is a paste, not a name.
GRAMS_MAX = 120


@lru_cache(maxsize=4_096)
def fold(text: str) -> str:
    """The text in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def grams_of(text: str) -> Set[str]:
    """The trigrams of a text. Each word counts as if two spaces stood before it and one after it."""
    grams: set[str] = set()
    for word in _WORD.findall(fold(text)):
        padded = f"  {word} "
        grams.update(padded[start : start + 3] for start in range(len(padded) - 2))
        if len(grams) > GRAMS_MAX:
            break
    return frozenset(grams)


def score(query: str, name: str, domain: str) -> float:
    """How well a brand matches a query, from 0 to 1: equal, then a prefix, then similar words."""
    query_name = fold(query).strip()
    label = domain.partition(".")[0]
    return round(max(_score(query_name, fold(target)) for target in (name, domain, label)), 3)


def _score(query_name: str, target: str) -> float:
    if query_name == target:
        return 1.0
    one, other = grams_of(query_name), grams_of(target)
    shared = len(one & other)
    if not shared:
        return 0.0
    similar = shared / len(one | other)
    if target.startswith(query_name):
        return 0.7 + 0.25 * similar
    # The share of the query that is in the target counts more than what else the target says.
    return 0.45 * shared / len(one) + 0.25 * similar
