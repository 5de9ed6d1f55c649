"""Matches selectors against elements of the parsed page, as far as rules about logos and headers use them.

A selector with a part that is not known here matches nothing. Descendants are matched with their nearest ancestor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.document.known_texts import remembered
from extraction.document.tree import Tree

_PART = re.compile(
    r"(?P<tag>[a-z][\w-]*|\*)?(?P<rest>(?:[#.](?:[\w-]|\\.)++|\[[^\]\[]{1,80}\]|::?[a-z-]++(?:\([^()]{0,80}\))?)*+)",
    re.I,
)
_PIECE = re.compile(r"[#.](?:[\w-]|\\.)++|\[[^\]\[]{1,80}\]|::?[a-z-]++(?:\([^()]{0,80}\))?", re.I)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_ATTRIBUTE = re.compile(r"\[\s*([\w-]+)\s*(?:([~^$*|]?=)\s*[\"']?([^\"']*?)[\"']?\s*i?\s*)?\]$")
_ESCAPE = re.compile(r"\\(.)")
_GENERATED = frozenset(("::before", ":before", "::after", ":after"))
_ALWAYS = frozenset((":link", ":any-link", ":first-child", ":only-child"))
COMPOUNDS_MAX = 8
ANCESTORS_MAX = 60
CLASSES_MAX_CHARS = 2_000


@dataclass(frozen=True)
class Compound:
    """The conditions on one element. `is_child`: the element before it is its parent, not any ancestor."""

    tag: str | None = None
    id: str | None = None
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    is_root: bool = False
    is_child: bool = False

    @property
    def key(self) -> str:
        """The name under which a rule is looked up: the most selective part."""
        if self.id:
            return f"#{self.id}"
        if self.classes:
            return f".{min(self.classes)}"
        return "html" if self.is_root else self.tag or "*"

    def matches(self, element: Tree) -> bool:
        if self.is_root and element.getparent() is not None:
            return False
        if self.tag and element.tag != self.tag:
            return False
        if self.id and element.get("id") != self.id:
            return False
        if self.classes and not self.classes <= classes_of(element.get("class") or ""):
            return False
        return all(_has(element, *condition) for condition in self.attributes)


@dataclass(frozen=True)
class Selector:
    """A whole selector. `is_generated`: it is about `::before` or `::after`."""

    compounds: tuple[Compound, ...]
    specificity: int
    is_generated: bool = False

    def matches(self, element: Tree) -> bool:
        if not self.compounds[-1].matches(element):
            return False
        at: Tree | None = element
        for index in range(len(self.compounds) - 2, -1, -1):
            at = _ancestor(at, self.compounds[index], only_parent=self.compounds[index + 1].is_child)
            if at is None:
                return False
        return True


@remembered(200_000)
def classes_of(text: str) -> frozenset[str]:
    """The first classes of a `class` attribute."""
    return frozenset(text[:CLASSES_MAX_CHARS].split())


def _ancestor(element: Tree, compound: Compound, *, only_parent: bool) -> Tree | None:
    for steps, above in enumerate(element.iterancestors()):
        if compound.matches(above):
            return above
        if only_parent or steps > ANCESTORS_MAX:
            return None
    return None


@remembered(500_000)
def parse(text: str) -> Selector | None:
    """The selector, or None if it has a part that is not known here."""
    compounds: list[Compound] = []
    offset, child, generated = 0, False, False
    while offset < len(text):
        match = _PART.match(text, offset)
        if match is None or match.end() == offset or len(compounds) == COMPOUNDS_MAX:
            return None
        pieces = _PIECE.findall(match["rest"])
        generated = any(piece.lower() in _GENERATED for piece in pieces)
        compound = _compound(match["tag"], [piece for piece in pieces if piece.lower() not in _GENERATED], child)
        if compound is None:
            return None
        compounds.append(compound)
        offset = match.end()
        if offset < len(text):
            step = _COMBINATOR.match(text, offset)
            if step is None or step[1] in ("+", "~"):
                return None
            child, offset = step[1] == ">", step.end()
    return Selector(tuple(compounds), _specificity(compounds), generated) if compounds else None


def _compound(tag: str | None, pieces: list[str], is_child: bool) -> Compound | None:
    classes, attributes, identity, is_root = set(), [], None, False
    for piece in pieces:
        if piece[0] == ".":
            classes.add(_ESCAPE.sub(r"\1", piece[1:]))
        elif piece[0] == "#":
            identity = _ESCAPE.sub(r"\1", piece[1:])
        elif piece[0] == "[":
            found = _ATTRIBUTE.match(piece)
            if found is None:
                return None
            attributes.append((found[1].lower(), found[2] or "", found[3] or ""))
        elif piece.lower() == ":root":
            is_root = True
        elif piece.lower() not in _ALWAYS:
            return None
    return Compound(
        tag=tag.lower() if tag and tag != "*" else None, id=identity, classes=frozenset(classes),
        attributes=tuple(attributes), is_root=is_root, is_child=is_child,
    )  # fmt: skip


def _specificity(compounds: list[Compound]) -> int:
    return sum(
        10_000 * (one.id is not None)
        + 100 * (len(one.classes) + len(one.attributes) + one.is_root)
        + (one.tag is not None)
        for one in compounds
    )


def _has(element: Tree, name: str, operator: str, expected: str) -> bool:
    value = element.get(name)
    if value is None:
        return False
    tests = {
        "": True, "=": value == expected, "~=": expected in value.split(), "^=": value.startswith(expected),
        "$=": value.endswith(expected), "*=": expected in value, "|=": value == expected or value.startswith(f"{expected}-"),
    }  # fmt: skip
    return tests[operator]
