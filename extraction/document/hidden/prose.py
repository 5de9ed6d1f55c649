"""Recognises sentences where there should be none, such as in the source of a formula."""

from __future__ import annotations

import re

# Five words in a row. Commands of TeX, such as `\\alpha`, are not words.
_PROSE = re.compile(r"(?:(?<![\\\\\w])[^\W\d_]{2,}[\s,.;:!?]+){5}")


def is_prose(text: str) -> bool:
    """Whether the text contains at least five words in a row."""
    return bool(_PROSE.search(text))
