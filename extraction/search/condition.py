"""The conditions of a query as tsqueries of Postgres, in their text form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, pairwise

from extraction.search import words
from extraction.search.query import Group, Query, Term

# The condition for the words of a phrase at their positions.
Near = Callable[[Term], str]


@dataclass(frozen=True)
class Condition:
    """What pages must match.

    Attributes:
        words: can be decided from the index alone.
        title: the words that a title should have, with the optional ones.
        near: `words` with the phrases, as far as the index knows their positions; None if there are none.
    """

    words: str
    title: str
    near: str | None


def every(query: Query, frequent: AbstractSet[str]) -> Condition:
    """Pages with every group of a query. Its `words` are empty if it asks for no words.

    Args:
        frequent: words whose positions in a phrase do not count: of those on most pages, the index knows only the first positions.
    """
    return _condition(query, lambda near: [_group(group, near) for group in query.required], frequent)


def some(query: Query, groups: Sequence[Group], least: int, frequent: AbstractSet[str]) -> Condition:
    """Pages with at least `least` of these groups, and with all groups of the query that have phrases."""

    def parts(near: Near | None) -> list[str]:
        phrases = [_group(group, near) for group in query.required if group not in query.loose]
        enough = [" & ".join(chosen) for chosen in combinations([_group(group, near) for group in groups], least)]
        return [*phrases, _any(enough)]

    return _condition(query, parts, frequent)


def one(group: Group) -> str:
    """Pages with one group. The words of a phrase may be anywhere."""
    return _group(group, None)


def _condition(query: Query, parts: Callable[[Near | None], list[str]], frequent: AbstractSet[str]) -> Condition:
    def near(term: Term) -> str:
        positions = [position for position, forms in enumerate(term.words) if not forms & frequent]
        return _at_positions(term, positions if len(positions) > 1 else range(len(term.words)))

    optional = [_group(group, None) for group in query.optional]
    return Condition(
        words=_all(query, parts(None), optional, None),
        title=" & ".join([*parts(None), *optional]),
        near=_all(query, parts(near), optional, near) if query.has_phrases else None,
    )


def _all(query: Query, parts: Sequence[str], optional: Sequence[str], near: Near | None) -> str:
    # An optional word changes the rank: a page with the first part need not have it.
    wished = [_any([each, parts[0]]) for each in optional]
    excluded = [
        f"!{_at_positions(term, range(len(term.words)))}" for term in query.excluded if near or len(term.words) == 1
    ]
    return " & ".join([*parts, *wished, *excluded])


def _group(group: Group, near: Near | None) -> str:
    return _any([near(term) if near and term.is_phrase else _anywhere(term) for term in group])


def _anywhere(term: Term) -> str:
    listed = [_word(forms) for forms in term.words]
    return f"({' & '.join(listed)})" if len(listed) > 1 else listed[0]


def _at_positions(term: Term, positions: Sequence[int]) -> str:
    """Pages with the words at these positions of a term, as far from each other as they are there."""
    made = _word(term.words[positions[0]])
    for before, position in pairwise(positions):
        made += f" <{position - before}> {_word(term.words[position])}"
    return f"({made})" if len(positions) > 1 else made


def _any(parts: Sequence[str]) -> str:
    return f"({'|'.join(parts)})" if len(parts) > 1 else parts[0]


def _word(forms: Iterable[str]) -> str:
    return _any([_form(form) for form in sorted(forms)])


def _form(form: str) -> str:
    """A form of a word. One character of a script without spaces is the beginning of a pair."""
    return f"'{form}':*" if len(form) == 1 and words.is_unspaced(form) else f"'{form}'"
