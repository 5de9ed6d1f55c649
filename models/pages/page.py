"""The pages of a crawl or batch: the table, and the types of a found, a claimed and an ended page.

Pages wait as `queued` in the order of `rank` and `number`. A crawl may have more queued pages than its limit allows:
the rest are candidates, which callers do not see. A `merged` row is another URL of a page of the job: callers do not
see it either, and it prevents that URL from being fetched again. A `merged` row with `duplicate_of` repeats an address of the
caller's list: callers see it with the status and the result of the page with that number.

This file describes pages. `frontier.py` adds them, `page_claim.py` claims them, `page_end.py` ends them, `duplicates.py`
merges them, `lost_page.py` recovers them, `page_entry.py` reads them for callers. `page_job.py` is the job that they belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID, uuid5

from sqlalchemy import Index, SmallInteger, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base

PAGE = "page"
# The reading of a site's sitemaps. It is claimed like a page, but is not counted, listed or charged.
SITEMAP = "sitemap"
# A page whose lease expired this often may stop its worker. It is processed alone (`workers/suspects.py`).
EXPIRED_LEASES_ISOLATED = 2


class Page(Base):
    """One address of a job. `attempts` counts the claims and is the fencing token of the worker that holds the lease.

    `expired_leases` counts its expired leases, `delays` how often it waited because its host responded with 429 or 503. `result` is
    the JSON text of the page's result in wire names. A large result is in `stored_result.py` instead: `result_slot` is its
    slot, `result_bytes` its size. `final_url` is set when a redirect led elsewhere.
    """

    __tablename__ = "page"
    __table_args__ = (
        UniqueConstraint("job_id", "key"),
        Index("ix_page_queued", "job_id", "rank", "number", postgresql_where="status = 'queued'"),
        Index("ix_page_running", "lease_until", postgresql_where="status = 'running'"),
        Index("ix_page_running_job", "job_id", postgresql_where="status = 'running'"),
        Index("ix_page_running_host", "host", postgresql_where="status = 'running'"),
        Index("ix_page_queued_host", "job_id", "host", "rank", "number", postgresql_where="status = 'queued'"),
        Index(
            "ix_page_delayed", "job_id", "not_before", postgresql_where="status = 'queued' AND not_before IS NOT NULL"
        ),
        Index("ix_page_canonical", "job_id", "canonical_key", postgresql_where="canonical_key IS NOT NULL"),
        Index("ix_page_repeat", "job_id", "duplicate_of", postgresql_where="duplicate_of IS NOT NULL"),
        Index("ix_page_suspect", "job_id", postgresql_where="status = 'queued' AND lapses >= 2"),
        {"postgresql_partition_by": "RANGE (job_id)"},
    )

    # No foreign key: pages are added while their job is locked, and outlive it until their partition is dropped (`weeks.py`).
    job_id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(server_default=PAGE)
    key: Mapped[UUID] = mapped_column(Uuid())
    url: Mapped[str]
    final_url: Mapped[str | None]
    duplicate_of: Mapped[int | None]
    canonical_key: Mapped[UUID | None] = mapped_column(Uuid())
    sketch: Mapped[UUID | None] = mapped_column(Uuid())
    host: Mapped[str]
    depth: Mapped[int] = mapped_column(SmallInteger)
    rank: Mapped[int] = mapped_column(SmallInteger)
    status: Mapped[str] = mapped_column(server_default="queued")
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    expired_leases: Mapped[int] = mapped_column("lapses", SmallInteger, server_default="0")
    delays: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    not_before: Mapped[datetime | None]
    lease_owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    error: Mapped[str | None]
    credits: Mapped[int] = mapped_column(server_default="0")
    result: Mapped[str | None] = mapped_column(Text)
    result_bytes: Mapped[int | None]
    result_slot: Mapped[int | None] = mapped_column(SmallInteger)
    finished_at: Mapped[datetime | None]


@dataclass(frozen=True, kw_only=True)
class NewPage:
    """A URL that a job is to fetch. `key` is 32 hexadecimal digits; equal keys are one page."""

    url: str
    key: str
    host: str
    depth: int = 0
    rank: int = 0
    kind: str = PAGE
    duplicate_of: int | None = None


@dataclass(frozen=True, kw_only=True)
class PageTask:
    """A claimed page, and the fencing token of its worker's writes.

    `late_seconds` is how long it waited beyond its last delay, because its host or its job had no slot for it. `trace` is the
    trace context of the call that started its job.
    """

    job_id: UUID
    number: int
    token: int
    kind: str
    key: str
    url: str
    host: str
    depth: int
    delays: int
    operation: str
    workspace_id: UUID
    price: int
    late_seconds: float = 0.0
    trace: str | None = None

    @property
    def charge_key(self) -> str:
        """The key of its charge in the ledger."""
        return f"{self.job_id}:{self.number}"


# `outside`: the page redirected out of the crawl's scope, or robots.txt disallows it. It is not an entry and is not fetched
# again.
Verdict = Literal["completed", "failed", "delayed", "outside"]


@dataclass(frozen=True, kw_only=True)
class PageEnd:
    """How a claimed page ended.

    `result` makes the JSON text of the page's result from (credits charged, balance after). `price` is what a completed page
    costs, if that is less than the task's. `aliases` are other keys of the same page, such as that of its final URL.
    `canonical` is the key of the page that it names as its canonical URL, `sketch` shows whether the content of two pages is alike.
    `is_confirmed`: the site answered 304, and the stored page was read.
    `final_url` is set when a redirect led elsewhere. `found` are the pages that it links to. `start_final_url` is the final URL
    of a crawl's start. A `delayed` page is queued again after `delay_seconds`, and has
    then waited `delays` times more.
    """

    task: PageTask
    verdict: Verdict
    error: str | None = None
    final_url: str | None = None
    result: Callable[[int, int], str] | None = field(default=None, repr=False)
    price: int | None = None
    is_confirmed: bool = False
    aliases: tuple[str, ...] = ()
    canonical: str | None = None
    sketch: str | None = None
    found: tuple[NewPage, ...] = field(default=(), repr=False)
    start_final_url: str | None = None
    delay_seconds: float = 0
    delays: int = 1


class Address(Protocol):
    """An address with its key and host."""

    @property
    def url(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def host(self) -> str: ...


def start_pages(addresses: Iterable[Address]) -> list[NewPage]:
    """The first pages of a job, numbered in the order of `addresses`. An address with a known key repeats the first one."""
    first: dict[str, int] = {}
    pages = []
    for number, address in enumerate(addresses):
        original = first.setdefault(address.key, number)
        is_repeat = original != number
        key = uuid5(UUID(address.key), str(number)).hex if is_repeat else address.key
        # A rank is a small integer and a job may start with many pages. Within a rank, pages are ordered by number.
        pages.append(
            NewPage(
                url=address.url, key=key, host=address.host, rank=number // 100,
                duplicate_of=original if is_repeat else None,
            )
        )  # fmt: skip
    return pages
