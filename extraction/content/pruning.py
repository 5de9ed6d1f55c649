"""Removes everything from a tree except the chosen blocks."""

from __future__ import annotations

from extraction.content.blocks import Block, Container, Outline
from extraction.document.tree import Tree, drop_all


def prune(body: Tree, outline: Outline, retained: list[Block]) -> None:
    """Remove every block that is not kept, all navigation, and every element without a retained block.

    Images and `hr` stay if most of the text around them stays.
    """
    chosen = set(map(id, retained))
    alive = {body}
    for block in retained:
        element = block.container.element
        while element not in alive:
            alive.add(element)
            element = element.getparent()
    for block in outline.blocks:
        if id(block) not in chosen and block.container.element in alive:
            erase(block)
    pictures = _retained_pictures(outline, retained)
    gone: set[Container | None] = set()
    dropped = [part.element for part in outline.navigation]
    for container in outline.containers:
        if container.outer in gone:
            gone.add(container)
        elif container.element not in alive and container not in pictures:
            gone.add(container)
            dropped.append(container.element)
    drop_all(body, dropped)


def erase(block: Block) -> None:
    """Remove the text and inline elements of a block. Its element stays, because it contains other retained blocks."""
    element = block.container.element
    if block.whole:
        element.text = None
    for before in block.tails:
        before.tail = None
    for inline in block.inlines:
        if inline.getparent() is element:
            inline.tail = None
            element.remove(inline)


def _retained_pictures(outline: Outline, retained: list[Block]) -> set[Container]:
    """Containers without words that contain an image, video, formula or `hr`. Kept if most of the text around them is."""
    words, left = _words_with_navigation(outline), dict.fromkeys(outline.containers, 0)
    for block in retained:
        left[block.container] += len(block.words)
    for container in reversed(outline.containers):
        if container.outer and left[container]:
            left[container.outer] += left[container]
    return {
        container for container in outline.containers
        if not words[container]
        and (above := _with_words(container, words))
        and left[above] >= 0.5 * words[above]
        and _is_picture(container)
    }  # fmt: skip


def _words_with_navigation(outline: Outline) -> dict[Container, int]:
    words = {container: container.words for container in outline.containers}
    for part in outline.navigation:
        above = part.outer
        while above is not None:
            words[above] += part.words
            above = above.outer
    return words


def _is_picture(container: Container) -> bool:
    return (
        container.tag == "hr" or next(container.element.iter("img", "math", "hr", "video", "audio"), None) is not None
    )


def _with_words(container: Container, words: dict[Container, int]) -> Container | None:
    """The innermost container around it that contains words."""
    above = container.outer
    while above is not None and not words[above]:
        above = above.outer
    return above
