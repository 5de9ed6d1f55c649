"""Which elements the rules of a page's own style sheets hide. Linked style sheets are not fetched.

Selectors of tags, classes and ids are read, with ancestors (`.note`, `p.note`, `#note > .box p`), outside of conditions such as
`@media (max-width: 600px)`. A class that another rule shows, as in `.open .note {display: block}`, hides nothing, because the page
can open it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from extraction.document.element_index import ElementIndex
from extraction.document.hidden import styles
from extraction.document.hidden.styles import Hiding
from extraction.document.tree import Tree

SHEETS_MAX_CHARS, RULES_MAX = 400_000, 1_000
# Of the parts of rules against elements, for pages with very many of both.
_CHECKS_MAX = 500_000
_NAMES_MAX, _PLACES_MAX, _ANCESTORS_MAX = 300, 200, 60
_RULE_MAX_CHARS, _SELECTOR_MAX_CHARS = 3_000, 300
# Where a rule may hide something, in lower case. Most rules are not looked at. Patterns that begin with a literal are fast.
_PERHAPS = tuple(
    (literal, re.compile(literal + rest))
    for literal, rest in (
        ("display", r"\s*:\s*none"), ("visibility", r"\s*:\s*[hc]"), ("opacity", r"\s*:\s*(?:0?\.?0|[0-4]%)"), ("font:", r"\s*0"),
        ("font-size", r"\s*:\s*(?:0?\.[0-2]|[0-2](?:px|pt|\.|[\s;}!]))"), ("clip", r"(?:-path)?\s*:\s*[ricep]"),
        ("-", r"[1-9]\d{2}"),
        ("color", r"\s*:\s*(?:transparent|rgba\([^()]{0,80},\s*0?\.?0\d?\)|#[\da-f]{3,6}0{1,2}\b)"),
        ("scale", r"(?:3d|x|y)?(?:\(|:)\s*+0?(?:\.0\d*+)?\s*+[,);}]"), ("height", r"\s*:\s*[01](?![.\d%])"),
        ("width", r"\s*:\s*[01](?![.\d%])"), ("text-indent", r"\s*:\s*\d{3}"), ("left", r"\s*:\s*\d{4}"), ("top", r"\s*:\s*\d{4}"),
        ("zoom", r"\s*:\s*0"), ("rotate", r"[xy]\("),
    )
)  # fmt: skip
_SHOWS = re.compile(
    r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.\d*[1-9])|(?:max-)?height\s*:\s*(?!0)\w",
    re.I,
)
_BRACE = re.compile(r"[{}]")
_BLOCK = re.compile(r"@(?:-\w+-)?(\w{1,40}+)([^{};]{0,500})\{")
_UNCONDITIONAL = re.compile(r"\s*(?:only\s+)?(?:screen|all)?\s*", re.I)
_COMPOUND = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)", re.I)
_NAME = re.compile(r"[.#][\w-]+")
_LAST = re.compile(r"[\s>+~]+")
# Classes that scripts remove when they run.
_STATES = frozenset(
    (".no-js", "html.no-js", ".nojs", "body.no-js", ".js", "html.js", ".js-loading", ".loading", "body.loading")
)


@dataclass(frozen=True)
class Compound:
    """`p.note` of a selector. `tag` is empty for any element.

    `is_child`: the compound before it selects the parent, not any ancestor.
    """

    tag: str
    names: frozenset[str]
    is_child: bool = False

    def fits(self, element: Tree) -> bool:
        return self.tag in ("", element.tag) and self.names <= names_of(element)


@dataclass
class _Budget:
    """How many more compounds may be compared with elements."""

    checks: int


@dataclass(frozen=True)
class _Rule:
    """A selector that hides, its last compound first."""

    compounds: tuple[Compound, ...]
    how: Hiding
    selector: str = field(compare=False)
    place: int = field(compare=False)
    only_display: bool = field(compare=False)  # An element's own style can show it again.

    def fits(self, element: Tree, budget: _Budget) -> bool:
        """Whether the selector selects the element. The nearest fitting ancestor is taken for each compound."""
        budget.checks -= 1
        if not self.compounds[0].fits(element):
            return False
        at = element
        for after, compound in zip(self.compounds, self.compounds[1:], strict=False):
            for steps, above in enumerate(at.iterancestors()):
                budget.checks -= 1
                if compound.fits(above):
                    at = above
                    break
                if after.is_child or steps > _ANCESTORS_MAX:
                    return False
            else:
                return False
        return True


class HidingRules:
    """The rules of a page's `style` elements that hide elements. `names` are the classes, ids and tags that they name."""

    def __init__(self, index: ElementIndex) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        self._budget = _Budget(_CHECKS_MAX)
        sheets = _text(index)
        places = _places(sheets)
        if not places:
            return
        names = _used_names(index)
        # Of equal rules the last one counts.
        rules = {rule: rule for rule in _hiding_rules(sheets, places, names)}
        shown = _shown(sheets, rules.values())
        for rule in islice(rules.values(), RULES_MAX):
            last = rule.compounds[0]
            if not any(shown.get(name, -1) > rule.place for name in last.names):
                self._rules.setdefault(min(last.names, default=last.tag), []).append(rule)

    @property
    def names(self) -> Set[str]:
        return self._rules.keys()

    def of(self, element: Tree) -> Hiding | None:
        """How the rules hide an element, or None."""
        names = (*names_of(element), element.tag)
        rules = [rule for name in names for rule in self._rules.get(name, ())]
        if styles.has_display(element.get("style") or ""):
            rules = [rule for rule in rules if not rule.only_display]
        found = {rule.how for rule in rules if self._budget.checks > 0 and rule.fits(element, self._budget)}
        return next((how for how in ("never", "closed", "faded") if how in found), None)


