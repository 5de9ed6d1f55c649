"""Which pages of the index a query finds, and in which order.

The pages with everything that the query asks for come first, then pages that lack some of its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from sqlalchemy import Connection

from crawler.providers.search.query import SearchQuery
from extraction.declared import languages
from extraction.search import condition, countries, site, spelling, words
from extraction.search.condition import Condition
from extraction.search.query import Group, Query
from models.search import find, vocabulary
from models.search.find import Match, PageQuery

AGES = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=31), "year": timedelta(days=366)}
# Pages that are ranked again by their titles, beside those of the results' pages before.
RANKED = 40
# Pages whose text is compared with the phrases of a query, where the index does not know all positions of their words.
COMPARED = find.CANDIDATES
# How much a title that equals the query counts, beside the rank of Postgres, which is about 0.1 to 3; and a page that was
# published today, where the query asks for news.
TITLE_WORDS, TITLE_PAIRS, FRESHNESS = 1.2, 0.8, 2.0
# Of a query's words, those that a page may lack if too few pages have all of them.
SOME_WORDS_MAX = 8
# Of a query's words, those whose spelling is corrected.
CORRECTED_MAX = 3


class Ranking:
    """The search for one query, in one transaction."""

    def __init__(self, connection: Connection, query: SearchQuery, asked: Query) -> None:
        self._connection = connection
        self._query = query
        self._asked = asked
        self._page_query = _page_query(query, asked)
        self._found: dict[bytes, Match] = {}

    @property
    def asked(self) -> Query:
        """The query; with its spelling corrected, if that was needed to find pages."""
        return self._asked

    def matches(self) -> list[Match]:
        """The pages up to the end of the query's page of results, best first. A copy at another URL is left out."""
        for more in self._searches():
            for match in more:
                self._found.setdefault(match.digest, match)
            if len(self._found) >= self._query.most:
                break
        return list(self._found.values())[: self._query.most]

    def _searches(self) -> Iterator[list[Match]]:
        """The results of searches that ask for less and less. Each is made when the ones before found too few pages."""
        yield self._find(self._every())
        if self._asked.has_phrases and self._asked.is_decided_by_text:
            # The rows have the first positions of each word only, the text has all.
            yield self._find(replace(self._every(), near=None), at_least=COMPARED)
        if not self._found and self._correct():
            yield self._find(self._every())
        telling = _telling(self._asked.loose)
        # Asking for all of them again would find the same pages.
        is_every = len(telling) == len(self._asked.loose)
        if len(telling) > 2 or (len(telling) == 2 and not is_every):
            yield self._find_some(telling, 2)
        if len(telling) == 2 or (len(telling) == 1 and not is_every) or (telling[2:] and not self._found):
            yield self._find_some(telling, 1)

    def _every(self) -> Condition:
        return condition.every(self._asked, languages.FREQUENT)

    def _find_some(self, groups: Sequence[Group], least: int) -> list[Match]:
        # Many pages have some of the words, and most of them are not worth the time to rank them.
        return self._find(
            condition.some(self._asked, groups, least, languages.FREQUENT), candidates=find.FEW_CANDIDATES
        )

    def _find(self, pages: Condition, *, at_least: int = 0, candidates: int = find.CANDIDATES) -> list[Match]:
        page_query = replace(
            self._page_query, words=pages.words, title=pages.title, near=pages.near, candidates=candidates
        )
        matches = find.find(self._connection, page_query, max(RANKED + self._query.before, at_least))
        if self._asked.has_phrases:
            texts = find.texts(self._connection, [match.key for match in matches])
            matches = [match for match in matches if self._asked.agrees(f"{match.title}\n{texts.get(match.key, '')}")]
        return _by_title(self._asked.written, matches)

    def _correct(self) -> bool:
        """Replace words that no page has by those of the index that differ in one letter. False if there are none."""
        single = {condition.one(group): group for group in self._asked.loose if len(group) == len(group[0].words) == 1}
        unknown = single.keys() - vocabulary.known(self._connection, single.keys())
        corrected: dict[Group, Group] = {}
        for group in [single[each] for each in sorted(unknown)][:CORRECTED_MAX]:
            near = vocabulary.among(self._connection, spelling.near(group[0].text))
            if forms := frozenset(form for word in near for form in words.forms(word)):
                corrected[group] = (replace(group[0], words=(forms,)),)
        required = tuple(corrected.get(group, group) for group in self._asked.required)
        self._asked = replace(self._asked, required=required)
        return bool(corrected)


def _page_query(query: SearchQuery, asked: Query) -> PageQuery:
    return PageQuery(
        words="", younger_than=AGES.get(query.time_range or ""), country=query.country,
        languages=countries.languages(query.country) if query.country else (),
        include_domains=query.include_domains, exclude_domains=query.exclude_domains,
        within=site.pattern(asked.sites), outside=site.pattern(asked.excluded_sites),
        freshness=FRESHNESS if asked.wants_news else 0.0,
    )  # fmt: skip


def _telling(groups: Sequence[Group]) -> list[Group]:
    """The groups whose words are not among the most frequent of a language, those with long words first; all if none is left."""
    telling = [group for group in groups if not any(word & languages.FREQUENT for word in _words(group))]
    return sorted(telling or groups, key=lambda group: -max(len(form) for word in _words(group) for form in word))[
        :SOME_WORDS_MAX
    ]


def _words(group: Group) -> Iterator[frozenset[str]]:
    return (word for term in group for word in term.words)


def _by_title(asked: Sequence[str], matches: Sequence[Match]) -> list[Match]:
    """The matches with the first `RANKED` in a new order: a page whose title is like the query comes first."""
    best = sorted(matches[:RANKED], key=lambda match: -(match.rank + _likeness(asked, match.title)))
    return [*best, *matches[RANKED:]]


def _likeness(asked: Sequence[str], title: str) -> float:
    own = [words.fold(word) for word in words.split(title)]
    return TITLE_WORDS * _shared(set(asked), set(own)) ** 2 + TITLE_PAIRS * _shared(
        set(pairwise(asked)), set(pairwise(own))
    )


def _shared(one: AbstractSet[object], other: AbstractSet[object]) -> float:
    return len(one & other) / max(1, len(one | other))
