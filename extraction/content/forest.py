"""A forest of decision trees, evaluated over all blocks of a page together, without numpy.

Every block has a lane of 16 bits in one long integer. A condition is an integer with a 1 in the lanes of the blocks
that meet it. One `&` then moves all blocks down a tree, and one multiplication adds a leaf's value to all blocks in it.
300 blocks evaluated together take the time of thirty evaluated one by one.

A tree is nested tuples `(condition, gain, below_yes, below_no)`, and a leaf is 0. A block starts at the value of the
rightmost leaf, which is part of the base. Every condition that it meets adds `gain`.
"""

from __future__ import annotations

import json
from math import exp
from typing import Any, NamedTuple

from extraction.content.lexicon import Lexicon

_LANE_BITS = 16
_MIDDLE = 1 << (_LANE_BITS - 1)
_ONE, _NO_LANE = b"\x01\x00", b"\x00\x00"
# All conditions over this many blocks take about 10 MB.
_BLOCKS_AT_ONCE = 4096


class Forest(NamedTuple):
    """`conditions` are (column, threshold) pairs. A value up to the threshold meets one. `scale` is lane units per logit.

    `lexicon` is the lexicon that the model was trained with. It is empty if the model uses that of another one.
    """

    conditions: list[tuple[int, int]]
    trees: list[Any]
    base: int
    scale: int
    columns: int
    lexicon: Lexicon


def load(text: str) -> Forest:
    """The forest that `training.fit` wrote."""
    stored = json.loads(text)
    conditions = [(column, threshold) for column, threshold in stored["conditions"]]
    learned = Lexicon(*stored.get("lexicon", ({}, {}, {})))
    return Forest(conditions, stored["trees"], stored["base"], stored["scale"], stored["columns"], learned)


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
    """The sum for each block. The lowest lane is unused, because `_met` shifts its results up by one lane."""
    blocks = len(columns[0])
    met, ones = _met(forest.conditions, columns, blocks), int.from_bytes(_NO_LANE + _ONE * blocks, "little")
    total = ones * (_MIDDLE + forest.base)
    pending = [(tree, ones) for tree in forest.trees]
    while pending:
        below, lanes = pending.pop()
        while below:
            condition, gain, below_yes, below_no = below
            yes = lanes & met[condition]
            if not yes:
                below = below_no
                continue
            total += yes * gain
            if below_no and yes != lanes:
                pending.append((below_no, lanes ^ yes))
            below, lanes = below_yes, yes
    return memoryview(total.to_bytes(len(_NO_LANE) + 2 * blocks, "little")).cast("H")[1:]


def _met(conditions: list[tuple[int, int]], columns: list[bytes], blocks: int) -> list[int]:
    """Each condition over all blocks: a 1 in the lowest bit of the lane above the lane of each block that meets it.

    Values are in the upper half of their lanes. One subtraction from threshold plus carry bit compares all blocks. The
    carry into the next lane remains where the value is not greater. The other remaining bits are never read.
    """
    lanes = int.from_bytes(_ONE * blocks, "little")
    spread, values = bytearray(2 * blocks), []
    for column in columns:
        spread[1::2] = column
        values.append(int.from_bytes(spread, "little"))
    carries = [lanes * (256 + threshold << 8) for threshold in range(256)]
    return [carries[threshold] - values[column] for column, threshold in conditions]
