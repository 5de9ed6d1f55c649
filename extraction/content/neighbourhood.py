"""The position of a block: statistics of similar blocks, and distances to the page's core and to its main heading."""

from __future__ import annotations

from collections import Counter

from extraction.content.blocks import Block, Container, Outline
from extraction.content.page_shape import size

CommonContainer = tuple[int, int, int]
_NONE_IN_COMMON: CommonContainer = (16, 16, 0)


def similar_block_stats(blocks: list[Block]) -> dict[object, tuple[int, int, int]]:
    """For blocks in containers with an equal signature: their number, mean length and share of links."""
    totals: dict[object, list[int]] = {}
    for block in blocks:
        sums = totals.get(block.container.signature)
        if sums is None:
            totals[block.container.signature] = sums = [0, 0, 0]
        sums[0] += 1
        sums[1] += len(block.words)
        sums[2] += block.link_words
    return {
        key: (size(count), size(words // count), 12 * links // words) for key, (count, words, links) in totals.items()
    }


def core_of(blocks: list[Block]) -> Container | None:
    """The innermost container with most of the page's running text."""
    prose = Counter[Container]()
    for block in blocks:
        unlinked = len(block.words) - block.link_words
        if unlinked >= 12:
            prose[block.container] += unlinked
    if not prose:
        return None
    within: Counter[Container] = Counter()
    for container, words in prose.items():
        above: Container | None = container
        while above is not None:
            within[above] += words
            above = above.parent
    half = 0.6 * prose.total()
    return min(
        (container for container, words in within.items() if words >= half),
        key=lambda container: (within[container], container.words),
        default=None,
    )


def common_containers(outline: Outline, landmark: Container | None) -> list[CommonContainer]:
    """The innermost container around both a container and a landmark: steps from each of them, share of the text."""
    found = [_NONE_IN_COMMON] * len(outline.containers)
    if landmark is None:
        return found
    total = max(1, outline.containers[0].words)
    chain: set[int] = set()
    above: Container | None = landmark
    while above is not None:
        found[above.index] = (0, min(15, len(chain)), 1 + 24 * above.words // total)
        chain.add(above.index)
        above = above.parent
    # Outer containers come first, so the parent's values are already known.
    for container in outline.containers:
        if container.words and container.index not in chain:
            steps, across, share = found[container.parent.index] if container.parent else _NONE_IN_COMMON
            found[container.index] = (min(15, steps + 1), across, share)
    return found
