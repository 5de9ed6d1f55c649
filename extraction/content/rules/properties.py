"""Labels with one short value each beside the main text: licence, frequency and contact of a dataset, times of a place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.content.blocks import Block
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.own_containers import in_order, is_own
from extraction.content.rules.prices import is_priced
from extraction.content.vocabulary import tag_bit
from extraction.document.hidden.elements import is_hidden

_TERMS = frozenset(("dt", "th"))
_LABEL_TAGS = _TERMS | HEADING_LEVELS.keys()
_LABEL_WORDS_MAX, _VALUE_WORDS_MAX, _PAIRS_MIN, _PAIRS_MAX = 5, 10, 3, 20
_LINKED_SHARE_MAX = 0.34
_DIGITS = re.compile(r"\d+")
_ENDS = (".", "!", "?", "。")
# Names and values of a shop's theme, which a style sheet hides.
_TECHNICAL = re.compile(r"_|://|#[\da-f]{3,8}\b")
_BOILERPLATE = (
    tag_bit("nav", None)
    | tag_bit("footer", None)
    | tag_bit("header", None)
    | tag_bit("dialog", None)
    | tag_bit("form", None)
)


def with_properties(blocks: list[Block], retained: list[Block], anchor: Block) -> list[Block]:
    """The retained blocks with lists of labels, each with one short value, below the main heading. Not lists of links and prices.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading.
    """
    chosen = set(map(id, retained))
    added: list[Block] = []
    for run in _runs(blocks[blocks.index(anchor) + 1 :]):
        if _PAIRS_MIN <= len(run) <= _PAIRS_MAX and _are_properties(run, anchor):
            added += [block for pair in run for block in pair]
    return in_order(blocks, chosen, added) if added else retained


def properties_in(blocks: list[Block], anchor: Block) -> list[Block]:
    """Those of some blocks that are labels, each with one short value."""
    return [
        block
        for run in _runs(blocks)
        if _PAIRS_MIN <= len(run) <= _PAIRS_MAX and _are_properties(run, anchor)
        for pair in run
        for block in pair
    ]


def _runs(blocks: list[Block]) -> Iterator[list[tuple[Block, Block]]]:
    """Pairs of a label and a value that follow each other."""
    run: list[tuple[Block, Block]] = []
    index = 0
    while index + 1 < len(blocks):
        label, value = blocks[index], blocks[index + 1]
        if _is_pair(label, value) and (
            (label.container.tag in _LABEL_TAGS and not _begins(blocks[index + 1 : index + 5]))
            or _continues(run, label, value)
            or _begins(blocks[index : index + 4])
            or _is_row(label, value)
        ):
            if run and run[-1][0].container.tag != label.container.tag:
                yield run
                run = []
            run.append((label, value))
            index += 2
            continue
        if run:
            yield run
            run = []
        index += 1
    if run:
        yield run


def _begins(four: list[Block]) -> bool:
    """Whether two labels with a value each follow each other: labels are written alike, and values in another way."""
    if len(four) < 4:
        return False
    label, value, other, last = (block.container.signature for block in four)
    return label == other and value == last and label != value and label[1] is not None


def _is_row(label: Block, value: Block) -> bool:
    """Whether a label and its value are the two cells of a row."""
    row = label.container.outer
    return label.container.tag == "td" and row is not None and row is value.container.outer and row.blocks == 2


def _continues(run: list[tuple[Block, Block]], label: Block, value: Block) -> bool:
    return bool(run) and (run[-1][0].container.signature, run[-1][1].container.signature) == (
        label.container.signature,
        value.container.signature,
    )


def _is_pair(label: Block, value: Block) -> bool:
    return (
        len(label.words) <= _LABEL_WORDS_MAX
        and not label.link_words
        and value.container.tag not in _LABEL_TAGS
        and len(value.words) <= _VALUE_WORDS_MAX
        and not label.container.landmarks & _BOILERPLATE
        and _TECHNICAL.search(f"{label.text} {value.text}") is None
    )


def _are_properties(run: list[tuple[Block, Block]], anchor: Block) -> bool:
    first, last = run[0][0].container, run[-1][0].container
    linked = sum(bool(value.link_words) for _, value in run)
    labels = {label.text for label, _ in run}
    if len(labels) == len(run) and len({_DIGITS.sub("", label) for label in labels}) == 1:
        return False  # Counts of reviews by stars.
    if first.tag not in _TERMS and not _are_named(run, labels):
        return False
    return (
        (first.outer is last.outer or first.signature == last.signature)
        and linked <= _LINKED_SHARE_MAX * len(run)
        and not any(value.text in labels for _, value in run)
        and 2 * sum(is_priced(value) for _, value in run) < len(run)
        and not any(is_hidden(value.container.element) or not is_own(value, anchor) for _, value in run)
    )


def _are_named(run: list[tuple[Block, Block]], labels: set[str]) -> bool:
    """Whether headings, or cells that only a style sheet distinguishes, are labels: names that differ, without sentences below."""
    are_names = len(labels) == len(run) and all(any(map(str.isalpha, label)) for label in labels)
    return are_names and not any(value.text.endswith(_ENDS) and len(value.words) > _LABEL_WORDS_MAX for _, value in run)
