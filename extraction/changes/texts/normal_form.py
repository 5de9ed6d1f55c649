"""The normal form of a line of Markdown: equal for two visits if a reader would see the same, and what of it lasts."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from extraction.changes.texts import vocabulary
from extraction.links.scope import PATH_SESSION, identifies_a_session

_VOLATILE = re.compile(
    r"(?i)^(?:[\w.-]*(?:token|nonce|csrf|session|sess|signature|expires?|timestamp|cache|cachebuster|rand(?:om)?|click_?id|visit(?:or)?_?id|"
    r"tracking|track|campaign)[\w.-]*|_|t|ts|cb|rnd|ver|hash|sig|sid|s?ref|referr?er|from|src|source|r|rt|pos|position|spm|scm|pvid|"
    r"qid|sr|keywords|crid|dib|psc|pf_rd_\w+|pd_rd_\w+|_encoding|algo\w*|trk\w*|trackingid|lipi|cid|gad_source|impression\w*|"
    r"recommend\w*|rec_\w+|returnurl|return_to|return|redirect\w*|next|destination|continue|back)="
)
# At least a digit and a letter, and no word: a digest, a session or a signature.
_RANDOM = re.compile(r"(?i)^(?=[^=]*\d)(?=[^=]*[a-z])(?:[0-9a-f]{8,}|[0-9a-z_-]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})$")
_DIGEST = re.compile(
    r"(?i)(?<![0-9a-z])(?=[a-z]{0,30}\d)(?=\d{0,30}[a-f])[0-9a-f]{8,}(?![0-9a-z])|[._-][0-9a-f]{6,}(?=\.\w{2,5}$)"
)
_SIZE = re.compile(
    r"(?i)[-_@.]?(?:\d{2,4}x\d{2,4}|\d{2,4}w|[234]x|scaled|thumb(?:nail)?|small|medium|large|[wh][-_]?\d{2,4}|q[-_]?\d{1,3})(?=[-_.@]|$)"
)
_EXTENSION = re.compile(r"\.(?:jpe?g|png|webp|avif|gif|svg)$", re.I)
_LONGEST = 2_000


def _link_form(address: str) -> str:
    """A link's host, path and the parts of its query that name the page, in a fixed order. The fragment is dropped."""
    address = address[:_LONGEST].partition("#")[0]
    head, _, query = address.partition("?")
    head = _DIGEST.sub("~", PATH_SESSION.sub("", head.partition("://")[2] or head)).removesuffix("/")
    return f"{head}?{'&'.join(sorted(_of_query(query)))}" if query else head


def _of_query(query: str) -> list[str]:
    kept = []
    for part in re.split("&(?:amp;)?", query):
        value = part.partition("=")[2]
        if part and not _VOLATILE.match(part) and not identifies_a_session(part) and not _RANDOM.match(value):
            kept.append(part)
    return kept


def _image_form(address: str) -> str:
    """An image's file name without sizes, digests and extension: a delivery network changes host, folders and query."""
    if address[:5].lower() == "data:":
        return ""
    path = address[:_LONGEST].partition("#")[0].partition("?")[0].rstrip("/")
    name = unquote(path.rpartition("/")[2])
    return _SIZE.sub("", _DIGEST.sub("~", _EXTENSION.sub("", name))).lower()


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
    text = _IMAGE.sub(lambda found: f"!{found[1].strip()}<{_image_form(found[2])}>", text)
    text = _LINK.sub(lambda found: f"{found[1]} <{_link_form(found[2])}>", text)
    return _BARE.sub(lambda found: _link_form(found[0]), text)
