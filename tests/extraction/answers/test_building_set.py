"""Floors of the answers on the pages for building rules. Lower one only on purpose: wrong answers cost more than missing ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import answers, model_answers

PAGES = Path(__file__).parents[3] / "benchmarks/pages"


@pytest.mark.parametrize(("pages", "right"), [("building", 0.56), ("held_out", 0.55)])
def test_answers_on_the_sets_keep_their_floors(pages: str, right: float) -> None:
    figures = answers.measured(PAGES / pages)["ALL"].figures

    assert figures["right"] >= right, figures
    assert figures["wrong"] <= 0.01 and figures["sure and wrong"] <= 0.01, figures
    assert figures["absent answered"] <= 0.01, figures


def test_right_answers_of_a_model_are_retained_and_invented_ones_are_never_sure() -> None:
    counts = model_answers.measured(PAGES, folders=("held_out",))

    assert counts["right values kept"] >= 0.95 * counts["right values"], counts
    assert counts["right sentences kept"] >= 0.95 * counts["right sentences"], counts
    assert counts["wrong values kept above .5"] == 0, counts
    assert counts["wrong sentences kept"] <= 0.15 * counts["wrong sentences"], counts


@pytest.mark.parametrize(
    ("true", "found", "is_same"),
    [
        (129, 129.0, True),
        (129, "129.00", True),
        ("Oak Chair", "oak  chair", True),
        ("2025-11-12", "2025-11-12T10:00:00Z", True),
        ({"any": ["A", "B"]}, "b", True),
        (True, 1, False),
        (129, 128, False),
        ("1.5", "15", False),
    ],
)
def test_values_are_compared_as_a_person_would(true: Any, found: Any, is_same: bool) -> None:
    assert answers.same(true, found) == is_same
