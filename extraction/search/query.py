"""A query of the search index, split into words, phrases and operators.

`"…"` is a phrase, `-` before a word or phrase leaves out the pages with it, `OR` joins the terms on its sides, and `site:`
limits the search to a site. Other signs only separate words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from extraction.search import news, words
from extraction.search.site import Site

SITES_MAX = 15
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_PART = re.compile(
    r'(?P<not>(?<!\S)-(?![-\s]))?(?:"(?P<phrase>[^"]+)"|(?i:site):(?P<site>[^\s"]+)|(?P<word>[^\s"]+|"))'
)
_SIGNS = re.compile(r'"|(?<!\S)-+')
_OR = ("OR", "|")


@dataclass(frozen=True)
class Term:
    """Words that are on a page: in this order and next to each other for a phrase, anywhere otherwise.

    Each word is the set of its forms in the index (`words.forms`). A word of a phrase has one form: as it is written. `text`
    is how the term is written, without accents.
    """

    words: tuple[frozenset[str], ...]
    text: str
    is_phrase: bool = False


# Terms of which a page must have one.
Group = tuple[Term, ...]


@dataclass(frozen=True, kw_only=True)
class Query:
    """What a page must have (one term of each group), may have, and must not have.

    `optional` are words that ask for news, such as `latest`, beside other words: few pages of news contain them. `written`
    are all words that are looked for, in their order, without accents.
    """

    required: tuple[Group, ...] = ()
    optional: tuple[Group, ...] = ()
    excluded: tuple[Term, ...] = ()
    sites: tuple[Site, ...] = ()
    excluded_sites: tuple[Site, ...] = ()
    wants_news: bool = False
    written: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing, or only for pages without some words."""
        return not self.required and not self.sites

    @property
    def words(self) -> list[frozenset[str]]:
        """The forms of each word that is looked for, without repetitions."""
        groups = (*self.required, *self.optional)
        return list(dict.fromkeys(word for group in groups for term in group for word in term.words))

    @property
    def loose(self) -> tuple[Group, ...]:
        """The groups without a phrase. A page that lacks some of them can still be of use."""
        return tuple(group for group in self.required if not any(term.is_phrase for term in group))

    @property
    def has_phrases(self) -> bool:
        """Whether pages must be compared with phrases of the query: first by the positions of their words, then by `agrees`."""
        terms = [term for group in self.required for term in group if term.is_phrase]
        return bool(terms) or any(len(term.words) > 1 for term in self.excluded)

    @property
    def is_decided_by_text(self) -> bool:
        """Whether `agrees` decides about every phrase. It does not about a phrase that is joined to a word by `OR`."""
        return _of_phrases(self.required) == [group for group in self.required if group not in self.loose]

    def agrees(self, text: str) -> bool:
        """Whether a text has the phrases of the query, and not the excluded ones."""
        plain = f" {words.plain(text)} "
        if any(_stands_in(plain, term.text) for term in self.excluded):
            return False
        return all(any(_stands_in(plain, term.text) for term in group) for group in _of_phrases(self.required))


@dataclass
class _Parts:
    """The parts of a query while it is read."""

    groups: list[list[Term]] = field(default_factory=list)
    excluded: list[Term] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    excluded_sites: list[Site] = field(default_factory=list)

    def add(self, found: re.Match[str], *, joins: bool, is_joined: bool) -> None:
        """Add a part of the query.

        Args:
            joins: to the term before it.
            is_joined: to the term after it.
        """
        if found["site"] and (site := Site.of(found["site"])) is not None:
            (self.excluded_sites if found["not"] else self.sites).append(site)
            return
        text = found["phrase"] or found["site"] or found["word"]
        if found["not"]:
            self.excluded += _phrase(text)
            return
        self.written += map(words.fold, words.split(text))
        if found["phrase"]:
            self._join(_phrase(text), joins)
        elif joins or is_joined:
            self._join(_anywhere(text), joins)
        else:
            self.groups += ([term] for word in words.split(text) for term in _anywhere(word))

    def _join(self, terms: list[Term], joins: bool) -> None:
        if joins:
            self.groups[-1] += terms
        elif terms:
            self.groups.append(terms)


def without_operators(text: str) -> str:
    """Sentences as a query: its quotation marks and dashes do not demand a phrase, or leave out a word."""
    return _SIGNS.sub(" ", text.translate(_QUOTES))


def parse(text: str) -> Query:
    """The query that a text means. Without words and sites it finds nothing."""
    parts = _Parts()
    found = list(_PART.finditer(text.translate(_QUOTES)))
    joins = False
    for position, (part, following) in enumerate(zip_longest(found, found[1:])):
        # At the beginning or end it is a word, such as the state of Portland, OR.
        if part["word"] in _OR and position and following:
            joins = bool(parts.groups)
            continue
        parts.add(part, joins=joins, is_joined=following is not None and following["word"] in _OR)
        joins = False
    groups = _limited(parts.groups)
    asking = [group for group in groups if _asks_for_news(group)]
    others = [group for group in groups if group not in asking]
    return Query(
        required=tuple(others or asking), optional=tuple(asking) if others else (),
        excluded=tuple(parts.excluded[: words.QUERY_WORDS_MAX]), sites=tuple(parts.sites[:SITES_MAX]),
        excluded_sites=tuple(parts.excluded_sites[:SITES_MAX]), wants_news=bool(asking) or news.is_asked_for(text),
        written=tuple(parts.written),
    )  # fmt: skip


def _phrase(text: str) -> list[Term]:
    """A phrase, in a list that is empty if it has no words."""
    plain = words.plain(text)
    forms = tuple(frozenset((form,)) for form in map(words.fold, words.split(text)) if form)
    return [Term(forms[: words.QUERY_WORDS_MAX], plain, is_phrase=True)] if forms else []


def _anywhere(text: str) -> list[Term]:
    forms = tuple(words.of_query(text))
    return [Term(forms, words.plain(text))] if forms else []


def _limited(groups: Iterable[list[Term]]) -> list[Group]:
    """The groups without repetitions, with `QUERY_WORDS_MAX` words in all."""
    left = words.QUERY_WORDS_MAX
    limited: list[Group] = []
    for group in dict.fromkeys(map(tuple, groups)):
        left -= sum(len(term.words) for term in group)
        if left < 0 and limited:
            break
        limited.append(group)
    return limited


def _asks_for_news(group: Group) -> bool:
    return all(not term.is_phrase and len(term.words) == 1 and term.words[0] & news.WORDS for term in group)


def _of_phrases(groups: Iterable[Group]) -> list[Group]:
    """The groups in which every term is a phrase."""
    return [group for group in groups if all(term.is_phrase for term in group)]


def _stands_in(plain: str, phrase: str) -> bool:
    """Whether a phrase is in a text, with borders of words around it. Scripts without spaces have no borders."""
    before = "" if words.is_unspaced(phrase[:1]) else " "
    after = "" if words.is_unspaced(phrase[-1:]) else " "
    return f"{before}{phrase}{after}" in plain
