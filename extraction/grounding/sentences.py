"""Checks the sentences of a summary by the text of the page.

A sentence is supported if its numbers, its names and most of its words are on the page. That catches what a model invents.
It does not understand the sentence: a negation of what the page says may pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from contract import limits

WORDS_SHARE = 0.6
SENTENCE_MAX_CHARS = 500
# Shorter words are mostly articles and prepositions. Longer ones are compared by their beginnings, because of endings.
WORD_MIN_CHARS = 4
STEM_CHARS = 6
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)]*\s+(?=[^\s\d])|(?<=[。！？])")
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
        self._numbers = _numbers(text)
        self._pairs = {pair for run in _UNSPACED.findall(text) for pair in _pairs(run)}

    def supports(self, sentence: str) -> bool:
        """Whether the page says the sentence, as far as its words show."""
        text = _normal(sentence)
        if len(text) > SENTENCE_MAX_CHARS or _MARKUP.search(text) or _TO_MODEL.search(text):
            return False
        if any(address.rstrip(".,;)") not in self._text for address in _ADDRESS.findall(text)):
            return False
        if not _numbers(text) <= self._numbers:
            return False
        return self._has_names(text) and self._has_words(text)

    def _has_names(self, text: str) -> bool:
        """Whether words with a capital letter inside the sentence are on the page. At its start any word has one."""
        names = [word for word in _WORD.findall(text)[1:] if word[0].isupper() and not _UNSPACED.match(word)]
        return all(_stem(name) in self._stems for name in names)

    def _has_words(self, text: str) -> bool:
        runs = _UNSPACED.findall(text)
        parts: list[bool] = [pair in self._pairs for run in runs for pair in _pairs(run)]
        words = [word for word in _WORD.findall(_UNSPACED.sub(" ", text)) if len(word) >= WORD_MIN_CHARS]
        parts += [_stem(word) in self._stems for word in words]
        # A short sentence such as "It has 412 members." has one long word and a number, which is on the page.
        return bool(parts) and len(parts) + len(_numbers(text)) >= 2 and sum(parts) >= WORDS_SHARE * len(parts)


def supported(sentences: Iterable[str], text: str) -> tuple[list[str], list[str]]:
    """The sentences that the page supports, and the others. Each string is split, if it has several sentences."""
    words = PageWords(text)
    good: list[str] = []
    bad: list[str] = []
    for sentence in (part for one in sentences for part in split(one)):
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


def _numbers(text: str) -> set[str]:
    """The digits of each number in a text."""
    return {re.sub(r"\D", "", number) for number in _NUMBER.findall(text)}


def _pairs(run: str) -> list[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]
