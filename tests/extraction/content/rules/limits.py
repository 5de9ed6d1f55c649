"""One rule with the number at its limit: what the tables in `test_limits.py` and `test_limits_of_facts.py` consist of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from extraction.content.blocks import Block, Outline
from extraction.document.document import parse

Rule = Callable[[Outline, list[Block]], list[Block]]


@dataclass(frozen=True)
class Limit:
    """A rule and a page made for a number, with the marked block.

    `stays` and `goes` are the numbers on both sides of the limit. `data-it` marks the block, `data-out` the blocks that were not
    chosen before the rule.
    """

    name: str
    rule: Rule
    page: Callable[[int], str]
    stays: int
    goes: int

    def is_left(self, number: int) -> bool:
        """Whether the rule leaves the marked block of its page."""
        outline = Outline(parse(f"<body>{self.page(number)}</body>").find("body"))
        retained = [block for block in outline.blocks if "data-out" not in block.container.element.attrib]
        return any("data-it" in block.container.element.attrib for block in self.rule(outline, retained))


def words(count: int) -> str:
    return " ".join(["word"] * count)


def on_all(rule: Callable[..., list[Block]], **more: Any) -> Rule:
    """A rule for all blocks of a page and those that were chosen."""
    return lambda outline, retained: rule(outline.blocks, retained, **more)


def on_retained(rule: Callable[[list[Block]], list[Block]]) -> Rule:
    return lambda _, retained: rule(retained)
