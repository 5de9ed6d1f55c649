"""Infoboxes between the main heading and a long text: times of a recipe, score of a review, channel of a video, role of a person.

The model for articles leaves out what is between a heading and its text, because on news pages that is a byline.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from extraction.content.blocks import Block, is_within
from extraction.content.rules.amounts import has_digit, has_moment, minutes_of
from extraction.content.rules.headings import heading_container
from extraction.content.rules.landmarks import is_boilerplate
from extraction.content.rules.own_containers import in_order, is_own, outwards
from extraction.content.rules.properties import properties_in
from extraction.document.any_case import AnyCase
from extraction.document.hidden.elements import is_hidden

# The head ends with a text of this many words after the lead, or with another heading.
_TEXT_WORDS_MIN, _LEAD_WORDS_MAX, _BLOCKS_MAX, _ABOVE_MAX, _DEPTH_MAX = 20, 50, 16, 8, 2
_TIMES_MIN = 2
_LINE_WORDS_MAX, _NAME_WORDS_MAX, _ROLE_WORDS_MAX, _ROLES_MAX = 14, 6, 8, 2
_SCORE = AnyCase(r"\W{0,3}\d{1,2}(?:[.,]\d)?\s?(?:/|out of|von|sur|su|de|av|van|af|z)\s?(?:5|10|20|100)\b")
_PLAYERS = ("video", "audio", "iframe")
_PERSON_WORDS = range(2, 6)
_WHOLE = frozenset(("body", "main", "html"))


def in_head(blocks: list[Block], retained: list[Block], anchor: Block) -> list[Block]:
    """The retained blocks with those infoboxes between the main heading and the text that state what the page is about.

    Labels with one short value each, a score, and on a page with a score or a player its lines with a day and the name beside
    each. Below the name of a person, the role and the organisation.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading.
    """
    above, below = _head(blocks, anchor)
    head = above + below
    chosen = set(map(id, retained))
    if all(id(block) in chosen for block in head):
        return retained
    found = properties_in(head, anchor) + _times(head)
    scores = [block for block in head if has_digit(block.text) and _SCORE.match(block.text)]
    if scores or _has_player(head, anchor):
        found += scores + _dated_lines(head)
    elif _is_person(anchor):
        found += _roles(below) or _roles(above[-_ROLES_MAX:])
    added = [block for block in found if id(block) not in chosen and _may_be_added(block, anchor)]
    return in_order(blocks, chosen, added) if added else retained


def _head(blocks: list[Block], anchor: Block) -> tuple[list[Block], list[Block]]:
    """The short blocks around the main heading: above it in its container, and below it up to the text. A lead is passed over."""
    index, outer = blocks.index(anchor), anchor.container.outer
    above: list[Block] = []
    if outer is not None and outer.tag not in _WHOLE:
        near = blocks[max(0, index - _ABOVE_MAX) : index]
        above = [block for block in near if len(block.words) < _TEXT_WORDS_MIN and is_within(block.container, outer)]
    below: list[Block] = []
    has_lead = False
    for block in blocks[index + 1 : index + 1 + _BLOCKS_MAX]:
        if heading_container(block) is not None:
            break
        if len(block.words) < _TEXT_WORDS_MIN:
            below.append(block)
        elif has_lead or len(block.words) > _LEAD_WORDS_MAX:
            break
        else:
            has_lead = True
    return above, below


def _times(head: list[Block]) -> list[Block]:
    """Several durations in one short block, or in blocks that are written alike, with the others in these."""
    timed = [block for block in head if has_digit(block.text) and len(block.words) <= _LINE_WORDS_MAX]
    durations = [(block, len(list(minutes_of(block.text)))) for block in timed]
    found = [block for block, count in durations if count >= _TIMES_MIN]
    counts = Counter((block.container.outer, block.container.signature) for block, count in durations if count)
    alike = {written for written, count in counts.items() if count >= _TIMES_MIN}
    return found + [block for block in head if (block.container.outer, block.container.signature) in alike]


def _has_player(head: list[Block], anchor: Block) -> bool:
    """Whether a player is beside the main heading, above the text."""
    if not any(has_moment(block.text) for block in head):
        return False
    for around in islice(outwards(anchor.container), 1, _DEPTH_MAX + 1):
        if around.tag in _WHOLE:
            return False
        for each in around.element.iter(*_PLAYERS, "p"):
            if each.tag != "p":
                return True
            if len("".join(each.itertext()).split()) > _LEAD_WORDS_MAX:
                return False
    return False


def _dated_lines(head: list[Block]) -> list[Block]:
    """The short lines with a day, and the few words above and below each."""
    found: list[Block] = []
    for index, block in enumerate(head):
        if len(block.words) <= _LINE_WORDS_MAX and has_moment(block.text):
            beside = head[max(0, index - 1) : index] + head[index + 1 : index + 2]
            found += [block, *(each for each in beside if len(each.words) <= _NAME_WORDS_MAX)]
    return found


def _is_person(anchor: Block) -> bool:
    """Whether a main heading may be the name of a person: a few words with capitals."""
    return len(anchor.words) in _PERSON_WORDS and all(
        word[0].isupper() and word.strip(".").isalpha() for word in anchor.words
    )


def _roles(lines: list[Block]) -> list[Block]:
    """The first lines beside the name of a person that are not sentences."""
    found: list[Block] = []
    for block in lines[:_ROLES_MAX]:
        if len(block.words) > _ROLE_WORDS_MAX or has_digit(block.text) or not block.text[-1].isalpha():
            break
        found.append(block)
    return found


def _may_be_added(block: Block, anchor: Block) -> bool:
    return (
        block.container.tag not in ("button", "label")
        and not is_boilerplate(block)
        and not is_hidden(block.container.element)
        and is_own(block, anchor)
    )
