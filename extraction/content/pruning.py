"""Removes everything from a tree except the chosen blocks."""

from __future__ import annotations

from extraction.content.blocks import Block, Box, Outline
from extraction.document.tree import Tree, drop_all


def prune(body: Tree, outline: Outline, kept: list[Block]) -> None:
    """Remove every block that is not kept, every frame, and every element without a kept block.

    Images and `hr` stay if most of the text around them stays.
    """
    chosen = set(map(id, kept))
    alive = {body}
    for block in kept:
        element = block.box.element
        while element not in alive:
            alive.add(element)
            element = element.getparent()
    for block in outline.blocks:
        if id(block) not in chosen and block.box.element in alive:
            erase(block)
    pictures = _kept_pictures(outline, kept)
    gone: set[Box | None] = set()
    dropped = [frame.element for frame in outline.frames]
    for box in outline.boxes:
        if box.holder in gone:
            gone.add(box)
        elif box.element not in alive and box not in pictures:
            gone.add(box)
            dropped.append(box.element)
    drop_all(body, dropped)


def erase(block: Block) -> None:
    """Remove the text and inline elements of a block. Its element stays, because it contains other kept blocks."""
    element = block.box.element
    if block.whole:
        element.text = None
    for before in block.tails:
        before.tail = None
    for inline in block.inlines:
        if inline.getparent() is element:
            inline.tail = None
            element.remove(inline)


def _kept_pictures(outline: Outline, kept: list[Block]) -> set[Box]:
    """Boxes without words that contain an image, video, formula or `hr`. They are kept if most of the text around them is kept."""
    words, left = _words_with_frames(outline), dict.fromkeys(outline.boxes, 0)
    for block in kept:
        left[block.box] += len(block.words)
    for box in reversed(outline.boxes):
        if box.holder and left[box]:
            left[box.holder] += left[box]
    return {
        box for box in outline.boxes
        if not words[box] and (above := _with_words(box, words)) and left[above] >= 0.5 * words[above] and _is_picture(box)
    }  # fmt: skip


def _words_with_frames(outline: Outline) -> dict[Box, int]:
    words = {box: box.words for box in outline.boxes}
    for frame in outline.frames:
        above = frame.holder
        while above is not None:
            words[above] += frame.words
            above = above.holder
    return words


def _is_picture(box: Box) -> bool:
    return box.tag == "hr" or next(box.element.iter("img", "math", "hr", "video", "audio"), None) is not None


def _with_words(box: Box, words: dict[Box, int]) -> Box | None:
    """The innermost box around it that contains words."""
    above = box.holder
    while above is not None and not words[above]:
        above = above.holder
    return above
