"""A seventh set of made-up sites, by an author who had not read the rules: page builders, shops and frameworks of 2026."""

from __future__ import annotations

from benchmarks.sites.built import (
    stranger_builders,
    stranger_cms,
    stranger_frameworks,
    stranger_react,
    stranger_shops,
    stranger_systems,
    stranger_wordpress,
)
from benchmarks.sites.built.replica import Maker

KINDS: dict[str, Maker] = {
    **stranger_builders.KINDS,
    **stranger_cms.KINDS,
    **stranger_wordpress.KINDS,
    **stranger_shops.KINDS,
    **stranger_react.KINDS,
    **stranger_frameworks.KINDS,
    **stranger_systems.KINDS,
}
