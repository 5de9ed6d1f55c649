"""Counting words in any script."""

from __future__ import annotations

import re

# Scripts without spaces: an ideograph, kana or syllable counts as one, as word processors do.
_EACH_ONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f]")
# Thai, Lao, Burmese and Khmer write no spaces between words; these are letters without vowel and tone marks.
_RUNS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_MARKS = re.compile("[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\ufaff\U00020000-\U0002fa1f]")
_LETTERS_PER_WORD = 3.7
_WORD = re.compile(r"\w+(?:['’.\-]\w+)*")
# For ASCII the same rule on bytes, ten times as fast: word characters are w, those that join two words j, all else blank.
_CLASSES = bytes(
    ord("w") if chr(code).isalnum() or code == ord("_") else ord("j") if chr(code) in "'.-" else ord(" ")
    for code in range(128)
).ljust(256, b" ")
# Links as the Markdown writer spells them: labels without bare brackets, addresses whose bare brackets come in pairs.
_SIGN = r"[^ \t\n()\\]++|\\."
_PAIR = rf"\((?:{_SIGN}|\((?:{_SIGN}|\((?:{_SIGN})*\))*\))*\)"
_LABEL = r"(?:[^\[\]\\]++|\\.)*+"
_ADDRESS = rf"\]\((?:{_SIGN}|{_PAIR})*(?: \"(?:[^\"\\]++|\\.)*+\")?\)"
# What is escaped is taken first, so that nothing begins with it; a link leaves its label, all else leaves nothing.
_PIECES = re.compile(
    rf"(?P<kept>\\.)|!\[{_LABEL}{_ADDRESS}|^\[(?:video|audio){_ADDRESS}|\[(?P<label>{_LABEL}){_ADDRESS}|{_ADDRESS}",
    re.M,
)


def of_markdown(text: str) -> int:
    """Words that a reader reads: the same number with addresses and images as without."""
    if "](" in text:
        text = _PIECES.sub(lambda found: found["kept"] or found["label"] or "", text)
    return count(text)


def count(text: str) -> int:
    """Words of a text; punctuation and Markdown signs are none."""
    if text.isascii():
        classes = text.encode().translate(_CLASSES)
        # Twice, since joints of one-letter words overlap: w.w.w
        joined = b" " + classes.replace(b"wjw", b"www").replace(b"wjw", b"www")
        return joined.count(b" w") + joined.count(b"jw")
    if not _UNSPACED.search(text):
        return len(_WORD.findall(text))
    each = len(_EACH_ONE.findall(text))
    if each:
        text = _EACH_ONE.sub(" ", text)
    runs = 0
    for run in _RUNS.findall(text):
        runs += max(1, round(len(_MARKS.sub("", run)) / _LETTERS_PER_WORD))
    return each + runs + len(_WORD.findall(_RUNS.sub(" ", text) if runs else text))
