"""The words of a text as the search index stores them, and as a query asks for them.

Each word is stored twice at its position: as written (lower case, without accents), and as the stem that it has in the
language of its page. A query does not say its language, so each of its words asks for the word and for its stems in all
languages. Scripts without spaces between words (Chinese, Japanese, Thai ...) are stored as pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

import Stemmer

from extraction.document.ascii_text import lower_letters, with_ascii_punctuation

# Language codes of pages -> algorithms of the library. Languages without one are stored as written.
_LATIN = {
    "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "en": "english", "es": "spanish", "et": "estonian",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hu": "hungarian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "no": "norwegian", "nl": "dutch", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_OTHER = {
    "ar": "arabic", "el": "greek", "fa": "persian", "hi": "hindi", "hy": "armenian", "ne": "nepali", "ru": "russian",
    "sr": "serbian", "ta": "tamil", "yi": "yiddish",
}  # fmt: skip
_ALGORITHMS = {**_LATIN, **_OTHER, "nb": "norwegian", "nn": "norwegian"}
# The characters of words: letters, digits, and the accents and vowel signs that Python's \w leaves out.
LETTERS = (
    r"\w\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e00-\u0e3a\u0e40-\u0e4e"
    r"\u0e80-\u0ece\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
)
_WORD = re.compile(f"[{LETTERS}]+")
_NO_WORD = re.compile(f"[^{LETTERS}]+")
# Of Latin, Greek and Cyrillic letters. Vowel signs of other scripts remain: they are letters.
_ACCENTS = re.compile("[\u0300-\u036f]+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f]+"
)
# Letters that have no accent, but that people without the letter on their keyboard write otherwise: `coeur`, `Lodz`, `Tromso`.
_WITHOUT_ACCENT = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
)
# Longer ones are not words, but data and addresses.
WORD_MAX_CHARS = 48
# Of one page. Postgres takes at most 1 MB of words, and counts positions up to 16,383.
WORDS_MAX = 6_000
WORDS_MAX_BYTES = 400_000
POSITIONS_MAX = 8
QUERY_WORDS_MAX = 32


def split(text: str) -> Iterable[str]:
    """The words of a text in lower case. Pairs of characters overlap."""
    return _split(text, with_ends=False)


def plain(text: str) -> str:
    """The words of a text in one line, separated by blanks: in lower case, without accents, and not split."""
    text = with_ascii_punctuation(text)
    if text.isascii():
        return " ".join(lower_letters(text).split())
    return " ".join(_NO_WORD.sub(" ", _decomposed(text)).translate(_WITHOUT_ACCENT).split())


def _split(text: str, *, with_ends: bool) -> Iterable[str]:
    """The words of a text. `with_ends`: with the last character of each run of pairs, too, so that every one begins a word."""
    text = with_ascii_punctuation(text)
    if text.isascii():
        return _short(lower_letters(text).split())
    # Lower case of the Turkish capital I is an i with a dot above it.
    normal = unicodedata.normalize("NFC", text).lower().replace("i\u0307", "i")
    found = _WORD.findall(normal)
    return _split_mixed(found, with_ends) if _UNSPACED.search(normal) else _short(found)


def _short(found: list[str]) -> list[str]:
    if max(map(len, found), default=0) <= WORD_MAX_CHARS:
        return found
    return [word for word in found if len(word) <= WORD_MAX_CHARS]


def _split_mixed(found: list[str], with_ends: bool) -> Iterator[str]:
    for word in found:
        if _UNSPACED.search(word):
            yield from _split_unspaced(word, with_ends)
        elif len(word) <= WORD_MAX_CHARS:
            yield word


def is_unspaced(word: str) -> bool:
    """Whether a word begins with a character of a script without spaces between words."""
    return _UNSPACED.match(word) is not None


def _split_unspaced(word: str, with_ends: bool) -> Iterator[str]:
    """The pairs of characters of a word's unspaced parts, and its other parts as they are."""
    position = 0
    for run in _UNSPACED.finditer(word):
        if position < run.start() <= position + WORD_MAX_CHARS:
            yield word[position : run.start()]
        characters = run.group()
        yield from (characters[at : at + 2] for at in range(max(len(characters) - (not with_ends), 1)))
        position = run.end()
    if position < len(word) <= position + WORD_MAX_CHARS:
        yield word[position:]


def fold(word: str) -> str:
    """A word without accents, in the compatible form: full-width letters are ordinary ones, and `œ` is `oe`."""
    return word if word.isascii() else _folded(word)


@lru_cache(maxsize=32_768)
def _folded(word: str) -> str:
    return _without_accents(word).translate(_WITHOUT_ACCENT)[:WORD_MAX_CHARS]


def _without_accents(word: str) -> str:
    return _NO_WORD.sub("", _decomposed(word))[:WORD_MAX_CHARS]


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold())))


def stems(words: list[str], language: str | None) -> list[str]:
    """The stems of words in a language such as `de` or `pt-BR`; the words themselves if it has no stemmer."""
    algorithm = _ALGORITHMS.get((language or "").partition("-")[0].lower())
    # The second argument: no cache, which would take more time than the stems of words that occur once.
    return words if algorithm is None else list(Stemmer.Stemmer(algorithm, 0).stemWords(words))


def vector(text: str, language: str | None, *, weight: str, start: int = 0) -> str:
    """The words of a text as a tsvector of Postgres, in its text form.

    Args:
        weight: `A` for a title, `C` for a body.
        start: the number of positions that come before.
    """
    positions: defaultdict[str, list[int]] = defaultdict(list)
    for position, word in enumerate(islice(_split(text, with_ends=True), WORDS_MAX), start + 1):
        positions[word].append(position)
    entries: list[str] = []
    left = WORDS_MAX_BYTES
    between = f"{weight},"
    for (word, all_positions), stem in zip(positions.items(), stems(list(positions), language), strict=True):
        known = all_positions[:POSITIONS_MAX]
        plain, plain_stem = fold(word), fold(stem)
        # At most 4 bytes per character, and 2 per position.
        left -= 4 * (len(plain) + len(plain_stem)) + 4 * len(known)
        if left < 0:
            break
        written = f"{between.join(map(str, known))}{weight}"
        # A lexeme that several words share appears several times: Postgres merges its positions.
        if plain:
            entries.append(f"'{plain}':{written}")
        if plain_stem and plain_stem != plain:
            entries.append(f"'{plain_stem}':{written}")
    return " ".join(entries)


@lru_cache(maxsize=4_096)
def forms(word: str) -> frozenset[str]:
    """The forms under which a query's word may be stored: as written, and its stem in every language of its script."""
    if is_unspaced(word):
        return frozenset(filter(None, (fold(word),)))
    algorithms = _LATIN if fold(word)[:1].isascii() else _OTHER
    written = [word, *(Stemmer.Stemmer(each).stemWord(word) for each in algorithms.values())]
    # Pages that were indexed before `fold` replaced letters are stored with them.
    letters = [] if word.isascii() else map(_without_accents, written)
    return frozenset(filter(None, (*map(fold, written), *letters)))


def of_query(text: str) -> list[frozenset[str]]:
    """The forms of each word of a query, without repetitions. Empty for a query without words."""
    asked = dict.fromkeys(forms(word) for word in split(text))
    return [each for each in asked if each][:QUERY_WORDS_MAX]
