"""Looks up what the style sheets say about an element, without a browser: colours, backgrounds, fonts, properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from extraction.brand.css import rules, selectors
from extraction.brand.css.selectors import Selector
from extraction.document.tree import Tree
from extraction.logo import color

ANCESTORS_MAX = 60
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,200}(?:\([^()]{0,200}\))?[^()]{0,50}))?\)")
# Rules that are looked up by one name. Of more, the last ones win.
BUCKET_MAX = 300
_VARIABLES_MAX_STEPS = 12
_RESOLVED_MAX_CHARS = 2_000
_LIGHT_ROOTS = frozenset((
    ":root", "html", "body", ":host", ":root,:host", ".light", '[data-theme="light"]', "[data-theme=light]",
    "[data-bs-theme=light]",
    '[data-bs-theme="light"]', ":root.light", "html.light", "*", ":root[data-theme=light]",
))  # fmt: skip
_URL = re.compile(r"url\(\s*(?:\"([^\"]*)\"|'([^']*)'|([^\"')]*))\s*\)")
_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\([^()]{1,80}\)|\b[a-zA-Z]{3,20}\b"
)
_LIGHT_DARK = re.compile(r"light-dark\(\s*((?:[^(),]|\([^()]*\))+),", re.I)
_IMAGES = ("background-image", "background", "mask-image", "-webkit-mask-image", "mask", "-webkit-mask", "content")


@dataclass(frozen=True)
class _Indexed:
    selector: Selector
    order: int
    declarations: dict[str, str]


@dataclass(frozen=True)
class Painting:
    """An image of a style sheet, not resolved. `paint`: the image is the shape of this colour."""

    image: str
    paint: str | None = None


class Styles:
    """The style sheets of one page."""

    def __init__(self, texts: Iterable[str]) -> None:
        sheet = rules.read(texts)
        self.font_faces = sheet.font_faces
        self.rules = sheet.rules
        self.variables: dict[str, str] = {}
        self._index: dict[str, list[_Indexed]] = {}
        self._declared: dict[tuple[Tree, bool], dict[str, str]] = {}
        for order, rule in enumerate(sheet.rules):
            self._add(rule, order)

    def _add(self, rule: rules.Rule, order: int) -> None:
        if any(selector.replace(" ", "") in _LIGHT_ROOTS for selector in rule.selectors):
            self.variables.update((name, text) for name, text in rule.declarations.items() if name.startswith("--"))
        for text in rule.selectors:
            selector = selectors.parse(text)
            if selector is not None:
                indexed = _Indexed(selector, order, rule.declarations)
                bucket = self._index.setdefault(selector.compounds[-1].key, [])
                bucket.append(indexed)
                if len(bucket) > BUCKET_MAX:
                    del bucket[0]

    def declarations(self, element: Tree, *, generated: bool = False) -> dict[str, str]:
        """The element's own declarations, the winning one for each property. `generated`: those of `::before` as well."""
        known = self._declared.get((element, generated))
        if known is None:
            known = self._declared[element, generated] = self._match(element, generated)
        return known

    def _match(self, element: Tree, generated: bool) -> dict[str, str]:
        found = [
            one for key in _keys(element) for one in self._index.get(key, ())
            if (generated or not one.selector.is_generated) and one.selector.matches(element)
        ]  # fmt: skip
        merged: dict[str, str] = {}
        for one in sorted(found, key=lambda one: (one.selector.specificity, one.order)):
            merged.update(one.declarations)
        if style := element.get("style"):
            merged.update(rules.declarations_of(style))
        return merged

    def resolve(self, value: str, element: Tree | None = None, local: Mapping[str, str] | None = None) -> str:
        """The value with its `var()` replaced, as an element sees them. Cut short when it grows too long.

        Args:
            element: custom properties are looked up on it and on its ancestors, then on the root of the page.
            local: custom properties that win over these.
        """

        def value_of(match: re.Match[str]) -> str:
            name = match[1]
            found = local.get(name) if local else None
            if found is None and element is not None:
                found = self._custom(element, name)
            return (found or self.variables.get(name) or (match[2] or "").strip())[:_RESOLVED_MAX_CHARS]

        for _ in range(_VARIABLES_MAX_STEPS):
            replaced = _VARIABLE.sub(value_of, value, count=20)
            if replaced == value or len(replaced) > _RESOLVED_MAX_CHARS:
                break
            value = replaced
        return value

    def _custom(self, element: Tree, name: str) -> str | None:
        """The custom property of the element, its own or inherited."""
        declared = (self.declarations(above) for above in _with_ancestors(element))
        return next((found[name] for found in declared if name in found), None)

    def custom_properties(self, element: Tree) -> dict[str, str]:
        """The custom properties that rules give to this element itself."""
        return {name: value for name, value in self.declarations(element).items() if name.startswith("--")}

    def color_of(
        self, value: str | None, element: Tree | None = None, local: Mapping[str, str] | None = None
    ) -> str | None:
        """The colour that a value is or contains, as in `background: url(x) #fff`."""
        if not value or len(value) > _RESOLVED_MAX_CHARS:
            return None
        text = self.resolve(value, element, local).replace("!important", "").strip()
        if (pair := _LIGHT_DARK.match(text)) and (light := color.read(pair[1])):
            return light
        if whole := color.read(text):
            return whole
        if text.count(" ") == 2 and (bare := color.read(f"rgb({text})")):
            return bare
        if "gradient(" in text:
            return None
        candidates = (color.read(found[0]) for found in _COLOR.finditer(_URL.sub(" ", text)))
        return next((found for found in candidates if found), None)

    def text_color(self, element: Tree) -> str | None:
        """The colour of text in an element, its own or inherited. None if nothing sets one."""
        for above in _with_ancestors(element):
            if found := self.color_of(self.declarations(above).get("color"), above):
                return found
        return None

    def background(self, element: Tree) -> str | None:
        """The background colour of an element: its own or that of the nearest ancestor that has one."""
        return next((found for above in _with_ancestors(element) if (found := self.own_background(above))), None)

    def own_background(self, element: Tree) -> str | None:
        """The background colour that an element itself sets."""
        declared = self.declarations(element)
        legacy = color.read(element.get("bgcolor") or "")
        colors = (self.color_of(declared.get(name), element) for name in ("background-color", "background"))
        return next((found for found in colors if found), None) or legacy

    def painted(self, element: Tree) -> str | None:
        """The background colour that an element itself sets. Of a gradient, its first colour."""
        declared = self.declarations(element)
        return self.own_background(element) or self._gradient(
            declared.get("background-image") or declared.get("background"), element
        )

    def _gradient(self, value: str | None, element: Tree) -> str | None:
        if not value or "gradient(" not in value or len(value) > _RESOLVED_MAX_CHARS:
            return None
        stops = (color.read(found[0]) for found in _COLOR.finditer(_URL.sub(" ", self.resolve(value, element))))
        return next((stop for stop in stops if stop), None)

    def image(self, element: Tree) -> str | None:
        """The URL of the image that is painted in an element, not resolved."""
        found = self.painting(element)
        return found.image if found else None

    def painting(self, element: Tree) -> Painting | None:
        """The image that is painted in an element, and for a mask the colour that shows through it."""
        declared = self.declarations(element, generated=True)
        for name in _IMAGES:
            value = declared.get(name, "")
            match = _URL.search(self.resolve(value, element) if "var(" in value else value)
            if match and (address := next((part for part in match.groups() if part), None)):
                return Painting(address.strip(), self._paint(element, declared) if "mask" in name else None)
        return None

    def _paint(self, element: Tree, declared: Mapping[str, str]) -> str | None:
        """The colour that a mask lets through."""
        values = [declared.get(name, "") for name in ("background-color", "background")]
        if any("currentcolor" in value.lower() for value in values):
            return self.text_color(element)
        return next((found for value in values if (found := self.color_of(value, element))), None)


def _keys(element: Tree) -> list[str]:
    names = [f".{name}" for name in selectors.classes_of(element.get("class") or "")]
    if identity := element.get("id"):
        names.append(f"#{identity}")
    return [*dict.fromkeys(names), str(element.tag), "*"]


def _with_ancestors(element: Tree) -> Iterable[Tree]:
    yield element
    for steps, above in enumerate(element.iterancestors()):
        if steps >= ANCESTORS_MAX:
            return
        yield above
