"""The passage of a page that a search result shows: the one that contains most words of the query."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from extraction.document.ascii_text import lower_letters
from extraction.search import words

SNIPPET_CHARS = 280
# How far before the first matching word a passage begins, and how far a sentence's start is searched for.
LEAD_CHARS = 60
# Different characters of a text that are replaced one by one.
REPLACED_MAX = 300
# Of one form of a word.
MATCHES_MAX = 60
_SENTENCE_START = re.compile(r"[.!?。！？]\s+(?=\S)")
# Between a page's title and the name of its site.
_TITLE_PARTS = re.compile(r"\s+[|–—·•»:-]+\s+")
_BETWEEN = " |–—·•»:.-"
_WORD = re.compile(f"[{words.LETTERS}]{{1,{words.WORD_MAX_CHARS}}}")
# Letters with accents -> their plain letters, punctuation -> a blank. Each stays one character, so that positions agree.
_PLAIN = {
    **{code: plain[0] for code in (*range(0xC0, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))
       if (plain := unicodedata.normalize("NFD", chr(code))) and plain[0] != chr(code)},
    **{code: " " for code in (*range(0x80), *range(0x2000, 0x2070), *range(0x3000, 0x3005)) if not chr(code).isalnum()},
}  # fmt: skip


def choose(text: str, query: Sequence[frozenset[str]], language: str | None, title: str = "") -> str:
    """The passage of a text that contains most words of the query; its beginning if it contains none.

    Args:
        query: the forms of each word (`words.of_query`).
        title: of the page. It is shown beside the passage, so a headline with its words is left out of the text.
    """
    text = text[_headline_end(text, title) :]
    positions = _matches(text, query, language)
    if not positions:
        return _cut(text, 0)
    best, most = positions[0][0], 0
    for number, (start, _) in enumerate(positions):
        near = {
            word for position, word in positions[number : number + 60] if position - start <= SNIPPET_CHARS - LEAD_CHARS
        }
        if len(near) > most:
            best, most = start, len(near)
    return _cut(text, _start_before(text, best))


def _headline_end(text: str, title: str) -> int:
    """Where the text continues after a headline that repeats the title, or the title without the site's name."""
    for headline in (title, *_TITLE_PARTS.split(title)):
        end = len(headline)
        if headline and text[:end].casefold() == headline.casefold() and not text[end : end + 1].isalnum():
            return len(text) - len(text[end:].lstrip(_BETWEEN))
    return 0


def _matches(text: str, query: Sequence[frozenset[str]], language: str | None) -> list[tuple[int, int]]:
    """(position, number of the query's word) of the first matches in a text, in the order of the text."""
    plain = _plain(text)
    found: list[tuple[int, int]] = []
    known: dict[str, int | None] = {}
    for form in _shortest({form for each in query for form in each}):
        for position in _positions(plain, form):
            word = form if words.is_unspaced(form) else _word_at(text, position)
            if word not in known:
                known[word] = _number(word, query, language)
            if (number := known[word]) is not None:
                found.append((position, number))
    return sorted(found)


def _plain(text: str) -> str:
    """A text of the same length in lower case, without accents, with blanks instead of punctuation."""
    if text.isascii():
        return lower_letters(text)
    lower = text.lower()
    plain = lower if len(lower) == len(text) else text
    used = set(plain)
    if len(used) > REPLACED_MAX:
        return plain.translate(_PLAIN)
    # For the few characters of a usual text this takes a tenth of the time of `translate`.
    for char in used:
        if (replaced := _PLAIN.get(ord(char))) is not None:
            plain = plain.replace(char, replaced)
    return plain


def _shortest(forms: set[str]) -> list[str]:
    """Those forms that begin with no other of them: a search for the others would find nothing more."""
    return [form for form in forms if not any(form != other and form.startswith(other) for other in forms)]


def _positions(plain: str, form: str) -> Iterator[int]:
    """The first positions of words that begin with a form; of pairs of unspaced characters anywhere."""
    sought, offset = (form, 0) if words.is_unspaced(form) else (f" {form}", 1)
    if offset and plain.startswith(form):
        yield 0
    position = plain.find(sought)
    for _ in range(MATCHES_MAX):
        if position < 0:
            return
        yield position + offset
        position = plain.find(sought, position + 1)


def _word_at(text: str, position: int) -> str:
    found = _WORD.match(text, position)
    return found.group().lower() if found else ""


def _number(word: str, query: Sequence[frozenset[str]], language: str | None) -> int | None:
    """The number of the query's word that a word of the text is a form of, or None."""
    own = {words.fold(word), *map(words.fold, words.stems([word], language))}
    return next((number for number, each in enumerate(query) if own & each), None)


def _start_before(text: str, position: int) -> int:
    """The start of the sentence that a position is in, or of a word shortly before it."""
    if position <= LEAD_CHARS:
        return 0
    before = text[position - LEAD_CHARS : position]
    sentences = list(_SENTENCE_START.finditer(before))
    if sentences:
        return position - LEAD_CHARS + sentences[0].end()
    blank = before.find(" ")
    return position - LEAD_CHARS + blank + 1 if blank >= 0 else position


def _cut(text: str, start: int) -> str:
    """Up to `SNIPPET_CHARS` characters of a text, cut between words."""
    end = min(start + SNIPPET_CHARS, len(text))
    if end < len(text):
        blank = text.rfind(" ", start + SNIPPET_CHARS // 2, end)
        end = blank if blank > 0 else end
    return ("… " if start else "") + text[start:end].strip() + (" …" if end < len(text) else "")
