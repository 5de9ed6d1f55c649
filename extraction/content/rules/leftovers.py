"""Leftovers that were kept and are not content: comments on an article, dialogs, signatures, lone signs, links at the end."""

from __future__ import annotations

import unicodedata

from extraction.content.blocks import Block, Container
from extraction.content.rules.headings import tag_of
from extraction.content.rules.landmarks import words_of
from extraction.content.vocabulary import tag_bit

_DIALOG_NAMES = frozenset(("modal", "popup", "lightbox", "dialog", "popover"))
_SIGNATURE_NAMES = frozenset(("signature", "signatur", "signatures", "postsignature"))
# To add a language: the names that its sites give to the container of all comments or of one comment.
_COMMENT_NAMES = frozenset(
    "comment comments commentlist disqus respond kommentar kommentare kommentarer commentaire commentaires comentario "
    "comentarios commento commenti comentarii reacties komentarze komentarz komentar komentare".split()
)
_COMMENT_SHARE_MAX = 0.6
_POST_WORDS_MIN = 25
# If named containers have more of the retained text than this, the content itself is in them.
_NAMED_SHARE_MAX = 0.3
# A single sign can be all of a cell, of a line of code, or of a part of a formula.
_SIGN_TAGS = frozenset(("pre", "code", "td", "th", "dt", "dd", "math", "mo", "mi", "mn", "mtext"))
_TABLE = tag_bit("table", None)
_SIGN_CHARS_MAX = 3
_TAIL_WORDS_MAX = 25


def without_dialogs(retained: list[Block]) -> list[Block]:
    """Leaves out text in containers whose class or id names a dialog, for example a question to subscribe."""
    return _outside_of(_DIALOG_NAMES, retained)


def without_signatures(retained: list[Block]) -> list[Block]:
    """Leaves out the signatures that writers of a forum put below each of their posts."""
    return _outside_of(_SIGNATURE_NAMES, retained)


def _outside_of(names: frozenset[str], retained: list[Block]) -> list[Block]:
    """Without the text in containers with one of these words in their class or id, unless it is a large part of all."""
    known: dict[Container, bool] = {}
    found = [block for block in retained if not _is_named(names, block.container, known)]
    return found if words_of(found) >= (1 - _NAMED_SHARE_MAX) * words_of(retained) else retained


def _is_named(names: frozenset[str], container: Container, known: dict[Container, bool]) -> bool:
    found = known.get(container)
    if found is None:
        found = not names.isdisjoint(container.names) or (
            container.outer is not None and _is_named(names, container.outer, known)
        )
        known[container] = found
    return found


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
    # Those around the first retained text do not count: themes name the whole page after its comments.
    known = dict.fromkeys(_containers_around(retained[0].container), False)
    found = [block for block in retained if not _is_named(_COMMENT_NAMES, block.container, known)]
    left, words = words_of(found), words_of(retained)
    if words - left <= _COMMENT_SHARE_MAX * words:
        return found
    titled = any(tag_of(block) == "h1" and not _is_named(_COMMENT_NAMES, block.container, known) for block in blocks)
    return found if titled and left >= _POST_WORDS_MIN else retained


def _containers_around(container: Container | None) -> set[Container]:
    found = set()
    while container is not None:
        found.add(container)
        container = container.outer
    return found


def without_signs(retained: list[Block]) -> list[Block]:
    """Leaves out containers of one to three invisible characters or signs, for example the separators of a menu."""
    return [block for block in retained if len(block.text) > _SIGN_CHARS_MAX or not _is_sign(block)]


def _is_sign(block: Block) -> bool:
    # A sign beside other text belongs to it, for example the full stop after a container in a sentence.
    if block.container.blocks > 1 or block.container.tag in _SIGN_TAGS or block.container.landmarks & _TABLE:
        return False
    # Letters, digits, emoji, currencies and backticks are text. Punctuation, spaces, controls and mathematical signs are not.
    classes = map(unicodedata.category, block.text)
    return all(name[0] in "PZC" or name == "Sm" for name in classes)


def without_last_links(retained: list[Block]) -> list[Block]:
    """Leaves out a few words of links at the end, for example to the next article."""
    end = len(retained)
    while end and retained[end - 1].link_words >= len(retained[end - 1].words):
        end -= 1
    tail = words_of(retained[end:])
    return retained[:end] if end and tail <= _TAIL_WORDS_MAX else retained
