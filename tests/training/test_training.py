"""What counts as content in an annotated page, and the folds that keep a page from the model that learned from it."""

from __future__ import annotations

from collections import Counter

import pytest

from training import labels
from training.dataset import fold_of


def shares(blocks: list[str], truth: str) -> list[float]:
    return labels.shares([labels.tokens(block) for block in blocks], truth)


def test_blocks_are_content_by_the_share_that_the_truth_holds() -> None:
    found = shares(
        ["The storm came in the night.", "Subscribe to our newsletter today please"], "The storm came in the night."
    )
    assert found == [1.0, 0.0]


def test_a_heading_repeated_in_a_menu_is_content_once() -> None:
    text = "The storm came in the night and took the roof of the old barn"
    found = shares(
        ["Weather", "About us today or never", "Home and garden of yours", "Weather", text], f"Weather {text}"
    )
    assert (found[0], found[3]) == (0.0, 1.0)


def test_empty_blocks_are_not_content() -> None:
    assert shares(["", "—"], "text") == [0.0, 0.0]


@pytest.mark.parametrize(
    ("kept", "truth", "score"), [("a b", "a b", 1.0), ("a", "a b c", 0.5), ("", "", 1.0), ("a", "", 0.0)]
)
def test_score_is_the_balance_of_precision_and_recall(kept: str, truth: str, score: float) -> None:
    assert labels.f1(Counter(kept.split()), Counter(truth.split())) == pytest.approx(score)


def test_pages_of_one_domain_share_a_fold() -> None:
    assert fold_of("https://a.example.org/1") == fold_of("https://b.example.org/2")
