"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with these column titles. Cells are Markdown; `|` and line breaks in them are escaped."""
    lines = [columns, ["---"] * len(columns), *rows]
    text = "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)
    return text.replace("| --- ", "|---").replace("|--- |", "|---|")


def code(text: object) -> str:
    """The text as inline code."""
    return f"`{text}`"


def codes(words: Iterable[object]) -> str:
    """Words as inline code, with commas."""
    return ", ".join(map(code, words))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
