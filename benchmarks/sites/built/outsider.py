"""Home pages written after the rules, by somebody who had not read them: 42 invented companies."""

from __future__ import annotations

from benchmarks.sites.built import (
    outsider_builders,
    outsider_cases,
    outsider_frameworks,
    outsider_shops,
    outsider_systems,
    outsider_wordpress,
)  # fmt: skip
from benchmarks.sites.built.replica import Maker

KINDS: dict[str, Maker] = {
    **outsider_builders.KINDS, **outsider_wordpress.KINDS, **outsider_shops.KINDS, **outsider_frameworks.KINDS,
    **outsider_systems.KINDS, **outsider_cases.KINDS,
}  # fmt: skip
