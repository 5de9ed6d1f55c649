"""Parts of a page that repeat: the items of a list, products, posts of a forum.

Blocks that are written alike, for example the prices of all products, are a series. The model judges each block alone, so it keeps
some blocks of a series and drops others. Here a series gets similar probabilities, and inside repeated items it is kept or
dropped as a whole.
"""

from __future__ import annotations

from math import exp, log
from operator import mul
from typing import NamedTuple

from extraction.content.blocks import Block, Box, Outline
from extraction.content.vocabulary import tag_bit

# Fewer blocks or items are not a series.
_ALIKE_MIN = 3
# An item has several blocks. The paragraphs of a text are alike, but they are not items.
_ITEM_BLOCKS_MIN = 2
# How far the probability of a block moves to the mean of its series.
_MEAN_SHARE = 0.6
_KEPT_SHARE_MIN, _MOST_KEPT_MIN = 0.4, 0.6
_LABELLED_WORDS_MAX = 25
_SMALLEST = 1e-6
# An equal text in the cells of a table, up to this length, is a tick or "Yes".
_TABLE, _TICK_CHARS_MAX = tag_bit("table", None), 4


class Series(NamedTuple):
    """The places of blocks that are written alike: their boxes and all boxes around them have equal tags and classes.

    `is_repeated`: they are in repeated items with several blocks each.
    """

    places: list[int]
    is_repeated: bool


def series_of(outline: Outline) -> list[Series]:
    """All series of a page."""
    paths, repeated = _paths(outline.boxes)
    labelled = {block.box for block in outline.blocks if block.text.endswith(":")}
    places: dict[int, list[int]] = {}
    for place, block in enumerate(outline.blocks):
        places.setdefault(paths[_with_label(block.box, labelled).place], []).append(place)
    return [Series(alike, path in repeated) for path, alike in places.items() if len(alike) >= _ALIKE_MIN]


def _with_label(box: Box, labelled: set[Box]) -> Box:
    """The box, or the one around it if that has a label for it, as in `<div>Weight: <div>2 kg</div></div>`."""
    holder = box.holder
    return holder if holder in labelled and holder is not None and holder.words <= _LABELLED_WORDS_MAX else box


def _paths(boxes: list[Box]) -> tuple[list[int], set[int]]:
    """For each box the number of its path, which boxes that are written alike share. And the paths inside repeated items."""
    numbers: dict[tuple[int, object], int] = {}
    paths: list[int] = []
    repeated: set[int] = set()
    totals: list[list[int]] = []  # Per path: boxes, blocks in them, most siblings, the path around it.
    for box in boxes:
        above = paths[box.holder.place] if box.holder is not None else -1
        path = numbers.setdefault((above, box.signature), len(numbers))
        paths.append(path)
        if path == len(totals):
            totals.append([0, 0, 0, above])
        sums = totals[path]
        if box.words:
            sums[0] += 1
            sums[1] += box.blocks
            sums[2] = max(sums[2], box.same)
    for path, (count, blocks, same, above) in enumerate(totals):
        if above in repeated or (min(count, same) >= _ALIKE_MIN and blocks >= _ITEM_BLOCKS_MIN * count):
            repeated.add(path)
    return paths, repeated


def smooth(series: list[Series], likely: list[float], words: list[int]) -> None:
    """Move the probability of each block towards those of its series, as logits, weighted by words."""
    for places, _ in series:
        logits = [_logit(likely[place]) for place in places]
        sizes = [words[place] for place in places]
        mean = sum(map(mul, logits, sizes)) / sum(sizes)
        for place, logit in zip(places, logits, strict=True):
            likely[place] = 1.0 / (1.0 + exp(_MEAN_SHARE * (logit - mean) - logit))


def _logit(probability: float) -> float:
    return log(max(probability, _SMALLEST) / max(1.0 - probability, _SMALLEST))


def kept_or_dropped_whole(series: list[Series], blocks: list[Block], kept: list[Block]) -> list[Block]:
    """The kept blocks, with each repeated series whole if enough of its words were kept, and without it otherwise.

    A repeated series of one text is a control, for example "Add to cart", and is left out. Ticks in a table are not.
    """
    if not series:
        return kept
    chosen = set(map(id, kept))
    for places, is_repeated in series:
        if not is_repeated:
            continue
        alike = [blocks[place] for place in places]
        inside = sum(len(block.words) for block in alike if id(block) in chosen)
        whole = not _is_control(alike) and inside >= _KEPT_SHARE_MIN * sum(len(block.words) for block in alike)
        (chosen.update if whole else chosen.difference_update)(map(id, alike))
    return [block for block in blocks if id(block) in chosen] or kept


def _is_control(alike: list[Block]) -> bool:
    """Whether all blocks have the same text, and it is not a tick in a table."""
    first = alike[0]
    is_tick = len(first.text) <= _TICK_CHARS_MAX and first.box.landmarks & _TABLE
    return not is_tick and all(block.text == first.text for block in alike)


def completed(series: list[Series], blocks: list[Block], kept: list[Block]) -> list[Block]:
    """The kept blocks, with each repeated series whole if most of it was kept. For pages that do not consist of repeated items."""
    chosen = set(map(id, kept))
    for places, is_repeated in series:
        alike = [blocks[place] for place in places]
        inside = sum(id(block) in chosen for block in alike)
        if is_repeated and _MOST_KEPT_MIN * len(alike) <= inside < len(alike) and not _is_control(alike):
            chosen.update(map(id, alike))
    return [block for block in blocks if id(block) in chosen]
