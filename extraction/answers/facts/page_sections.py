"""The sections of a page are not the items of a list: each has a title of its own and another structure than the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

from extraction.document.tree import HEADINGS, Tree

_BLOCKS_MAX, _ELEMENTS_MAX = 12, 80
# Items share most of their tags and classes. Of sections, few pairs do.
_SHARED_MIN = 0.5


def are_sections(blocks: Sequence[Tree]) -> bool:
    """Whether blocks of one shape are sections: nearly all have a heading of the second level, and they are not alike inside."""
    looked_at = blocks[:_BLOCKS_MAX]
    titled = [block for block in looked_at if _level(block) == "h2"]
    if len(titled) < 2 or len(titled) < len(looked_at) - 1:
        return False
    alike = [_share(_parts(one), _parts(other)) for one, other in pairwise(titled)]
    return sum(alike) / len(alike) < _SHARED_MIN


def _level(block: Tree) -> str | None:
    heading = next(block.iter(*HEADINGS), None)
    return None if heading is None else str(heading.tag)


def _parts(block: Tree) -> set[tuple[str, str]]:
    """The tags and classes inside of a block, without those of its heading."""
    return {
        (one.tag, one.get("class") or "")
        for one in islice(block.iter(), 1, _ELEMENTS_MAX)
        if isinstance(one.tag, str) and one.tag not in HEADINGS
    }


def _share(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0
