"""The normal form of a line of Markdown: equal for two visits if a reader would see the same, and what of it lasts."""

from __future__ import annotations

import re
import unicodedata

from extraction.changes import addresses, vocabulary

# Possessive and bounded: links in hostile text cost linear time.
_IMAGE = re.compile(
    r"!\[([^\[\]]{0,1000}+)\]\(\s*<?([^\s()<>]{0,4000}+(?:\([^\s()]{0,200}\)[^\s()<>]{0,2000}+)?)>?(?:\s+\"[^\"]{0,500}\")?\s*\)"
)
_LINK = re.compile(
    r"(?<!!)\[((?:[^\[\]\\]|\\.){0,2000}+)\]\(\s*<?([^\s()<>]{0,4000}+(?:\([^\s()]{0,200}\)[^\s()<>]{0,2000}+)?)>?(?:\s+\"[^\"]{0,500}\")?\s*\)"
)
_BARE = re.compile(r"https?://[^\s<>()\[\]|\"']{1,4000}+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufe0e\ufe0f]")
_MARKS = re.compile(r"\\(?=[^\w\s])|\*+|(?<!\w)_+|_+(?!\w)|`+")
_QUOTED = re.compile(r"^(?:>\s?)+")
_HEADING = re.compile(r"^#{1,6}\s+|\s#+$")
_BULLET = re.compile(r"^[-+*•·]\s+")
_RULE = re.compile(r"^[|\s:*_=-]+$")
_CELL = re.compile(r"\s*\|\s*")
_QUOTES = str.maketrans("‘’‚“”„«»–—‐‑", '\'\'\'"""""----')
_TIMES = re.compile(vocabulary.AGO, re.I)
_RELATIVE_DAY = re.compile(vocabulary.RELATIVE_DAY, re.I)
_NOW = re.compile(vocabulary.NOW + r"[^|\n]{0,80}", re.I)
_COUNTDOWN = re.compile(vocabulary.COUNTDOWN, re.I)
_COUNTER = re.compile(vocabulary.COUNTER, re.I)
_ONLOOKERS = re.compile(vocabulary.ONLOOKERS, re.I)
_TOKENS = re.compile(vocabulary.TOKEN_LABEL, re.I)
_COPYRIGHT = re.compile(vocabulary.COPYRIGHT, re.I)
_ADVERTISEMENT = re.compile(rf"{vocabulary.ADVERTISEMENT}\W*|{vocabulary.SPONSORED}", re.I)
_AD_HOST = re.compile(vocabulary.AD_HOST, re.I)
_DIGIT = re.compile(r"\d")
# In a longer text a number beside such a word is a statement, not a counter.
COUNTER_WORDS_MAX = 14
DAY_WORDS_MAX = 6
# A title such as `(3) Inbox`.
_TITLE_COUNT = re.compile(r"^\s*[(\[]\d{1,4}\+?[)\]]\s*")


def of_line(line: str) -> str:
    """What a line shows: no marks of Markdown, no white space, addresses without sessions. Empty for lines without any sign."""
    text = _INVISIBLE.sub("", line)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    text = _QUOTED.sub("", text.strip())
    if _RULE.match(text):
        return "|" if "|" in text else ""
    if "](" in text or "://" in text:
        if _AD_HOST.search(text) and len(text) < 2_000:
            return ""
        text = _without_addresses(text)
    text = " ".join(_MARKS.sub("", _BULLET.sub("- ", _HEADING.sub("", text))).split())
    return _CELL.sub(" | ", text).strip() if "|" in text else text


def is_advertisement(text: str) -> bool:
    """Whether a line, which `of_line` returned, is a label of advertising, or says who paid for it."""
    return len(text) < 300 and _ADVERTISEMENT.fullmatch(text) is not None


def of_text(text: str) -> str:
    """The lasting form of a text without links: a title, a selected text."""
    return lasting(" ".join(_MARKS.sub("", _INVISIBLE.sub("", text)).split()))


def lasting(text: str) -> str:
    """What a line, which `of_line` returned, says for longer: `~` for times that count from now, counters and the like.

    Empty for advertisements. Takes milliseconds for long texts, so it is called for those that differ.
    """
    if is_advertisement(text):
        return ""
    if _DIGIT.search(text) is None:
        if len(text) < 400:
            text = _TIMES.sub("~", text)
        return _day(text)
    text = _COUNTDOWN.sub("~", _TIMES.sub("~", text))
    text = _TOKENS.sub("~", _COPYRIGHT.sub("©", _ONLOOKERS.sub("~", text)))
    text = _NOW.sub("~", text)
    if len(text) < 400 and len(text.split()) <= COUNTER_WORDS_MAX:
        text = _COUNTER.sub("~", text)
    return _day(text)


def of_title(title: str) -> str:
    """The normal form of a page's title, without a counter of unread messages before it."""
    return of_text(_TITLE_COUNT.sub("", unicodedata.normalize("NFKC", title).translate(_QUOTES)))


def _day(text: str) -> str:
    return _RELATIVE_DAY.sub("~", text) if len(text) < 80 and len(text.split()) <= DAY_WORDS_MAX else text


def _without_addresses(text: str) -> str:
    text = _IMAGE.sub(lambda found: f"!{found[1].strip()}<{addresses.of_image(found[2])}>", text)
    text = _LINK.sub(lambda found: f"{found[1]} <{addresses.of_link(found[2])}>", text)
    return _BARE.sub(lambda found: addresses.of_link(found[0]), text)
