"""The colours that a page states outside its logos: declared ones, custom properties, buttons, page background and text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from contract.results.brands.brand import ColorRole, Origin
from extraction.brand import consent
from extraction.brand.css.rules import Rule
from extraction.brand.css.styles import Styles
from extraction.brand.manifest import Manifest
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.logo import color

EVIDENCE_MAX = 40
_WORD = re.compile(r"[A-Z]?[a-z]+|\d+")
# A shade number that stands for the colour itself. 50 to 300 are tints, 700 to 950 are shades.
_MAIN_SHADES = frozenset(("400", "500", "600"))
_ROLE_WORDS: dict[str, ColorRole] = {
    "brand": "primary",
    "primary": "primary",
    "secondary": "secondary",
    "accent": "accent",
}
# Words of properties that hold another part of a component than its colour.
_OTHER_WORDS = frozenset(
    "text foreground fg hover active focus contrast on border shadow font size width height rgb bg background "
    "link light dark soft subtle emphasis muted disabled inverse gradient radius ring outline container surface "
    "content darker lighter alt".split()
)
# Variables of components and of editors. Their values are not chosen by the site.
_FOREIGN_PREFIXES = (
    "--tw-",
    "--wp-",
    "--swiper-",
    "--fa-",
    "--plyr-",
    "--toastify-",
    "--rsbs-",
    "--cc-",
    "--fc-",
    "--mapbox-",
)
# Main colours of CSS frameworks. A page that has them has not changed them.
FRAMEWORK_DEFAULTS = frozenset((
    "#0d6efd", "#007bff", "#6c757d", "#00d1b2", "#485fc7", "#1779ba", "#767676", "#1e87f0", "#2185d0", "#1b1c1d",
    "#9b4dca", "#5755d9", "#0078e7", "#26a69a", "#ee6e73", "#0172ad", "#1095c1", "#1976d2", "#9c27b0", "#6200ee",
    "#03dac6", "#1677ff", "#1890ff", "#3880ff", "#409eff", "#228be6", "#3182ce", "#0693e3", "#007aff", "#570df8",
    "#0076d1", "#6ec1e4", "#61ce70", "#3f51b5", "#ff4081", "#673ab7", "#337ab7", "#428bca", "#6750a4", "#0f172a", "#18181b",
))  # fmt: skip
# Tile and mask colours that the usual favicon generators suggest.
GENERATOR_DEFAULTS = frozenset((
    "#da532c", "#2b5797", "#603cba", "#9f00a7", "#00aba9", "#b91d47", "#ffc40d", "#2d89ef", "#00a300", "#ee1111", "#1d1d1d",
    "#7e3878", "#5bbad5",
    # Theme colours of the manifests that come with project templates.
    "#317efb", "#4dba87", "#3367d6",
))  # fmt: skip
# Elements that a theme may be set on.
_THEMED_TAGS = ("html", "body", "div", "main")
_BUTTON = re.compile(
    r"(?:^|[.#\s])(?:btn|button|cta)(?:[-_]{1,2}(?:primary|main|cta|brand|accent|default|solid))?$|\.primary[-_](?:btn|button)$"
)
ELEMENTS_MAX = 400
# Elements with the same tag, classes and style are looked up once.
LOOKS_MAX = 60
_ANCESTORS = 3
_BUTTON_TAGS = ("a", "button", "input")
_FOREIGN_WORDS = frozenset(
    "cookie cookies consent gdpr share sharing social whatsapp facebook twitter linkedin alert danger warning success error "
    "info badge tag close delete disabled active current selected".split()
)


@dataclass(frozen=True, kw_only=True)
class ColorEvidence:
    """One stated colour, with the role for which the page states it. `is_used`: the page paints its buttons in it."""

    hex: str
    role: ColorRole
    origin: Origin
    source: str
    is_used: bool = False


def read(document: Document, styles: Styles, manifest: Manifest, areas: PageAreas) -> tuple[ColorEvidence, ...]:
    """The stated colours, strongest evidence first, each with its first role."""
    found: dict[tuple[str, str], ColorEvidence] = {}
    for evidence in (*_all(document, styles, manifest), *_used(document, styles, areas), *_buttons(styles)):
        key = (evidence.hex, evidence.role)
        if key not in found:
            found[key] = evidence
        elif evidence.source == "css-rule":
            found[key] = replace(found[key], is_used=True)
        if len(found) == EVIDENCE_MAX:
            break
    return tuple(found.values())


def _all(document: Document, styles: Styles, manifest: Manifest) -> Iterator[ColorEvidence]:
    yield from _tokens(styles, document)
    for name, source in (("theme-color", "theme-color"), ("msapplication-tilecolor", "tile-color")):
        for value in _metas(document, name):
            hex_color = styles.color_of(value)
            if hex_color and (source == "theme-color" or hex_color not in GENERATOR_DEFAULTS):
                yield ColorEvidence(hex=hex_color, role="primary", origin="declared", source=source)
    if manifest.theme_color:
        yield ColorEvidence(hex=manifest.theme_color, role="primary", origin="declared", source="manifest")
    yield from _mask_colors(document)
    if manifest.background_color:
        yield ColorEvidence(hex=manifest.background_color, role="background", origin="declared", source="manifest")
    yield from _page_colors(document, styles)


def _metas(document: Document, name: str) -> Iterator[str]:
    for meta in document.tree.iter("meta"):
        is_dark = "dark" in (meta.get("media") or "")
        if (meta.get("name") or "").lower() == name and not is_dark and meta.get("content"):
            yield meta.get("content", "")


def _mask_colors(document: Document) -> Iterator[ColorEvidence]:
    for link in document.tree.iter("link"):
        hex_color = color.read(link.get("color") or "")
        if "mask-icon" in (link.get("rel") or "").lower() and hex_color and hex_color not in GENERATOR_DEFAULTS:
            yield ColorEvidence(hex=hex_color, role="primary", origin="declared", source="mask-icon")


def _tokens(styles: Styles, document: Document) -> Iterator[ColorEvidence]:
    """Custom properties that are named after a role of the brand: `--brand`, `--color-primary`, `--accent-500`."""
    ranked = []
    themed = next((one for one in document.tree.iter(*_THEMED_TAGS) if one.get("data-theme")), document.body)
    for order, (name, value) in enumerate(list(_properties(styles, themed).items())[:3_000]):
        role = _role_of(name)
        hex_color = styles.color_of(value, themed) if role and len(value) <= 300 else None
        if role and hex_color and hex_color not in FRAMEWORK_DEFAULTS:
            words = _WORD.findall(name)
            ranked.append((role != "primary", "brand" not in words, len(words), order, role, hex_color))
    for *_, role, hex_color in sorted(ranked):
        yield ColorEvidence(hex=hex_color, role=role, origin="declared", source="css-variable")


def _properties(styles: Styles, themed: Tree) -> dict[str, str]:
    """The custom properties of the page's root, and those that its theme sets on the elements down to `themed`."""
    found = dict(styles.variables)
    for element in (*reversed([*themed.iterancestors()]), themed):
        found.update(styles.custom_properties(element))
    return found


