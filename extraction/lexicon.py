"""What the words of a block and the names of its boxes tell: learned weights, summed up in a few columns.

A page's writer names boxes for what they hold, and texts around content (prices, shares, log-ins) use words of their
own. How much each such name or word speaks for content is learned from pages; what is not known says nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from extraction.blocks import Outline

Tokens = tuple[str, ...]
Table = dict[str, int]
# Of the weights of some tokens: their sum, how many there are, the least and the greatest.
Weighed = tuple[int, int, int, int]

_WORDS_MAX = 40
_CHARACTERS_MAX = 400
_MIDDLE, _KNOWN_MAX = 20, 12
_NONE: Weighed = (0, 0, 127, -127)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
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
        place = self._outside(self.places[block])
        while place >= 0:
            found += self.names[place]
            place = self.holders[place]
        return found

    def _outside(self, place: int) -> int:
        holder = self.holders[place]
        return self.holders[holder] if holder >= 0 else -1


def wording(outline: Outline) -> Wording:
    """What a page says, without empty boxes."""
    numbers: dict[int, int] = {}
    names: list[Tokens] = []
    holders: list[int] = []
    for box in outline.boxes:
        if box.words:
            numbers[id(box)] = len(names)
            label, name = box.element.get("class"), box.element.get("id")
            names.append((_parts(label) if label else ()) + (_parts(name) if name else ()))
            holders.append(numbers[id(box.holder)] if box.holder is not None else -1)
    return Wording(
        names,
        holders,
        places=[numbers[id(block.box)] for block in outline.blocks],
        words=[tuple(_WORD.findall(block.text[:_CHARACTERS_MAX].lower())[:_WORDS_MAX]) for block in outline.blocks],
    )


def columns(said: Wording, lexicon: Lexicon) -> list[bytes]:
    """Four columns a view: mean, least and greatest weight, and how many tokens are known."""
    own: list[Weighed] = _weighed(said.names, lexicon.own)
    chain: list[Weighed] = []
    own_rows: list[bytes] = []
    around_rows: list[bytes] = []
    # Boxes come outermost first, so the one above is always known.
    for place, weighed in enumerate(_weighed(said.names, lexicon.around)):
        holder = said.holders[place]
        outside = said.holders[holder] if holder >= 0 else -1
        around_rows.append(_row(chain[outside] if outside >= 0 else _NONE))
        own_rows.append(_row(_sum(own[place], own[holder]) if holder >= 0 else own[place]))
        chain.append(_sum(weighed, chain[holder]) if holder >= 0 else weighed)
    word_rows = [_row(weighed) for weighed in _weighed(said.words, lexicon.words)]
    packed = [
        b"".join([own_rows[place] for place in said.places]),
        b"".join([around_rows[place] for place in said.places]),
        b"".join(word_rows),
    ]
    return [rows[place::4] for rows in packed for place in range(4)]


def _weighed(texts: list[Tokens], table: Table) -> list[Weighed]:
    known: dict[Tokens, Weighed] = {(): _NONE}
    found = []
    for tokens in texts:
        weighed = known.get(tokens)
        if weighed is None:
            weights = [table[token] for token in tokens if token in table]
            weighed = (sum(weights), len(weights), min(weights), max(weights)) if weights else _NONE
            known[tokens] = weighed
        found.append(weighed)
    return found


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


@lru_cache(maxsize=16384)
def _parts(label: str) -> Tokens:
    return tuple(part.lower() for part in _PARTS.findall(label))
