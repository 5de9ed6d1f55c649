"""Brands of made-up sites are read well enough. `python -m benchmarks.companies.brand --show` lists the wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from benchmarks.companies import brand
from benchmarks.sites import brand_marks, brand_templates, built_brand_sites, styled_brand_sites, unseen_brand_sites
from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite

GOALS = {
    "logo": 0.95,
    "theme": 0.95,
    "type": 0.95,
    "color": 0.95,
    "name": 0.95,
    "socials": 0.95,
    "fonts": 0.95,
    "own": 1,
    "domain": 1,
}


BUILDS: dict[str, Callable[[Sequence[LogoSet], Sequence[LogoSet]], list[BrandSite]]] = {
    "seen": brand_templates.build,
    "unseen": unseen_brand_sites.build,
    "styled": styled_brand_sites.build,
    "built": built_brand_sites.build,
    "later": built_brand_sites.build_later,
    "outsider": built_brand_sites.build_outsider,
    "stranger": built_brand_sites.build_stranger,
}


@pytest.mark.parametrize("sites", BUILDS)
def test_share_of_right_answers(sites: str) -> None:
    sets = brand_marks.synthetic(brand.SITES + 40)
    build = BUILDS[sites]

    verdicts = [brand.judge(site, brand.answer(site)) for site in build(sets[:-40], sets[-40:])]

    shares = {kind: sum(one[kind] for one in verdicts) / len(verdicts) for kind in GOALS}
    assert {kind: share for kind, share in shares.items() if share < GOALS[kind]} == {}
