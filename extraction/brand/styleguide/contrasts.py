"""Contrast of colours by WCAG 2, and the pairs of text and background that a page shows."""

from __future__ import annotations

from collections import Counter

from contract.results.brands.styleguide import ColorPair, Contrast, ContrastLevel
from extraction.brand.styleguide.observed import Observed
from extraction.logo import color

PAIRS_MAX = 20


def contrast(one: str, against: str) -> Contrast:
    """The contrast of two colours. The ratio is cut, not rounded: 4.499 is not 4.5."""
    exact = color.contrast(color.rgb_of(one), color.rgb_of(against))
    return Contrast(against=against, ratio=int(exact * 100 + 1e-6) / 100, level=level_of(exact))


def level_of(ratio: float) -> ContrastLevel:
    """The level that text with this contrast has."""
    if ratio >= 7:
        return "AAA"
    if ratio >= 4.5:
        return "AA"
    return "AA-large" if ratio >= 3 else "fail"


def pairs(seen: Observed) -> tuple[ColorPair, ...]:
    """The pairs of the page by the number of letters. Text over images is left out: its background is not one colour."""
    letters: Counter[tuple[str, str]] = Counter()
    for text in seen.texts:
        if text.ground is not None and text.ground != text.color:
            letters[text.color, text.ground] += text.letters
    return tuple(_pair(*found) for found, _ in letters.most_common(PAIRS_MAX))


def _pair(foreground: str, background: str) -> ColorPair:
    found = contrast(foreground, background)
    return ColorPair(foreground=foreground, background=background, ratio=found.ratio, level=found.level)
