"""Removes characters that no person sees and that can carry text to a program: Unicode tags, variation selectors, invisible signs.

Characters that scripts and emoji need stay: joiners inside of words, flags of regions, direction marks, one variation selector.
"""

from __future__ import annotations

import re

# Each of these may stand for something. One search in place of many.
_PERHAPS = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A black flag with tags is the flag of England, Scotland or Wales. Unicode recommends no others.
_FLAG = "\U0001f3f4(?:\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073))\U000e007f"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Thai, Lao, Burmese and Khmer mark the ends of words with a space of no width.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_JOINED = "\u200c\u200d"
_MARKS = "\u200e\u200f\u061c"
_FILLERS = "\u115f\u1160\u17b4\u17b5\u3164\uffa0\u180b-\u180f\u034f"
_UNSEEN = re.compile(
    f"(?P<flag>{_FLAG})"
    f"|(?<![{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]"
    "|[\xad\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    f"|(?<![{_UNSPACED}])\u200b|\u200b(?![{_UNSPACED}])"
    "|(?<=[\ufe00-\ufe0fA-Za-z\\s])[\ufe00-\ufe0f]"
    f"|(?<=[{_JOINED}{_MARKS}\u200b\\s!-~])[{_JOINED}]|^[{_JOINED}]|[{_JOINED}](?=[{_JOINED}\u200b\\s!-~]|$)"
    f"|(?<=[{_MARKS}{_JOINED}])[{_MARKS}]"
    f"|(?<=[{_FILLERS}])[{_FILLERS}]"
)


def drop(text: str) -> str:
    """The text without unseen characters. Equal text for the eye."""
    if text.isascii() or not _PERHAPS.search(text):
        return text
    return _UNSEEN.sub(lambda found: found["flag"] or "", text)
