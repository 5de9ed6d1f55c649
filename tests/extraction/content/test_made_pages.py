"""The Markdown of made-up pages: their facts stay, their noise stays out, and nothing else changes unnoticed.

After an intended change, `python -m benchmarks.page_facts --record` and `python -m benchmarks.page_rules --record` write the new
figures. The former's output says what the change did.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from benchmarks import page_rules
from benchmarks.page_facts import (
    FIGURES,
    KINDS,
    PAGES,
    Found,
    figures_of,
    found,
    gate_pages,
    made_pages,
    orbweaver,
    shares_of,
    shares_of_kinds,
)

RECORDED = json.loads(FIGURES.read_text(encoding="utf-8"))
RULES = page_rules.all_rules()
RULE_FIGURES = json.loads(page_rules.FIGURES.read_text(encoding="utf-8"))
MADE = {made.name: made for made in gate_pages()}
BUILDING = list(made_pages(PAGES / "building"))
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
    return {made.name: found(made, orbweaver(made.capture)) for made in MADE.values()}


@pytest.mark.parametrize("name", MADE)
def test_page_reads_as_recorded(results: dict[str, Found], name: str) -> None:
    assert figures_of(results[name]) == RECORDED["pages"][name]


@pytest.mark.parametrize("kind", KINDS)
def test_pages_of_a_kind_keep_facts_and_leave_out_noise(results: dict[str, Found], kind: str) -> None:
    shares, floor = shares_of_kinds(list(MADE.values()), results)[kind], RECORDED["kinds"][kind]

    assert shares.facts >= floor["facts_min"] and shares.noise <= floor["noise_max"]


# The least share of facts, and the largest of noise. The rules fit the habits of the authors of the later sets less.
@pytest.mark.parametrize(
    ("folder", "facts", "noise"),
    [("building", 0.975, 0.02), ("held_out", 0.93, 0.024), ("fresh", 0.97, 0.014), ("final", 0.955, 0.026)],
)
def test_pages_of_an_author(results: dict[str, Found], folder: str, facts: float, noise: float) -> None:
    made = list(made_pages(PAGES / folder))
    others = {each.name: found(each, orbweaver(each.capture)) for each in made if each.name not in results}

    shares = shares_of(made, results | others)

    assert shares.facts >= facts and shares.noise <= noise


def test_what_readers_look_for_first_stays(results: dict[str, Found]) -> None:
    shown = Counter(kind for made in BUILDING for kind, _ in made.facts)
    missing = Counter(kind for made in BUILDING for kind, _ in results[made.name].missing)

    shares = {kind: 1 - missing[kind] / shown[kind] for kind in FIRST_FACTS_MIN}

    assert {kind: share for kind, share in shares.items() if share < FIRST_FACTS_MIN[kind]} == {}


@pytest.mark.parametrize("name", sorted(RULES.keys() - page_rules.UNREACHED))
def test_pages_are_worse_without_a_rule(results: dict[str, Found], name: str) -> None:
    floors = RULE_FIGURES[name]
    gains = {page: page_rules.gain(MADE[page], RULES[name], results[page]) for page in floors}

    assert floors and all(better >= floors[page] and (better or words) for page, (better, words) in gains.items())
