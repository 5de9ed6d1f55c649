"""Checks the sentences of a summary by the text of the page.

A sentence is supported if its numbers (by value), its names and some of its words are on the page. That catches what a model
invents. It does not understand the sentence: a negation of what the page says may pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from contract import limits
from extraction.answers.replies.derived import CALENDAR, DerivedValues

# The share of a sentence's words that the page must have: less if a name or a number of the page is in the sentence.
WORDS_SHARE, WORDS_SHARE_WITH_FACT = 0.4, 0.2
SENTENCE_MAX_CHARS = 500
# A string of a model with more words is split into its sentences.
ITEM_WORDS_MAX = 40
NAME_STEM_CHARS = 4
# Languages such as German write all nouns with capitals: above this share of capitals inside a sentence they are not names.
CAPITALS_SHARE_MAX = 0.25
# Shorter words are mostly articles and prepositions. Longer ones are compared by their beginnings, because of endings.
WORD_MIN_CHARS = 4
STEM_CHARS = 6
# No sentence ends after an abbreviation, an initial or the number of a day.
_SENTENCE_END = re.compile(
    r"(?<![\s(.][A-Z]\.)(?<!\b[Dd]r\.)(?<!\bProf\.)(?<!\bM[rs]\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\bNr\.)(?<!\bNo\.)(?<!\bca\.)"
    r"(?<!\bz\.B\.)(?<!\bbzw\.)(?<!\bInc\.)(?<!\bCo\.)(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)"
    r"(?<!\b\d\.)(?<!\b\d\d\.)(?<=[.!?…])[\"'”’»)]*\s+(?=[^\s\d])"
    r"|(?<=[。！？])"
)
_NUMBER = re.compile(r"\d(?:[\d.,'’\u00a0\u202f]*\d)?")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Scripts without spaces between words: compared by pairs of characters.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\w+", re.IGNORECASE)
_MARKUP = re.compile(r"<[a-z/!]|\]\(|```|javascript:", re.IGNORECASE)
# Text that speaks to a language model or about its orders. The page's own readers do not need it in a summary.
_TO_MODEL = re.compile(
    r"\b(?:ignor\w*|disregard\w*|forget|override\w*)\b.{0,40}"
    r"\b(?:instruct\w*|prompt\w*|rules?|directions?|anweisung\w*|consignes?|instrucciones)\b"
    r"|\bsystem prompt\b|\bas an? (?:ai|language model|assistant)\b"
    r"|\byou are (?:now )?(?:chatgpt|claude|an? (?:ai|assistant|language model))\b"
    r"|\b(?:llm|chatbot|ai (?:model|assistant|agent|system)|language model)s?\b.{0,40}\b(?:must|should|have to|need to)\b",
    re.IGNORECASE,
)  # fmt: skip


class PageWords:
    """The words, numbers and addresses of a page's text."""

    def __init__(self, text: str) -> None:
        text = _normal(text)
        self._text = text
        self._stems = set(map(_stem, _WORD.findall(text)))
        self._names = {_stem(word)[:NAME_STEM_CHARS] for word in _WORD.findall(text)}
        self._values = DerivedValues(text)
        self._capitalises_nouns = _capitals_share(text) > CAPITALS_SHARE_MAX
        self._pairs = {pair for run in _UNSPACED.findall(text) for pair in _pairs(run)}

    def supports(self, sentence: str) -> bool:
        """Whether the page says the sentence, as far as its words show."""
        text = _normal(sentence)
        if len(text) > SENTENCE_MAX_CHARS or _MARKUP.search(text) or _TO_MODEL.search(text):
            return False
        if any(address.rstrip(".,;)") not in self._text for address in _ADDRESS.findall(text)):
            return False
        if not self._values.has_numbers(text):
            return False
        names = [] if self._capitalises_nouns else _names_in(text)
        if any(_stem(name)[:NAME_STEM_CHARS] not in self._names for name in names if _stem(name) not in CALENDAR):
            return False
        return self._has_words(text, has_fact=bool(names) or bool(_NUMBER.search(text)))

    def _has_words(self, text: str, *, has_fact: bool) -> bool:
        runs = _UNSPACED.findall(text)
        parts: list[bool] = [pair in self._pairs for run in runs for pair in _pairs(run)]
        words = [word for word in _WORD.findall(_UNSPACED.sub(" ", text)) if len(word) >= WORD_MIN_CHARS]
        parts += [_stem(word) in self._stems for word in words]
        share = WORDS_SHARE_WITH_FACT if has_fact else WORDS_SHARE
        # A short sentence such as "It has 412 members." has one long word and a number, which is on the page.
        is_sentence = len(parts) + len(_NUMBER.findall(text)) >= 2
        return is_sentence and any(parts) and sum(parts) >= share * len(parts)


def _capitals_share(text: str) -> float:
    """The share of words with a capital letter inside the page's longer sentences."""
    inside = [
        word
        for line in text.splitlines()
        for one in split(line[:2_000])
        if one.count(" ") >= 7
        for word in _WORD.findall(one)[1:]
    ]
    return sum(word[0].isupper() for word in inside) / len(inside) if inside else 0.0


def _names_in(text: str) -> list[str]:
    """Words with a capital letter inside a sentence. At its start any word has one. Scripts without spaces end a word."""
    found = _WORD.findall(_UNSPACED.sub(" ", text))
    return [word for word in (found if _UNSPACED.match(text) else found[1:]) if word[0].isupper()]


def supported(sentences: Iterable[str], text: str) -> tuple[list[str], list[str]]:
    """The sentences that the page supports, and the others. A string that it does not support as a whole is split."""
    words = PageWords(text)
    good: list[str] = []
    bad: list[str] = []
    for written in sentences:
        whole = " ".join(written.split())
        is_whole = len(whole.split()) <= ITEM_WORDS_MAX and words.supports(whole)
        for sentence in [whole] if is_whole else split(whole):
            if sentence not in good and sentence not in bad:
                (good if words.supports(sentence) else bad).append(sentence)
    return good, bad


def split(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in (" ".join(piece.split()) for piece in _SENTENCE_END.split(text)) if part]


def count(text: str) -> int:
    """The number of sentences of a page with at least four words, at most as many as a summary may have."""
    enough = limits.SUMMARY_SENTENCES_MAX
    found = 0
    for line in text.splitlines():
        found += sum(len(part.split()) >= 4 or len(_UNSPACED.findall(part)) > 0 for part in split(line))
        if found >= enough:
            return enough
    return found


def joined(sentences: Iterable[str]) -> str:
    """The sentences as one text. A full-width sentence mark is followed by no space."""
    text = ""
    for sentence in sentences:
        text += sentence if not text or text[-1] in "。！？" else f" {sentence}"
    return text


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _stem(word: str) -> str:
    return word.casefold().partition("'")[0].partition("’")[0][:STEM_CHARS]


def _pairs(run: str) -> list[str]:
    return [run[position : position + 2] for position in range(len(run) - 1)] or [run]
