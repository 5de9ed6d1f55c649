"""Learned weights for the words of a block and for the class and id names of its boxes, as a few feature columns.

Class and id names often describe the content of a box, and boilerplate (prices, share buttons, log-ins) uses typical
words. The weight of each name or word is learned from annotated pages. Unknown ones are ignored.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from extraction.content.blocks import Outline
from extraction.document.ascii_text import lower_letters

Tokens = tuple[str, ...]
Table = dict[str, int]
# Of the weights of some tokens: sum, count, minimum, maximum.
WeightSummary = tuple[int, int, int, int]

_WORDS_MAX = 40
_CHARACTERS_MAX = 400
_MIDDLE, _KNOWN_MAX = 20, 12
_NONE: WeightSummary = (0, 0, 0, 0)
_WORD = re.compile(r"\w+")


class Lexicon(NamedTuple):
    """Weights in eighths of a logit: for names of a block's two innermost boxes, names of the outer boxes, and words."""

    own: Table
    around: Table
    words: Table


class PageTokens(NamedTuple):
    """The tokens of one page. Per box: `names`, and `holders` (index, -1 for none). Per block: `places` (box index), `words`."""

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
        """The names of all outer boxes."""
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


def page_tokens(outline: Outline) -> PageTokens:
    """The tokens of a page. Names of empty boxes are left out."""
    return PageTokens(
        names=[box.names if box.words else () for box in outline.boxes],
        holders=[box.holder.place if box.holder else -1 for box in outline.boxes],
        places=[block.box.place for block in outline.blocks],
        words=[tuple(_words(block.text[:_CHARACTERS_MAX])[:_WORDS_MAX]) for block in outline.blocks],
    )


def _words(text: str) -> list[str]:
    return lower_letters(text).split() if text.isascii() else _WORD.findall(text.lower())


def columns(page: PageTokens, lexicon: Lexicon) -> list[bytes]:
    """Four columns for each of own names, outer names and words: mean, minimum and maximum weight, number of known tokens."""
    packed = (
        b"".join(_own_rows(page, lexicon.own)),
        b"".join(_around_rows(page, lexicon.around)),
        b"".join([_row(_summary(tokens, lexicon.words)) for tokens in page.words]),
    )
    return [rows[place::4] for rows in packed for place in range(4)]


def _own_rows(page: PageTokens, table: Table) -> list[bytes]:
    """The weights of the names of each block's two innermost boxes, computed once for equal names."""
    names, holders = page.names, page.holders
    known: dict[tuple[Tokens, Tokens], bytes] = {}
    rows = []
    for place in page.places:
        pair = names[place], names[holders[place]] if holders[place] >= 0 else ()
        row = known.get(pair)
        if row is None:
            known[pair] = row = _row(_summary(pair[0] + pair[1], table))
        rows.append(row)
    return rows


def _around_rows(page: PageTokens, table: Table) -> list[bytes]:
    """The weights of the names of the outer boxes."""
    # A chain is a box and all boxes around it. It is identified by the outer chain and the names of the box.
    known: dict[tuple[int, Tokens], int] = {}
    weights = [_NONE]
    chains: list[int] = []
    # Outer boxes come first, so the outer chain is already known.
    for names, holder in zip(page.names, page.holders, strict=True):
        above = chains[holder] if holder >= 0 else 0
        chain = known.get((above, names)) if names else above
        if chain is None:
            known[above, names] = chain = len(weights)
            weights.append(_sum(_summary(names, table), weights[above]))
        chains.append(chain)
    # Index -1 means no outer box. It selects the last entry, the empty chain.
    chains.append(0)
    return [_row(weights[chains[page.outside(place)]]) for place in page.places]


def _summary(tokens: Tokens, table: Table) -> WeightSummary:
    # Tables contain no zeros, so `filter` removes only unknown tokens.
    weights = list(filter(None, map(table.get, tokens)))
    return (sum(weights), len(weights), min(weights), max(weights)) if weights else _NONE


def _sum(one: WeightSummary, other: WeightSummary) -> WeightSummary:
    if not other[1]:
        return one
    if not one[1]:
        return other
    return one[0] + other[0], one[1] + other[1], min(one[2], other[2]), max(one[3], other[3])


@lru_cache(maxsize=16384)
def _row(summary: WeightSummary) -> bytes:
    total, count, least, greatest = summary
    if not count:
        return bytes((_MIDDLE, _MIDDLE, _MIDDLE, 0))
    return bytes((_step((2 * total + count) // (2 * count)), _step(least), _step(greatest), min(_KNOWN_MAX, count)))


def _step(weight: int) -> int:
    return min(2 * _MIDDLE, max(0, weight + _MIDDLE))
