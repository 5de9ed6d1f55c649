"""What changed in a check, in a few words."""

from __future__ import annotations

from typing import Any

import pytest

from extraction.changes.glance import TEXT_MAX_CHARS, glance_of

URL = "https://a.example/"


def page(diff: str = "", **more: Any) -> dict[str, Any]:
    return {"url": URL, "result": "changed", "description": "The text changed.", "diff": diff, **more}


@pytest.mark.parametrize(
    ("found", "sign", "text"),
    [
        (page("@@ -1,2 +1,2 @@\n # Plant\n-It has 40 panels.\n+It has 64 panels.\n"), "+", "It has 64 panels."),
        (page("@@ -1,2 +1,1 @@\n # Plant\n-It has 40 panels.\n"), "-", "It has 40 panels."),
        (page("@@ -1,1 +1,2 @@\n # Plant\n+|---|\n+## Price\n"), "+", "Price"),
        (page("@@ -0,0 +1,1 @@\n+* \u00a0 one\t two\n"), "+", "one two"),
        (page(), "", "The text changed."),
        (
            page("@@ -1,0 +2,1 @@\n+New\n", fields=[{"name": "price"}], description="The price is new: 3."),
            "",
            "The price is new: 3.",
        ),
    ],
)
def test_the_first_change_of_the_first_page_is_shown(found: dict[str, Any], sign: str, text: str) -> None:
    glance = glance_of([found, page()])

    assert glance is not None
    assert (glance["sign"], glance["text"], glance["pages"], glance["url"]) == (sign, text, 2, URL)


def test_words_are_counted_and_long_lines_cut() -> None:
    glance = glance_of([page("@@ -1,0 +1,1 @@\n+" + "word " * 500)], (2, 1))

    assert glance is not None and (glance["added"], glance["removed"]) == (2, 1)
    assert len(glance["text"]) == TEXT_MAX_CHARS and glance["text"].endswith("…")
    assert glance_of([]) is None
