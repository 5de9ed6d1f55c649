"""Radii, distances and shadows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from contract.results.brands.styleguide import CountedSize, Radius, Spacing
from extraction.brand.styleguide.observed import Box, Button, Observed

RADII_MAX, SPACES_MAX, SHADOWS_MAX = 12, 12, 8
_COUNT_MIN = 2
# The share of distances that are multiples of the base.
_BASE_SHARE = 0.8
# Half a pixel of tolerance: distances in em are rarely whole pixels.
_TOLERANCE = 0.26
_LAYER = re.compile(r",(?![^(]*\))")
_ALPHA = re.compile(r"rgba\([^)]*,\s*([\d.]+)\)")
_LENGTH = re.compile(r"-?[\d.]+px")


def radius(seen: Observed, primary: Button | None) -> Radius:
    """The radii in use, and those of buttons, cards and inputs."""
    common = sorted(seen.radii, key=lambda row: -row[1])[:RADII_MAX]
    return Radius(
        scale=tuple(CountedSize(value=value, count=count) for value, count in sorted(common)),
        button=primary.radius if primary else None,
        card=_usual([card for card in seen.cards if card.named] or seen.cards),
        input=_usual(seen.inputs),
    )


def _usual(boxes: Iterable[Box]) -> float | None:
    found = Counter(box.radius for box in boxes).most_common(1)
    return found[0][0] if found else None


def spacing(seen: Observed) -> Spacing:
    """The distances in use, and the number that most of them are multiples of."""
    common = [row for row in seen.spaces if row[1] >= _COUNT_MIN] or list(seen.spaces)
    ranked = sorted(common, key=lambda row: -row[1])[:SPACES_MAX]
    return Spacing(base=_base(seen.spaces), scale=tuple(sorted(value for value, _ in ranked)))


def _base(spaces: Iterable[tuple[float, int]]) -> int | None:
    uses = [(value, count) for value, count in spaces if value >= 4]
    total = sum(count for _, count in uses)
    for base in (8, 5, 4):
        fitting = sum(count for value, count in uses if abs(value - base * round(value / base)) <= _TOLERANCE)
        if total and fitting >= _BASE_SHARE * total:
            return base
    return None


def shadows(seen: Observed) -> tuple[str, ...]:
    """The shadows, most used first, without the invisible layers that some frameworks add."""
    counts: Counter[str] = Counter()
    for text, count in seen.shadows:
        if visible := visible_shadow(text):
            counts[visible] += count
    return tuple(text for text, _ in counts.most_common(SHADOWS_MAX))


def visible_shadow(text: str) -> str | None:
    """The layers of a shadow that are visible. None if there are none."""
    layers = [layer.strip() for layer in _LAYER.split(text) if layer.strip() not in ("", "none")]
    visible = [layer for layer in layers if _is_visible(layer)]
    return ", ".join(visible) or None


def _is_visible(layer: str) -> bool:
    alpha = _ALPHA.search(layer)
    lengths = [float(length[:-2]) for length in _LENGTH.findall(layer)]
    return not (alpha and float(alpha[1]) == 0) and any(lengths)
