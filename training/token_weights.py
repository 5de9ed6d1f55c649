"""Computes the lexicon: for each class or id name and each word, a weight for how often it occurs in main content.

Each page counts once per token, so that no site outweighs another. The forest is trained on blocks whose lexicon columns
come from other folds. Otherwise the lexicon would already contain their labels, and the forest would rely on it too much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import log

from extraction.content.lexicon import Lexicon, PageTokens, Table, Tokens

EIGHTHS = 8
PAGES_MIN = 8
# Shrinks the weights of rare tokens: a token on this many pages gets half of its weight.
_SHRINKAGE_PAGES = 8
Counts = dict[str, list[float]]


class TokenCounts:
    """For each fold and token: the number of pages with the token, and the sum of the content shares of its blocks."""

    def __init__(self, folds: int) -> None:
        self._counts: list[tuple[Counts, Counts, Counts]] = [
            (defaultdict(_zero), defaultdict(_zero), defaultdict(_zero)) for _ in range(folds)
        ]

    def add(self, fold: int, page: PageTokens, shares: Sequence[float], weights: Sequence[float]) -> None:
        """Count one page. `weights` and `shares` have one value per block."""
        blocks = range(len(page.container_indexes))
        views = [page.own(block) for block in blocks], [page.around(block) for block in blocks], page.words
        for view, counts in zip(views, self._counts[fold], strict=True):
            for token, (content, total) in _within(view, shares, weights).items():
                if total > 0:
                    sums = counts[token]
                    sums[0] += 1
                    sums[1] += content / total

    def lexicon(self, folds: Collection[int]) -> Lexicon:
        """The lexicon of the pages in these folds."""
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
    pages_all, content_all = (sum(sums[index] for sums in totals.values()) for index in (0, 1))
    base = log((content_all + 1) / (pages_all - content_all + 1))
    weights = {
        token: round(EIGHTHS * pages / (pages + _SHRINKAGE_PAGES) * (log((content + 1) / (pages - content + 1)) - base))
        for token, (pages, content) in sorted(totals.items())
        if pages >= PAGES_MIN
    }
    return {token: weight for token, weight in weights.items() if weight}
