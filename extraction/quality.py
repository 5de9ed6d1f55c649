"""How far a reading can be trusted, and whether a page needs a browser before it can be read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from contract.capture import PageCapture
from contract.results.page import Quality
from extraction.document import UnreadablePage, open_page
from extraction.walls import Wall

_SHELL_ROOT = re.compile(
    r"<(div|main|app-root|body|section|my-app|ng-app)\b[^>]*\bid=[\"']?(?:root|app|__next|__nuxt|"
    r"___gatsby|app-root|main-app|react-root|svelte|q-app|mount|application|ember-root|"
    r"spa)[\"']?[^>]*>\s*(?:<!--.*?-->\s*)*</\1>|<app-root[^>]*>\s*</app-root>",
    re.I | re.S,
)
_NEEDS_SCRIPT = re.compile(
    r"(?:enable|activate|turn on|requires?|need(?:s|ed)?|without|please use|support)\s+(?:to "
    r"enable\s+)?java ?script|java ?script (?:is|must be|to be)?\s*(?:required|disabled|enabled|"
    r"not enabled|needed|turned off|aktivier)|javascript aktivieren|activer javascript|habilit\w* "
    r"javascript|loading\s*(?:\.{3}|\u2026)",
    re.I,
)
_BUNDLE = re.compile(r"<script\b[^>]*\b(?:src=|type=[\"']?module)", re.I)
_CODE = re.compile(r"<(script|style|template|svg|noscript)\b.*?</\1\s*>", re.I | re.S)
_FALLBACK = re.compile(r"<noscript\b[^>]*>(.*?)</noscript", re.I | re.S)
_TAG = re.compile(r"<[^<>]*>")
_SHELL_LETTERS_MAX, _SURELY_FULL_LETTERS = 200, 2500
_SHELL_PARAGRAPHS_MAX = 12
# A shell with all its state is smaller; and what decides runs while others wait.
_SHELL_BYTES_MAX = 1_000_000


@dataclass(frozen=True)
class Measurements:
    """What reading showed. `expected` is the share of the true content that the choice of blocks expects to hold."""

    status: int
    words: int
    page_words: int
    expected: float
    wall: Wall | None = None
    agreement: float | None = None
    link_share: float = 0.0
    shell: bool = False
    complete: bool = True


def judge(seen: Measurements) -> Quality:
    """Confidence from independent measurements; equal pages give equal numbers."""
    blocked = seen.wall is not None
    complete = seen.complete and not blocked and not seen.shell and seen.words > 0 and seen.status < 400
    return Quality(confidence=round(_confidence(seen), 3), complete=complete, blocked=blocked)


def _confidence(seen: Measurements) -> float:
    if seen.words == 0:
        return 0.0
    confidence = seen.expected
    if seen.agreement is not None:
        confidence *= 0.75 + 0.25 * seen.agreement
    confidence *= 1 - 0.35 * max(0.0, seen.link_share - 0.3)
    confidence *= min(1.0, 0.55 + seen.words / 120)
    if seen.shell:
        confidence = min(confidence, 0.15)
    if seen.status >= 400:
        confidence = min(confidence, 0.3)
    if seen.wall:
        confidence = min(confidence, 0.1 if seen.wall == "challenge" else 0.15)
    return max(0.0, min(1.0, confidence))


def needs_rendering(capture: PageCapture) -> bool:
    """Whether a plain capture is the shell of an application, so that only a browser shows its page.

    Cheap: looks at the text, parses nothing. False when unsure and for everything that is no HTML.
    """
    if capture.rendered or _obviously_full(capture.body):
        return False
    try:
        document = open_page(capture)
    except UnreadablePage:
        return False
    return document.kind == "html" and is_shell(document.text)


def _obviously_full(body: bytes) -> bool:
    """Whether a page has no script at all, or more paragraphs than a shell would bother to write."""
    if len(body) > _SHELL_BYTES_MAX or body.count(b"</p>") > _SHELL_PARAGRAPHS_MAX:
        return True
    return b"<script" not in body.lower()


def is_shell(text: str) -> bool:
    """Whether an HTML text shows hardly anything and means its scripts to fill it."""
    start = text.lower().find("<body")
    page = text[start:] if start >= 0 else text
    visible = "".join(_TAG.sub(" ", _CODE.sub(" ", page)).split())
    letters = len(visible)
    # A page may keep its whole text for browsers without scripts; then there is something to read already.
    fallback = "".join(_TAG.sub(" ", " ".join(_FALLBACK.findall(page))).split())
    if max(letters, 4 * len(fallback)) > _SURELY_FULL_LETTERS or not re.search(r"<script\b", text, re.I):
        return False
    root = bool(_SHELL_ROOT.search(page))
    asks = bool(_NEEDS_SCRIPT.search(page))
    if letters <= _SHELL_LETTERS_MAX:
        return root or asks or (letters < 60 and bool(_BUNDLE.search(text)))
    # Some text around an empty root: a header and a footer that were written by hand.
    return (root and letters <= 1200) or (asks and root)
