"""What a model reads of a change, and which of its sentences are kept."""

from __future__ import annotations

import pytest

from extraction.changes import sentences
from extraction.changes.change import Change
from extraction.changes.comparison import compare
from extraction.changes.noise import Noise
from extraction.changes.version import Version

OLD = "# Opening hours\n\nThe Harbour Museum opens at 10:00.\n\nA ticket costs 12 EUR for adults.\n"
NEW = "# Opening hours\n\nThe Harbour Museum opens at 10:00.\n\nA ticket costs 15 EUR for adults.\n"


def change() -> Change:
    return compare(Version(markdown=OLD), Version(markdown=NEW), Noise())


def checked(answer: str, found: Change) -> str | None:
    asked = sentences.question(found)
    assert asked is not None
    return sentences.checked([answer], asked.support)


def test_model_reads_the_difference() -> None:
    asked = sentences.question(change())

    assert asked and "-A ticket costs 12 EUR for adults.\n+A ticket costs 15 EUR for adults." in asked.part


def test_nothing_changed_is_no_question() -> None:
    assert sentences.question(Change("same", "Nothing changed.")) is None


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("The ticket for adults now costs 15 EUR, it was 12 EUR.", True),
        ("The ticket for adults now costs 18 EUR.", False),
        ("The ticket of the Louvre now costs 15 EUR.", False),
        ("See https://evil.example for the ticket of 15 EUR.", False),
        ("", False),
    ],
)
def test_sentence_is_kept_if_its_numbers_and_names_are_in_the_difference(answer: str, kept: bool) -> None:
    assert checked(answer, change()) == (answer if kept else None)


def test_false_sentence_is_dropped_and_the_true_one_beside_it_kept() -> None:
    answer = "The ticket for adults now costs 15 EUR. It rose by 40 percent since Tuesday in Oslo."

    assert checked(answer, change()) == "The ticket for adults now costs 15 EUR."


def test_line_numbers_of_the_diff_are_not_numbers_of_the_page() -> None:
    one = Version(markdown="\n\n".join(f"Line {'x' * n}." for n in range(1, 77)))
    other = Version(markdown=one.markdown + "\n\nA new paragraph about boats.\n")

    assert checked("A new paragraph about 76 boats.", compare(one, other, Noise())) is None
