"""Counts words in any script."""

from __future__ import annotations

import re

from extraction.document.ascii_text import WESTERN, WESTERN_CHARACTERS

# Chinese and Japanese: every character counts as one word, as in word processors.
_EACH_ONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f]")
# Thai, Lao, Burmese and Khmer are written without spaces between words. Vowel and tone marks are not counted as letters.
_RUNS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_MARKS = re.compile("[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3]")
# A letter or digit beyond Western Europe. Arrows, ticks and emoji are none.
_OTHER_LETTER = re.compile(rf"[^\W{re.escape(''.join(WESTERN_CHARACTERS))}]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\ufaff\U00020000-\U0002fa1f]")
_LETTERS_PER_WORD = 3.7
_WORD = re.compile(r"\w+(?:['’.\-]\w+)*")
# The same rule for one byte per character, ten times as fast: word characters become w, joining characters j, all others blank.
_CLASSES = bytes(
    ord("w") if sign.isalnum() or sign == "_" else ord("j") if sign and sign in "'’.-" else ord(" ")
    for sign in WESTERN_CHARACTERS
)
# Links as the Markdown writer writes them: no unescaped brackets in labels, unescaped parentheses in URLs are balanced.
_SIGN = r"[^ \t\n()\\]++|\\."
_PAIR = rf"\((?:{_SIGN}|\((?:{_SIGN}|\((?:{_SIGN})*\))*\))*\)"
_LABEL = r"(?:[^\[\]\\]++|\\.)*+"
_ADDRESS = rf"\]\((?:{_SIGN}|{_PAIR})*(?: \"(?:[^\"\\]++|\\.)*+\")?\)"
# Escaped characters are matched first, so that no link starts with one. A link is replaced by its label, an image removed.
# Every alternative begins with a literal character. The search then skips other characters quickly.
_PIECES = re.compile(
    rf"\\.|!\[{_LABEL}{_ADDRESS}|\[(?<=^\[)(?:video|audio){_ADDRESS}|\[({_LABEL}){_ADDRESS}|{_ADDRESS}", re.M
)


def of_markdown(text: str) -> int:
    """The number of visible words. URLs and images are not counted."""
    if "](" in text:
        text = _PIECES.sub(_visible, text)
    return count(text)


def _visible(piece: re.Match[str]) -> str:
    """The label of a link, or the escaped character. Nothing of an image."""
    return piece[0] if piece[0][0] == "\\" else piece[1] or ""


def _count_of_western(text: bytes) -> int:
    classes = text.translate(_CLASSES)
    # Twice, because matches overlap in one-letter words: w.w.w
    joined = b" " + classes.replace(b"wjw", b"www").replace(b"wjw", b"www")
    return joined.count(b" w") + joined.count(b"jw")


def count(text: str) -> int:
    """The number of words in a text. Punctuation and Markdown syntax are not counted."""
    text = text.replace("\\_", "_")  # An escaped underscore is part of its word.
    try:
        return _count_of_western(text.encode("ascii" if text.isascii() else WESTERN))
    except UnicodeEncodeError:
        pass
    if not _UNSPACED.search(text):
        if not _OTHER_LETTER.search(text):
            return _count_of_western(text.encode(WESTERN, "replace"))
        return len(_WORD.findall(text))
    each = len(_EACH_ONE.findall(text))
    if each:
        text = _EACH_ONE.sub(" ", text)
    runs = 0
    for run in _RUNS.findall(text):
        runs += max(1, round(len(_MARKS.sub("", run)) / _LETTERS_PER_WORD))
    return each + runs + len(_WORD.findall(_RUNS.sub(" ", text) if runs else text))