def names_of(element: Tree) -> frozenset[str]:
    """The classes and the id of an element, as selectors write them."""
    return _names(element.get("class") or "", element.get("id"))


def _names(classes: str, name: str | None) -> frozenset[str]:
    is_short = len(classes) + len(name or "") <= styles.KNOWN_MAX_CHARS
    return _known_names(classes, name) if is_short else _split_names(classes, name)


def _split_names(classes: str, name: str | None) -> frozenset[str]:
    names = {f".{each}" for each in classes.split()}
    return frozenset(names | {f"#{name}"} if name else names)


_known_names = lru_cache(maxsize=4_096)(_split_names)


def _used_names(index: ElementIndex) -> frozenset[str]:
    """The classes and ids of the page, as selectors write them."""
    classes = [f".{name}" for value in index.by_value("class") for name in value.split()]
    return frozenset([*classes, *(f"#{name}" for name in index.by_value("id"))])


def _text(index: ElementIndex) -> str:
    sheets = [style.text or "" for style in index.tagged("style") if _is_for_screens(style)]
    return styles.plain("\n".join(sheets)[:SHEETS_MAX_CHARS]) if sheets else ""


def _is_for_screens(style: Tree) -> bool:
    return bool(_UNCONDITIONAL.fullmatch(style.get("media") or ""))


def _places(sheets: str) -> list[int]:
    """Where the rules start that may hide something: the places of their braces."""
    lower = sheets.lower()
    if not sheets or len(lower) != len(sheets):
        lower = sheets
    patterns = [pattern for literal, pattern in _PERHAPS if literal in lower]
    found = {_brace(lower, place.start()) for pattern in patterns for place in pattern.finditer(lower)}
    found.update(_of_one_color(lower))
    return sorted(found - {-1})


def _of_one_color(sheets: str) -> Iterator[int]:
    """The braces of rules whose letters have the colour of their background."""
    end = 0
    while (at := sheets.find("background", end)) >= 0:
        end = sheets.find("}", at)
        end = end if end >= 0 else len(sheets)
        brace = _brace(sheets, end)
        if brace >= 0 and styles.is_of_one_color(sheets[brace + 1 : end]):
            yield brace


def _brace(sheets: str, place: int) -> int:
    return sheets.rfind("{", max(0, place - _RULE_MAX_CHARS), place)


