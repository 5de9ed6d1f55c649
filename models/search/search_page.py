"""The search index: one row per page that was captured for everybody, written in the transaction that stores the capture.

A page is found by its words (`extraction.search.words`), which Postgres holds as tsvectors with GIN indexes. They are
made outside Postgres: so each word's language is known, scripts without spaces are covered, and Postgres parses no text.
A row is deleted `SEARCH_PAGE_RETENTION_SECONDS` after its page was captured last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import Connection, Date, DateTime, Index, LargeBinary, String, case, cast, func
from sqlalchemy.dialects.postgresql import TSVECTOR, insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql import select

from models import packing
from models.array_rows import ArrayRows
from models.base import Base

# Words that are not sorted into an index yet, in KB: every search reads them from start to end. Postgres' default is 4 MB.
_PENDING = {"gin_pending_list_limit": 1024}


class SearchPage(Base):
    """A page that can be found. `key` is the digest of its URL's normal form, `text` is packed.

    `dated_at` is when the page was published, or captured if it does not say. `country` is that of its host.
    `title_words` are also in `words`, with a higher weight.
    """

    __tablename__ = "search_page"
    __table_args__ = (
        Index("ix_search_page_words", "words", postgresql_using="gin", postgresql_with=_PENDING),
        Index("ix_search_page_title_words", "title_words", postgresql_using="gin", postgresql_with=_PENDING),
    )

    key: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    url: Mapped[str]
    host: Mapped[str]
    country: Mapped[str | None] = mapped_column(String(2))
    language: Mapped[str | None]
    title: Mapped[str]
    text: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    dated_at: Mapped[datetime]
    captured_at: Mapped[datetime]
    # The day of `captured_at`, for deletion: a page that is captured again on the same day changes no index.
    captured_on: Mapped[date] = mapped_column(Date, index=True)
    words: Mapped[str] = mapped_column(TSVECTOR)
    title_words: Mapped[str] = mapped_column(TSVECTOR)


class NewSearchPage(NamedTuple):
    """A page for the index. `title_words` and `words` are tsvectors in their text form."""

    normal_url: str
    url: str
    host: str
    country: str | None
    title: str
    text: str
    language: str | None
    published: datetime | None
    digest: bytes
    title_words: str
    words: str


_ROWS = ArrayRows(
    "found", key=LargeBinary(), url=String(), host=String(), country=String(), language=String(), title=String(),
    text=LargeBinary(), digest=LargeBinary(), published=DateTime(timezone=True), words=String(), title_words=String(),
)  # fmt: skip
_now = func.now()
_today = cast(func.timezone("UTC", _now), Date)
_STORE = insert(SearchPage).from_select(
    [
        SearchPage.key, SearchPage.url, SearchPage.host, SearchPage.country, SearchPage.language, SearchPage.title,
        SearchPage.text, SearchPage.digest, SearchPage.words, SearchPage.title_words, SearchPage.dated_at,
        SearchPage.captured_at, SearchPage.captured_on,
    ],
    select(
        _ROWS.c.key, _ROWS.c.url, _ROWS.c.host, _ROWS.c.country, _ROWS.c.language, _ROWS.c.title, _ROWS.c.text, _ROWS.c.digest,
        cast(_ROWS.c.words, TSVECTOR), cast(_ROWS.c.title_words, TSVECTOR),
        func.least(func.coalesce(_ROWS.c.published, _now), _now), _now, _today,
    ).order_by(_ROWS.c.key),
)  # fmt: skip
_new = _STORE.excluded
_is_same = SearchPage.digest == _new.digest
# The values of an unchanged page stay the same, so that Postgres updates no index for it.
_STORE = _STORE.on_conflict_do_update(
    index_elements=[SearchPage.key],
    set_={
        **{
            name: getattr(_new, name)
            for name in ("url", "country", "language", "digest", "dated_at", "captured_at", "captured_on")
        },
        **{
            name: case((_is_same, getattr(SearchPage, name)), else_=getattr(_new, name))
            for name in ("title", "text", "words", "title_words")
        },
    },
)


def store(connection: Connection, pages: Sequence[NewSearchPage]) -> None:
    """Write pages to the index, in the order of their keys. A page that is in it already is replaced."""
    if not pages:
        return
    rows = {
        key_of(page.normal_url): (
            key_of(page.normal_url), page.url, page.host, page.country, page.language, page.title,
            packing.pack(page.text.encode("utf-8", "replace")), page.digest, page.published, page.words, page.title_words,
        )
        for page in pages
    }  # fmt: skip
    connection.execute(_STORE, _ROWS.parameters(rows.values()))


def key_of(normal_url: str) -> bytes:
    """The key of a page."""
    return hashlib.blake2b(normal_url.encode("utf-8", "replace"), digest_size=16).digest()
