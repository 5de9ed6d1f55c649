"""Parts of a page that repeat: the items of a list, products, posts of a forum.

Blocks that are written alike, for example the prices of all products, are a series. The model judges each block alone, so it keeps
some blocks of a series and drops others. Here a series gets similar probabilities, and inside repeated items it is kept or
dropped as a whole.
"""

from __future__ import annotations

from math import exp, log
from operator import mul
from typing import NamedTuple

from extraction.content.blocks import Block, Container, Outline
from extraction.content.vocabulary import tag_bit

# Fewer blocks or items are not a series.
_ALIKE_MIN = 3
# An item has several blocks. The paragraphs of a text are alike, but they are not items.
_ITEM_BLOCKS_MIN = 2
# How far the probability of a block moves to the mean of its series.
_MEAN_SHARE = 0.6
_RETAINED_SHARE_MIN, _MOST_RETAINED_MIN = 0.4, 0.6
_LABELLED_WORDS_MAX = 25
_SMALLEST = 1e-6
# An equal text in the cells of a table, up to this length, is a tick or "Yes".
_TABLE, _TICK_CHARS_MAX = tag_bit("table", None), 4


class Series(NamedTuple):
    """The positions of blocks that are written alike: their containers and all containers around them have equal tags and classes.

    `is_repeated`: they are in repeated items with several blocks each.
    """

    indexes: list[int]
    is_repeated: bool


def series_of(outline: Outline) -> list[Series]:
    """All series of a page."""
    paths, repeated = _paths(outline.containers)
    labelled = {block.container for block in outline.blocks if block.text.endswith(":")}
    indexes: dict[int, list[int]] = {}
    for index, block in enumerate(outline.blocks):
        indexes.setdefault(paths[_with_label(block.container, labelled).index], []).append(index)
    return [Series(alike, path in repeated) for path, alike in indexes.items() if len(alike) >= _ALIKE_MIN]


def _with_label(container: Container, labelled: set[Container]) -> Container:
    """The container, or the one around it if that has a label for it, as in `<div>Weight: <div>2 kg</div></div>`."""
    outer = container.outer
    return outer if outer in labelled and outer is not None and outer.words <= _LABELLED_WORDS_MAX else container


def _paths(containers: list[Container]) -> tuple[list[int], set[int]]:
    """For each container the number of its path, which those that are written alike share. And the paths inside repeated items."""
    numbers: dict[tuple[int, object], int] = {}
    paths: list[int] = []
    repeated: set[int] = set()
    totals: list[list[int]] = []  # Per path: containers, blocks in them, most siblings, the path around it.
    for container in containers:
        above = paths[container.outer.index] if container.outer is not None else -1
        path = numbers.setdefault((above, container.signature), len(numbers))
        paths.append(path)
        if path == len(totals):
            totals.append([0, 0, 0, above])
        sums = totals[path]
        if container.words:
            sums[0] += 1
            sums[1] += container.blocks
            sums[2] = max(sums[2], container.same)
    for path, (count, blocks, same, above) in enumerate(totals):
        if above in repeated or (min(count, same) >= _ALIKE_MIN and blocks >= _ITEM_BLOCKS_MIN * count):
            repeated.add(path)
    return paths, repeated


def smooth(series: list[Series], likely: list[float], words: list[int]) -> None:
    """Move the probability of each block towards those of its series, as logits, weighted by words."""
    for indexes, _ in series:
        logits = [_logit(likely[index]) for index in indexes]
        sizes = [words[index] for index in indexes]
        mean = sum(map(mul, logits, sizes)) / sum(sizes)
        for index, logit in zip(indexes, logits, strict=True):
            likely[index] = 1.0 / (1.0 + exp(_MEAN_SHARE * (logit - mean) - logit))


def _logit(probability: float) -> float:
    return log(max(probability, _SMALLEST) / max(1.0 - probability, _SMALLEST))


def retained_or_dropped_whole(series: list[Series], blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks, with each repeated series whole if enough of its words were kept, and without it otherwise.

    A repeated series of one text is a control, for example "Add to cart", and is left out. Ticks in a table are not.
    """
    if not series:
        return retained
    chosen = set(map(id, retained))
    for indexes, is_repeated in series:
        if not is_repeated:
            continue
        alike = [blocks[index] for index in indexes]
        inside = sum(len(block.words) for block in alike if id(block) in chosen)
        whole = not _is_control(alike) and inside >= _RETAINED_SHARE_MIN * sum(len(block.words) for block in alike)
        (chosen.update if whole else chosen.difference_update)(map(id, alike))
    return [block for block in blocks if id(block) in chosen] or retained


def _is_control(alike: list[Block]) -> bool:
    """Whether all blocks have the same text, and it is not a tick in a table."""
    first = alike[0]
    is_tick = len(first.text) <= _TICK_CHARS_MAX and first.container.landmarks & _TABLE
    return not is_tick and all(block.text == first.text for block in alike)


def completed(series: list[Series], blocks: list[Block], retained: list[Block]) -> list[Block]:
    """Retained blocks, with each repeated series that was mostly kept whole. For pages that do not consist of repeated items."""
    chosen = set(map(id, retained))
    for indexes, is_repeated in series:
        alike = [blocks[index] for index in indexes]
        inside = sum(id(block) in chosen for block in alike)
        if is_repeated and _MOST_RETAINED_MIN * len(alike) <= inside < len(alike) and not _is_control(alike):
            chosen.update(map(id, alike))
    return [block for block in blocks if id(block) in chosen]
