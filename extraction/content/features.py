"""The features of each block, as columns of small integers, for the main-content model.

Each column is a `bytes` with one value per block, because the forest is evaluated over whole columns. The trained model
depends on the order of the columns. After any change here, train again.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter

from extraction.content import lexicon, page_shape
from extraction.content.blocks import Box, Outline
from extraction.content.neighbourhood import common_boxes, core_of, similar_block_stats
from extraction.content.page_shape import HEADING_LEVELS, size
from extraction.content.vocabulary import GROUPS, KIND_WORDS_MAX, TAG_CODES, TAGS, text_kind
from extraction.document.document import Document

ANCESTORS = 4
_NEIGHBOUR_BASE = (1, 3, 5, 12)
_BOX_VALUES = 8
_NO_BOX = bytes(_BOX_VALUES)
_LABEL_BITS, _LANDMARK_BITS = 32, 16
_OWN_ROW = 28
# Where `shape_columns` puts the first values of a block's own row, the bits of its boxes and landmarks, and the page's values.
OWN_COLUMNS = 23
_WITHIN = _OWN_ROW + _BOX_VALUES * ANCESTORS
WITHIN_BITS = slice(_WITHIN, _WITHIN + _LABEL_BITS + _LANDMARK_BITS)
PAGE_VALUES = slice(WITHIN_BITS.stop + 4 * len(_NEIGHBOUR_BASE), None)
_HAS_BIT = tuple(bytes(byte >> place & 1 for byte in range(256)) for place in range(8))
_ENDS = dict(zip('.!?…:,;"”)。»›>→', (1, 1, 2, 3, 4, 5, 5, 1, 1, 6, 1, 7, 7, 7, 7), strict=True))
_TOKEN = re.compile(r"\w+")


def columns(document: Document, outline: Outline, title: str, learned: lexicon.Lexicon) -> list[bytes]:
    """One column per feature, with the lexicon's columns last. Empty if the page has no blocks."""
    if not outline.blocks:
        return []
    return shape_columns(document, outline, title) + lexicon.columns(lexicon.page_tokens(outline), learned)


def shape_columns(document: Document, outline: Outline, title: str) -> list[bytes]:
    """The columns that do not use the lexicon."""
    blocks = outline.blocks
    _describe_boxes(outline)
    own = _transposed(b"".join(_rows(outline, title)), len(blocks))
    own += _transposed(b"".join(_ancestry(block.box) for block in blocks), len(blocks))
    own += _bits([block.box.within for block in blocks], _LABEL_BITS)
    own += _bits([block.box.landmarks for block in blocks], _LANDMARK_BITS)
    around = [shifted for place in _NEIGHBOUR_BASE for shifted in _shifts(own[place])]
    return own + around + [bytes((value,)) * len(blocks) for value in page_shape.values(document, outline, title)]


def _transposed(rows: bytes, count: int) -> list[bytes]:
    width = len(rows) // count
    return [rows[place::width] for place in range(width)]


def _bits(values: list[int], width: int) -> list[bytes]:
    """One column of zeros and ones per bit."""
    packed = array("I", values).tobytes()
    step = len(packed) // len(values)
    return [packed[place // 8 :: step].translate(_HAS_BIT[place % 8]) for place in range(width)]


def _shifts(column: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The values of the previous block, the next block, and the blocks two steps before and after."""
    padded = b"\xff\xff" + column + b"\xff\xff"
    return padded[1:-3], padded[3:-1], padded[:-4], padded[4:]


def _describe_boxes(outline: Outline) -> None:
    total = max(1, outline.boxes[0].words)
    for box in outline.boxes:
        words = box.words
        if not words:
            box.row = _NO_BOX
            continue
        box.row = bytes((
            size(words), 24 * words // total, 12 * box.link_words // words, size(box.blocks), 12 * box.p_words // words,
            size(box.same), TAG_CODES.get(box.tag, 0), size(words // box.blocks),
        ))  # fmt: skip


def _ancestry(box: Box) -> bytes:
    """The values of the box and of its ancestors, innermost first."""
    rows, above = box.row, box.parent
    for _ in range(ANCESTORS - 1):
        if above is None:
            return rows.ljust(_BOX_VALUES * ANCESTORS, b"\0")
        rows += above.row
        above = above.parent
    return rows


def _rows(outline: Outline, title: str) -> list[bytes]:
    blocks, total = outline.blocks, max(1, outline.boxes[0].words)
    repeats = Counter([block.text for block in blocks])
    seen: Counter[str] = Counter()
    title_words = _spellings(_TOKEN.findall(title.casefold()))
    alike = similar_block_stats(blocks)
    core = common_boxes(outline, core_of(blocks))
    main_heading = common_boxes(outline, next((block.box for block in blocks if block.box.tag == "h1"), None))
    rows, before, number = [], 0, len(blocks)
    since_h1 = heading_kind = heading_level = since_heading = 0
    for place, block in enumerate(blocks):
        box, text = block.box, block.text
        count, tag, depth = len(block.words), box.tag, block.depth
        kind = text_kind(text) if count <= KIND_WORDS_MAX else 0
        if tag in HEADING_LEVELS:
            heading_kind, heading_level, since_heading = kind + 1, HEADING_LEVELS[tag], 0
            if tag == "h1":
                since_h1 = 1
        if (repeated := repeats[text]) > 1:
            seen[text] += 1
        rows.append(bytes((
            size(count), 12 * block.link_words // count, min(20, len(text) // count), _ENDS.get(text[-1], 0),
            min(12, text.count(",") + text.count(". ")), TAG_CODES.get(tag, 0), box.parent.row[6] if box.parent else 0,
            depth if depth < 40 else 40, 50 * before // total, 50 * place // number, since_h1 if since_h1 < 60 else 60,
            repeated if repeated < 10 else 10, kind,
            heading_kind, heading_level, size(since_heading), _overlap(title_words, block.words) if count <= 30 else 0,
            min(9, len(block.inlines)), min(5, seen[text]) if repeated > 1 else 1,
            *alike[box.signature], *core[box.place], *main_heading[box.place],
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
