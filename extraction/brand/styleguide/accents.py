"""The accent colour: what buttons, links and the site's own tokens agree on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from contract.results.brands.styleguide import AccentColor, AccentEvidence, RoleColor
from extraction.brand.styleguide.contrasts import contrast
from extraction.brand.styleguide.observed import Button, Observed
from extraction.logo import color

# Classes of messages and of buttons that delete or warn: their colours are not accents.
STATUS = re.compile(
    r"success|danger|warning|\binfo\b|error|alert|negative|positive|destructive|delete|\b(?:red|green|yellow|orange)\b",
    re.I,
)
PROMOTED = re.compile(r"primary|\bcta\b|brand|accent|call-to-action", re.I)
# Palettes of frameworks. A site loads them whole and uses few of their values.
FRAMEWORK_TOKEN = re.compile(
    r"--(?:bs|tw|chakra|mui|mdc|mat|md|radix|wp--preset|ant|p|el|van|swiper|fa)-|--(?:colors?-)?[a-z]+-(?:50|[1-9]00|950)$",
    re.I,
)
_ACCENT_TOKEN = re.compile(r"--(?:[a-z]{1,12}-)??(?:colors?-)?(?:primary|accent|brand)(?:-colou?r|-base|-500)?$", re.I)
# The browser's own link colours.
DEFAULT_LINKS = frozenset({"#0000ee", "#551a8b", "#9e9eff", "#d0adf0"})
# Distance in OKLab below which two colours are one.
_SAME = 0.02


def is_status(button: Button) -> bool:
    """Whether a button reports success, warns or deletes."""
    return bool(STATUS.search(button.names))


def is_framework_token(name: str) -> bool:
    """Whether a custom property belongs to a framework's palette."""
    return bool(FRAMEWORK_TOKEN.match(name))


def read(seen: Observed, background: str | None) -> AccentColor | None:
    """The accent colour, or None if the page uses no hue."""
    scores: Counter[str] = Counter()
    evidence: defaultdict[str, set[AccentEvidence]] = defaultdict(set)
    for hex_color, kind, score in _votes(seen):
        if not color.is_chromatic(color.rgb_of(hex_color)):
            continue
        known = next((one for one in scores if _distance(one, hex_color) < _SAME), hex_color)
        scores[known] += round(score * 100)
        evidence[known].add(kind)
    if not scores:
        return None
    best = scores.most_common(1)[0][0]
    label = _label(seen, best)
    order: tuple[AccentEvidence, ...] = ("button", "link", "token", "theme-color")
    return AccentColor(
        hex=best, contrast=contrast(best, background) if background else None,
        on_accent=RoleColor(hex=label, contrast=contrast(label, best)),
        evidence=tuple(kind for kind in order if kind in evidence[best]),
    )  # fmt: skip


def _votes(seen: Observed) -> Iterator[tuple[str, AccentEvidence, float]]:
    for button in seen.buttons:
        if not is_status(button) and button.label:
            weight = 3.0 if PROMOTED.search(button.names) else 1.5 if button.is_submit else 1.0
            if button.background is not None:
                yield button.background, "button", weight
            elif button.border_color is not None and button.border_color == button.color:
                yield button.border_color, "button", weight / 2
    for name, hex_color in seen.tokens:
        if _ACCENT_TOKEN.match(name) and not is_framework_token(name):
            yield hex_color, "token", 3.0
    if seen.theme_color:
        yield seen.theme_color, "theme-color", 1.5
    links = [text for text in seen.texts if text.kind == "link" and text.color not in DEFAULT_LINKS]
    letters = sum(text.letters for text in links) or 1
    for text in links:
        yield text.color, "link", 0.9 * text.letters / letters


def _label(seen: Observed, accent: str) -> str:
    """The label's colour on buttons of the accent; white or near-black if there is none."""
    labels = Counter(button.color for button in seen.buttons if button.background == accent)
    return labels.most_common(1)[0][0] if labels else color.text_color_on(color.rgb_of(accent))


def _distance(one: str, other: str) -> float:
    return color.distance(color.rgb_of(one), color.rgb_of(other))
