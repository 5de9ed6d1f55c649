"""Chooses the brand's colours: the primary one and the roles of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contract.results.brands.brand import Color, ColorRole, Origin
from extraction.brand.color_evidence import ColorEvidence
from extraction.brand.measured_logos import MeasuredLogo
from extraction.logo import color, palette
from extraction.logo.color import Rgb
from extraction.logo.palette import Swatch

COLORS_MAX = 8
# A declared colour confirms a colour of the logo within this distance in OKLab.
AGREEMENT = 0.09
# A declared shade of a logo's hue confirms it too: companies state a darker or lighter form of it.
HUE_AGREEMENT_DEGREES = 20.0
# A declared black or grey is preferred to a similar one of a logo without colours.
NEUTRAL_AGREEMENT = 0.25
# Colours of the record that are nearer to each other are the same.
SAME = 0.04
# Shades of a logo within this angle belong together.
SAME_HUE_DEGREES = 25.0
# OKLab chroma of a declared theme colour that is the brand's, and not that of a dark or pale page.
VIVID_MIN = 0.08
_CHOSEN_SOURCES = ("css-variable", "mask-icon")
# A logo above this luminance is made for a dark background. Its white is not the brand's colour.
LIGHT_LUMINANCE = 0.8
# Logos below this trust are not asked for the primary colour: they may be anybody's.
_TRUSTED = 25
_SHARE_MIN = 0.03
_DARK_LIGHTNESS, _LIGHT_LIGHTNESS = 0.35, 0.9


@dataclass(frozen=True)
class Primary:
    """The primary colour and its source. `is_confirmed`: a declared colour and the logo agree."""

    hex: str
    origin: Origin
    source: str
    is_confirmed: bool = False


def primary(logos: Sequence[MeasuredLogo], evidence: Sequence[ColorEvidence]) -> Primary | None:
    """The primary colour: the first of one that the logo confirms, a vivid declared one, the logo's, a button's.

    A button's shade of one of the logo's hues wins over the logo's own shades. A black logo makes black the primary colour,
    unless the company declares a colour.
    """
    declared = [one for one in evidence if one.role == "primary" and color.is_chromatic(color.rgb_of(one.hex))]
    chromatic = list(_chromatic_swatches(logos))
    for one in declared:
        if any(_agree(color.rgb_of(one.hex), swatch.rgb) for swatch in chromatic):
            return Primary(one.hex, one.origin, one.source, is_confirmed=True)
    stated = next((one for one in declared if _overrules_logo(one)), None)
    if stated:
        return Primary(stated.hex, stated.origin, stated.source)
    accents = [one for one in evidence if one.role == "accent"]
    if chromatic:
        return _of_logo(chromatic, accents)
    # An accent that the page's buttons have too is stated twice.
    for one in (*declared, *(one for one in accents if one.origin == "declared" and one.is_used)):
        return Primary(one.hex, one.origin, one.source)
    return _without_hue(_neutral(logos), accents, evidence)


def _without_hue(
    neutral: str | None, accents: Sequence[ColorEvidence], evidence: Sequence[ColorEvidence]
) -> Primary | None:
    """The primary colour of a brand whose logos and declarations have no hue."""
    if neutral and (stated := _stated_neutral(neutral, evidence)):
        return Primary(stated.hex, stated.origin, stated.source, is_confirmed=True)
    is_light = neutral is not None and color.luminance(color.rgb_of(neutral)) > LIGHT_LUMINANCE
    if neutral and not (accents and is_light):
        return Primary(neutral, "harvested", "logo-pixels")
    return Primary(accents[0].hex, accents[0].origin, accents[0].source) if accents else None


def _overrules_logo(declared: ColorEvidence) -> bool:
    """Whether a declared colour wins over a logo of other hues: one chosen for the brand, or a vivid theme colour."""
    return declared.source in _CHOSEN_SOURCES or color.chroma(color.rgb_of(declared.hex)) >= VIVID_MIN


def _of_logo(chromatic: Sequence[Swatch], accents: Sequence[ColorEvidence]) -> Primary:
    """A button's colour that has a hue of the logo. Without one, the most vivid shade of the logo's main hue."""
    for accent in accents:
        if any(_agree(color.rgb_of(accent.hex), one.rgb) for one in chromatic):
            return Primary(accent.hex, accent.origin, accent.source)
    vivid = max(_main_hue(chromatic), key=lambda one: color.chroma(one.rgb))
    return Primary(vivid.hex, "harvested", "logo-pixels")


def _main_hue(chromatic: Sequence[Swatch]) -> list[Swatch]:
    """The shades of the hue that fills most of the logo."""
    hues: list[list[Swatch]] = []
    for swatch in chromatic:
        same = next((hue for hue in hues if color.hue_difference(hue[0].rgb, swatch.rgb) <= SAME_HUE_DEGREES), None)
        hues.append([swatch]) if same is None else same.append(swatch)
    return max(hues, key=lambda hue: sum(one.share * palette.weight(one.rgb) for one in hue))


def _agree(declared: Rgb, seen: Rgb) -> bool:
    near = color.distance(declared, seen) <= AGREEMENT
    return near or color.hue_difference(declared, seen) <= HUE_AGREEMENT_DEGREES


def _stated_neutral(neutral: str, evidence: Sequence[ColorEvidence]) -> ColorEvidence | None:
    """The custom property that states the logo's black or grey."""
    stated = (one for one in evidence if one.role == "primary" and one.source == "css-variable")
    seen = color.rgb_of(neutral)
    return next((one for one in stated if color.distance(color.rgb_of(one.hex), seen) <= NEUTRAL_AGREEMENT), None)


