"""Main content: which blocks of a page a reader came for.

A learned model gives each block a probability; the choice of blocks is the one that expects the best balance of what
is kept and what is missed on this page, so there is no threshold to tune. Small pages, on which statistics say little,
go by landmarks alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from extraction.content import features, forest, pruning
from extraction.content.blocks import DEPTH_MAX, Block, Box, Outline
from extraction.content.vocabulary import BOILERPLATE_LABELS, BOILERPLATE_LANDMARKS, MAIN_LANDMARK
from extraction.document.document import Document

_SMALL_PAGE_WORDS = 150
# Up to here a page's own word for its main part is believed where that part is nearly all of it and hardly links.
_MODEST_PAGE_WORDS = 400
_DECLARED_SHARE, _LINKED_SHARE = 0.7, 0.1
_CONTENT_WORDS_MIN = 25
# The expected score below which the choice of blocks says little.
_DOUBTED = 0.35
_TABLE_SHARE_MAX = 0.5
_UNSPLIT = ("table", "pre", "ul", "ol", "dl")


@dataclass(frozen=True)
class Choice:
    """What was left in the tree. `expected` is the F1 score that the model expects of it, from 0 to 1."""

    words: int
    page_words: int
    expected: float
    link_share: float


def shipped_model() -> forest.Forest:
    """The model that comes with this package; loaded once a process."""
    return forest.shipped("main_content.json")


def cut(
    document: Document, title: str, *, whole_structures: bool = False, model: forest.Forest | None = None
) -> Choice:
    """Leave only the main content in the shared tree.

    Args:
        title: the page's title, which tells its own heading from others.
        whole_structures: lists, tables and code are kept or dropped as a whole.
        model: in place of the shipped one.
    """
    outline = Outline(document.body)
    blocks = outline.blocks
    if not blocks:
        return Choice(0, 0, 0.0, 0.0)
    model = model or shipped_model()
    likely = forest.probabilities(model, features.columns(document, outline, title, model.lexicon))
    for place, block in enumerate(blocks[1:], start=1):
        if block.depth == DEPTH_MAX:
            likely[place] = likely[place - 1]  # It goes on with what stands before it.
    _even_out(blocks, likely, outline.boxes[0].words, _UNSPLIT if whole_structures else _UNSPLIT[:2])
    kept, expected = _chosen(blocks, likely, outline.boxes[0].words)
    kept = _with_headline(blocks, _without_gaps(blocks, kept), title)
    pruning.prune(document.body, outline, kept)
    words = _words(kept)
    linked = sum(block.link_words for block in kept)
    return Choice(words, outline.boxes[0].words, expected, linked / words if words else 0.0)


def _chosen(blocks: list[Block], likely: list[float], page_words: int) -> tuple[list[Block], float]:
    if page_words < _SMALL_PAGE_WORDS:
        return _without_frame(blocks) or blocks, 0.75
    if page_words < _MODEST_PAGE_WORDS and (declared := _declared_whole(blocks, page_words)):
        return declared, 0.75
    threshold, expected = best_threshold(likely, [len(block.words) for block in blocks])
    kept = [block for block, probability in zip(blocks, likely, strict=True) if probability >= threshold]
    if _words(kept) < _CONTENT_WORDS_MIN:
        # Nearly nothing found is worse than too much: the reader can skip, but not guess what is missing.
        plain = [block for block in blocks if not _is_landmarked(block)]
        return plain or blocks, min(expected, 0.4)
    if expected < _DOUBTED:
        # Where nothing looks like content, the page's own word for where it is counts more.
        declared = [block for block in blocks if block.box.landmarks & MAIN_LANDMARK and not _is_landmarked(block)]
        if _words(declared) >= _CONTENT_WORDS_MIN:
            return declared, _DOUBTED
    return kept, expected


def _declared_whole(blocks: list[Block], page_words: int) -> list[Block]:
    """The texts of what the page declares its main part, where that is nearly all of it and hardly links; else nothing."""
    inside = [block for block in blocks if block.box.landmarks & MAIN_LANDMARK and not _is_landmarked(block)]
    words = _words(inside)
    linked = sum(block.link_words for block in inside)
    if words < _DECLARED_SHARE * page_words or linked >= _LINKED_SHARE * words:
        return []
    return [block for block in inside if 2 * block.link_words <= len(block.words)]


def _without_gaps(blocks: list[Block], kept: list[Block]) -> list[Block]:
    """The kept blocks with what stands between two of them in their own box: nobody skips a list in a text."""
    places = {id(block): place for place, block in enumerate(blocks)}
    found: list[Block] = kept[:1]
    for before, after in pairwise(kept):
        gap = blocks[places[id(before)] + 1 : places[id(after)]]
        if gap and before.box.holder is after.box.holder and _belongs(gap, before, after):
            found += gap
        found.append(after)
    return found


def _belongs(gap: list[Block], before: Block, after: Block) -> bool:
    words = _words(gap)
    return (
        words <= len(before.words) + len(after.words)
        and 2 * sum(block.link_words for block in gap) <= words
        and not any(map(_is_landmarked, gap))
        and all(_is_within(block.box, before.box.holder) for block in gap)
    )


def _is_within(box: Box | None, holder: Box | None) -> bool:
    while box is not None and box is not holder:
        box = box.holder
    return box is holder


def _with_headline(blocks: list[Block], kept: list[Block], title: str) -> list[Block]:
    """The kept blocks behind the page's headline: whether or not it counts as content, nobody wants to miss it.

    It says what the title says, or stands right before what is kept, in the same box.
    """
    opening = blocks[: blocks.index(kept[0])] if kept else blocks
    said = set(title.casefold().split())
    for block in opening:
        if block.box.tag == "h1" and said.issuperset(block.text.casefold().split()) and not _is_landmarked(block):
            return [block, *kept]
    last = opening[-1:] if kept else []
    return [block for block in last if block.box.tag == "h1" and block.box.holder is kept[0].box.holder] + kept


def best_threshold(likely: list[float], words: list[int]) -> tuple[float, float]:
    """The probability from which blocks are kept so that the expected F1 score over words is highest, and that score."""
    wanted = sum(probability * count for probability, count in zip(likely, words, strict=True))
    found = kept = best = 0.0
    threshold = 1.0
    for probability, count in sorted(zip(likely, words, strict=True), reverse=True):
        found += probability * count
        kept += count
        score = 2 * found / (kept + wanted)
        if score >= best:
            best, threshold = score, probability
    return threshold, best


def _without_frame(blocks: list[Block]) -> list[Block]:
    """The blocks of a small page outside its navigation, footers, notices.

    A class that would take most of the page means something else there (`tab-content`), unless it is about cookies.
    """
    inside = [block for block in blocks if not block.box.landmarks & BOILERPLATE_LANDMARKS]
    plain = [block for block in inside if not _is_landmarked(block)]
    if 2 * _words(plain) >= _words(inside):
        return plain
    boxes = [_labelled_box(block) for block in inside]
    about_cookies = {box for block, box in zip(inside, boxes, strict=True) if box and "cookie" in block.text.casefold()}
    return [block for block, box in zip(inside, boxes, strict=True) if box not in about_cookies]


def _labelled_box(block: Block) -> Box | None:
    """The outermost box around a block whose class names boilerplate."""
    found: Box | None = None
    box: Box | None = block.box
    while box is not None and box.within & BOILERPLATE_LABELS:
        found, box = box, box.holder
    return found


def _words(blocks: list[Block]) -> int:
    return sum(len(block.words) for block in blocks)


def _is_landmarked(block: Block) -> bool:
    box = block.box
    return bool(box.landmarks & BOILERPLATE_LANDMARKS or box.within & BOILERPLATE_LABELS)


def _even_out(blocks: list[Block], likely: list[float], page_words: int, tags: tuple[str, ...]) -> None:
    """Give the blocks of one table (or list) their common mean: half a table helps nobody."""
    groups: dict[int, list[int]] = {}
    for place, block in enumerate(blocks):
        holder = _holder(block.box, page_words, tags)
        if holder is not None:
            groups.setdefault(id(holder), []).append(place)
    for places in groups.values():
        words = sum(len(blocks[place].words) for place in places)
        mean = sum(likely[place] * len(blocks[place].words) for place in places) / words
        for place in places:
            likely[place] = mean


def _holder(box: Box | None, page_words: int, tags: tuple[str, ...]) -> Box | None:
    """The outermost such box that is data and not the page's own layout."""
    found = None
    while box is not None:
        if box.tag in tags and box.words <= _TABLE_SHARE_MAX * page_words:
            found = box
        box = box.parent
    return found
