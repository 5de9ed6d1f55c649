"""What a page shows of its main entity stays, and the parts around it stay out, with structured data and without."""

from __future__ import annotations

import pytest

from benchmarks.page_facts import plain
from tests.extraction.content.fact_pages import NOISE, PAGES, FactPage


@pytest.mark.parametrize("with_markup", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_facts_stay_and_noise_stays_out(read, page: FactPage, with_markup: bool) -> None:
    text = plain(read(page.html(with_markup=with_markup)).markdown)

    assert [fact for fact in page.facts if plain(fact) not in text] == []
    assert [noise for noise in NOISE if plain(noise) in text] == []


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_facts_stay_beside_a_long_text(read, page: FactPage) -> None:
    text = plain(read(page.html(with_markup=True, is_long=True)).markdown)

    assert [fact for fact in page.facts if plain(fact) not in text] == []
    assert [noise for noise in NOISE if plain(noise) in text] == []
