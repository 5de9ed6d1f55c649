"""Learned weights for the words of a block and for the class and id names of its containers, as a few feature columns.

Class and id names often describe the content of a container, and boilerplate (prices, share buttons, log-ins) uses typical
words. The weight of each name or word is learned from annotated pages. Unknown ones are ignored.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from extraction.content.blocks import Outline
from extraction.document.ascii_text import lower_letters, words

Tokens = tuple[str, ...]
Table = dict[str, int]
# Of the weights of some tokens: sum, count, minimum, maximum.
WeightSummary = tuple[int, int, int, int]

_WORDS_MAX = 40
_CHARACTERS_MAX = 400
_MIDDLE, _KNOWN_MAX = 20, 12
_NONE: WeightSummary = (0, 0, 0, 0)


class Lexicon(NamedTuple):
    """Weights in eighths of a logit: for names of a block's two innermost containers, names of the outer containers, and words."""

    own: Table
    around: Table
    words: Table


class PageTokens(NamedTuple):
    """The tokens of one page.

    Per container: `names`, and `outer_indexes` (-1 for none). Per block: `container_indexes`, `words`.
    """

    names: list[Tokens]
    outer_indexes: list[int]
    container_indexes: list[int]
    words: list[Tokens]

    def own(self, block: int) -> Tokens:
        """The names of the block's container and of its outer container."""
        index = self.container_indexes[block]
        outer = self.outer_indexes[index]
        return self.names[index] + (self.names[outer] if outer >= 0 else ())

    def around(self, block: int) -> Tokens:
        """The names of all outer containers."""
        found: Tokens = ()
        index = self.outside(self.container_indexes[block])
        while index >= 0:
            found += self.names[index]
            index = self.outer_indexes[index]
        return found

    def outside(self, index: int) -> int:
        """The container around a container's outer container, -1 for none."""
        outer = self.outer_indexes[index]
        return self.outer_indexes[outer] if outer >= 0 else -1


def page_tokens(outline: Outline) -> PageTokens:
    """The tokens of a page. Names of empty containers are left out."""
    return PageTokens(
        names=[container.names if container.words else () for container in outline.containers],
        outer_indexes=[container.outer.index if container.outer else -1 for container in outline.containers],
        container_indexes=[block.container.index for block in outline.blocks],
        words=[tuple(_words(block.text[:_CHARACTERS_MAX])[:_WORDS_MAX]) for block in outline.blocks],
    )


def _words(text: str) -> list[str]:
    return lower_letters(text).split() if text.isascii() else words(text.lower())


def columns(page: PageTokens, lexicon: Lexicon) -> list[bytes]:
    """Four columns for each of own names, outer names and words: mean, minimum and maximum weight, number of known tokens."""
    packed = (
        b"".join(_own_rows(page, lexicon.own)),
        b"".join(_around_rows(page, lexicon.around)),
        b"".join([_row(_summary(tokens, lexicon.words)) for tokens in page.words]),
    )
    return [rows[index::4] for rows in packed for index in range(4)]


def _own_rows(page: PageTokens, table: Table) -> list[bytes]:
    """The weights of the names of each block's two innermost containers, computed once for equal names."""
    names, outer_indexes = page.names, page.outer_indexes
    known: dict[tuple[Tokens, Tokens], bytes] = {}
    rows = []
    for index in page.container_indexes:
        pair = names[index], names[outer_indexes[index]] if outer_indexes[index] >= 0 else ()
        row = known.get(pair)
        if row is None:
            known[pair] = row = _row(_summary(pair[0] + pair[1], table))
        rows.append(row)
    return rows


def _around_rows(page: PageTokens, table: Table) -> list[bytes]:
    """The weights of the names of the outer containers."""
    # A chain is a container and all containers around it. It is identified by the outer chain and the names of the container.
    known: dict[tuple[int, Tokens], int] = {}
    weights = [_NONE]
    chains: list[int] = []
    # Outer containers come first, so the outer chain is already known.
    for names, outer in zip(page.names, page.outer_indexes, strict=True):
        above = chains[outer] if outer >= 0 else 0
        chain = known.get((above, names)) if names else above
        if chain is None:
            known[above, names] = chain = len(weights)
            weights.append(_sum(_summary(names, table), weights[above]))
        chains.append(chain)
    # Index -1 means no outer container. It selects the last entry, the empty chain.
    chains.append(0)
    return [_row(weights[chains[page.outside(index)]]) for index in page.container_indexes]


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
