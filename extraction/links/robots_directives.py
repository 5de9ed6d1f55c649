"""What a page asks of robots: its `X-Robots-Tag` headers and robots meta tags, and `rel` of its links."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from extraction.document.document import Document

# The name of this crawler in robots.txt, in meta tags and in headers.
AGENT = "Orbweaver"
_NAMED = re.compile(r"\s*([\w-]+)\s*:(.*)", re.S)
# Directives with a value, whose names are not those of robots.
_WITH_VALUE = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})


def forbids_listing(document: Document) -> bool:
    """Whether a page asks all robots, or this one, not to list it."""
    return not _directives(document).isdisjoint(("noindex", "none"))


def forbids_following(document: Document) -> bool:
    """Whether a page asks all robots, or this one, not to follow its links."""
    return not _directives(document).isdisjoint(("nofollow", "none"))


def is_nofollow(link: HtmlElement) -> bool:
    """Whether a link is marked as one that robots must not follow."""
    return "nofollow" in (link.get("rel") or "").lower().split()


def _directives(document: Document) -> set[str]:
    """The directives for all robots and for this one, in lower case."""
    found: set[str] = set()
    for name, value in document.capture.headers:
        if name == "x-robots-tag":
            found |= _of_header(value)
    if document.kind == "html":
        for meta in document.tree.iter("meta"):
            if (meta.get("name") or "").strip().lower() in ("robots", AGENT.lower()):
                found |= _words(meta.get("content") or "")
    return found


def _of_header(value: str) -> set[str]:
    """The directives of one header. A name with a colon limits those after it to that robot."""
    found: set[str] = set()
    applies = True
    for part in value.split(","):
        named = _NAMED.match(part)
        if named and named[1].lower() not in _WITH_VALUE:
            applies, part = named[1].lower() == AGENT.lower(), named[2]
        if applies:
            found |= _words(part)
    return found


def _words(text: str) -> set[str]:
    return {word.strip().lower() for word in text.split(",")}
