"""Several URLs of one job that are the same page, by a redirect, or by a canonical URL and alike content.

Which of them is kept is a rule (`rules.Merging`). This file looks up what the rule needs, and writes what it decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Uuid, any_, bindparam, cast, select, update

from models.pages import frontier, rules
from models.pages.page import PAGE, NewPage, Page, PageEnd
from models.pages.rules import Known, Merging


@dataclass(frozen=True)
class Merge:
    """Ended pages to keep, and ended pages that duplicate another page of the job.

    `stopped` are the numbers of other running pages that are now duplicates, `dropped` is the number of such queued ones.
    """

    retained: list[PageEnd] = field(default_factory=list)
    merged: list[PageEnd] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    dropped: int = 0


_LOCK_KNOWN = (
    select(Page.key, Page.number, Page.status, Page.sketch)
    .where(
        Page.job_id == bindparam("job"),
        Page.kind == PAGE,
        Page.key == any_(cast(bindparam("keys"), ARRAY(Uuid(as_uuid=False)))),
    )
    .order_by(Page.number)
    .with_for_update()
)


def merge(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> Merge:
    """Find duplicates among the ended pages and merge them. The caller holds the job's lock."""
    keys = rules.keys_to_look_up(ends)
    naming = _find_naming(connection, job_id, sorted(rules.canonical_keys_to_look_up(ends)))
    known = _lock_known(connection, job_id, sorted(keys)) if keys or naming else {}
    decision = Merging(ends, known, naming)
    open_pages = [page for page in decision.dropped if page.status in ("queued", "running")]
    _drop(connection, job_id, [page.number for page in open_pages])
    _add_aliases(connection, job_id, decision.new_aliases)
    return Merge(
        retained=decision.retained,
        merged=decision.merged,
        stopped=[page.number for page in open_pages if page.status == "running"],
        dropped=sum(page.status == "queued" for page in open_pages),
    )


def _lock_known(connection: Connection, job_id: UUID, keys: Sequence[str]) -> dict[str, Known]:
    """The pages of the job by these keys. They are locked."""
    rows = connection.execute(_LOCK_KNOWN, {"job": job_id, "keys": list(keys)})
    return {key.hex: Known(number, status, _hex(sketch)) for key, number, status, sketch in rows}


_NAMING = select(Page.canonical_key, Page.number, Page.sketch).where(
    Page.job_id == bindparam("job"),
    Page.canonical_key == any_(cast(bindparam("keys"), ARRAY(Uuid(as_uuid=False)))),
    Page.status == "completed",
)


def _find_naming(connection: Connection, job_id: UUID, keys: Sequence[str]) -> dict[str, list[Known]]:
    """The completed pages that name one of these keys as canonical, by that key."""
    naming: dict[str, list[Known]] = {}
    if keys:
        for key, number, sketch in connection.execute(_NAMING, {"job": job_id, "keys": list(keys)}):
            assert key is not None
            naming.setdefault(key.hex, []).append(Known(number, "completed", _hex(sketch)))
    return naming


def _hex(sketch: UUID | None) -> str | None:
    return None if sketch is None else sketch.hex


_DROP = (
    update(Page)
    .where(Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))))
    .values({Page.status: "merged", Page.lease_owner: None, Page.lease_until: None})
)
_MERGE_NEW = (
    update(Page)
    .where(
        Page.job_id == bindparam("job"),
        Page.number.between(bindparam("first", type_=Integer), bindparam("last", type_=Integer)),
        Page.status == "queued",
    )
    .values({Page.status: "merged"})
)


def _drop(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> None:
    """Mark pages that need not be fetched any more."""
    if numbers:
        connection.execute(_DROP, {"job": job_id, "numbers": sorted(numbers)})


def _add_aliases(connection: Connection, job_id: UUID, aliases: Mapping[str, PageEnd]) -> None:
    """Add URLs that need not be fetched, so that later links to them are recognised."""
    if aliases:
        pages = [NewPage(url=end.task.url, key=key, host=end.task.host) for key, end in aliases.items()]
        first = frontier.allocate_numbers(connection, job_id, len(pages))
        frontier.add(connection, job_id, pages, first=first)
        connection.execute(_MERGE_NEW, {"job": job_id, "first": first, "last": first + len(pages) - 1})
