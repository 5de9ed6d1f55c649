"""The rows that the script returns, with types, and with alpha colours composited over what lies beneath them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from contract.results.brands.styleguide import StyleWarning
from extraction.logo import color

Rgba = Sequence[float]
WHITE: Rgba = (255, 255, 255, 1)
# Below this alpha a background is not painted.
_TRANSPARENT = 0.01


def blend(layers: Sequence[Rgba]) -> str:
    """The colour that layers show, from the top one to the opaque one at the bottom."""
    red, green, blue = (layers[-1] if layers else WHITE)[:3]
    for layer in reversed(layers[:-1]):
        alpha = layer[3]
        red, green, blue = (
            over * alpha + under * (1 - alpha) for over, under in zip(layer[:3], (red, green, blue), strict=True)
        )
    return color.hex_of((round(red), round(green), round(blue)))


@dataclass(frozen=True, kw_only=True)
class Font:
    """How text is set. `line` is in pixels, None for `normal`."""

    family: str
    size: float
    weight: int
    line: float | None
    spacing: float
    transform: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Font:
        return cls(
            family=row["family"], size=row["size"] or 0.0, weight=round(row["weight"] or 400), line=row["line"],
            spacing=row["spacing"], transform=row["transform"],
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Text:
    """Text of one colour on one background. `ground` is None over an image. `kind`: text, link, heading, button."""

    color: str
    ground: str | None
    kind: str
    letters: int
    count: int


@dataclass(frozen=True, kw_only=True)
class FontUse:
    """Text that is set alike."""

    font: Font
    kind: str
    letters: int
    count: int


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Elements with the same background. `kind` is their tag, or what they are part of."""

    color: str
    kind: str
    area: int
    count: int


@dataclass(frozen=True, kw_only=True)
class Button:
    """One button. `background` is None if it is transparent, `ground` is None over an image."""

    names: str
    label: str
    is_submit: bool
    color: str
    background: str | None
    ground: str | None
    has_image: bool
    border_color: str | None
    border_width: float
    radius: float
    shadow: str
    padding: tuple[float, float]
    width: float
    height: float
    font: Font


@dataclass(frozen=True, kw_only=True)
class Box:
    """A card or an input field."""

    radius: float
    named: bool = False
    ground: str | None = None


@dataclass(frozen=True, kw_only=True)
class Observed:
    """What the script saw in one colour scheme. A section that it could not read is None or empty."""

    canvas: str
    texts: tuple[Text, ...]
    fonts: tuple[FontUse, ...]
    grounds: tuple[Ground, ...]
    headings: Mapping[str, tuple[Font, ...]]
    buttons: tuple[Button, ...]
    cards: tuple[Box, ...]
    inputs: tuple[Box, ...]
    radii: tuple[tuple[float, int], ...]
    spaces: tuple[tuple[float, int], ...]
    shadows: tuple[tuple[str, int], ...]
    body_font: Font | None
    body_color: str | None
    body_margins: tuple[float | None, ...]
    tokens: tuple[tuple[str, str], ...]
    loaded: frozenset[str]
    theme_color: str | None
    failed_sheets: int
    is_capped: bool
    warnings: tuple[StyleWarning, ...] = field(repr=False)

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Observed:
        """The script's rows."""
        canvas = blend([raw["canvas"][0]])
        body = raw["body"] or {}
        return cls(
            canvas=canvas,
            texts=tuple(_text(row) for row in raw["texts"] if row["color"]),
            fonts=tuple(
                FontUse(font=Font.of(row), kind=row["kind"], letters=row["letters"], count=row["count"])
                for row in raw["fonts"]
            ),
            grounds=tuple(_ground(row) for row in raw["grounds"] if not row["image"]),
            headings={tag: tuple(map(Font.of, rows)) for tag, rows in raw["headings"].items()},
            buttons=tuple(_button(row) for row in raw["buttons"] if row["color"]),
            cards=tuple(
                Box(radius=row["radius"] or 0.0, named=row["named"], ground=blend(row["layers"])) for row in raw["cards"]
            ),
            inputs=tuple(Box(radius=row["radius"] or 0.0) for row in raw["inputs"]),
            radii=_counted(raw["radii"]), spaces=_counted(raw["spaces"]), shadows=_counted(raw["shadows"]),
            body_font=Font.of(body["font"]) if body else None,
            body_color=_over(body["color"], blend(body["layers"])) if body.get("color") else None,
            body_margins=tuple(body.get("margins", ())),
            tokens=tuple((row["name"], blend([row["color"]])) for row in raw["tokens"] or () if row["color"][3] > 0.85),
            loaded=frozenset(raw["loaded"] or ()),
            theme_color=_over(raw["themeColor"], canvas) if raw["themeColor"] else None,
            failed_sheets=(raw["sheets"] or {}).get("failed", 0),
            is_capped=raw["isCapped"],
            warnings=tuple(StyleWarning(field=row["field"], reason=row["reason"]) for row in raw["warnings"]),
        )  # fmt: skip


def _over(top: Rgba, under: str) -> str:
    return blend([top, (*color.rgb_of(under), 1)])


def _counted(rows: Sequence[Mapping[str, Any]]) -> tuple[tuple[Any, int], ...]:
    return tuple((row["value"], row["count"]) for row in rows)


def _text(row: Mapping[str, Any]) -> Text:
    ground = blend(row["layers"])
    return Text(
        color=_over(row["color"], ground), ground=None if row["image"] else ground, kind=row["kind"],
        letters=row["letters"], count=row["count"],
    )  # fmt: skip


def _ground(row: Mapping[str, Any]) -> Ground:
    return Ground(color=blend(row["layers"]), kind=row["kind"], area=row["area"], count=row["count"])


def _button(row: Mapping[str, Any]) -> Button:
    ground, under = blend(row["ground"]), blend(row["under"])
    border = row["border"]
    has_border = bool(border["width"]) and bool(border["color"]) and border["color"][3] > _TRANSPARENT
    return Button(
        names=row["names"].lower(), label=row["label"], is_submit=row["submit"], color=_over(row["color"], ground),
        background=ground if row["filled"] and not row["image"] else None,
        ground=None if row["image"] else ground, has_image=row["image"],
        border_color=_over(border["color"], under) if has_border else None,
        border_width=border["width"] if has_border else 0.0, radius=row["radius"] or 0.0,
        shadow="" if row["shadow"] == "none" else row["shadow"],
        padding=(row["padding"][0] or 0.0, row["padding"][1] or 0.0), width=row["width"] or 0.0, height=row["height"] or 0.0,
        font=Font.of(row["font"]),
    )  # fmt: skip
