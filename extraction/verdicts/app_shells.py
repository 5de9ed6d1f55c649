"""Detects application shells: pages with hardly any text, whose scripts load the content.

`page_scan` counts the visible text. This file decides by the counts.
To recognise another kind of shell, add an example to `benchmarks/sites/rendering_decision_pages.py`, then a rule here.
"""

from __future__ import annotations

import re

from contract.capture import PageCapture
from extraction.document.document import UnreadablePage, open_page
from extraction.document.office.reader import is_archive
from extraction.verdicts.page_scan import (
    MAIN_LETTERS,
    PLACEHOLDERS_MIN,
    PageScan,
    displayed_parts,
    may_have_scripts,
    scan,
    start_of,
)

# A page with fewer letters shows hardly more than a name.
BARE_LETTERS = 60
# A larger page, or a page without an empty `main` and with more paragraphs, is not a shell.
SHELL_BYTES_MAX, SHELL_PARAGRAPHS_MAX = 1_000_000, 12
# `is_clearly_readable` looks for `main` in this much of a page, and counts this much text from there on. Hostile markup takes
# up to a millisecond per 1,000 characters.
SEARCHED_BYTES, PREFIX_LETTERS = 262_144, 16_384

_REDIRECTION = re.compile(
    r"\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign|reload)\s*\(|\.submit\s*\(\s*\)|document\.write\s*\(",
)


def needs_rendering(capture: PageCapture) -> bool:
    """Whether a capture must be rendered in a browser: it is a shell, or it redirects by script.

    Does not parse the page. False when unsure, for rendered captures, and for everything that is not HTML.
    """
    if capture.rendered or is_archive(capture.body) or _is_clearly_full(capture.body):
        return False
    try:
        document = open_page(capture)
    except UnreadablePage:
        return False
    if document.kind != "html":
        return False
    seen = scan(document.text)
    return _is_app_shell(seen) or _redirects(seen)


def is_clearly_readable(body: bytes) -> bool:
    """Whether the beginning of a page or of its `main` element shows enough text, so that no rendering is needed.

    Takes 1 ms for most bodies and 30 ms at most. False means undecided: `needs_rendering` must read the whole page.
    """
    if _is_clearly_full(body):
        return True
    text = body[:SEARCHED_BYTES].decode("utf-8", "ignore")
    if "<main" not in text and _has_many_paragraphs(text):
        return True
    return _shows_enough(text, start_of("main", text), first_region_only=True) or _shows_enough(
        text, max(0, start_of("body", text))
    )


def _has_many_paragraphs(text: str) -> bool:
    found = 0
    for begin, end in displayed_parts(text):
        found += text.count("</p>", begin, end)
        if found > SHELL_PARAGRAPHS_MAX:
            return True
    return False


def _shows_enough(text: str, start: int, *, first_region_only: bool = False) -> bool:
    if start < 0:
        return False
    seen = PageScan().run(text[start : start + PREFIX_LETTERS], first_region_only=first_region_only)
    return seen.is_readable and not seen.unclosed


def is_app_shell(text: str) -> bool:
    """Whether an HTML text shows hardly any text and its scripts load the content."""
    return may_have_scripts(text) and _is_app_shell(scan(text))


def _is_clearly_full(body: bytes) -> bool:
    return len(body) > SHELL_BYTES_MAX or b"<script" not in body.lower()


def _is_app_shell(seen: PageScan) -> bool:
    if not seen.has_scripts or seen.is_readable:
        return False
    if seen.has_empty_main and not seen.has_filled_part:
        return True
    if seen.paragraphs > SHELL_PARAGRAPHS_MAX:
        return False
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
    """Whether the page is little more than a script that redirects."""
    if seen.is_readable or seen.has_heading or seen.letters >= BARE_LETTERS or seen.paragraphs > SHELL_PARAGRAPHS_MAX:
        return False
    return any(map(_REDIRECTION.search, seen.inline_scripts))