def _trusted(logos: Sequence[MeasuredLogo]) -> list[MeasuredLogo]:
    return [logo for logo in logos if logo.trust >= _TRUSTED] or list(logos[:1])


def _chromatic_swatches(logos: Sequence[MeasuredLogo]) -> Iterator[Swatch]:
    """The coloured swatches of the logos, the best logo's first."""
    for logo in _trusted(logos):
        for swatch in logo.facts.swatches:
            if swatch.share >= _SHARE_MIN and color.is_chromatic(swatch.rgb):
                yield swatch


def _neutral(logos: Sequence[MeasuredLogo]) -> str | None:
    """The main colour of logos without colours. White is a colour for dark backgrounds only, so another one wins."""
    found = [swatch.hex for logo in _trusted(logos) for swatch in logo.facts.swatches[:1]]
    return next(
        (one for one in found if color.luminance(color.rgb_of(one)) < LIGHT_LUMINANCE), found[0] if found else None
    )


def read(logos: Sequence[MeasuredLogo], evidence: Sequence[ColorEvidence], first: Primary | None) -> tuple[Color, ...]:
    """The colours with their roles, the primary one first. Each role of a palette occurs once."""
    found: list[Color] = []
    for hex_color, role, share, origin, source in _ranked(logos, evidence, first):
        is_new = all(color.distance(color.rgb_of(hex_color), color.rgb_of(known.hex)) > SAME for known in found)
        has_role = role in ("background", "text") and any(known.role == role for known in found)
        if (is_new or (role in ("background", "text") and not has_role)) and not has_role and len(found) < COLORS_MAX:
            found.append(_color(hex_color, role, len(found) + 1, share, origin, source))
    return tuple(found)


Ranked = tuple[str, ColorRole, float | None, Origin, str]


def _ranked(
    logos: Sequence[MeasuredLogo], evidence: Sequence[ColorEvidence], first: Primary | None
) -> Iterator[Ranked]:
    swatches = list(logos[0].facts.swatches) if logos else []
    if first is not None:
        yield first.hex, "primary", _share(first.hex, swatches), first.origin, first.source
    for rank, swatch in enumerate(one for one in swatches if color.is_chromatic(one.rgb)):
        yield swatch.hex, "secondary" if rank < 2 else "accent", round(swatch.share, 3), "harvested", "logo-pixels"
    for one in evidence:
        if one.role in ("primary", "secondary", "accent") and color.is_chromatic(color.rgb_of(one.hex)):
            role: ColorRole = "accent" if one.role == "primary" else one.role
            yield one.hex, role, None, one.origin, one.source
    for one in evidence:
        if one.role in ("background", "text"):
            yield one.hex, one.role, None, one.origin, one.source
    for swatch in swatches:
        lightness = color.oklab(swatch.rgb)[0]
        if lightness < _DARK_LIGHTNESS or lightness > _LIGHT_LIGHTNESS:
            shade: ColorRole = "dark" if lightness < _DARK_LIGHTNESS else "light"
            yield swatch.hex, shade, round(swatch.share, 3), "harvested", "logo-pixels"


def _share(hex_color: str, swatches: Sequence[Swatch]) -> float | None:
    near = [one.share for one in swatches if color.distance(one.rgb, color.rgb_of(hex_color)) <= AGREEMENT]
    return round(max(near), 3) if near else None


def _color(hex_color: str, role: ColorRole, rank: int, share: float | None, origin: Origin, source: str) -> Color:
    rgb = color.rgb_of(hex_color)
    return Color(
        hex=hex_color, role=role, rank=rank, share=share, on_color=color.text_color_on(rgb),
        contrast_on_white=round(color.contrast(rgb, color.WHITE), 2), origin=origin, source=source,
    )  # fmt: skip
