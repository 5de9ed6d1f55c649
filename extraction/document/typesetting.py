"""Removes signs that only typesetting needs: soft hyphens, spaces without width, joiners of nothing, glyphs of icon fonts."""

from __future__ import annotations

import re

from extraction.document.ascii_text import beyond_ascii
from extraction.document.tree import Tree, all_text

_GLYPHS = "\ue000-\uf8ff"
# Joiners, direction marks and variation selectors have a meaning next to letters of other scripts and emoji only.
_SIGNS = re.compile(
    f"[\xad\u200b\u2060-\u2064\ufeff{_GLYPHS}]+|(?<![^\x00-\x7f\xa0])[\u200c-\u200f\ufe0e\ufe0f]+(?![^\x00-\x7f\xa0])"
)
# All of these. One search for one set of characters takes a fifth of the time.
_PERHAPS = re.compile(f"[\xad\u200b-\u200f\u2060-\u2064\ufeff\ufe0e\ufe0f{_GLYPHS}]")


def without_signs(text: str) -> str:
    """The text without such signs."""
    return text if text.isascii() or not _PERHAPS.search(text) else _SIGNS.sub("", text)


def drop_signs(body: Tree) -> None:
    """Remove such signs from all texts of a tree."""
    text = all_text(body)
    if text.isascii() or not _PERHAPS.search(beyond_ascii(text)):
        return
    for element in body.iter():
        if (text := element.text) and not text.isascii() and (bare := without_signs(text)) != text:
            element.text = bare
        if (text := element.tail) and not text.isascii() and (bare := without_signs(text)) != text:
            element.tail = bare
