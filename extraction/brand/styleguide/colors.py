"""Colours by role: background, surface, text, muted text, accent; and the palette of all that is painted."""

from __future__ import annotations

from collections import Counter, defaultdict

from contract.results.brands.styleguide import AccentColor, PaletteColor, RoleColor, StyleColors, StyleRole
from extraction.brand.styleguide import accents
from extraction.brand.styleguide.contrasts import contrast, pairs
from extraction.brand.styleguide.observed import Observed
from extraction.logo import color

PALETTE_MAX = 24
TOKENS_MAX = 6
# The body's colour is that of running text if at least this share of the letters uses it.
_BODY_SHARE = 0.1
_SURFACE_CHROMA_MAX, _SURFACE_DISTANCE_MAX, _SAME = 0.035, 0.3, 0.008
_MUTED_CHROMA_MAX, _MUTED_CONTRAST_MIN = 0.06, 1.6
# Area of the default window. An element that covers more can be the page's background.
_WIDE_AREA = 1440 * 900


def read(seen: Observed) -> StyleColors:
    """The colours of the page in one scheme."""
    background = ground_of(seen)
    text = _text(seen, background)
    surface = _surface(seen, background)
    muted = _muted(seen, background, text) if text else None
    accent = accents.read(seen, background)
    return StyleColors(
        background=RoleColor(hex=background),
        surface=_role(surface, text or color.text_color_on(color.rgb_of(background))),
        text=_role(text, background),
        muted_text=_role(muted, background),
        accent=accent,
        palette=_palette(seen, _roles(background, surface, text, muted, accent)),
        pairs=pairs(seen),
    )


def _role(found: str | None, against: str) -> RoleColor | None:
    return RoleColor(hex=found, contrast=contrast(found, against)) if found else None


def ground_of(seen: Observed) -> str:
    """The background of the page: that of body or html, or of an element that covers most of it, or the canvas."""
    named = {row.kind: row.color for row in reversed(seen.grounds) if row.kind in ("html", "body")}
    own = named.get("body") or named.get("html")
    if own is not None:
        return own
    total = max((row.area for row in seen.grounds), default=0)
    wide = [row for row in seen.grounds if row.kind in ("div", "main") and row.area >= _WIDE_AREA and row.area == total]
    return wide[0].color if wide else seen.canvas


def _text(seen: Observed, background: str) -> str | None:
    """The colour of running text: the body's if it is in use, otherwise the most used one."""
    letters: Counter[str] = Counter()
    for row in seen.texts:
        if row.kind == "text" and row.ground is not None and _near(row.ground, background):
            letters[row.color] += row.letters
    if not letters:
        for row in seen.texts:
            letters[row.color] += row.letters * (row.kind in ("text", "heading"))
    total = sum(letters.values())
    if not total:
        return seen.body_color
    if seen.body_color and letters[seen.body_color] >= _BODY_SHARE * total:
        return seen.body_color
    return letters.most_common(1)[0][0]


def _near(one: str, other: str) -> bool:
    return abs(color.oklab(color.rgb_of(one))[0] - color.oklab(color.rgb_of(other))[0]) <= _SURFACE_DISTANCE_MAX


def _surface(seen: Observed, background: str) -> str | None:
    """The grey of cards and sections that is not the background's. Coloured bars are not surfaces."""
    areas: Counter[str] = Counter()
    for row in seen.grounds:
        if row.kind not in (
            "button",
            "html",
            "body",
            "input",
            "select",
            "textarea",
            "code",
            "mark",
            "kbd",
        ) and _is_surface(row.color, background):
            areas[row.color] += row.area
    for card in seen.cards:
        if card.named and card.ground and _is_surface(card.ground, background):
            areas[card.ground] *= 2
            areas[card.ground] += 1
    return areas.most_common(1)[0][0] if areas else None


def _is_surface(found: str, background: str) -> bool:
    rgb, ground = color.rgb_of(found), color.rgb_of(background)
    extra = color.chroma(rgb) - color.chroma(ground)
    return extra <= _SURFACE_CHROMA_MAX and _near(found, background) and color.distance(rgb, ground) > _SAME


def _muted(seen: Observed, background: str, text: str) -> str | None:
    """The most used grey with less contrast than the text."""
    own = contrast(text, background).ratio
    letters: Counter[str] = Counter()
    for row in seen.texts:
        if row.kind != "text" or row.ground is None or not _near(row.ground, background):
            continue
        ratio = contrast(row.color, row.ground).ratio
        if _MUTED_CONTRAST_MIN <= ratio < 0.9 * own and color.chroma(color.rgb_of(row.color)) <= _MUTED_CHROMA_MAX:
            letters[row.color] += row.letters
    return letters.most_common(1)[0][0] if letters else None


def _roles(
    background: str, surface: str | None, text: str | None, muted: str | None, accent: AccentColor | None
) -> dict[str, StyleRole]:
    """Role by colour. A colour with several roles has the first."""
    found: dict[str, StyleRole] = {}
    named: list[tuple[str | None, StyleRole]] = [
        (background, "background"), (text, "text"), (accent.hex if accent else None, "accent"), (surface, "surface"),
        (muted, "mutedText"),
    ]  # fmt: skip
    for hex_color, role in named:
        if hex_color is not None:
            found.setdefault(hex_color, role)
    return found


def _palette(seen: Observed, roles: dict[str, StyleRole]) -> tuple[PaletteColor, ...]:
    """The painted colours, those with a role first."""
    counts: Counter[str] = Counter(dict.fromkeys(roles, 0))
    for text in seen.texts:
        counts[text.color] += text.count
    for ground in seen.grounds:
        counts[ground.color] += ground.count
    for button in seen.buttons:
        if button.border_color:
            counts[button.border_color] += 1
    tokens: defaultdict[str, list[str]] = defaultdict(list)
    for name, hex_color in sorted(seen.tokens, key=lambda token: (len(token[0]), token[0])):
        if not accents.is_framework_token(name) and len(tokens[hex_color]) < TOKENS_MAX:
            tokens[hex_color].append(name)
    ranked = sorted(counts.items(), key=lambda item: (item[0] not in roles, -item[1], item[0]))
    return tuple(
        PaletteColor(hex=found, role=roles.get(found, "other"), count=count, tokens=tuple(tokens[found]))
        for found, count in ranked[:PALETTE_MAX]
    )
