"""Rules for blocks that were kept and are not content: copies, comments on an article, invitations, headings without text, dialogs.

The model looks at each block alone, so it cannot see these.
"""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block, Container
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules import leftovers
from extraction.content.rules.headings import tag_of, with_section_headings, without_empty_headings
from extraction.content.rules.invitations import without_invitations
from extraction.content.rules.landmarks import is_boilerplate, words_of
from extraction.content.vocabulary import tag_bit

_COPY_WORDS_MIN = 8
# Equal cells, items, quotes and headings are common in content.
_REPEATABLE_TAGS = frozenset(("pre", "code", "li", "dt", "dd", *HEADING_LEVELS))
_REPEATABLE_LANDMARKS = tag_bit("table", None) | tag_bit("blockquote", None)
# Reference texts and lists of entities repeat sentences. On lists of entities and on shop pages, a heading can be all of an entry.
_REPETITIVE_KINDS = frozenset(("documentation", "listing", "collection"))
_KINDS_WITHOUT_EMPTY_HEADINGS = frozenset(("article", "forum", "product"))
# To add a language: the names that its sites give to the container of all comments or of one comment.
_COMMENT_NAMES = frozenset(
    "comment comments commentlist disqus respond kommentar kommentare kommentarer commentaire commentaires comentario "
    "comentarios commento commenti comentarii reacties komentarze komentarz komentar komentare".split()
)
_COMMENT_SHARE_MAX = 0.6
_POST_WORDS_MIN = 25


def refine(blocks: list[Block], retained: list[Block], kind: str) -> list[Block]:
    """The kept blocks with their code samples, and without what is not content, as far as the kind of the page allows.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    retained = leftovers.without_signs(leftovers.without_dialogs(with_code_samples(blocks, retained)))
    retained = leftovers.without_signatures(retained) if kind == "forum" else with_section_headings(blocks, retained)
    if kind not in _REPETITIVE_KINDS:
        retained = without_copies(retained)
    if kind == "article":
        retained = leftovers.without_last_links(without_invitations(blocks, without_comments(blocks, retained)))
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


def without_comments(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """Leaves out comments below an article.

    Comments are text in a container whose class or id names comments. If they are most of the text and there is no post above them
    that can be recognised, they are the content and stay.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    if not retained:
        return retained
    opening = _containers_around(retained[0].container)
    known: dict[Container, bool] = {}
    found = [block for block in retained if not _is_comment(block.container, opening, known)]
    left, words = words_of(found), words_of(retained)
    if words - left <= _COMMENT_SHARE_MAX * words:
        return found
    titled = any(tag_of(block) == "h1" and not _is_comment(block.container, opening, known) for block in blocks)
    return found if titled and left >= _POST_WORDS_MIN else retained


def _containers_around(container: Container | None) -> set[Container]:
    found = set()
    while container is not None:
        found.add(container)
        container = container.outer
    return found


def _is_comment(container: Container, opening: set[Container], known: dict[Container, bool]) -> bool:
    """Whether the container or one around it is named after comments. Not around the first kept text: themes name the page."""
    found = known.get(container)
    if found is None:
        found = container not in opening and (
            not _COMMENT_NAMES.isdisjoint(container.names)
            or (container.outer is not None and _is_comment(container.outer, opening, known))
        )
        known[container] = found
    return found


def with_code_samples(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The kept blocks with each code sample that is directly below one of them.

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
