"""Search over the guides: in memory, by words, their stems and their beginnings."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from api.guide import markdown, pages
from api.guide.markdown import Passage
from extraction.search import words

RESULTS_MAX = 20
QUERY_MAX_CHARS, QUERY_WORDS_MAX = 100, 8
# Beginnings of words that are shorter find too much.
PREFIX_MIN_CHARS = 3
SNIPPET_CHARS, SNIPPET_BEFORE_CHARS = 180, 60
# How much a word counts in the title of the guide, in the heading, in a name in a table, and in the text.
TITLE_WEIGHT, HEADING_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT = 4.0, 6.0, 6.0, 1.0
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Section:
    """A passage of a guide. `url` leads to its heading."""

    url: str
    title: str
    passage: Passage


@dataclass(frozen=True)
class Found:
    """A section that matches. `snippet` are pieces of its text, and whether each is to be marked."""

    section: Section
    snippet: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Index:
    """`sections_by_word` has the sections of each word with the word's weight there. `known` are its words in order."""

    sections: Sequence[Section]
    sections_by_word: Mapping[str, Mapping[int, float]]
    known: Sequence[str]

    def weights(self, word: str) -> dict[int, float]:
        """The sections with a word: with the word itself, its stem, or longer words that begin with it."""
        found: dict[int, float] = defaultdict(float)
        for known in {word, *words.stems([word], "en"), *self._begin_with(word)}:
            for number, weight in self.sections_by_word.get(known, {}).items():
                found[number] += weight
        return found

    def _begin_with(self, word: str) -> Iterator[str]:
        if len(word) < PREFIX_MIN_CHARS:
            return
        for known in self.known[bisect_left(self.known, word) :]:
            if not known.startswith(word):
                return
            yield known


@cache
def index() -> Index:
    """The index of all guides, made at the first search of the process."""
    sections = list(_sections())
    sections_by_word: dict[str, dict[int, float]] = defaultdict(dict)
    for number, section in enumerate(sections):
        for text, weight in (
            (section.title, TITLE_WEIGHT), (section.passage.heading, HEADING_WEIGHT), (section.passage.names, NAME_WEIGHT),
            (section.passage.text, TEXT_WEIGHT),
        ):  # fmt: skip
            for word in _words(text):
                sections_by_word[word][number] = sections_by_word[word].get(number, 0.0) + weight
    return Index(sections, dict(sections_by_word), sorted(sections_by_word))


def _sections() -> Iterator[Section]:
    for url, path in pages.files().items():
        text = path.read_text(encoding="utf-8")
        title = markdown.title_of(text)
        for passage in markdown.passages(text):
            yield Section(f"{url}#{passage.id}" if passage.id else url, title, passage)


def _words(text: str) -> Iterator[str]:
    """The words of a text with their stems. A name such as `waitFor` or `ORBWEAVER_ROBOTS` is also its parts."""
    found = list(words.split(text))
    parts = [part for part in words.split(_CAMEL.sub(" ", text.replace("_", " "))) if part not in found]
    for word in (*found, *parts):
        yield word
        [stem] = words.stems([word], "en")
        if stem != word:
            yield stem


def query_words(query: str) -> list[str]:
    """The different words of a query, in their order."""
    return list(dict.fromkeys(words.split(query[:QUERY_MAX_CHARS])))[:QUERY_WORDS_MAX]


def find(query: str) -> list[Found]:
    """The sections with all words of the query, otherwise those with most of them. The best first."""
    sought = query_words(query)
    weights = [index().weights(word) for word in sought]
    matched = {number: sum(number in each for each in weights) for each in weights for number in each}
    most = max(matched.values(), default=0)
    best = sorted(
        (number for number, count in matched.items() if count == most),
        key=lambda number: (-sum(math.log1p(each.get(number, 0.0)) for each in weights), number),
    )
    sections = [index().sections[number] for number in best[:RESULTS_MAX]]
    return [Found(section, tuple(_snippet(section.passage.text, sought))) for section in sections]


def _snippet(text: str, sought: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The part of a text around the first of the words."""
    pattern = _pattern(sought)
    first = pattern.search(text)
    start = max(0, first.start() - SNIPPET_BEFORE_CHARS) if first else 0
    start = text.rfind(" ", 0, start) + 1
    end = len(text) if start + SNIPPET_CHARS >= len(text) else text.rfind(" ", start, start + SNIPPET_CHARS)
    if start:
        yield "… ", False
    for number, piece in enumerate(pattern.split(text[start : end if end > start else start + SNIPPET_CHARS])):
        if piece:
            yield piece, number % 2 == 1
    if end < len(text):
        yield " …", False


def _pattern(sought: Iterable[str]) -> re.Pattern[str]:
    """Words of a text that match: the words themselves, and longer ones that begin with them or with their stems."""
    forms = {form for word in sought for form in (word, *words.stems([word], "en"))}
    parts = (
        re.escape(form) + (r"\w*" if len(form) >= PREFIX_MIN_CHARS else r"(?!\w)")
        for form in sorted(forms, key=len, reverse=True)
    )  # fmt: skip
    return re.compile(rf"(?<![^\W_])({'|'.join(parts)})", re.I)
