"""The rules of style sheets that hide elements, whatever page they are on.

Selectors of tags, classes and ids are read, with ancestors (`.note`, `p.note`, `#note > .box p`), outside of conditions such as
`@media (max-width: 600px)`.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from extraction.document.hidden import inline_styles
from extraction.document.hidden.inline_styles import Hiding

RULE_MAX_CHARS = 3_000
# Of one page. More are not read.
_RULES_MAX = 10_000
_SELECTOR_MAX_CHARS = 300
# Parts of rules that `RecentSheets` keeps, of all sheets and of one. A part takes about 500 bytes.
RECENT_MAX, _SHEET_MAX = 10_000, 1_000
# Where a rule may hide something, in lower case. Most rules are not looked at. Patterns that begin with a literal are fast.
_PERHAPS = tuple(
    (literal, re.compile(literal + rest))
    for literal, rest in (
        ("display", r"\s*:\s*none"), ("visibility", r"\s*:\s*[hc]"), ("opacity", r"\s*:\s*(?:0?\.0|0(?![.\d])|[0-4]%)"),
        ("font:", r"\s*0"), ("font-size", r"\s*:\s*(?:0?\.[0-2]|[0-2](?:px|pt|\.|[\s;}!]))"), ("clip", r"(?:-path)?\s*:\s*[ricep]"),
        ("-", r"[1-9]\d{2}(?:\d|r?em|v[wh])"),
        ("color", r"\s*:\s*(?:transparent|rgba\([^()]{0,80},\s*0?\.?0\d?\)|#[\da-f]{3,6}0{1,2}\b)"),
        ("scale", r"(?:3d|x|y)?(?:\(|:)\s*+0?(?:\.0\d*+)?\s*+[,);}]"), ("height", r"\s*:\s*[01](?![.\d%])"),
        ("width", r"\s*:\s*[01](?![.\d%])"), ("text-indent", r"\s*:\s*\d{3}"), ("left", r"\s*:\s*\d{4}"), ("top", r"\s*:\s*\d{4}"),
        ("zoom", r"\s*:\s*0"), ("rotate", r"[xy]\("),
    )
)  # fmt: skip
_BRACE = re.compile(r"[{}]")
_BLOCK = re.compile(r"@(?:-\w+-)?(\w{1,40}+)([^{};]{0,500})\{")
# Of a `media` attribute or rule.
ALL_SCREENS = re.compile(r"\s*(?:only\s+)?(?:screen|all)?\s*", re.I)
_COMPOUND = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)", re.I)
NAME = re.compile(r"[.#][\w-]+")
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


@dataclass(frozen=True)
class Rule:
    """A selector that hides, its last compound first."""

    compounds: tuple[Compound, ...]
    how: Hiding
    selector: str = field(compare=False)
    offset: int = field(compare=False)
    only_display: bool = field(compare=False)  # An element's own style can show it again.


class RecentSheets:
    """Reads style sheets. The rules of recent ones are stored, because most pages of a site have the same sheets."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[Rule, ...]] = OrderedDict()
        # Parts of the rules, and one for each sheet.
        self.size = 0

    def rules(self, sheets: str) -> tuple[Rule, ...]:
        """The rules that hide something, each once. Of equal rules, the last one counts."""
        key = hashlib.blake2b(sheets.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        found = tuple({rule: rule for rule in islice(_hiding_rules(sheets), _RULES_MAX)}.values())
        if _size(found) <= _SHEET_MAX:
            self._keep(key, found)
        return found

    def _keep(self, key: bytes, rules: tuple[Rule, ...]) -> None:
        self._known[key] = rules
        self.size += _size(rules)
        while self.size > RECENT_MAX:
            self.size -= _size(self._known.popitem(last=False)[1])


def _size(rules: tuple[Rule, ...]) -> int:
    return sum(len(rule.compounds) for rule in rules) + 1


def _offsets(sheets: str) -> list[int]:
    """Where the rules start that may hide something: the offsets of their braces."""
    lower = sheets.lower()
    if not sheets or len(lower) != len(sheets):
        lower = sheets
    patterns = [pattern for literal, pattern in _PERHAPS if literal in lower]
    found = {_brace(lower, found.start()) for pattern in patterns for found in pattern.finditer(lower)}
    found.update(_of_one_color(lower))
    return sorted(found - {-1})


def _of_one_color(sheets: str) -> Iterator[int]:
    """The braces of rules whose letters have the colour of their background."""
    end = 0
    while (at := sheets.find("background", end)) >= 0:
        end = sheets.find("}", at)
        end = end if end >= 0 else len(sheets)
        brace = _brace(sheets, end)
        if brace >= 0 and _names_color(rule := sheets[brace + 1 : end]) and inline_styles.is_of_one_color(rule):
            yield brace


def _names_color(rule: str) -> bool:
    """Whether a rule can give letters a colour. Most rules name only other colours, such as `border-color`."""
    return "color" in rule.replace("-color", "") or "fill-color" in rule


def _brace(sheets: str, offset: int) -> int:
    return sheets.rfind("{", max(0, offset - RULE_MAX_CHARS), offset)


def _hiding_rules(sheets: str) -> Iterator[Rule]:
    conditions: list[tuple[int, int]] | None = None  # In order; none overlaps another.
    for start in _offsets(sheets):
        declarations = sheets[start + 1 : rule_end(sheets, start)]
        how = inline_styles.hiding(declarations)
        if how is None:
            continue
        if conditions is None:
            conditions = list(_conditional(sheets))
        before = bisect_left(conditions, (start, 0))
        if before and conditions[before - 1][1] > start:
            continue
        only_display = inline_styles.hides_by_display_only(declarations)
        for selector in selectors(sheets, start):
            if compounds := _compounds(selector):
                yield Rule(compounds, how, selector, start, only_display)


def rule_end(sheets: str, brace: int) -> int:
    """Where the rule ends that a brace opens."""
    end = sheets.find("}", brace, brace + RULE_MAX_CHARS)
    return end if end > 0 else brace + RULE_MAX_CHARS


def selectors(sheets: str, brace: int) -> Iterable[str]:
    """The selectors before the brace that opens a rule."""
    start = max(sheets.rfind(sign, max(0, brace - 4_000), brace) for sign in "{};")
    return filter(None, (selector.strip() for selector in sheets[start + 1 : brace].split(",")))


def _compounds(selector: str) -> tuple[Compound, ...]:
    """The parts of a selector, last first. Empty for long selectors and those with states or attributes, which are not read."""
    found: list[Compound] = []
    if len(selector) > _SELECTOR_MAX_CHARS:
        return ()
    for word in reversed(selector.replace(">", " > ").split()):
        if word == ">":
            if found:
                found[-1] = Compound(found[-1].tag, found[-1].names, is_child=True)
            continue
        simple = _COMPOUND.fullmatch(word)
        if simple is None or word in _STATES:
            return ()
        tag = (simple[1] or "").lower()
        found.append(Compound("" if tag == "*" else tag, frozenset(NAME.findall(simple[2]))))
    return tuple(found) if found and (found[0].tag or found[0].names) else ()


def _conditional(sheets: str) -> Iterator[tuple[int, int]]:
    """Where blocks such as `@media print` start and end."""
    end = 0
    for block in _BLOCK.finditer(sheets):
        name = block[1].lower()
        always = name in ("layer", "supports") or (name == "media" and ALL_SCREENS.fullmatch(block[2]))
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
