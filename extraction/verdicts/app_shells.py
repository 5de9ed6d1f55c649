"""Whether a page is the shell of an application: hardly any text, and scripts that are meant to fill it.

`page_scan` counts what the page shows; this file decides on the counts.
To recognise another kind of shell, add a page to `benchmarks/rendering_decision_pages.py`, then its sign here.
"""

from __future__ import annotations

import re

from contract.capture import PageCapture
from extraction.document.document import UnreadablePage, open_page
from extraction.verdicts.page_scan import MAIN_LETTERS, PLACEHOLDERS_MIN, PageScan, scan

# With fewer letters a page shows hardly more than a name.
BARE_LETTERS = 60
# A shell with all its state is smaller, and one without a `main` element seldom has so many paragraphs.
SHELL_BYTES_MAX, SHELL_PARAGRAPHS_MAX = 1_000_000, 12
# How much of a page `shows_enough` reads: hostile markup costs up to a millisecond a kilobyte.
GLANCE_BYTES = 16_384

_REDIRECTION = re.compile(
    r"\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign|reload)\s*\(|\.submit\s*\(\s*\)|document\.write\s*\(",
)


def needs_rendering(capture: PageCapture) -> bool:
    """Whether a plain capture is a shell, or redirects its reader by script, so that only a browser shows its page.

    Parses nothing. False when unsure, and for everything that is not HTML.
    """
    if capture.rendered or _is_clearly_full(capture.body):
        return False
    try:
        document = open_page(capture)
    except UnreadablePage:
        return False
    if document.kind != "html":
        return False
    seen = scan(document.text)
    return _is_shell(seen) or _redirects(seen)


def shows_enough(body: bytes) -> bool:
    """Whether the beginning of a page, or of its main part, is enough to say that it needs no browser.

    Ends within 30 ms for any body; 1 ms is usual. False decides nothing: `needs_rendering` has to read the whole page.
    """
    if _is_clearly_full(body):
        return True
    return any(
        (seen := PageScan().run(_glance(body, tag), first_region_only=tag == b"<main")).is_readable
        and not seen.unclosed
        for tag in (b"<main", b"<body")
    )


def _glance(body: bytes, tag: bytes) -> str:
    """The text behind a tag, or from the beginning when there is no such tag or a script writes it."""
    start = max(0, body.find(tag))
    if body.count(b"<script", 0, start) != body.count(b"</script", 0, start):
        start = 0
    return body[start : start + GLANCE_BYTES].decode("utf-8", "ignore")


def is_shell(text: str) -> bool:
    """Whether an HTML text shows hardly anything and its scripts are meant to fill it."""
    return _is_shell(scan(text))


def _is_clearly_full(body: bytes) -> bool:
    if len(body) > SHELL_BYTES_MAX or (b"<main" not in body and body.count(b"</p>") > SHELL_PARAGRAPHS_MAX):
        return True
    return b"<script" not in body.lower()


def _is_shell(seen: PageScan) -> bool:
    if not seen.has_scripts or seen.is_readable:
        return False
    if seen.has_empty_main and not seen.has_filled_part:
        return True
    if seen.prose >= MAIN_LETTERS:
        return False
    if seen.placeholders >= PLACEHOLDERS_MIN or seen.letters == 0:
        return True
    if seen.has_empty_root and not seen.has_filled_part:
        return True
    if (seen.says_loading or seen.asks_for_javascript) and not (seen.has_filled_part or seen.has_heading):
        return True
    return seen.letters < BARE_LETTERS and seen.loaded_scripts > 0 and not seen.text_blocks


def _redirects(seen: PageScan) -> bool:
    """Whether there is hardly more than a script that leads elsewhere."""
    if seen.is_readable or seen.has_heading or seen.letters >= BARE_LETTERS:
        return False
    return any(map(_REDIRECTION.search, seen.inline_scripts))
