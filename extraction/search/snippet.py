"""The passage of a page that a search result shows: the one that contains most words of the query."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from extraction.search import words

SNIPPET_CHARS = 280
# How far before the first matching word a passage begins, and how far a sentence's start is searched for.
LEAD_CHARS = 60
MATCHES_MAX = 400
_SENTENCE_START = re.compile(r"[.!?。！？]\s+(?=\S)")
# Letters with accents -> their plain letters. Each stays one character, so that places in both texts agree.
_PLAIN = {
    code: plain[0]
    for code in (*range(0xC0, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))
    if (plain := unicodedata.normalize("NFD", chr(code))) and plain[0] != chr(code)
}


def choose(text: str, query: Sequence[frozenset[str]], language: str | None) -> str:
    """The passage of a text that contains most words of the query; its beginning if it contains none.

    Args:
        query: the forms of each word (`words.of_query`).
    """
    places = _matches(text, query, language)
    if not places:
        return _cut(text, 0)
    best, most = places[0][0], 0
    for number, (start, _) in enumerate(places):
        near = {word for place, word in places[number : number + 60] if place - start <= SNIPPET_CHARS - LEAD_CHARS}
        if len(near) > most:
            best, most = start, len(near)
    return _cut(text, _start_before(text, best))


def _matches(text: str, query: Sequence[frozenset[str]], language: str | None) -> list[tuple[int, int]]:
    """(place, number of the query's word) of the first matches in a text."""
    plain = text.translate(_PLAIN).lower()
    if len(plain) != len(text):
        plain = text
    pattern = _pattern({form for each in query for form in each})
    if pattern is None:
        return []
    found: list[tuple[int, int]] = []
    known: dict[str, int | None] = {}
    for match in pattern.finditer(plain):
        word = text[match.start() : match.end()].lower()
        if word not in known:
            known[word] = _number(word, query, language)
        number = known[word]
        if number is not None:
            found.append((match.start(), number))
            if len(found) >= MATCHES_MAX:
                break
    return found


def _pattern(forms: set[str]) -> re.Pattern[str] | None:
    """Finds words that begin like one of these forms, and pairs of unspaced characters anywhere."""
    longest_first = sorted(forms, key=len, reverse=True)
    pairs = [re.escape(form) for form in longest_first if words.is_unspaced(form)]
    starts = [re.escape(form) for form in longest_first if not words.is_unspaced(form)]
    parts = [*pairs, *([rf"(?<![{words.LETTERS}])(?:{'|'.join(starts)})[{words.LETTERS}]{{0,12}}"] if starts else [])]
    return re.compile("|".join(parts)) if parts else None


def _number(word: str, query: Sequence[frozenset[str]], language: str | None) -> int | None:
    """The number of the query's word that a word of the text is a form of, or None."""
    own = {words.fold(word), *map(words.fold, words.stems([word], language))}
    return next((number for number, each in enumerate(query) if own & each), None)


def _start_before(text: str, place: int) -> int:
    """The start of the sentence that a place is in, or of a word shortly before it."""
    if place <= LEAD_CHARS:
        return 0
    before = text[place - LEAD_CHARS : place]
    sentences = list(_SENTENCE_START.finditer(before))
    if sentences:
        return place - LEAD_CHARS + sentences[0].end()
    blank = before.find(" ")
    return place - LEAD_CHARS + blank + 1 if blank >= 0 else place


def _cut(text: str, start: int) -> str:
    """Up to `SNIPPET_CHARS` characters of a text, cut between words."""
    end = min(start + SNIPPET_CHARS, len(text))
    if end < len(text):
        blank = text.rfind(" ", start + SNIPPET_CHARS // 2, end)
        end = blank if blank > 0 else end
    return ("… " if start else "") + text[start:end].strip() + (" …" if end < len(text) else "")
