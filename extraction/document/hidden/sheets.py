"""Which elements the rules of a page's own style sheets hide. Linked style sheets are not fetched.

A class that another rule shows, as in `.open .note {display: block}`, hides nothing, because the page can open it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from itertools import islice, pairwise

from extraction.document.element_index import ElementIndex
from extraction.document.hidden import inline_styles
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
from extraction.document.hidden.inline_styles import Hiding
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
# The last one counts.
_STRENGTHS = ("faded", "closed", "never")
_recent = RecentSheets()


def hidden(index: ElementIndex) -> dict[Tree, Hiding]:
    """The elements that the rules of the page's `style` elements hide, in no particular order."""
    sheets = _text(index)
    found = _recent.rules(sheets) if sheets else ()
    return _Page(index).hidden_by(found, sheets) if found else {}


class _Page:
    """The elements of a page as selectors find them."""

    def __init__(self, index: ElementIndex) -> None:
        self._index = index
        self._checks_left = _CHECKS_MAX
        self._selected: dict[Compound, dict[Tree, None]] = {}
        self._named: dict[str, list[Tree]] = defaultdict(list)
        for value, elements in index.by_value("class").items():
            for name in set(value.split()):
                self._named[f".{name}"] += elements
        for value, elements in index.by_value("id").items():
            self._named[f"#{value}"] += elements

    def hidden_by(self, rules: Iterable[Rule], sheets: str) -> dict[Tree, Hiding]:
        """The elements that the rules of these sheets hide and no other rule shows. The strongest rule counts."""
        used = frozenset(self._named)
        rules = [rule for rule in rules if rule.compounds[0].names <= used]
        shown = _shown(sheets, rules)
        fitting = [
            rule for rule in islice(rules, RULES_MAX) if all(compound.names <= used for compound in rule.compounds)
        ]
        found: dict[Tree, Hiding] = {}
        for rule in sorted(fitting, key=lambda rule: _STRENGTHS.index(rule.how)):
            if not any(shown.get(name, -1) > rule.offset for name in rule.compounds[0].names):
                found.update(dict.fromkeys(self._hidden_by(rule), rule.how))
        return found

    def _hidden_by(self, rule: Rule) -> Iterator[Tree]:
        for element in self._selected_by(rule.compounds[0]):
            if self._checks_left <= 0:
                return
            has_display = rule.only_display and inline_styles.has_display(element.get("style") or "")
            if not has_display and self._fits(rule, element):
                yield element

    def _fits(self, rule: Rule, element: Tree) -> bool:
        """Whether a rule selects the element. The nearest fitting ancestor is used for each compound."""
        self._checks_left -= 1
        at = element
        for after, compound in pairwise(rule.compounds):
            selected = self._selected_by(compound)
            for steps, above in enumerate(at.iterancestors()):
                self._checks_left -= 1
                if above in selected or not (compound.tag or compound.names):
                    at = above
                    break
                if after.is_child or steps > _ANCESTORS_MAX:
                    return False
            else:
                return False
        return True

    def _selected_by(self, compound: Compound) -> dict[Tree, None]:
        """The elements that a compound selects. Empty for a compound that selects all."""
        known = self._selected.get(compound)
        if known is None:
            known = self._selected[compound] = dict.fromkeys(self._find(compound))
        return known

    def _find(self, compound: Compound) -> Iterable[Tree]:
        if not compound.names:
            return self._index.tagged(compound.tag)
        rarest, *others = sorted((self._named[name] for name in compound.names), key=len)
        inside = [set(elements) for elements in others]
        return [
            element for element in rarest
            if compound.tag in ("", element.tag) and all(element in elements for elements in inside)
        ]  # fmt: skip


def _text(index: ElementIndex) -> str:
    sheets = [style.text or "" for style in index.tagged("style") if ALL_SCREENS.fullmatch(style.get("media") or "")]
    return inline_styles.plain("\n".join(sheets)[:SHEETS_MAX_CHARS]) if sheets else ""


def _shown(sheets: str, rules: Iterable[Rule]) -> dict[str, int]:
    """Classes and ids of the rules that other rules show, with the offset after which no rule hides them again."""
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
