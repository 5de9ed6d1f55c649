"""Removes characters that no person sees and that can carry text to a program: Unicode tags, runs of invisible signs.

A single joiner, soft hyphen, direction mark or variation selector stays, because scripts, emoji and typesetting need it.
"""

from __future__ import annotations

import re

from extraction.document.ascii_text import beyond_ascii

# Each of these may have a meaning. One search instead of many.
_PERHAPS = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A black flag with tags is the flag of England, Scotland or Wales. Unicode recommends no others.
_ENGLAND, _SCOTLAND, _WALES = (
    "\U000e0065\U000e006e\U000e0067",
    "\U000e0073\U000e0063\U000e0074",
    "\U000e0077\U000e006c\U000e0073",
)
_FLAG = f"\U0001f3f4\U000e0067\U000e0062(?:{_ENGLAND}|{_SCOTLAND}|{_WALES})\U000e007f"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Each is useful alone. A run of them is a code.
_INVISIBLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2064\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
_UNSEEN = re.compile(
    f"(?P<visible>{_FLAG}|\ufe0f\u200d(?![{_INVISIBLE}]))"
    f"|(?<![{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]"
    "|[\u202a-\u202e\u2066-\u206f\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    f"|[{_INVISIBLE}]{{2,}}"
)


def drop(text: str) -> str:
    """The text without unseen characters. Equal text for the eye."""
    if text.isascii() or not _PERHAPS.search(beyond_ascii(text)):
        return text
    return _UNSEEN.sub(lambda found: found["visible"] or "", text)
