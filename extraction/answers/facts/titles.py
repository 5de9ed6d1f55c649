"""The text of a heading that is a name."""

from __future__ import annotations

import re

from extraction.answers.facts.visible_text import text_of
from extraction.document.hidden.elements import is_hidden
from extraction.document.tree import Tree

_ASIDE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:badge|label|tag|status|suffix|post-?nominals?|quals?|qualifications?|degrees?|new|(?:visually-)?hidden|sr-only|count|subtitle|displaynone)(?:$|[\s_-])",
    re.I,
)
_VERSION = re.compile(r"[\s(\[]*v?\.?\s?\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+.]?[a-z0-9]{1,12}){0,3}[\s)\]]*", re.I)


def text_of_heading(heading: Tree) -> str:
    """The text of a heading without small parts, versions and badges, if anything remains: degrees or "New" beside a name."""
    parts = [heading.text or ""]
    for child in heading:
        is_small = child.tag in ("small", "sup") or is_hidden(child) or _ASIDE_CLASS.search(child.get("class") or "")
        text = "" if is_small else text_of(child, 30)
        parts += ["" if _VERSION.fullmatch(text) else text, child.tail or ""]
    return " ".join(" ".join(parts).split()) or text_of(heading, 30)
