"""Estimates the cost of drawing an SVG. References may repeat a part many times, and layers are far slower than shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extraction.logo.svg.allowed_names import SVG
from extraction.logo.svg.css import own_references

# Costs in shapes. A layer is a buffer as large as the image.
MAX_COST = 50_000
LAYER_COST = 250
FILTER_STEP_COST, BLUR_COST = 250, 1_000
_BLURS = frozenset(("feGaussianBlur", "feDropShadow"))
# Drawn only where another element refers to them.
_DRAWN_BY_REFERENCE = frozenset(("clipPath", "mask", "pattern", "filter", "symbol"))
_LAYER_PROPERTIES = ("opacity", "mask", "clip-path", "filter", "mix-blend-mode", "isolation")
_LAYER = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_LAYER_PROPERTIES)})\s*:\s*(?!none|normal|auto|100%|1(?:\.0*)?\s*(?:[;!]|$))", re.I
)
_NAMES = re.compile(r"[.#]?[\w-]+|\*")


def draws_too_much(root: etree._Element) -> bool:
    """Whether the document costs more than `MAX_COST` to draw, or a part of it refers to itself."""
    document = _Document(root)
    costs: dict[etree._Element, int] = {}
    waiting = [(start, False) for start in (*document.definitions, root)]
    entered: set[etree._Element] = set()
    while waiting:
        element, is_leaving = waiting.pop()
        if is_leaving:
            entered.discard(element)
            costs[element] = document.own_cost(element) + sum(costs[part] for part in document.parts(element))
            if costs[element] > MAX_COST:
                return True
        elif element in entered:
            return True
        elif element not in costs:
            entered.add(element)
            waiting.append((element, True))
            waiting += [(part, False) for part in document.parts(element) if part not in costs]
    return False


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """The selectors and the declarations of each rule, also inside conditions."""
    for part in css.split("}"):
        before, brace, declarations = part.rpartition("{")
        if brace:
            yield before.rpartition("{")[2], declarations


class _Document:
    """The elements of one SVG with the declarations that apply to them."""

    def __init__(self, root: etree._Element) -> None:
        self._by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self.definitions = [part for part in root.iter() if etree.QName(part).localname in _DRAWN_BY_REFERENCE]
        # By class, id or tag. Combinators and conditions are ignored: a rule may count for more elements than it applies to.
        self._rules: dict[str, str] = {}
        for sheet in root.iter(f"{{{SVG}}}style"):
            for selectors, declarations in _rules(sheet.text or ""):
                if "url(" in declarations.lower() or _LAYER.search(declarations):
                    self._add_rule(selectors, declarations)

    def _add_rule(self, selectors: str, declarations: str) -> None:
        for selector in selectors.split(","):
            if names := _NAMES.findall(selector):
                self._rules[names[-1]] = f"{self._rules.get(names[-1], '')};{declarations}"

    def own_cost(self, element: etree._Element) -> int:
        """The cost without that of the parts."""
        name = etree.QName(element).localname
        if name.startswith("fe"):
            return BLUR_COST if name in _BLURS else FILTER_STEP_COST
        layers = len(_LAYER.findall(self._declarations(element)))
        return 1 + LAYER_COST * layers

    def parts(self, element: etree._Element) -> Iterator[etree._Element]:
        """The drawn children, and the elements that this one refers to."""
        for child in element:
            if etree.QName(child).localname not in _DRAWN_BY_REFERENCE:
                yield child
        names = own_references(self._declarations(element))
        if href := element.get("href"):
            names.append(href.removeprefix("#"))
        for name in names:
            if name in self._by_id:
                yield self._by_id[name]

    def _declarations(self, element: etree._Element) -> str:
        """The declarations of attributes, of `style`, and of the style sheets."""
        own = [
            f"{name}:{value}"
            for name, value in element.attrib.items()
            if name in _LAYER_PROPERTIES or "(" in str(value)
        ]
        keys = ["*", etree.QName(element).localname, f"#{element.get('id')}"]
        keys += [f".{name}" for name in (element.get("class") or "").split()]
        found = [self._rules[key] for key in keys if key in self._rules] if self._rules else []
        return ";".join([*own, element.get("style") or "", *found])
