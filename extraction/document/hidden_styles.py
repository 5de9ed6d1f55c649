"""Which declarations of CSS hide the text of an element, and which rules of a page's style sheets contain them.

Only rules with simple selectors are read (`.note`, `#note`, `p.note`), outside of `@media` and other blocks. A class that
another rule shows, as in `.open .note {display: block}`, hides nothing: the page can open it. Linked style sheets are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from extraction.document.tree import Tree

# `never`: nobody sees the text. `closed`: a control of the page may show it.
Hiding = Literal["never", "closed"]

SHEETS_MAX_CHARS, RULES_MAX = 400_000, 1_000
_CLOSED = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|(?<![\w-])(?:max-)?height\s*:\s*0(?![.\d])",
    re.I,
)
_NEVER = re.compile(
    r"font-size\s*:\s*(?:0(?![.\d])|[01]px)|(?<![\w-])color\s*:\s*transparent|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|"
    r"clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|"
    r"(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-(?:\d{4,}|\d{3,}(?:em|rem|vw|vh))|transform\s*:\s*scale\(\s*0\s*\)",
    re.I,
)
_TRANSPARENT = re.compile(r"(?<![\w-])opacity\s*:\s*0(?:\.0+)?(?![.\d])", re.I)
# A transparent element with one of these is about to be faded in.
_FADES_IN = ("transform", "transition", "animation")
_COLOR = re.compile(r"(?:^|[;\s])color\s*:\s*([^;!]+)", re.I)
_BACKGROUND = re.compile(r"(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]+)", re.I)
_SHOWS = re.compile(
    r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.\d*[1-9])|(?:max-)?height\s*:\s*(?!0)\w",
    re.I,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_BRACE = re.compile(r"[{}]")
_SIMPLE = re.compile(r"([a-z][a-z0-9]*)?((?:[.#][\w-]+)+)", re.I)
_NAME = re.compile(r"[.#][\w-]+")


@lru_cache(maxsize=4_096)
def hiding(declarations: str) -> Hiding | None:
    """How declarations such as `display: none; color: red` hide an element, or None."""
    if _NEVER.search(declarations) or _is_one_color(declarations):
        return "never"
    is_transparent = _TRANSPARENT.search(declarations) and not any(word in declarations for word in _FADES_IN)
    found = _CLOSED.search(declarations)
    if found is None:
        return "never" if is_transparent else None
    # An element without height shows its content unless it cuts it off.
    if "height" in found.group() and "overflow" not in declarations and not is_transparent:
        return None
    return "closed"


def _is_one_color(declarations: str) -> bool:
    """Whether the text has the colour of its own background."""
    if "background" not in declarations:
        return False
    color, background = _COLOR.search(declarations), _BACKGROUND.search(declarations)
    return bool(color and background and color[1].strip().lower() == background[1].strip().lower() != "inherit")


@dataclass(frozen=True)
class _Rule:
    """A simple selector that hides. `tag` is empty for any element."""

    tag: str
    names: frozenset[str]
    how: Hiding


class HidingRules:
    """The rules of a page's `style` elements that hide elements."""

    def __init__(self, tree: Tree) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        self._known: dict[tuple[str, str | None, str | None], Hiding | None] = {}
        sheets = "\n".join(style.text or "" for style in tree.iter("style") if _is_for_screens(style))[
            :SHEETS_MAX_CHARS
        ]
        if not (_CLOSED.search(sheets) or _NEVER.search(sheets) or _TRANSPARENT.search(sheets)):
            return
        hidden, shown = _read(sheets)
        for rule in [each for each in dict.fromkeys(hidden) if not each.names & shown][:RULES_MAX]:
            self._rules.setdefault(min(rule.names), []).append(rule)

    def of(self, element: Tree) -> Hiding | None:
        """How the rules hide an element, or None."""
        if not self._rules:
            return None
        key = (element.tag, element.get("class"), element.get("id"))
        if key not in self._known:
            self._known[key] = self._found(element)
        return self._known[key]

    def _found(self, element: Tree) -> Hiding | None:
        names = {f".{name}" for name in (element.get("class") or "").split()}
        if element.get("id"):
            names.add(f"#{element.get('id')}")
        found = {
            rule.how for name in names for rule in self._rules.get(name, ())
            if rule.names <= names and rule.tag in ("", element.tag)
        }  # fmt: skip
        return "never" if "never" in found else "closed" if found else None


def _is_for_screens(style: Tree) -> bool:
    return (style.get("media") or "all").strip().lower() in ("all", "screen", "")


def _read(sheets: str) -> tuple[list[_Rule], set[str]]:
    """The simple rules that hide, and the names of classes and ids that any rule shows."""
    hidden: list[_Rule] = []
    shown: set[str] = set()
    for selectors, declarations, is_nested in _rules(_COMMENT.sub(" ", sheets)):
        if _SHOWS.search(declarations):
            shown.update(name for selector in selectors.split(",") for name in _NAME.findall(_last(selector)))
        elif not is_nested and (how := hiding(declarations)) is not None:
            for selector in selectors.split(","):
                if simple := _SIMPLE.fullmatch(selector.strip()):
                    hidden.append(_Rule((simple[1] or "").lower(), frozenset(_NAME.findall(simple[2])), how))
    return hidden, shown


def _last(selector: str) -> str:
    """The part of a selector that names the styled element itself."""
    return re.split(r"[\s>+~]+", selector.strip())[-1]


def _rules(sheets: str) -> Iterator[tuple[str, str, bool]]:
    """(selectors, declarations, whether it stands in a block such as `@media`) of each rule."""
    depth, start, selectors = 0, 0, ""
    for brace in _BRACE.finditer(sheets):
        piece = sheets[start : brace.start()]
        start = brace.end()
        if brace.group() == "{":
            depth, selectors = depth + 1, piece.rpartition(";")[2]
        else:
            if selectors and not selectors.lstrip().startswith("@"):
                yield selectors, piece, depth > 1
            depth, selectors = max(0, depth - 1), ""
