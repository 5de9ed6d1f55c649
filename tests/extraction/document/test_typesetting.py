"""Signs that only the setting of a text needs."""

from __future__ import annotations

import pytest

from extraction.document.typesetting import without_signs


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("na\u00efve", "na\u00efve"),
        ("hy\u00adphen\u200bated", "hyphenated"),
        ("icon \ue001", "icon "),
        ("plain\u200d text", "plain text"),
        (
            "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
    ids=["none", "soft hyphen and space of no width", "glyph", "joiner of nothing", "Persian", "emoji"],
)
def test_signs_are_removed_except_joiners_between_letters_of_other_scripts(text: str, plain: str) -> None:
    assert without_signs(text) == plain
