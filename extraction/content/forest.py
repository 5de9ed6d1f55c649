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

_LANE_BYTES = 2
_MIDDLE = 1 << 15
_ONE = b"\x01\x00"
# For each threshold: 1 for each value up to it. The last value, 255, is more than any threshold.
_UP_TO = [bytes(value <= threshold for value in range(255)) + b"\0" for threshold in range(255)]
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
                total += lanes * gains
                gains = gain
                if below_no:
                    pending.append((below_no, lanes ^ yes))
                lanes = yes
            below = below_yes
        total += lanes * gains
    return memoryview(total.to_bytes(_LANE_BYTES * blocks, "little")).cast("H")


def _met(conditions: list[tuple[int, int]], columns: list[bytes], everyone: int) -> list[int]:
    """For each condition, a 1 in the lane of each block that meets it. `everyone` has a 1 in all lanes."""
    spread = bytearray(b"\xff" * (_LANE_BYTES * len(columns[0])))
    # In a third of the columns all blocks have one value. Their conditions hold for all blocks or for none.
    values: list[int | bytes] = []
    for column in columns:
        if column.count(column[0]) == len(column):
            values.append(column[0])
        else:
            spread[::_LANE_BYTES] = column
            values.append(bytes(spread))
    from_bytes = int.from_bytes
    return [
        from_bytes(value.translate(_UP_TO[threshold]), "little")
        if isinstance(value := values[index], bytes)
        else (everyone if value <= threshold else 0)
        for index, threshold in conditions
    ]
