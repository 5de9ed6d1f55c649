"""A diff of two sequences in bounded time: unique common elements first (patience), then a table for what is small."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

# Blocks with more pairs of elements are reported as replaced. The budget is that of one call.
CELLS_MAX = 10_000
CELLS_BUDGET = 1_000_000
DEPTH_MAX = 12


@dataclass(frozen=True)
class Hunk:
    """Elements `before[start:end]` that became `after[new_start:new_end]`. Between two hunks all elements are equal."""

    start: int
    end: int
    new_start: int
    new_end: int


def hunks(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Hunk]:
    """The differing places, in order. O(n log n) but for a fixed number of cells; not always the shortest difference."""
    found: list[Hunk] = []
    cells = CELLS_BUDGET
    stack = [(Hunk(0, len(before), 0, len(after)), 0)]
    while stack:
        block, depth = stack.pop()
        block = _trimmed(before, after, block)
        rows, columns = block.end - block.start, block.new_end - block.new_start
        if not rows or not columns:
            if rows or columns:
                found.append(block)
            continue
        anchors = _anchors(before, after, block) if depth < DEPTH_MAX else []
        if not anchors and rows * columns <= min(CELLS_MAX, cells):
            cells -= rows * columns
            anchors = _longest_common(before, after, block)
        if anchors:
            stack.extend((between, depth + 1) for between in reversed(list(_between(block, anchors))))
        else:
            found.append(block)
    return sorted(found, key=lambda hunk: (hunk.start, hunk.new_start))


def merged(found: Sequence[Hunk], most: int) -> list[Hunk]:
    """At most `most` hunks: those with the fewest equal elements between them become one."""
    if len(found) <= most:
        return list(found)
    gaps = [following.start - hunk.end for hunk, following in pairwise(found)]
    widest = sorted(range(len(gaps)), key=lambda index: (-gaps[index], index))[: most - 1]
    bounds = [0, *sorted(index + 1 for index in widest), len(found)]
    groups = [found[start:end] for start, end in pairwise(bounds)]
    return [Hunk(group[0].start, group[-1].end, group[0].new_start, group[-1].new_end) for group in groups]


def _trimmed(before: Sequence[Hashable], after: Sequence[Hashable], block: Hunk) -> Hunk:
    start, end, new_start, new_end = block.start, block.end, block.new_start, block.new_end
    while start < end and new_start < new_end and before[start] == after[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < end and new_start < new_end and before[end - 1] == after[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    return Hunk(start, end, new_start, new_end)


def _between(block: Hunk, anchors: list[tuple[int, int]]) -> Iterator[Hunk]:
    start, new_start = block.start, block.new_start
    for position, new_position in anchors:
        yield Hunk(start, position, new_start, new_position)
        start, new_start = position + 1, new_position + 1
    yield Hunk(start, block.end, new_start, block.new_end)


def _anchors(before: Sequence[Hashable], after: Sequence[Hashable], block: Hunk) -> list[tuple[int, int]]:
    """The longest increasing run of pairs of elements that both sides have exactly once."""
    times = Counter(before[block.start : block.end])
    new_times = Counter(after[block.new_start : block.new_end])
    places = {after[index]: index for index in range(block.new_start, block.new_end) if new_times[after[index]] == 1}
    pairs = [
        (index, places[before[index]])
        for index in range(block.start, block.end)
        if times[before[index]] == 1 and before[index] in places
    ]
    return _increasing(pairs)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    ends: list[int] = []
    indexes: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        previous.append(indexes[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            indexes.append(index)
        else:
            ends[length], indexes[length] = place, index
    chain: list[tuple[int, int]] = []
    current = indexes[-1] if indexes else -1
    while current >= 0:
        chain.append(pairs[current])
        current = previous[current]
    return chain[::-1]


def _longest_common(before: Sequence[Hashable], after: Sequence[Hashable], block: Hunk) -> list[tuple[int, int]]:
    """The pairs of the longest common subsequence, from a table of all lengths."""
    rows, columns = block.end - block.start, block.new_end - block.new_start
    lengths = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        here, below = lengths[row], lengths[row + 1]
        element = before[block.start + row]
        for column in range(columns - 1, -1, -1):
            if element == after[block.new_start + column]:
                here[column] = below[column + 1] + 1
            else:
                here[column] = max(below[column], here[column + 1])
    pairs: list[tuple[int, int]] = []
    row = column = 0
    while row < rows and column < columns:
        if before[block.start + row] == after[block.new_start + column]:
            pairs.append((block.start + row, block.new_start + column))
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
    return pairs
