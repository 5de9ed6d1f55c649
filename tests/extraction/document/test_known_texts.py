"""Values by text, with a limit in characters."""

from __future__ import annotations

import importlib

import pytest

from extraction.document.known_texts import KNOWN_MAX_CHARS, KnownTexts
from extraction.links.scope import LinkFilter, Scope

# The functions that remember texts of pages for the life of a reading process.
REMEMBERING = {
    "extraction.content.advertising": "_unwanted",
    "extraction.content.vocabulary": "_groups",
    "extraction.links.normal_form": "normalise",
    "extraction.document.addresses": "_folder",
    "extraction.links.sites": "_registrable_domain",
    "extraction.brand.css.selectors": "parse",
    "extraction.answers.schema.names": "words",
}


def known_of(function: object) -> KnownTexts[object]:
    known = function.__self__  # type: ignore[attr-defined]
    assert isinstance(known, KnownTexts)
    return known


def test_equal_texts_are_computed_once_and_long_ones_are_not_cached() -> None:
    asked: list[str] = []
    known = KnownTexts(lambda text: asked.append(text) or len(text), 10_000)
    long = "x" * (KNOWN_MAX_CHARS + 1)

    assert [known[text] for text in ("ab", "ab", long, long)] == [2, 2, len(long), len(long)]
    assert asked == ["ab", long, long]


def test_the_texts_together_stay_below_the_limit() -> None:
    known = KnownTexts(len, 10_000)
    for number in range(1_000):
        known[f"{number:0400}"]

    assert sum(map(len, known)) <= 10_000


@pytest.mark.parametrize("module", REMEMBERING)
def test_reading_processes_keep_a_bounded_number_of_characters(module: str) -> None:
    function = getattr(importlib.import_module(module), REMEMBERING[module])
    for number in range(20_000):
        function(f"http://{number}.example.com/{'x' * 300}")
    function("http://example.com/" + "x" * 100_000)

    assert sum(map(len, known_of(function))) <= 1_000_000


def test_the_links_of_a_scope_stay_below_the_limit() -> None:
    links = LinkFilter(Scope("http://example.com/"))
    for number in range(30_000):
        links.follow(f"http://example.com/{number}/{'x' * 300}")
    links.follow("http://example.com/" + "x" * 1_000_000)

    assert sum(map(len, links._known)) <= 3_000_000
