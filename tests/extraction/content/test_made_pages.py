"""The Markdown of made-up pages: their facts stay, their noise stays out, and nothing else changes unnoticed.

`python -m benchmarks.page_facts --record` writes the figures after an intended change; its output says what the change did.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from benchmarks.page_facts import FIGURES, PAGES, Found, found, made_pages, orbweaver

RECORDED = json.loads(FIGURES.read_text(encoding="utf-8"))
MADE = list(made_pages(PAGES / "building"))
FACTS_MIN, NOISE_MAX = 0.965, 0.02
# Pages of other authors: the least share of facts, and the largest of noise.
OTHER_AUTHORS = {"held_out": (0.915, 0.024), "fresh": (0.955, 0.014)}
# What a reader of the page asks for first.
FIRST_FACTS_MIN = {
    "price": 0.97,
    "item_price": 0.95,
    "item_date": 1.0,
    "former_price": 1.0,
    "brand": 1.0,
    "sku": 0.9,
    "rating": 0.9,
}


@pytest.fixture(scope="module")
def results() -> dict[str, Found]:
    return {made.name: found(made, orbweaver(made.capture)) for made in MADE}


@pytest.mark.parametrize("name", [made.name for made in MADE])
def test_page_reads_as_recorded(results: dict[str, Found], name: str) -> None:
    result = results[name]

    assert {"missing": len(result.missing), "noise": len(result.noise), "words": result.words} == RECORDED[name]


def test_facts_stay(results: dict[str, Found]) -> None:
    shown = Counter(kind for made in MADE for kind, _ in made.facts)
    missing = Counter(kind for result in results.values() for kind, _ in result.missing)

    assert 1 - missing.total() / shown.total() >= FACTS_MIN
    assert {
        kind: 1 - missing[kind] / shown[kind]
        for kind, least in FIRST_FACTS_MIN.items()
        if 1 - missing[kind] / shown[kind] < least
    } == {}


def test_noise_stays_out(results: dict[str, Found]) -> None:
    assert sum(len(result.noise) for result in results.values()) <= NOISE_MAX * sum(len(made.noise) for made in MADE)


@pytest.mark.parametrize("folder", OTHER_AUTHORS)
def test_pages_of_other_authors_keep_their_facts(folder: str) -> None:
    facts_min, noise_max = OTHER_AUTHORS[folder]
    made = list(made_pages(PAGES / folder))
    results = [found(each, orbweaver(each.capture)) for each in made]

    missing, noise = (
        sum(len(part) for part in parts) for parts in zip(*((one.missing, one.noise) for one in results), strict=True)
    )
    assert 1 - missing / sum(len(each.facts) for each in made) >= facts_min
    assert noise <= noise_max * sum(len(each.noise) for each in made)
