import re

import pytest

from extraction.content.rules import invitations, other_titles
from extraction.document.openings import Openings

_PATTERNS = (
    r"(?:our )?news\b", r"[ab]est", r"x?yes", r"(?:(?:ein|zwei) )?paar", r"wiele|dużo", r"o{2}ps", r"kapı", r"\d+ more",
    r".{0,3}end",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "News", "our NEWS today", "newsy", "BEST", "aest", "est", "yes", "xyes", "xno", "ein Paar", "paar", "zwei", "Dużo", "wiele",
        "oops", "ops", "kapi", "KAPI", "kapı", "KAPİ", "7 more", "end", "the end", "→ news", "", "→",
    ],
)  # fmt: skip
def test_a_text_opens_as_one_long_pattern_says(text: str) -> None:
    whole = re.compile(rf"\W*(?:{'|'.join(_PATTERNS)})", re.I)
    assert Openings(r"\W*", _PATTERNS).match(text) is (whole.match(text) is not None)


@pytest.mark.parametrize(
    "openings",
    [other_titles._OPENINGS, invitations._OTHER_PAGE, invitations._PLEA],
    ids=["other titles", "other pages", "pleas"],
)
def test_most_phrases_are_told_apart_by_their_first_letter(openings: Openings) -> None:
    always = openings._others.pattern.count("|")
    assert always < 0.2 * len(openings._patterns)
