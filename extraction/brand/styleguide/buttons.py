"""Kinds of buttons: the primary one, the secondary one, and the one that looks like a link."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from contract.results.brands.styleguide import Buttons, ButtonStyle
from extraction.brand.styleguide.accents import PROMOTED, is_status
from extraction.brand.styleguide.contrasts import contrast
from extraction.brand.styleguide.observed import Button, Observed
from extraction.brand.styleguide.sizes import visible_shadow
from extraction.logo import color

_SECONDARY = re.compile(r"secondary|outline|default|tertiary|hollow|ghost", re.I)
_LINK = re.compile(
    r"(?:btn|button|btn-)[-_]?-?(?:link|text|clear|flat|plain)|\b(?:link|text|clear|flat|plain)[-_]?(?:btn|button)",
    re.I,
)
# Buttons that open menus, close dialogs or switch tabs.
_CONTROL = re.compile(
    r"toggle|close|menu|burger|carousel|slider|slick|swiper|tab\b|dropdown|accordion|search|copy", re.I
)
_SAME = 0.03
_LABEL_MAX = 40
_WIDTH_MIN, _HEIGHT_MIN, _HEIGHT_MAX = 24, 14, 120


def candidates(seen: Observed) -> list[Button]:
    """The buttons with a label, without those that only report a status."""
    fitting = [
        button for button in seen.buttons
        if button.label and len(button.label) <= _LABEL_MAX and button.width >= _WIDTH_MIN
        and _HEIGHT_MIN <= button.height <= _HEIGHT_MAX and not is_status(button)
    ]  # fmt: skip
    return [button for button in fitting if not _CONTROL.search(button.names)] or fitting


def primary(buttons: Sequence[Button], accent: str | None) -> Button | None:
    """The main button: filled, of the accent colour, named so."""

    def score(button: Button) -> float:
        filled = button.background is not None or button.has_image
        named = 3 if PROMOTED.search(button.names) else -3 if _SECONDARY.search(button.names) else 0
        return (
            2 * filled
            + named
            + 3 * (accent is not None and _is_same(button.background, accent))
            + 0.5 * button.is_submit
        )

    solid = [button for button in buttons if button.background or button.has_image or button.border_color]
    return _best(solid, score)


def read(buttons: Sequence[Button], first: Button | None) -> Buttons:
    """The kinds of buttons. None for a kind that the page does not show."""
    link = _best([button for button in buttons if _is_link(button)], lambda button: bool(_LINK.search(button.names)))
    others = [button for button in buttons if first and not _is_alike(button, first) and not _is_link(button)]
    second = _best(others, _secondary_score)
    return Buttons(primary=_style(first), secondary=_style(second), link=_style(link))


def _secondary_score(button: Button) -> float:
    named = 3 if _SECONDARY.search(button.names) else 0
    outlined = button.background is None and button.border_color is not None
    grey = button.background is not None and not color.is_chromatic(color.rgb_of(button.background))
    return named + outlined + grey


def _is_link(button: Button) -> bool:
    bare = button.background is None and button.border_color is None and not button.has_image
    return bare and not visible_shadow(button.shadow)


def _is_alike(one: Button, other: Button) -> bool:
    """Whether two buttons are of one kind: they differ at most in size."""
    if one.has_image or other.has_image:
        return one.has_image == other.has_image
    return _is_same(one.background, other.background) and (
        one.background is not None or _is_same(one.border_color, other.border_color)
    )


def _is_same(one: str | None, other: str | None) -> bool:
    """Whether two colours, or none, look the same."""
    if one is None or other is None:
        return one is other
    return color.distance(color.rgb_of(one), color.rgb_of(other)) < _SAME


def _best(buttons: Sequence[Button], score: Callable[[Button], float]) -> Button | None:
    """The button with the highest score; among equal ones the most common style, then the first."""
    if not buttons:
        return None
    uses = Counter((button.background, button.border_color, button.font.size) for button in buttons)
    return max(
        buttons, key=lambda button: (score(button), uses[button.background, button.border_color, button.font.size])
    )


def _style(button: Button | None) -> ButtonStyle | None:
    if button is None:
        return None
    return ButtonStyle(
        background=button.background, color=button.color, border_color=button.border_color,
        border_width=button.border_width, radius=button.radius, padding_x=button.padding[0], padding_y=button.padding[1],
        font_size=button.font.size, font_weight=button.font.weight, text_transform=button.font.transform,
        shadow=visible_shadow(button.shadow), sample=button.label,
        contrast=contrast(button.color, button.ground) if button.ground else None,
    )  # fmt: skip
