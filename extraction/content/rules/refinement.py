"""Rules for blocks that were kept and are not content: copies, comments on an article, invitations, headings without text, dialogs.

The model looks at each block alone, so it cannot see these.
"""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules import leftovers
from extraction.content.rules.headings import with_section_headings, without_empty_headings
from extraction.content.rules.invitations import without_invitations
from extraction.content.rules.landmarks import is_boilerplate
from extraction.content.vocabulary import tag_bit

_COPY_WORDS_MIN = 8
# Equal cells, items, quotes and headings are common in content.
_REPEATABLE_TAGS = frozenset(("pre", "code", "li", "dt", "dd", *HEADING_LEVELS))
_REPEATABLE_LANDMARKS = tag_bit("table", None) | tag_bit("blockquote", None)
# Reference texts and lists of entities repeat sentences. On lists of entities and on shop pages, a heading can be all of an entry.
_REPETITIVE_KINDS = frozenset(("documentation", "listing", "collection"))
_KINDS_WITHOUT_EMPTY_HEADINGS = frozenset(("article", "forum", "product"))


def refine(blocks: list[Block], retained: list[Block], kind: str) -> list[Block]:
    """The retained blocks with their code samples, and without what is not content, as far as the kind of the page allows.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    retained = leftovers.without_signs(leftovers.without_dialogs(with_code_samples(blocks, retained)))
    retained = leftovers.without_signatures(retained) if kind == "forum" else with_section_headings(blocks, retained)
    if kind not in _REPETITIVE_KINDS:
        retained = without_copies(retained)
    if kind == "article":
        retained = leftovers.without_last_links(
            without_invitations(blocks, leftovers.without_comments(blocks, retained))
        )
    return without_empty_headings(blocks, retained) if kind in _KINDS_WITHOUT_EMPTY_HEADINGS else retained


def without_copies(retained: list[Block]) -> list[Block]:
    """Leaves out paragraphs whose exact text was already kept, for example a copy for small screens."""
    seen: set[str] = set()
    found = []
    for block in retained:
        if _is_paragraph(block):
            if block.text in seen:
                continue
            seen.add(block.text)
        found.append(block)
    return found


def _is_paragraph(block: Block) -> bool:
    return (
        len(block.words) >= _COPY_WORDS_MIN
        and block.container.tag not in _REPEATABLE_TAGS
        and not block.container.landmarks & _REPEATABLE_LANDMARKS
    )


def with_code_samples(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks with each code sample that is directly below one of them.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    chosen = set(map(id, retained))
    count = len(chosen)
    for above, block in pairwise(blocks):
        if block.container.tag == "pre" and id(above) in chosen and not is_boilerplate(block):
            chosen.add(id(block))
    return retained if len(chosen) == count else [block for block in blocks if id(block) in chosen]
