"""Passages in a text."""

from __future__ import annotations

import time

import pytest

from api.console.results.evidence import CHARS_MAX, mark, value_at

TEXT = "# The *pilot* plant\n\nIt costs **12.50 EUR** a month.\nIt opened in 2024."


def test_passages_are_found_in_spite_of_spaces_and_markdown() -> None:
    marked = mark(TEXT, {"name": "the pilot plant", "price": "costs 12.50  EUR", "year": "in 2025", "empty": "…"})

    found = {name: segment.text for segment in marked.segments for name in segment.names}
    assert found == {"name": "The *pilot* plant", "price": "costs **12.50 EUR"}
    assert marked.missing == ("year", "empty")
    assert "".join(segment.text for segment in marked.segments) == TEXT


def test_passages_may_overlap() -> None:
    marked = mark("one two three four", {"a": "one two three", "b": "two three four", "c": "two"})

    assert [(segment.text, segment.names) for segment in marked.segments] == [
        ("one ", ("a",)), ("two", ("a", "b", "c")), (" three", ("a", "b")), (" four", ("b",)),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "a " * CHARS_MAX, "a b " * CHARS_MAX])
def test_hostile_passages_take_bounded_time(text: str) -> None:
    begun = time.process_time()
    mark(text, {str(number): "a " * number + "b" for number in range(1_000)})

    assert time.process_time() - begun < 30


@pytest.mark.parametrize(
    ("name", "value"),
    [("a.1.b", 3), (r"x\.y", 4), ("a.9", None), ("a.b", None), ("", {"a": [1, {"b": 3}], "x.y": 4}), ("a.1.b.c", None)],
)
def test_value_of_a_dotted_name(name: str, value: object) -> None:
    assert value_at({"a": [1, {"b": 3}], "x.y": 4}, name) == value
