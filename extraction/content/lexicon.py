"""What the words of a block and the names of its boxes tell: learned weights, summed up in a few columns.

A page's writer names boxes for what they hold, and texts around content (prices, shares, log-ins) use words of their
own. How much each such name or word speaks for content is learned from pages; what is not known says nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from extraction.content.blocks import Outline

Tokens = tuple[str, ...]
Table = dict[str, int]
# Of the weights of some tokens: their sum, how many there are, the least and the greatest.
Weighed = tuple[int, int, int, int]

_WORDS_MAX = 40
_CHARACTERS_MAX = 400
_MIDDLE, _KNOWN_MAX = 20, 12
_NONE: Weighed = (0, 0, 127, -127)
_WORD = re.compile(r"\w+")


class Lexicon(NamedTuple):
    """Weights in eighths of a logit: of the names of a block's own two boxes, of those around them, of its words."""

    own: Table
    around: Table
    words: Table


class Wording(NamedTuple):
    """What one page says: `names` and `holders` (-1 for none) a box, `places` (of its box) and `words` a block."""

    names: list[Tokens]
    holders: list[int]
    places: list[int]
    words: list[Tokens]

    def own(self, block: int) -> Tokens:
        """The names of the block's box and of its holder."""
        place = self.places[block]
        holder = self.holders[place]
        return self.names[place] + (self.names[holder] if holder >= 0 else ())

    def around(self, block: int) -> Tokens:
        """The names of all boxes around those two."""
        found: Tokens = ()
        place = self.outside(self.places[block])
        while place >= 0:
            found += self.names[place]
            place = self.holders[place]
        return found

    def outside(self, place: int) -> int:
        """The box around a box's holder, -1 for none."""
        holder = self.holders[place]
        return self.holders[holder] if holder >= 0 else -1


def wording(outline: Outline) -> Wording:
    """What a page says; empty boxes have no names."""
    return Wording(
        names=[box.names if box.words else () for box in outline.boxes],
        holders=[box.holder.place if box.holder else -1 for box in outline.boxes],
        places=[block.box.place for block in outline.blocks],
        words=[tuple(_WORD.findall(block.text[:_CHARACTERS_MAX].lower())[:_WORDS_MAX]) for block in outline.blocks],
    )


def columns(said: Wording, lexicon: Lexicon) -> list[bytes]:
    """Four columns a view: mean, least and greatest weight, and how many tokens are known."""
    packed = (
        b"".join(_own_rows(said, lexicon.own)),
        b"".join(_around_rows(said, lexicon.around)),
        b"".join([_row(_weighed(tokens, lexicon.words)) for tokens in said.words]),
    )
    return [rows[place::4] for rows in packed for place in range(4)]


def _own_rows(said: Wording, table: Table) -> list[bytes]:
    """What the names of each block's own two boxes weigh. Boxes written alike are weighed once."""
    names, holders = said.names, said.holders
    known: dict[tuple[Tokens, Tokens], bytes] = {}
    rows = []
    for place in said.places:
        pair = names[place], names[holders[place]] if holders[place] >= 0 else ()
        row = known.get(pair)
        if row is None:
            known[pair] = row = _row(_weighed(pair[0] + pair[1], table))
        rows.append(row)
    return rows


def _around_rows(said: Wording, table: Table) -> list[bytes]:
    """What the names around those two weigh."""
    # A chain is a box with all around it, numbered by the chain around it and the names that the box adds.
    known: dict[tuple[int, Tokens], int] = {}
    weights = [_NONE]
    chains: list[int] = []
    # Boxes come outermost first, so the one above is always known.
    for names, holder in zip(said.names, said.holders, strict=True):
        above = chains[holder] if holder >= 0 else 0
        chain = known.get((above, names)) if names else above
        if chain is None:
            known[above, names] = chain = len(weights)
            weights.append(_sum(_weighed(names, table), weights[above]))
        chains.append(chain)
    # What has no box around it has the last chain, the empty one.
    chains.append(0)
    return [_row(weights[chains[said.outside(place)]]) for place in said.places]


def _weighed(tokens: Tokens, table: Table) -> Weighed:
    # No table holds a zero, so what is unknown is what is left out.
    weights = list(filter(None, map(table.get, tokens)))
    return (sum(weights), len(weights), min(weights), max(weights)) if weights else _NONE


def _sum(one: Weighed, other: Weighed) -> Weighed:
    if not other[1]:
        return one
    if not one[1]:
        return other
    return one[0] + other[0], one[1] + other[1], min(one[2], other[2]), max(one[3], other[3])


@lru_cache(maxsize=16384)
def _row(weighed: Weighed) -> bytes:
    total, count, least, greatest = weighed
    if not count:
        return bytes((_MIDDLE, _MIDDLE, _MIDDLE, 0))
    return bytes((_step((2 * total + count) // (2 * count)), _step(least), _step(greatest), min(_KNOWN_MAX, count)))


def _step(weight: int) -> int:
    return min(2 * _MIDDLE, max(0, weight + _MIDDLE))
