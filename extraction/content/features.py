"""The features of each block, as columns of small integers, for the main-content model.

Each column is a `bytes` with one value per block, because the forest is evaluated over whole columns. The trained model
depends on the order of the columns. After any change here, train again.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter

from extraction.content import page_shape
from extraction.content.blocks import Block, Container, Outline
from extraction.content.page_shape import HEADING_LEVELS, size
from extraction.content.vocabulary import GROUPS, KIND_WORDS_MAX, TAG_CODES, TAGS, text_kind
from extraction.document.document import Document

ANCESTORS = 4
_NEIGHBOUR_BASE = (1, 3, 5, 12)
_CONTAINER_VALUES = 8
_NO_CONTAINER = bytes(_CONTAINER_VALUES)
_LABEL_BITS, _LANDMARK_BITS = 32, 16
_OWN_ROW = 28
# Where `shape_columns` puts the first values of a block's own row, the bits of its containers and landmarks, and the page's values.
OWN_COLUMNS = 23
_WITHIN = _OWN_ROW + _CONTAINER_VALUES * ANCESTORS
WITHIN_BITS = slice(_WITHIN, _WITHIN + _LABEL_BITS + _LANDMARK_BITS)
PAGE_VALUES = slice(WITHIN_BITS.stop + 4 * len(_NEIGHBOUR_BASE), None)
_HAS_BIT = tuple(bytes(byte >> index & 1 for byte in range(256)) for index in range(8))
_ENDS = dict(zip('.!?…:,;"”)。»›>→', (1, 1, 2, 3, 4, 5, 5, 1, 1, 6, 1, 7, 7, 7, 7), strict=True))
_TOKEN = re.compile(r"\w+")
CommonContainer = tuple[int, int, int]
_NONE_IN_COMMON: CommonContainer = (16, 16, 0)


def shape_columns(document: Document, outline: Outline, title: str) -> list[bytes]:
    """The columns that do not use the lexicon."""
    blocks = outline.blocks
    _describe_containers(outline)
    own = _transposed(b"".join(_rows(outline, title)), len(blocks))
    own += _transposed(b"".join(_ancestry(block.container) for block in blocks), len(blocks))
    own += _bits([block.container.within for block in blocks], _LABEL_BITS)
    own += _bits([block.container.landmarks for block in blocks], _LANDMARK_BITS)
    around = [shifted for index in _NEIGHBOUR_BASE for shifted in _shifts(own[index])]
    return own + around + [bytes((value,)) * len(blocks) for value in page_shape.values(document, outline, title)]


def _transposed(rows: bytes, count: int) -> list[bytes]:
    width = len(rows) // count
    return [rows[index::width] for index in range(width)]


def _bits(values: list[int], width: int) -> list[bytes]:
    """One column of zeros and ones per bit."""
    packed = array("I", values).tobytes()
    step = len(packed) // len(values)
    return [packed[index // 8 :: step].translate(_HAS_BIT[index % 8]) for index in range(width)]


def _shifts(column: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The values of the previous block, the next block, and the blocks two steps before and after."""
    padded = b"\xff\xff" + column + b"\xff\xff"
    return padded[1:-3], padded[3:-1], padded[:-4], padded[4:]


def _describe_containers(outline: Outline) -> None:
    total = max(1, outline.containers[0].words)
    for container in outline.containers:
        words = container.words
        if not words:
            container.row = _NO_CONTAINER
            continue
        container.row = bytes((
            size(words), 24 * words // total, 12 * container.link_words // words, size(container.blocks), 
            12 * container.p_words // words, size(container.same), TAG_CODES.get(container.tag, 0), size(words // container.blocks),
        ))  # fmt: skip


def _ancestry(container: Container) -> bytes:
    """The values of the container and of its ancestors, innermost first."""
    rows, above = container.row, container.parent
    for _ in range(ANCESTORS - 1):
        if above is None:
            return rows.ljust(_CONTAINER_VALUES * ANCESTORS, b"\0")
        rows += above.row
        above = above.parent
    return rows


def _rows(outline: Outline, title: str) -> list[bytes]:
    blocks, total = outline.blocks, max(1, outline.containers[0].words)
    repeats = Counter([block.text for block in blocks])
    seen: Counter[str] = Counter()
    title_words = _spellings(_TOKEN.findall(title.casefold()))
    alike = _similar_block_stats(blocks)
    core = _common_containers(outline, _core_of(blocks))
    main_heading = _common_containers(
        outline, next((block.container for block in blocks if block.container.tag == "h1"), None)
    )
    rows, before, number = [], 0, len(blocks)
    since_h1 = heading_kind = heading_level = since_heading = 0
    for index, block in enumerate(blocks):
        container, text = block.container, block.text
        count, tag, depth = len(block.words), container.tag, block.depth
        kind = text_kind(text) if count <= KIND_WORDS_MAX else 0
        if tag in HEADING_LEVELS:
            heading_kind, heading_level, since_heading = kind + 1, HEADING_LEVELS[tag], 0
            if tag == "h1":
                since_h1 = 1
        if (repeated := repeats[text]) > 1:
            seen[text] += 1
        rows.append(bytes((
            size(count), 12 * block.link_words // count, min(20, len(text) // count), _ENDS.get(text[-1], 0),
            min(12, text.count(",") + text.count(". ")), TAG_CODES.get(tag, 0), container.parent.row[6] if container.parent else 0,
            depth if depth < 40 else 40, 50 * before // total, 50 * index // number, since_h1 if since_h1 < 60 else 60,
            repeated if repeated < 10 else 10, kind,
            heading_kind, heading_level, size(since_heading), _overlap(title_words, block.words) if count <= 30 else 0,
            min(9, len(block.inlines)), min(5, seen[text]) if repeated > 1 else 1,
            *alike[container.signature], *core[container.index], *main_heading[container.index],
        )))  # fmt: skip
        before += count
        since_heading += count
        since_h1 += since_h1 > 0
    return rows


def _spellings(words: list[str]) -> frozenset[str]:
    """The words in lower case, in capitals, and with a capital."""
    return frozenset(spelled for word in words for spelled in (word, word.upper(), word.title()))


def _overlap(title_words: frozenset[str], words: list[str]) -> int:
    if title_words.isdisjoint(words):
        return 0
    return 10 * sum(map(title_words.__contains__, words)) // len(words)


if GROUPS > _LABEL_BITS or len(TAGS) > _LANDMARK_BITS:
    raise AssertionError("The vocabulary has more groups than there are columns.")


def _similar_block_stats(blocks: list[Block]) -> dict[object, tuple[int, int, int]]:
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


def _core_of(blocks: list[Block]) -> Container | None:
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


def _common_containers(outline: Outline, landmark: Container | None) -> list[CommonContainer]:
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
