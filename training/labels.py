"""Labels for training: the share of each block that is annotated as main content."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

_TOKEN = re.compile(r"\w+")
_NEAR = 8


def tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def shares(blocks: list[list[str]], truth: str) -> list[float]:
    """For each block (a list of tokens), the share of it that is in the annotated content, from 0 to 1.

    Long blocks are compared by runs of three words. Of equal blocks, only as many are labelled as the annotation contains:
    those whose neighbours are content. A heading that is repeated in a menu is therefore labelled once.
    """
    content = tokens(truth)
    line = f" {' '.join(content)} "
    triples: set[tuple[str, ...]] = set(zip(content, content[1:], content[2:], strict=False))
    equal: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block:
            equal[tuple(block)].append(index)
    found = [_share(block, triples, line, len(equal[tuple(block)]) if block else 1) for block in blocks]
    unique = [bool(block) and len(equal[tuple(block)]) == 1 for block in blocks]
    for words, indexes in equal.items():
        if len(indexes) > 1:
            _divide(words, indexes, line.count(f" {' '.join(words)} "), found, unique, blocks)
    return found


def _share(block: list[str], triples: set[tuple[str, ...]], line: str, times: int) -> float:
    if not block:
        return 0.0
    if len(block) >= 4:
        runs = list(zip(block, block[1:], block[2:], strict=False))
        return sum(run in triples for run in runs) / len(runs)
    return min(1.0, line.count(f" {' '.join(block)} ") / times)


def _divide(
    block: tuple[str, ...],
    indexes: list[int],
    held: int,
    found: list[float],
    unique: list[bool],
    blocks: list[list[str]],
) -> None:
    if len(block) >= 4 and held == 0:
        return
    ranked = sorted(indexes, key=lambda index: -_neighbour_share(index, found, unique, blocks))
    for rank, index in enumerate(ranked):
        found[index] = 1.0 if rank < held else 0.0


def _neighbour_share(index: int, found: list[float], unique: list[bool], blocks: list[list[str]]) -> float:
    """The share of content among the nearby blocks that occur only once. Nearer blocks have more weight."""
    total = weight = 0.0
    for near in range(max(0, index - _NEAR), min(len(blocks), index + _NEAR + 1)):
        if near != index and unique[near]:
            share = min(len(blocks[near]), 20) / (1 + 0.3 * abs(near - index))
            total, weight = total + share * found[near], weight + share
    return total / weight if weight else 0.0


def f1(chosen: Counter[str], truth: Counter[str]) -> float:
    """Word F1 of two multisets, as in the benchmark."""
    chosen_words, true_words = chosen.total(), truth.total()
    if not true_words or not chosen_words:
        return float(true_words == chosen_words)
    return 2 * (chosen & truth).total() / (chosen_words + true_words)