def _role_of(name: str) -> ColorRole | None:
    if name.startswith(_FOREIGN_PREFIXES):
        return None
    words = [word.lower() for word in _WORD.findall(name)]
    roles = [_ROLE_WORDS[word] for word in words if word in _ROLE_WORDS]
    numbers = [word for word in words if word.isdigit()]
    if not roles or _OTHER_WORDS & set(words) or any(number not in _MAIN_SHADES for number in numbers):
        return None
    # `--brand-secondary` is the secondary colour, and `--brand-primary` the primary one.
    return roles[-1] if len(words) <= 5 else None


def _page_colors(document: Document, styles: Styles) -> Iterator[ColorEvidence]:
    if background := styles.background(document.body):
        yield ColorEvidence(hex=background, role="background", origin="harvested", source="css-rule")
    if text := styles.text_color(document.body):
        yield ColorEvidence(hex=text, role="text", origin="harvested", source="css-rule")


def _used(document: Document, styles: Styles, areas: PageAreas) -> Iterator[ColorEvidence]:
    """Backgrounds of the page's own links and buttons."""
    for hex_color in _painted(document, styles, areas):
        if hex_color not in FRAMEWORK_DEFAULTS:
            yield ColorEvidence(hex=hex_color, role="accent", origin="harvested", source="css-rule")


def _buttons(styles: Styles) -> Iterator[ColorEvidence]:
    """Backgrounds of the main buttons, the last rules first: a site's own follow those of its framework."""
    for rule in reversed(styles.rules):
        if any(_BUTTON.search(one) and not consent.is_about_consent(one) for one in rule.selectors):
            hex_color = _background(rule, styles)
            if hex_color and hex_color not in FRAMEWORK_DEFAULTS and color.is_chromatic(color.rgb_of(hex_color)):
                yield ColorEvidence(hex=hex_color, role="accent", origin="harvested", source="css-rule")


def _background(rule: Rule, styles: Styles) -> str | None:
    declared = rule.declarations
    colors = (
        styles.color_of(declared.get(name), local=declared)
        for name in ("background-color", "background", "--bs-btn-bg")
    )
    return next((found for found in colors if found), None)


def _painted(document: Document, styles: Styles, areas: PageAreas) -> tuple[str, ...]:
    """The coloured backgrounds of links and buttons by their number, then that of the header.

    Parts that are not the company's own design are left out: cookie banners, share buttons, messages of success or failure.
    """
    counted: Counter[str] = Counter()
    known: dict[tuple[str | None, ...], str | None] = {}
    for element in islice(document.body.iter(*_BUTTON_TAGS), ELEMENTS_MAX):
        look = (element.tag, element.get("class"), element.get("id"), element.get("style"))
        if look not in known and len(known) < LOOKS_MAX:
            known[look] = _chromatic(styles.painted(element))
        found = known.get(look)
        if found and not _is_foreign(element) and areas.position(element).link != "external":
            counted[found] += 1
    return (*(hex_color for hex_color, _ in counted.most_common()), *_of_header(document, styles))


def _of_header(document: Document, styles: Styles) -> Iterator[str]:
    for header in islice(document.body.iter("header", "nav"), 2):
        if found := _chromatic(styles.painted(header)):
            yield found


def _chromatic(hex_color: str | None) -> str | None:
    return hex_color if hex_color and color.is_chromatic(color.rgb_of(hex_color)) else None


def _is_foreign(element: Tree) -> bool:
    near = (element, *islice(element.iterancestors(), _ANCESTORS))
    return any(_FOREIGN_WORDS.intersection(words_of(one)) for one in near)
