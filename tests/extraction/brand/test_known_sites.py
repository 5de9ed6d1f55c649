"""Brands of made-up sites are read well enough. `python -m benchmarks.brand --show` lists the wrong answers."""

from __future__ import annotations

import pytest

from benchmarks import brand
from benchmarks.sites import brand_marks, brand_templates, unseen_brand_sites

GOALS = {"logo": 0.95, "theme": 0.95, "type": 0.95, "color": 0.9, "name": 0.95, "socials": 0.95}


@pytest.mark.parametrize("sites", ["seen", "unseen"])
def test_share_of_right_answers(sites: str) -> None:
    sets = brand_marks.synthetic(brand.SITES + 40)
    build = brand_templates.build if sites == "seen" else unseen_brand_sites.build

    verdicts = [brand.judge(site, brand.answer(site)) for site in build(sets[:-40], sets[-40:])]

    shares = {kind: sum(one[kind] for one in verdicts) / len(verdicts) for kind in GOALS}
    assert {kind: share for kind, share in shares.items() if share < GOALS[kind]} == {}
