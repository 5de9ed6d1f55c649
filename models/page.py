"""The pages of a crawl or batch: its entries, and at the same time its frontier.

Rows wait as `queued` in the order of `rank` and `number`. A crawl may know of more queued pages than its limit lets it
issue: those are candidates, of which a caller sees as many as may still be issued. `merged` rows stand for addresses that
turned out to be another page of the job; nobody sees them, they keep the address from being fetched again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, SmallInteger, Text, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base

PAGE = "page"
# The walk through a site's sitemaps: work of a crawl like a page, but neither counted nor shown nor paid for.
SITEMAP = "sitemap"


class Page(Base):
    """One address of a job. `attempts` counts the claims and is the fencing token of whoever works on it.

    `lapses` counts workers that were lost with it, `delays` how often its host asked to come back later. `result` is the
    JSON text of the page's result in wire names.
    """

    __tablename__ = "page"
    __table_args__ = (
        UniqueConstraint("job_id", "key"),
        Index("ix_page_queued", "job_id", "rank", "number", postgresql_where="status = 'queued'"),
        Index("ix_page_running", "lease_until", postgresql_where="status = 'running'"),
    )

    job_id: Mapped[UUID] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(server_default=PAGE)
    key: Mapped[UUID] = mapped_column(Uuid())
    url: Mapped[str]
    host: Mapped[str]
    depth: Mapped[int] = mapped_column(SmallInteger)
    rank: Mapped[int] = mapped_column(SmallInteger)
    status: Mapped[str] = mapped_column(server_default="queued")
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    lapses: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    delays: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    not_before: Mapped[datetime | None]
    lease_owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    error: Mapped[str | None]
    credits: Mapped[int] = mapped_column(server_default="0")
    result: Mapped[str | None] = mapped_column(Text)
    finished_at: Mapped[datetime | None]


@dataclass(frozen=True, kw_only=True)
class NewPage:
    """An address that a job shall visit. `key` is 32 hexadecimal digits; equal keys are one page."""

    url: str
    key: str
    host: str
    depth: int = 0
    rank: int = 0
    kind: str = PAGE


class Address(Protocol):
    """An address with its key and host."""

    @property
    def url(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def host(self) -> str: ...


def starts(addresses: Iterable[Address]) -> list[NewPage]:
    """The first pages of a job, in their order."""
    # Ranks are few, numbers are many: within a rank the number decides.
    return [
        NewPage(url=address.url, key=address.key, host=address.host, rank=place // 100)
        for place, address in enumerate(addresses)
    ]


# A page met again nearer to the start comes nearer; whatever is under way or done stays as it is.
_ADD = text("""
    INSERT INTO page (job_id, number, kind, key, url, host, depth, rank)
    SELECT :job_id, :first + place, kind, CAST(key AS uuid), url, host, depth, rank
    FROM unnest(CAST(:kinds AS text[]), CAST(:keys AS text[]), CAST(:urls AS text[]), CAST(:hosts AS text[]),
                CAST(:depths AS smallint[]), CAST(:ranks AS smallint[]))
         WITH ORDINALITY AS given(kind, key, url, host, depth, rank, place)
    ON CONFLICT (job_id, key) DO UPDATE SET depth = excluded.depth, rank = least(page.rank, excluded.rank)
    WHERE page.status = 'queued' AND excluded.depth < page.depth
""")


def add(connection: Connection, job_id: UUID, pages: Sequence[NewPage], *, first: int) -> None:
    """Add pages that the job does not know yet, numbered from `first` + 1; keys among `pages` are unique."""
    if pages:
        columns = {
            "kinds": [page.kind for page in pages], "keys": [page.key for page in pages], "urls": [page.url for page in pages],
            "hosts": [page.host for page in pages], "depths": [page.depth for page in pages],
            "ranks": [page.rank for page in pages],
        }  # fmt: skip
        connection.execute(_ADD, {"job_id": str(job_id), "first": first, **columns})


def take_numbers(connection: Connection, job_id: UUID, many: int) -> int:
    """The number before the next `many` ones, which are taken."""
    met = connection.execute(
        text("UPDATE job SET met = met + :many WHERE id = :id RETURNING met"), {"id": str(job_id), "many": many}
    ).scalar_one()
    return int(met) - many - 1


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How the pages of a job stand; queued ones as far as the limit lets them be issued."""

    queued: int
    running: int
    completed: int
    failed: int
    credits: int

    @property
    def total(self) -> int:
        return self.queued + self.running + self.completed + self.failed


_COUNTS = text("""
    SELECT count(*) FILTER (WHERE status = 'queued') AS queued, count(*) FILTER (WHERE status = 'running') AS running,
           count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed,
           coalesce(sum(credits), 0) AS credits
    FROM page WHERE job_id = :job_id AND kind = 'page'
""")


def counts(connection: Connection, job_id: UUID, pages_max: int) -> Counts:
    """The job's counters, counted: they cannot differ from its entries."""
    row = connection.execute(_COUNTS, {"job_id": str(job_id)}).one()
    issued = row.running + row.completed + row.failed
    queued = min(int(row.queued), max(0, pages_max - issued))
    return Counts(
        queued=queued, running=row.running, completed=row.completed, failed=row.failed, credits=int(row.credits)
    )


_ENTRIES = text("""
    SELECT number, url, status, depth, error, coalesce(octet_length(result), 0) AS size FROM (
        SELECT *, CASE WHEN status = 'queued' THEN row_number() OVER (PARTITION BY status ORDER BY rank, number) END AS place
        FROM page WHERE job_id = :job_id AND kind = 'page' AND status <> 'merged'
    ) AS shown
    WHERE (place IS NULL OR place <= :queued) AND (CAST(:status AS text) IS NULL OR status = :status)
    ORDER BY number LIMIT :most OFFSET :offset
""")


def entries(
    connection: Connection, job_id: UUID, *, queued: int, most: int | None = None, offset: int = 0, status: str | None = None
) -> list[Any]:  # fmt: skip
    """Entries (number, url, status, depth, error, size) in the order of their discovery, `queued` of the queued ones.

    `size` is that of the result in bytes, 0 where there is none.
    """
    values = {"job_id": str(job_id), "queued": queued, "most": most, "offset": offset, "status": status}
    return list(connection.execute(_ENTRIES, values))


def results(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> dict[int, str]:
    """Results by page number. What was once recorded changes no more."""
    rows = connection.execute(
        text(
            "SELECT number, result FROM page WHERE job_id = :job_id AND number = ANY(:numbers) AND result IS NOT NULL"
        ),
        {"job_id": str(job_id), "numbers": list(numbers)},
    )
    return {row.number: row.result for row in rows}


_FINISHED = text("""
    SELECT number, url, status, depth, error, coalesce(octet_length(result), 0) AS size FROM page
    WHERE job_id = :job_id AND kind = 'page' AND status IN ('completed', 'failed') AND number <> ALL(:known)
    ORDER BY finished_at, number LIMIT :most
""")


def finished_since(connection: Connection, job_id: UUID, known: Sequence[int], most: int) -> list[Any]:
    """Up to `most` entries that ended and whose numbers are not known yet, in the order of their end."""
    return list(connection.execute(_FINISHED, {"job_id": str(job_id), "known": list(known), "most": most}))


def one(connection: Connection, job_id: UUID, number: int) -> Any:
    """One entry, or None."""
    return connection.execute(
        text("SELECT url, status, depth, error, result FROM page WHERE job_id = :job_id AND number = :number"),
        {"job_id": str(job_id), "number": number},
    ).one_or_none()
