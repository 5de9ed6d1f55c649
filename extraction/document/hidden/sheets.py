"""Which elements the rules of a page's own style sheets hide. Linked style sheets are not fetched.

A class that another rule shows, as in `.open .note {display: block}`, hides nothing, because the page can open it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache
from itertools import islice

from extraction.document.element_index import ElementIndex
from extraction.document.hidden import styles
from extraction.document.hidden.css_rules import (
    ALL_SCREENS,
    NAME,
    RULE_MAX_CHARS,
    Compound,
    RecentSheets,
    Rule,
    rule_end,
    selectors,
)
from extraction.document.hidden.styles import Hiding
from extraction.document.tree import Tree

SHEETS_MAX_CHARS, RULES_MAX = 400_000, 1_000
# Of the parts of rules against elements, for pages with very many of both.
_CHECKS_MAX = 500_000
_NAMES_MAX, _PLACES_MAX, _ANCESTORS_MAX = 300, 200, 60
_SHOWS = re.compile(
    r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.\d*[1-9])|(?:max-)?height\s*:\s*(?!0)\w",
    re.I,
)
_LAST = re.compile(r"[\s>+~]+")
_recent = RecentSheets()


class HidingRules:
    """The rules of a page's `style` elements that hide elements. `names` are the classes, ids and tags that they name."""

    def __init__(self, index: ElementIndex) -> None:
        self._rules: dict[str, list[Rule]] = {}
        self._checks_left = _CHECKS_MAX
        sheets = _text(index)
        found = _recent.rules(sheets) if sheets else ()
        if not found:
            return
        used = _used_names(index)
        rules = [rule for rule in found if rule.compounds[0].names <= used]
        shown = _shown(sheets, rules)
        for rule in islice(rules, RULES_MAX):
            last = rule.compounds[0]
            if not any(shown.get(name, -1) > rule.place for name in last.names):
                self._rules.setdefault(min(last.names, default=last.tag), []).append(rule)

    @property
    def names(self) -> Set[str]:
        return self._rules.keys()

    def of(self, element: Tree) -> Hiding | None:
        """How the rules hide an element, or None."""
        if not self._rules:
            return None
        names = (*names_of(element), element.tag)
        rules = [rule for name in names for rule in self._rules.get(name, ())]
        if rules and styles.has_display(element.get("style") or ""):
            rules = [rule for rule in rules if not rule.only_display]
        found = {rule.how for rule in rules if self._checks_left > 0 and self._fits(rule, element)}
        return next((how for how in ("never", "closed", "faded") if how in found), None)

    def _fits(self, rule: Rule, element: Tree) -> bool:
        """Whether a rule selects the element. The nearest fitting ancestor is taken for each compound."""
        self._checks_left -= 1
        if not _selects(rule.compounds[0], element):
            return False
        at = element
        for after, compound in zip(rule.compounds, rule.compounds[1:], strict=False):
            for steps, above in enumerate(at.iterancestors()):
                self._checks_left -= 1
                if _selects(compound, above):
                    at = above
                    break
                if after.is_child or steps > _ANCESTORS_MAX:
                    return False
            else:
                return False
        return True


def _selects(compound: Compound, element: Tree) -> bool:
    return compound.tag in ("", element.tag) and compound.names <= names_of(element)


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
    sheets = [style.text or "" for style in index.tagged("style") if ALL_SCREENS.fullmatch(style.get("media") or "")]
    return styles.plain("\n".join(sheets)[:SHEETS_MAX_CHARS]) if sheets else ""


def _shown(sheets: str, rules: Iterable[Rule]) -> dict[str, int]:
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
            brace = self._sheets.find("{", at, at + RULE_MAX_CHARS)
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
            if _SHOWS.search(self._sheets, brace, rule_end(self._sheets, brace)):
                for selector in selectors(self._sheets, brace):
                    for name in NAME.findall(_LAST.split(selector)[-1]):
                        found[name] = found.get(name, False) or selector not in self._own
        return self._known[brace]