def _hiding_rules(sheets: str, places: list[int], names: frozenset[str]) -> Iterator[_Rule]:
    """The rules that hide something and name only what the page has."""
    conditions: list[tuple[int, int]] | None = None  # In order; none overlaps another.
    for start in places:
        declarations = sheets[start + 1 : _rule_end(sheets, start)]
        how = styles.hiding(declarations)
        if how is None:
            continue
        for selector in _selectors(sheets, start):
            compounds = _compounds(selector)
            if not compounds or not compounds[0].names <= names:
                continue
            if conditions is None:
                conditions = list(_conditional(sheets))
            before = bisect_left(conditions, (start, 0))
            if not before or conditions[before - 1][1] <= start:
                yield _Rule(compounds, how, selector, start, styles.hides_by_display_only(declarations))


def _rule_end(sheets: str, brace: int) -> int:
    end = sheets.find("}", brace, brace + _RULE_MAX_CHARS)
    return end if end > 0 else brace + _RULE_MAX_CHARS


def _selectors(sheets: str, brace: int) -> Iterable[str]:
    """The selectors before the brace that opens a rule."""
    start = max(sheets.rfind(sign, max(0, brace - 4_000), brace) for sign in "{};")
    return filter(None, (selector.strip() for selector in sheets[start + 1 : brace].split(",")))


def _compounds(selector: str) -> tuple[Compound, ...]:
    """The parts of a selector, last first. Empty for selectors with states or attributes, which are not read."""
    found: list[Compound] = []
    for word in reversed(selector[:_SELECTOR_MAX_CHARS].replace(">", " > ").split()):
        if word == ">":
            if found:
                found[-1] = Compound(found[-1].tag, found[-1].names, is_child=True)
            continue
        simple = _COMPOUND.fullmatch(word)
        if simple is None or word in _STATES:
            return ()
        tag = (simple[1] or "").lower()
        found.append(Compound("" if tag == "*" else tag, frozenset(_NAME.findall(simple[2]))))
    return tuple(found) if found and (found[0].tag or found[0].names) else ()


def _conditional(sheets: str) -> Iterator[tuple[int, int]]:
    """Where blocks such as `@media print` start and end."""
    end = 0
    for block in _BLOCK.finditer(sheets):
        name = block[1].lower()
        always = name in ("layer", "supports") or (name == "media" and _UNCONDITIONAL.fullmatch(block[2]))
        if block.start() < end or always:
            continue
        end = _block_end(sheets, block.end())
        yield block.start(), end


def _block_end(sheets: str, start: int) -> int:
    depth = 1
    for brace in _BRACE.finditer(sheets, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return len(sheets)


def _shown(sheets: str, rules: Collection[_Rule]) -> dict[str, int]:
    """Classes and ids of the rules that other rules show, with the place after which no rule hides them again."""
    names = {name for rule in rules for name in rule.compounds[0].names}
    showing = _Showing(sheets, {rule.selector for rule in rules})
    return {name: showing.until(name) for name in sorted(names)[:_NAMES_MAX]}


class _Showing:
    """Finds the rules that show elements. `own` are the selectors of the rules that hide."""

    def __init__(self, sheets: str, own: Set[str]) -> None:
        self._sheets, self._own = sheets, own
        self._known: dict[int, dict[str, bool]] = {}

    def until(self, name: str) -> int:
        """Where the last rule with the same selector shows the name: the end of the sheets for another selector, -1 for no rule."""
        last = at = -1
        for _ in range(_PLACES_MAX):
            at = self._sheets.find(name, at + 1)
            if at < 0:
                break
            brace = self._sheets.find("{", at, at + _RULE_MAX_CHARS)
            if brace < 0 or self._sheets.find("}", at, brace) >= 0:
                continue
            has_other = self._named(brace).get(name)
            if has_other:
                return len(self._sheets)
            if has_other is not None:
                last = max(last, brace)
        return last

    def _named(self, brace: int) -> dict[str, bool]:
        """The names that a rule shows, and whether by a selector of no hiding rule. Empty if the rule shows nothing."""
        if brace not in self._known:
            found = self._known[brace] = {}
            if _SHOWS.search(self._sheets, brace, _rule_end(self._sheets, brace)):
                for selector in _selectors(self._sheets, brace):
                    for name in _NAME.findall(_LAST.split(selector)[-1]):
                        found[name] = found.get(name, False) or selector not in self._own
        return self._known[brace]
