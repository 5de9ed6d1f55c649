"""A fourth set of made-up sites: how page builders, shops, frameworks and CSS systems really write their pages."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite
from benchmarks.sites.built import areas, later, looks, outsider, pictures, stranger, titles
from benchmarks.sites.built.replica import build as build_kinds

KINDS = {**areas.KINDS, **looks.KINDS, **pictures.KINDS, **titles.KINDS}


def build(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 53) -> list[BrandSite]:
    """One site of each kind."""
    return build_kinds(KINDS, sets, others, seed)


def build_later(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 59) -> list[BrandSite]:
    """The sites that were made after the rules."""
    return build_kinds(later.KINDS, sets[::-1], others, seed)


def build_outsider(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 61) -> list[BrandSite]:
    """The sites of somebody who had not read the rules."""
    return build_kinds(outsider.KINDS, sets[20:], others, seed)


def build_stranger(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 67) -> list[BrandSite]:
    """Another set of an author who had not read the rules."""
    return build_kinds(stranger.KINDS, [*sets[40:], *sets[:40]], others, seed)
