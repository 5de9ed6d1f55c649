"""What landmarks, classes and ids say about a block, without the model: navigation, footers, notices, the `main` element."""

from __future__ import annotations

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_money
from extraction.content.vocabulary import BOILERPLATE_LABELS, BOILERPLATE_LANDMARKS, MAIN_LANDMARK, label_groups

_MENU = label_groups("menu", None)[0]
_DECLARED_SHARE, _LINKED_SHARE = 0.7, 0.1


def is_boilerplate(block: Block) -> bool:
    container = block.container
    return bool(container.landmarks & BOILERPLATE_LANDMARKS or container.within & BOILERPLATE_LABELS)


def declared_content(blocks: list[Block]) -> list[Block]:
    """The blocks of the `main` element that are not boilerplate."""
    return [block for block in blocks if block.container.landmarks & MAIN_LANDMARK and not is_boilerplate(block)]


def declared_whole(blocks: list[Block], page_words: int) -> list[Block]:
    """The blocks of the `main` element, if it has most of the text and few links. Otherwise empty."""
    inside = declared_content(blocks)
    words = words_of(inside)
    linked = sum(block.link_words for block in inside)
    if words < _DECLARED_SHARE * page_words or linked >= _LINKED_SHARE * words:
        return []
    return [block for block in inside if 2 * block.link_words <= len(block.words)]


def without_boilerplate(blocks: list[Block]) -> list[Block]:
    """The blocks of a small page outside navigation, footers and notices.

    If boilerplate class names would remove most of the page, they are ignored (for example `tab-content`), except around
    cookie notices.
    """
    inside = [block for block in blocks if not block.container.landmarks & BOILERPLATE_LANDMARKS]
    plain = [block for block in inside if not is_boilerplate(block) or _is_in_menu_of_goods(block)]
    if 2 * words_of(plain) >= words_of(inside):
        return plain
    containers = [_labelled_container(block) for block in inside]
    about_cookies = {
        container
        for block, container in zip(inside, containers, strict=True)
        if container and "cookie" in block.text.casefold()
    }
    return [block for block, container in zip(inside, containers, strict=True) if container not in about_cookies]


def _is_in_menu_of_goods(block: Block) -> bool:
    """Whether the container that is named as boilerplate is a menu with prices and without links, such as that of a restaurant."""
    container = _labelled_container(block)
    return (
        container is not None
        and not container.link_words
        and container.within & BOILERPLATE_LABELS == _MENU
        and has_money(" ".join(container.element.itertext()))
    )


def _labelled_container(block: Block) -> Container | None:
    """The outermost container around a block with a boilerplate class or id."""
    found: Container | None = None
    container: Container | None = block.container
    while container is not None and container.within & BOILERPLATE_LABELS:
        found, container = container, container.outer
    return found


def words_of(blocks: list[Block]) -> int:
    return sum([len(block.words) for block in blocks])
