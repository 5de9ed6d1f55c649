"""Whether a capture is a bot check instead of the page."""

from __future__ import annotations

from contract.capture import PageCapture
from extraction import visible_tree
from extraction.document.document import Document, open_page
from extraction.verdicts import bot_walls

BOT_CHECK = "The site returned a bot check instead of the page."


def is_bot_check(capture: PageCapture) -> bool:
    """Whether the page is a bot check. Pure.

    Raises:
        UnreadablePage: the body is not a page.
    """
    return shows_bot_check(open_page(capture))


def shows_bot_check(document: Document) -> bool:
    """Whether an open document is a bot check. Removes its invisible elements."""
    if document.kind != "html":
        return False
    visible_tree.drop_invisible(document)
    return bot_walls.find(document, bot_walls.few_words(document.body)) == "challenge"
