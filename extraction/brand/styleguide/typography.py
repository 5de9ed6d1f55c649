"""Fonts and the type scale."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from contract.results.brands.styleguide import FontUse as FontRole
from contract.results.brands.styleguide import StyleFont, TypeStyle, Typography
from extraction.brand.styleguide.observed import Button, Font, Observed
from extraction.document.tree import HEADINGS

FONTS_MAX = 8
# The body's type is that of running text if at least this share of the letters uses its size.
_BODY_SHARE = 0.1
_SEPARATOR = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")


def read(seen: Observed, primary: Button | None) -> Typography:
    """The fonts and the type of body, headings and buttons. None for what the page does not show."""
    headings = {tag: style_of(_most_common(seen.headings.get(tag, ()))) for tag in HEADINGS}
    return Typography(
        fonts=_fonts(seen), body=style_of(_body(seen)), button=style_of(primary.font) if primary else None, **headings
    )


def families(stack: str) -> tuple[str, ...]:
    """The families of a CSS font stack, without quotes."""
    return tuple(name.strip().strip("\"'") for name in _SEPARATOR.split(stack) if name.strip())


def style_of(font: Font | None) -> TypeStyle | None:
    """A font as the record shows it."""
    if font is None or font.size <= 0:
        return None
    return TypeStyle(
        font_family=(families(font.family) or ("",))[0], font_size=font.size, font_weight=font.weight,
        line_height=round(font.line / font.size, 2) if font.line else None, letter_spacing=font.spacing,
        text_transform=font.transform,
    )  # fmt: skip


def _most_common(fonts: Iterable[Font]) -> Font | None:
    found = Counter(fonts).most_common(1)
    return found[0][0] if found else None


def _body(seen: Observed) -> Font | None:
    """The type of running text. Large introductions and small print do not count if the body's own size is in use."""
    texts = [use for use in seen.fonts if use.kind == "text"]
    total = sum(use.letters for use in texts)
    own = seen.body_font
    if own is not None:
        same = sum(use.letters for use in texts if use.font.size == own.size)
        if not total or same >= _BODY_SHARE * total:
            return own
    letters: Counter[Font] = Counter()
    for use in texts:
        letters[use.font] += use.letters
    return letters.most_common(1)[0][0] if letters else own


def _fonts(seen: Observed) -> tuple[StyleFont, ...]:
    """The families by letters."""
    letters: Counter[str] = Counter()
    for use in seen.fonts:
        letters[use.font.family] += use.letters
    body, heading = _family(_body(seen)), _family(_most_common(seen.headings.get("h1", ())) or _first_heading(seen))
    found: dict[str, StyleFont] = {}
    for stack, _ in letters.most_common():
        names = families(stack)
        if names and names[0] not in found:
            role: FontRole = "body" if names[0] == body else "heading" if names[0] == heading else "other"
            found[names[0]] = StyleFont(family=names[0], role=role, stack=names, loaded=names[0] in seen.loaded)
    return tuple(found.values())[:FONTS_MAX]


def _first_heading(seen: Observed) -> Font | None:
    return next((fonts[0] for tag in HEADINGS if (fonts := seen.headings.get(tag, ()))), None)


def _family(font: Font | None) -> str | None:
    return (families(font.family) or (None,))[0] if font else None
