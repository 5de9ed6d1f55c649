"""The learned lexicon: how much each name of a box and each word speaks for content.

A page speaks once a token, so that no site outweighs another. Blocks that the forest learns from are described by the
tables of other folds: by a table that had seen their labels, it would learn to trust the lexicon too much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import log

from extraction.content.lexicon import Lexicon, PageTokens, Table, Tokens

EIGHTHS = 8
PAGES_MIN = 8
# A token on this many pages has half the weight that its pages alone would give it.
_DOUBT = 8
Counts = dict[str, list[float]]


class TokenCounts:
    """For each fold and view, on how many pages a token stood, and how much of what it stood on was content."""

    def __init__(self, folds: int) -> None:
        self._counts: list[tuple[Counts, Counts, Counts]] = [
            (defaultdict(_zero), defaultdict(_zero), defaultdict(_zero)) for _ in range(folds)
        ]

    def add(self, fold: int, page: PageTokens, shares: Sequence[float], weights: Sequence[float]) -> None:
        """Count one page; `weights` and `shares` are one a block."""
        blocks = range(len(page.places))
        views = [page.own(block) for block in blocks], [page.around(block) for block in blocks], page.words
        for view, counts in zip(views, self._counts[fold], strict=True):
            for token, (content, total) in _within(view, shares, weights).items():
                if total > 0:
                    sums = counts[token]
                    sums[0] += 1
                    sums[1] += content / total

    def lexicon(self, folds: Collection[int]) -> Lexicon:
        """The tables of the pages in these folds."""
        return Lexicon(*(_table([self._counts[fold][view] for fold in folds]) for view in range(3)))


def _zero() -> list[float]:
    return [0.0, 0.0]


def _within(view: Sequence[Tokens], shares: Sequence[float], weights: Sequence[float]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(_zero)
    for tokens, share, weight in zip(view, shares, weights, strict=True):
        for token in dict.fromkeys(tokens):
            sums = found[token]
            sums[0] += weight * share
            sums[1] += weight
    return found


def _table(parts: Sequence[Counts]) -> Table:
    totals: dict[str, list[float]] = defaultdict(_zero)
    for counts in parts:
        for token, (pages, content) in counts.items():
            sums = totals[token]
            sums[0] += pages
            sums[1] += content
    pages_all, content_all = (sum(sums[place] for sums in totals.values()) for place in (0, 1))
    base = log((content_all + 1) / (pages_all - content_all + 1))
    weights = {
        token: round(EIGHTHS * pages / (pages + _DOUBT) * (log((content + 1) / (pages - content + 1)) - base))
        for token, (pages, content) in sorted(totals.items())
        if pages >= PAGES_MIN
    }
    return {token: weight for token, weight in weights.items() if weight}
