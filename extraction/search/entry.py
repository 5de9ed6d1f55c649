"""What the search index stores of a page that was read, and which pages it must not store."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from extraction.document.document import Document
from extraction.links.robots_directives import forbids_listing
from extraction.search import markdown_text, words
from extraction.search.secret_url import has_secret

TITLE_MAX_CHARS = 300
DESCRIPTION_MAX_CHARS = 500
# A title's words come first; those of the text begin here.
TEXT_STARTS_AT = 100
# Raised when the words of a page change, so that an unchanged page is stored with its new words.
WORDS_VERSION = 2
# Directives of Cache-Control that forbid a shared cache to store the page.
_NOT_SHARED = frozenset({"private", "no-store"})


@dataclass(frozen=True, kw_only=True)
class SearchEntry:
    """A page for the search index. `title_words` and `words` are tsvectors of Postgres in their text form."""

    title: str
    text: str
    language: str | None
    published: datetime | None
    title_words: str
    words: str

    @property
    def digest(self) -> bytes:
        """Equal for pages with the same title and text."""
        content = f"{WORDS_VERSION}\0{self.title}\0{self.text}"
        return hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=16).digest()


def may_be_found(capture: PageCapture, document: Document, options: ReadingOptions) -> bool:
    """Whether a page may be in the search index.

    Pages that ask search engines not to list them are left out, pages that no shared cache may store, and pages whose
    requested or final URL carries a secret. So are pages that were read with the caller's own selectors: their text is what
    one caller selected.
    """
    if options.include_tags or options.exclude_tags or has_secret(capture.url) or has_secret(capture.final_url):
        return False
    return not (_is_private(capture) or forbids_listing(document))


def make(formats: PageFormats, markdown: str) -> SearchEntry | None:
    """The entry of a page. None for a page without text."""
    about = formats.metadata
    text = markdown_text.of_markdown(markdown)
    title = " ".join((about.title or "").split())[:TITLE_MAX_CHARS]
    if not text:
        return None
    title_words = words.vector(title, about.language, weight="A")
    description = " ".join((about.description or "").split())[:DESCRIPTION_MAX_CHARS]
    body = text if description and description in text else f"{text} {description}"
    body_words = words.vector(body, about.language, weight="C", start=TEXT_STARTS_AT)
    return SearchEntry(
        title=title, text=text, language=(about.language or "").partition("-")[0].lower() or None,
        published=_moment(about.published_time), title_words=title_words, words=f"{title_words} {body_words}",
    )  # fmt: skip


def _moment(text: str | None) -> datetime | None:
    """The moment of an ISO 8601 date. None if there is none, or if it is beyond any page's age."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    if not 1980 < found.year < 9000:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _is_private(capture: PageCapture) -> bool:
    """Whether a Cache-Control header says that the page is for one visitor."""
    rules = ",".join(value for name, value in capture.headers if name == "cache-control")
    return any(rule.partition("=")[0].strip().lower() in _NOT_SHARED for rule in rules.split(","))
