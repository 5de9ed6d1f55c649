"""The kind of a page by its text and layout: the probability of each annotated kind, from a small model over page values.

Nothing that the page declares about its kind is needed. `training/page_kinds.py` trains the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import compress
from math import exp
from operator import mul
from typing import Any, NamedTuple

from extraction.content import features
from extraction.content.blocks import Block

# On smaller pages the kind is unclear.
_WORDS_MIN = 150
# The probability of each kind.
Kinds = dict[str, float]

# The mean of a column is multiplied by this, so that its fraction is not lost.
_MEAN_SCALE, _SHARE_SCALE = 4, 200


class PageKinds(NamedTuple):
    """Per kind: its name, and the sum of the leaves that a page reaches in its trees. `scale` is leaf units per logit."""

    names: list[str]
    sums: list[Callable[[bytes], int]]
    scale: int
    columns: int


def load(text: str) -> PageKinds:
    """The model that `training.page_kinds` wrote."""
    stored = json.loads(text)
    return of_trees(stored["names"], stored["trees"], stored["scale"], stored["columns"])


def of_trees(names: list[str], trees: list[list[Any]], scale: int, columns: int) -> PageKinds:
    """The model of some trees for each kind.

    A tree is nested lists `[column, threshold, below_yes, below_no]`, and a leaf is a number. The trees of a kind become one
    expression, which is evaluated in a quarter of the time that a walk down the lists takes.
    """
    sums = [eval(f"lambda page: {' + '.join(map(_expression, of_kind))}") for of_kind in trees]
    return PageKinds(names, sums, scale, columns)


def _expression(node: list[Any] | int) -> str:
    if not isinstance(node, list):
        return f"{int(node)}"
    column, threshold, below_yes, below_no = node
    return f"({_expression(below_yes)} if page[{int(column)}] <= {int(threshold)} else {_expression(below_no)})"


def of_blocks(model: PageKinds, columns: list[bytes], blocks: list[Block]) -> Kinds:
    """The probability of each kind for a page with these blocks. Empty if the page has too little text.

    Args:
        columns: as `features.shape_columns` returns them.
    """
    words = [len(block.words) for block in blocks]
    return probabilities(model, values(columns, words)) if sum(words) >= _WORDS_MIN else {}


def values(columns: list[bytes], words: list[int]) -> bytes:
    """The page's values: means of the block features, weighted by words, and the values that all blocks share.

    Args:
        columns: as `features.shape_columns` returns them.
        words: words per block.
    """
    total = sum(words) or 1
    means = [
        min(255, _MEAN_SCALE * sum(map(mul, column, words)) // total) for column in columns[: features.OWN_COLUMNS]
    ]
    bits = columns[features.WITHIN_BITS]
    shares = [_SHARE_SCALE * sum(compress(words, column)) // total if 1 in column else 0 for column in bits]
    return bytes(means + shares + [column[0] for column in columns[features.PAGE_VALUES]])


def probabilities(model: PageKinds, page: bytes) -> Kinds:
    """The probability of each kind."""
    if len(page) != model.columns:
        raise ValueError(f"The model expects {model.columns} values, but got {len(page)}. Train it again.")
    totals = [exp(sum_of_leaves(page) / model.scale) for sum_of_leaves in model.sums]
    whole = sum(totals)
    return {name: total / whole for name, total in zip(model.names, totals, strict=True)}
