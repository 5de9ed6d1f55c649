"""The font families of a site: those of links to font services, `@font-face` blocks, and the rules that use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote_plus

from contract.results.brands.brand import Font, FontRole
from extraction.brand import clean_text
from extraction.brand.css.styles import Styles
from extraction.document.addresses import parameters_of, parts_of
from extraction.document.document import Document
from extraction.document.tree import Tree

FONTS_MAX = 8
FALLBACKS_MAX = 8
_SERVICES = (
    "fonts.googleapis.com",
    "fonts.bunny.net",
    "fonts.googleapis.cn",
    "api.fontshare.com",
    "fonts.cdnfonts.com",
)
_GENERIC = frozenset((
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "ui-monospace",
    "ui-rounded", "-apple-system", "blinkmacsystemfont", "inherit", "initial", "unset", "emoji", "math",
    "apple color emoji", "segoe ui emoji", "segoe ui symbol", "noto color emoji", "revert", "none",
))  # fmt: skip
# The families of a system stack are not the company's choice, unless they are the only ones.
_SYSTEM = frozenset((
    "segoe ui", "roboto", "helvetica neue", "helvetica", "arial", "noto sans", "liberation sans", "ubuntu", "cantarell", "oxygen",
    "droid sans", "fira sans", "open sans",
))  # fmt: skip
_ICON_FONT = re.compile(
    r"icon|awesome|glyph|material symbols|swiper|slick|fontello|dashicons|eicons|feather|linea", re.I
)
_HEADINGS = frozenset(("h1", "h2", "h3", ".h1", ".h2", "h1,h2", ".heading", ".title", ".display-1"))
_BODIES = frozenset(("body", "html", ":root", "p", "html,body", "*"))
_MADE_NAME = re.compile(r"__?([A-Za-z]\w*?)_[0-9a-f]{5,8}$")
_FALLBACK = re.compile(r"[ _-]fallback(?:\b|$)|-fallback\b", re.I)
_VARIABLE_FONT = re.compile(r"[ -](?:variable|var|vf)$", re.I)
_NAMED_WEIGHTS = {"normal": 400, "bold": 700}
_WEIGHT = re.compile(r"\b([1-9]00)\b")
_SHORTHAND_FAMILY = re.compile(r"(?:^|\s)[\d.]+(?:px|rem|em|%|pt|vw)(?:\s*/\s*[\w.%]+)?\s+(.+)$")
_SPLIT = re.compile(r",(?![^()]*\))")


def read(document: Document, styles: Styles) -> tuple[Font, ...]:
    """The families, those of headings and body text first. Icon fonts and generic families are left out."""
    linked = _linked(document)
    faces = _faces(styles)
    found: dict[str, Font] = {}
    for role, stack in _used(document, styles):
        family, *fallbacks = stack
        key = family.lower()
        weights = tuple(sorted(linked.get(key, (family, set()))[1] | faces.get(key, (family, set()))[1]))
        source = "font-link" if key in linked else "css-font"
        found.setdefault(key, _font(family, role, tuple(fallbacks[:FALLBACKS_MAX]), weights, source))
    for source, declared in (("font-link", linked), ("css-font", faces)):
        for key, (family, sizes) in declared.items():
            found.setdefault(key, _font(family, "other", (), tuple(sorted(sizes)), source))
    return tuple(found.values())[:FONTS_MAX]


def _font(family: str, role: FontRole, fallbacks: tuple[str, ...], weights: tuple[int, ...], source: str) -> Font:
    return Font(family=family, role=role, fallbacks=fallbacks, weights=weights, origin="harvested", source=source)


Declared = dict[str, tuple[str, set[int]]]


def _linked(document: Document) -> Declared:
    """The families that links to font services load, with their weights."""
    found: Declared = {}
    for link in document.tree.iter("link"):
        address = link.get("href") or ""
        parts = parts_of(address) if address.startswith(("http", "//")) and len(address) < 4_000 else None
        if parts is None or parts.netloc.lower() not in _SERVICES:
            continue
        for name, value in parameters_of(parts.query, 50):
            if name in ("family", "f[]"):
                for one in value.split("|"):
                    _add(found, unquote_plus(one.partition(":")[0].partition("@")[0]), _WEIGHT.findall(one))
    return found


def _faces(styles: Styles) -> Declared:
    found: Declared = {}
    for face in styles.font_faces[:200]:
        weight = face.get("font-weight", "")
        _add(found, face.get("font-family", ""), [str(_NAMED_WEIGHTS.get(weight, 0)), *_WEIGHT.findall(weight)])
    return found


def _add(found: Declared, text: str, weights: list[str]) -> None:
    family = _family(text)
    if family is None or family.lower() in _GENERIC or _ICON_FONT.search(family):
        return
    known = found.setdefault(family.lower(), (family, set()))
    known[1].update(int(weight) for weight in weights if weight != "0")


def _used(document: Document, styles: Styles) -> Iterator[tuple[FontRole, list[str]]]:
    """(role, stack) of the rules for headings and for body text, the last rule of each first."""
    last: dict[FontRole, list[str]] = {}
    for rule in styles.rules:
        role = _role(rule.selectors)
        if role and (stack := _stack(rule.declarations, styles)):
            last[role] = stack
    heading = next(document.tree.iter("h1"), None)
    shown: tuple[tuple[FontRole, Tree | None], ...] = (
        ("body", document.body), ("heading", heading),
    )  # fmt: skip
    for role, element in shown:
        if element is not None and (stack := _shown_stack(element, styles)):
            last[role] = stack
    yield from sorted(last.items(), reverse=True)


def _shown_stack(element: Tree, styles: Styles) -> list[str] | None:
    """The stack in which an element is shown: its own, or that of the nearest element around it, below the body."""
    for above in (element, *element.iterancestors()):
        if above.tag in ("body", "html") and element.tag != "body":
            return None
        if stack := _stack(styles.declarations(above), styles, above):
            return stack
    return None


def _role(selectors: tuple[str, ...]) -> FontRole | None:
    if any(selector in _HEADINGS for selector in selectors):
        return "heading"
    return "body" if any(selector in _BODIES for selector in selectors) else None


def _stack(declarations: dict[str, str], styles: Styles, element: Tree | None = None) -> list[str] | None:
    value = declarations.get("font-family", "")
    if not value and (
        shorthand := _SHORTHAND_FAMILY.search(styles.resolve(declarations.get("font", ""), element)[:500])
    ):
        value = shorthand[1]
    names = [family for part in _SPLIT.split(styles.resolve(value, element)[:1_000]) if (family := _family(part))]
    own = [family for family in names if family.lower() not in _GENERIC and not _ICON_FONT.search(family)]
    if not own:
        return None
    is_system_stack = names[0].lower() in _GENERIC and own[0].lower() in _SYSTEM
    return None if is_system_stack else [own[0], *names[names.index(own[0]) + 1 :]]


def _plain_name(name: str) -> str:
    """`__Playfair_Display_a1b2c3`, `Inter Variable` and `Inter var` are the families Playfair Display and Inter.

    Empty for the fallbacks that frameworks derive from a family.
    """
    if made := _MADE_NAME.match(name):
        name = made[1].replace("_", " ").strip()
    return "" if _FALLBACK.search(name) else _VARIABLE_FONT.sub("", name)


def _family(text: str) -> str | None:
    name = _plain_name(clean_text.line(text.strip().strip("\"'"), 80) or "")
    return None if not name or name.startswith("var(") or any(char in name for char in "{}();<>") else name
