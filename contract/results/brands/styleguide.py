"""The styleguide record: the design system of a site, from computed styles in a browser.

Sizes are CSS pixels. Colours are `#rrggbb` in lower case; transparent ones are blended with their background. A value that
could not be read is null, and `warnings` names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.formats import one_of
from contract.results.page import Usage

ContrastLevel = Literal["AAA", "AA", "AA-large", "fail"]
ColorScheme = Literal["light", "dark"]
AccentEvidence = Literal["button", "link", "token", "theme-color"]
StyleRole = Literal["background", "surface", "text", "mutedText", "accent", "other"]
FontUse = Literal["body", "heading", "other"]

LEVELS = ("AAA", "AA", "AA-large", "fail")
SCHEMES = ("light", "dark")
EVIDENCE = ("button", "link", "token", "theme-color")
STYLE_ROLES = ("background", "surface", "text", "mutedText", "accent", "other")
FONT_USES = ("body", "heading", "other")


def _nested(cls: type) -> fields.Nested:
    return fields.Nested(schema_of(cls))


def _many(cls: type) -> fields.List:
    return fields.List(_nested(cls))


@dataclass(frozen=True)
class Contrast:
    """Contrast of two colours by WCAG 2."""

    against: str = option(fields.String(), "The colour that it is compared with, as `#rrggbb`.")
    ratio: float = option(fields.Float(metadata={"minimum": 1, "maximum": 21}), "Contrast ratio, from 1 to 21.")
    level: ContrastLevel = option(
        one_of(LEVELS), "`AAA` from 7, `AA` from 4.5, `AA-large` from 3 (large text only), otherwise `fail`."
    )


@dataclass(frozen=True)
class RoleColor:
    """The colour of a role."""

    hex: str = option(fields.String(), "Colour as `#rrggbb` in lower case.")
    contrast: Contrast | None = option(
        _nested(Contrast),
        "Contrast against the background. For a surface, contrast against the text. null for the background itself.",
        default=None,
    )


@dataclass(frozen=True)
class AccentColor(RoleColor):
    """The colour of buttons and other elements that attract attention."""

    on_accent: RoleColor = option(_nested(RoleColor), "Text colour on the accent, with its contrast.")
    evidence: tuple[AccentEvidence, ...] = option(fields.List(one_of(EVIDENCE)), "Where the accent was found.")


@dataclass(frozen=True)
class PaletteColor:
    """A colour that the page uses."""

    hex: str = option(fields.String(), "Colour as `#rrggbb` in lower case.")
    role: StyleRole = option(one_of(STYLE_ROLES), "Role of the colour, or `other`.")
    count: int = option(fields.Integer(metadata={"minimum": 0}), "Number of elements that use it.")
    tokens: tuple[str, ...] = option(
        fields.List(fields.String()), "Names of the site's CSS custom properties with this value.", default=()
    )


@dataclass(frozen=True)
class ColorPair:
    """A text colour and its background colour."""

    foreground: str = option(fields.String(), "Text colour as `#rrggbb`.")
    background: str = option(fields.String(), "Background colour as `#rrggbb`.")
    ratio: float = option(fields.Float(metadata={"minimum": 1, "maximum": 21}), "Contrast ratio.")
    level: ContrastLevel = option(one_of(LEVELS), "Level of the ratio by WCAG 2.")


@dataclass(frozen=True)
class StyleColors:
    """The colours of the page in one colour scheme."""

    background: RoleColor | None = option(_nested(RoleColor), "Background of the page.", default=None)
    surface: RoleColor | None = option(_nested(RoleColor), "Background of cards and sections.", default=None)
    text: RoleColor | None = option(_nested(RoleColor), "Colour of running text.", default=None)
    muted_text: RoleColor | None = option(_nested(RoleColor), "Colour of secondary text.", default=None)
    accent: AccentColor | None = option(_nested(AccentColor), "The accent colour.", default=None)
    palette: tuple[PaletteColor, ...] = option(_many(PaletteColor), "Colours in use, most used first.", default=())
    pairs: tuple[ColorPair, ...] = option(
        _many(ColorPair), "Text colours on backgrounds, most used first. Text on images is excluded.", default=()
    )


@dataclass(frozen=True)
class TypeStyle:
    """How one kind of text is set."""

    font_family: str = option(fields.String(), "First font family.")
    font_size: float = option(fields.Float(), "Font size in pixels.")
    font_weight: int = option(fields.Integer(), "Font weight, from 1 to 1000.")
    line_height: float | None = option(
        fields.Float(), "Line height divided by font size. null for `normal`.", default=None
    )
    letter_spacing: float = option(fields.Float(), "Letter spacing in pixels.", default=0.0)
    text_transform: str = option(fields.String(), "CSS `text-transform`, for example `uppercase`.", default="none")


@dataclass(frozen=True)
class StyleFont:
    """A font family in use."""

    family: str = option(fields.String(), "Name of the family.")
    role: FontUse = option(one_of(FONT_USES), "What the family is used for.")
    stack: tuple[str, ...] = option(fields.List(fields.String()), "The family and its fallbacks.")
    loaded: bool = option(fields.Boolean(), "Whether the page loaded the family as a web font.")


@dataclass(frozen=True)
class Typography:
    """Fonts and the type scale."""

    fonts: tuple[StyleFont, ...] = option(_many(StyleFont), "Font families, most used first.", default=())
    body: TypeStyle | None = option(_nested(TypeStyle), "Running text.", default=None)
    h1: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 1.", default=None)
    h2: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 2.", default=None)
    h3: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 3.", default=None)
    h4: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 4.", default=None)
    h5: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 5.", default=None)
    h6: TypeStyle | None = option(_nested(TypeStyle), "Headings of level 6.", default=None)
    button: TypeStyle | None = option(_nested(TypeStyle), "Labels of buttons.", default=None)


@dataclass(frozen=True)
class CountedSize:
    """A size and how often it is used."""

    value: float = option(fields.Float(), "Size in pixels.")
    count: int = option(fields.Integer(), "Number of elements that use it.")


@dataclass(frozen=True)
class Radius:
    """Corner radii."""

    scale: tuple[CountedSize, ...] = option(_many(CountedSize), "Radii in use, in pixels, smallest first.", default=())
    button: float | None = option(fields.Float(), "Radius of buttons in pixels.", default=None)
    card: float | None = option(fields.Float(), "Radius of cards in pixels.", default=None)
    input: float | None = option(fields.Float(), "Radius of input fields in pixels.", default=None)


@dataclass(frozen=True)
class Spacing:
    """Distances between elements."""

    base: int | None = option(
        fields.Integer(),
        "Base unit in pixels, of which most distances are multiples: 8, 5 or 4. null if there is none.",
        default=None,
    )
    scale: tuple[float, ...] = option(
        fields.List(fields.Float()), "Distances in use, in pixels, smallest first.", default=()
    )


@dataclass(frozen=True)
class ButtonStyle:
    """How one kind of button looks."""

    background: str | None = option(fields.String(), "Background. null if transparent.", default=None)
    color: str = option(fields.String(), "Text colour.")
    border_color: str | None = option(fields.String(), "Border colour. null without a border.", default=None)
    border_width: float = option(fields.Float(), "Border width in pixels.", default=0.0)
    radius: float = option(fields.Float(), "Corner radius in pixels.", default=0.0)
    padding_x: float = option(fields.Float(), "Horizontal padding in pixels.", default=0.0)
    padding_y: float = option(fields.Float(), "Vertical padding in pixels.", default=0.0)
    font_size: float = option(fields.Float(), "Font size in pixels.")
    font_weight: int = option(fields.Integer(), "Font weight, from 1 to 1000.")
    text_transform: str = option(fields.String(), "CSS `text-transform`, for example `uppercase`.", default="none")
    shadow: str | None = option(fields.String(), "Shadow as CSS. null without one.", default=None)
    contrast: Contrast | None = option(
        _nested(Contrast), "Contrast of the label. null when the background is an image.", default=None
    )
    sample: str = option(fields.String(), "Label of one such button.", default="")


@dataclass(frozen=True)
class Buttons:
    """Kinds of buttons."""

    primary: ButtonStyle | None = option(_nested(ButtonStyle), "The primary button.", default=None)
    secondary: ButtonStyle | None = option(_nested(ButtonStyle), "The secondary button.", default=None)
    link: ButtonStyle | None = option(_nested(ButtonStyle), "A button that looks like a link.", default=None)


@dataclass(frozen=True)
class StyleWarning:
    """A note about one field, for example why its value is null."""

    field: str = option(fields.String(), "Path of the field, such as `buttons.secondary`.")
    reason: str = option(fields.String(), "Why the value is null, or what to note about it.")


@dataclass(frozen=True)
class StyleguideViewport:
    """The size of the window."""

    width: int = option(fields.Integer(), "Width.")
    height: int = option(fields.Integer(), "Height.")


@dataclass(frozen=True)
class Styleguide:
    """The design system of a site: the record as it is stored."""

    domain: str = option(fields.String(), "Host that the record is stored under, without `www.`.")
    url: str = option(fields.String(), "The URL that was opened.")
    final_url: str = option(fields.String(), "URL after redirects.")
    status: int = option(fields.Integer(), "HTTP status of the page.")
    captured_at: str = option(fields.String(), "When the page was rendered, ISO 8601 in UTC.")
    viewport: StyleguideViewport = option(_nested(StyleguideViewport), "Size of the browser window.")
    color_scheme: ColorScheme | None = option(
        one_of(SCHEMES), "Whether the page is light or dark for visitors without a preference.", default=None
    )
    supports_dark: bool | None = option(
        fields.Boolean(), "Whether the page has dark colours for visitors who prefer a dark scheme.", default=None
    )
    colors: StyleColors = option(_nested(StyleColors), "Colours by role.")
    dark: StyleColors | None = option(
        _nested(StyleColors), "Colours in the dark scheme. null if the page does not support it.", default=None
    )
    typography: Typography = option(_nested(Typography), "Fonts and type scale.")
    radius: Radius = option(_nested(Radius), "Corner radii.")
    spacing: Spacing = option(_nested(Spacing), "Distances between elements.")
    shadows: tuple[str, ...] = option(fields.List(fields.String()), "Box shadows as CSS, most used first.", default=())
    buttons: Buttons = option(_nested(Buttons), "Kinds of buttons.")
    warnings: tuple[StyleWarning, ...] = option(_many(StyleWarning), "Values that could not be read.", default=())


@dataclass(frozen=True)
class StyleguideResult(Styleguide):
    """Result of a styleguide lookup."""

    cached: bool = option(fields.Boolean(), "Whether the record was served from storage.")
    usage: Usage = option(_nested(Usage), "Credits that the call consumed.")
