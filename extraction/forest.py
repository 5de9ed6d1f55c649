"""A forest of decision trees, evaluated over all blocks of a page at once without numpy.

Every block has a lane of 16 bits in one long integer. A condition is an integer with a 1 in the lanes of the blocks
that meet it, so that one `&` sends all blocks down a tree together and one multiplication adds a leaf's value to all
that reach it. A page of 300 blocks costs what thirty blocks would cost one by one.

A tree is nested tuples `(condition, gain, below_yes, below_no)`, 0 for a leaf: a block starts at the value of the
rightmost leaf, which is part of the base, and every condition that it meets adds `gain`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import exp
from typing import Any, NamedTuple

from extraction.lexicon import Lexicon

_LANE_BITS = 16
_MIDDLE = 1 << (_LANE_BITS - 1)
_AT_MOST = tuple(bytes(value <= threshold for value in range(256)) for threshold in range(256))


class Forest(NamedTuple):
    """`conditions` are (column, threshold) pairs, met by values up to the threshold; `scale` is lane units a logit.

    `lexicon` is what its columns of words were made with.
    """

    conditions: list[tuple[int, int]]
    trees: list[Any]
    base: int
    scale: int
    columns: int
    lexicon: Lexicon


@cache
def shipped(name: str) -> Forest:
    """The forest in a data file of this package, for example `main_content.json`."""
    return load(resources.files("extraction").joinpath("data", name).read_text())


def load(text: str) -> Forest:
    """The forest that `extraction.training.fit` wrote."""
    stored = json.loads(text)
    conditions = [(column, threshold) for column, threshold in stored["conditions"]]
    learned = Lexicon(*stored["lexicon"])
    return Forest(conditions, stored["trees"], stored["base"], stored["scale"], stored["columns"], learned)


def probabilities(forest: Forest, columns: list[bytes]) -> list[float]:
    """One probability a block. `columns` hold one byte a block, in the order that the forest was trained on."""
    if len(columns) != forest.columns:
        raise ValueError(f"The model reads {forest.columns} columns, the page has {len(columns)}: train again.")
    totals = _totals(forest, columns, len(columns[0]))
    return [1.0 / (1.0 + exp((_MIDDLE - total) / forest.scale)) for total in totals]


def _totals(forest: Forest, columns: list[bytes], blocks: int) -> memoryview[int]:
    ones = int.from_bytes(b"\x01\x00" * blocks, "little")
    total = ones * (_MIDDLE + forest.base)
    conditions, met = forest.conditions, [-1] * len(forest.conditions)
    spread = bytearray(2 * blocks)
    for tree in forest.trees:
        pending = [(tree, ones)]
        while pending:
            (condition, gain, below_yes, below_no), lanes = pending.pop()
            mask = met[condition]
            if mask < 0:
                column, threshold = conditions[condition]
                spread[::2] = columns[column].translate(_AT_MOST[threshold])
                mask = met[condition] = int.from_bytes(spread, "little")
            yes = lanes & mask
            if yes:
                total += yes * gain
                if below_yes:
                    pending.append((below_yes, yes))
            if below_no and yes != lanes:
                pending.append((below_no, lanes ^ yes))
    return memoryview(total.to_bytes(2 * blocks, "little")).cast("H")
