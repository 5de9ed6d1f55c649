"""A forest of decision trees, evaluated over all blocks of a page together, without numpy.

Every block has a lane of 16 bits in one long integer. A condition is an integer with a 1 in the lanes of the blocks
that meet it. One `&` then moves all blocks down a tree, and one multiplication adds a leaf's value to all blocks in it.
300 blocks evaluated together take the time of thirty evaluated one by one.

A tree is nested tuples `(condition, gain, below_yes, below_no)`, and a leaf is 0. A block starts at the value of the
rightmost leaf, which is part of the base. Every condition that it meets adds `gain`.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from itertools import groupby
from math import exp
from operator import itemgetter
from typing import Any, NamedTuple

from extraction.content.lexicon import Lexicon

_LANE_BYTES = 2
_MIDDLE = 1 << 15
_ONE = b"\x01\x00"
# For each threshold: 1 for each value up to it. The last value, 255, is more than any threshold.
_UP_TO = [bytes(value <= threshold for value in range(255)) + b"\0" for threshold in range(255)]
# All conditions over this many blocks take about 10 MB.
_BLOCKS_AT_ONCE = 4096


class Forest(NamedTuple):
    """`conditions` are the thresholds of each column, ascending. A value up to the threshold meets a condition.

    Conditions are numbered in this order. `scale` is lane units per logit.

    `lexicon` is the lexicon that the model was trained with. It is empty if the model uses that of another one.
    """

    conditions: list[tuple[int, list[int]]]
    trees: list[Any]
    base: int
    scale: int
    columns: int
    lexicon: Lexicon


def load(text: str) -> Forest:
    """The forest that `training.fit` wrote."""
    stored = json.loads(text)
    pairs = [(column, threshold) for column, threshold in stored["conditions"]]
    numbers = {pair: number for number, pair in enumerate(sorted(pairs))}
    trees = [_renumbered(tree, [numbers[pair] for pair in pairs]) for tree in stored["trees"]]
    conditions = [(column, [threshold for _, threshold in of]) for column, of in groupby(sorted(pairs), itemgetter(0))]
    learned = Lexicon(*stored.get("lexicon", ({}, {}, {})))
    return Forest(conditions, trees, stored["base"], stored["scale"], stored["columns"], learned)


def _renumbered(tree: Any, numbers: list[int]) -> Any:
    if not tree:
        return tree
    condition, gain, below_yes, below_no = tree
    return numbers[condition], gain, _renumbered(below_yes, numbers), _renumbered(below_no, numbers)


def probabilities(forest: Forest, columns: list[bytes]) -> list[float]:
    """One probability per block. `columns` have one byte per block, in the order that the forest was trained on."""
    if len(columns) != forest.columns:
        raise ValueError(f"The model expects {forest.columns} columns, but got {len(columns)}. Train it again.")
    found: list[float] = []
    for first in range(0, len(columns[0]), _BLOCKS_AT_ONCE):
        totals = _totals(forest, [column[first : first + _BLOCKS_AT_ONCE] for column in columns])
        found += [1.0 / (1.0 + exp((_MIDDLE - total) / forest.scale)) for total in totals]
    return found


def _totals(forest: Forest, columns: list[bytes]) -> memoryview[int]:
    """The sum for each block, in lane units."""
    blocks = len(columns[0])
    everyone = int.from_bytes(_ONE * blocks, "little")
    met = _met(forest.conditions, columns, everyone)
    total = everyone * (_MIDDLE + forest.base)
    pending = [(tree, everyone) for tree in forest.trees]
    while pending:
        below, lanes = pending.pop()
        # Two of three conditions are met by all of these blocks or by none. Gains that all of them share are added together.
        gains = 0
        while below:
            condition, gain, below_yes, below_no = below
            meeting = met[condition]
            yes = lanes if meeting is everyone else lanes & meeting
            if not yes:
                below = below_no
                continue
            if yes == lanes:
                gains += gain
            else:
                if gains:
                    total += lanes * gains
                gains = gain
                if below_no:
                    pending.append((below_no, lanes ^ yes))
                lanes = yes
            below = below_yes
        if gains:
            total += lanes * gains
    return memoryview(total.to_bytes(_LANE_BYTES * blocks, "little")).cast("H")


def _met(conditions: list[tuple[int, list[int]]], columns: list[bytes], everyone: int) -> list[int]:
    """For each condition, a 1 in the lane of each block that meets it. `everyone` has a 1 in all lanes."""
    spread = bytearray(b"\xff" * (_LANE_BYTES * len(columns[0])))
    met: list[int] = []
    for index, thresholds in conditions:
        column = columns[index]
        values = _values_of(column)
        # A threshold below the least value is met by no block, one from the greatest on by all: most thresholds of a page.
        first, last = bisect_left(thresholds, values[0]), bisect_left(thresholds, values[-1])
        met += [0] * first
        if first < last:
            spread[::_LANE_BYTES] = column
            met += _lanes_up_to(thresholds[first:last], values, bytes(spread))
        met += [everyone] * (len(thresholds) - last)
    return met


def _values_of(column: bytes) -> list[int]:
    """The different values of a column, ascending. Most columns have one value, or only 0 and 1, which is quickly counted."""
    first, count = column[0], len(column)
    same = column.count(first)
    if same == count:
        return [first]
    if first < 2 and same + column.count(1 - first) == count:
        return [0, 1]
    return sorted(set(column))


def _lanes_up_to(thresholds: list[int], values: list[int], lanes: bytes) -> list[int]:
    """For each threshold, a 1 in the lanes with a value up to it. `values` are those of all lanes, ascending."""
    met = []
    made, smaller = 0, -1
    for threshold in thresholds:
        # Between two values, all thresholds are met by the same lanes.
        if (up_to := bisect_right(values, threshold)) != smaller:
            made, smaller = int.from_bytes(lanes.translate(_UP_TO[threshold]), "little"), up_to
        met.append(made)
    return met
