"""Which page is next: jobs of many pages give their pages out, to any worker on any machine.

Claims are serialised by one advisory lock (they take milliseconds and several pages at a time), so that the limits of jobs,
hosts and purses hold exactly whatever the number of workers.
Locks are taken in the order job, page, hold, workspace.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, text

from models import credits, host, page
from models.page import NewPage
from models.page_task import LAPSES_ALONE, LEASE, PageTask, hold_key

# Any number that no other program on the same database takes.
CLAIM_LOCK = 7_032_028
JOBS_LOOKED_AT = 100
# How long a page under way is waited for before the host is looked at again.
LOOK_SECONDS = 0.2


_CREATE = text("""
    INSERT INTO job (id, workspace_id, operation, options, path, in_background, status, price, pages_max, met, lease_owner,
                     lease_until)
    SELECT :id, id, :operation, CAST(:options AS jsonb), :path, true, 'running', :price, :pages_max, :met, :owner,
           CASE WHEN CAST(:owner AS text) IS NOT NULL THEN now() + :lease END
    FROM workspace WHERE id = :workspace_id AND balance - reserved >= :price
    ON CONFLICT (id) DO NOTHING
""")


def create(
    connection: Connection, *, job_id: UUID, workspace_id: UUID, operation: str, options: dict[str, Any], path: str,
    price: int, pages_max: int, pages: Sequence[NewPage], owner: str | None = None,
) -> bool:  # fmt: skip
    """Write a running job with its first pages; False when the workspace cannot pay for one page.

    Written again under the same `job_id` it is the job that is there.

    Args:
        price: credits of one page.
        owner: the one worker that may take its pages while it renews its lease; None for any.
    """
    values = {
        "id": str(job_id), "workspace_id": str(workspace_id), "operation": operation, "options": json.dumps(options),
        "path": path, "price": price, "pages_max": pages_max, "met": len(pages), "owner": owner, "lease": LEASE,
    }  # fmt: skip
    if connection.execute(_CREATE, values).rowcount:
        page.add(connection, job_id, pages, first=-1)
        return True
    return bool(connection.execute(text("SELECT 1 FROM job WHERE id = :id"), {"id": str(job_id)}).first())


def running(connection: Connection, workspace_id: UUID) -> int:
    """How many jobs of a workspace have not ended."""
    return int(
        connection.execute(
            text("SELECT count(*) FROM job WHERE status = 'running' AND workspace_id = :id"), {"id": str(workspace_id)}
        ).scalar_one()
    )


@dataclass(frozen=True, kw_only=True)
class _Job:
    """A running job as a claim sees it."""

    id: UUID
    workspace_id: UUID
    operation: str
    price: int
    left: int
    running: int


# The same number of jobs of each workspace, so that none can fill the list: those with the fewest pages under way first.
_JOBS = text("""
    SELECT id, workspace_id, operation, price, left_over AS left, running FROM (
        SELECT ready.*, row_number() OVER (PARTITION BY workspace_id ORDER BY running, id) AS turn FROM (
            SELECT job.id, job.workspace_id, job.operation, job.price, job.pages_max - job.issued AS left_over,
                   (SELECT count(*) FROM page WHERE page.job_id = job.id AND page.status = 'running') AS running
            FROM job JOIN workspace ON workspace.id = job.workspace_id
            WHERE job.status = 'running' AND workspace.suspended_at IS NULL
              AND (CAST(:only AS uuid) IS NULL OR job.id = CAST(:only AS uuid))
              AND (job.lease_owner IS NULL OR job.lease_owner = :owner OR job.lease_until < now())
              AND EXISTS (
                  SELECT 1 FROM page WHERE page.job_id = job.id AND page.status = 'queued'
                      AND (not_before IS NULL OR not_before <= now())
                      AND (kind = 'sitemap' OR (job.issued < job.pages_max AND host <> ALL(:full))))
        ) AS ready
    ) AS listed ORDER BY turn, running, id LIMIT :jobs
""")
_QUEUED = text("""
    SELECT EXISTS (SELECT 1 FROM job WHERE status = 'running'
                   AND EXISTS (SELECT 1 FROM page WHERE page.job_id = job.id AND page.status = 'queued'))
""")
_CANDIDATES = text("""
    SELECT candidate.* FROM unnest(CAST(:jobs AS uuid[])) AS wanted(id) CROSS JOIN LATERAL (
        SELECT job_id, number, kind, key, url, host, depth, delays, lapses FROM page
        WHERE page.job_id = wanted.id AND status = 'queued' AND (not_before IS NULL OR not_before <= now())
          AND (kind = 'sitemap' OR host <> ALL(:full))
        ORDER BY rank, number LIMIT :most
    ) AS candidate
""")
_BUSY = text("""
    SELECT host, count(*) AS held, count(*) FILTER (WHERE (job_id, number) NOT IN (
        SELECT * FROM unnest(CAST(:jobs AS uuid[]), CAST(:numbers AS integer[])))) AS asking
    FROM page WHERE status = 'running' AND kind = 'page' GROUP BY host
""")
_TAKE = text("""
    UPDATE page SET status = 'running', attempts = attempts + 1, lease_owner = :owner, lease_until = now() + :lease,
        not_before = NULL
    FROM unnest(CAST(:jobs AS uuid[]), CAST(:numbers AS integer[])) AS taken(job_id, number)
    WHERE page.job_id = taken.job_id AND page.number = taken.number AND status = 'queued'
    RETURNING page.job_id, page.number, attempts
""")


@dataclass(frozen=True, kw_only=True)
class Claimed:
    """Pages to work on, and jobs whose workspace cannot pay for their next page with none of theirs under way.

    `waiting` tells whether there are pages that could not be taken now.
    """

    tasks: tuple[PageTask, ...] = ()
    dry: tuple[UUID, ...] = ()
    waiting: bool = False


def claim(
    connection: Connection, owner: str, room: int, *, busy: bool, fetched: Collection[tuple[UUID, int]] = (),
    shares: Mapping[UUID, int] = MappingProxyType({}), share: int = 10**6, walks: int = 10**6, only: UUID | None = None,
) -> Claimed:  # fmt: skip
    """Up to `room` pages under a fresh lease, fairly over workspaces and jobs, politely over hosts.

    Args:
        busy: whether the worker has other pages in hand; a page that took workers down is given to an idle one only.
        fetched: (job, number) of pages in the worker's hands whose request has ended: they burden their host no more.
        shares: pages in the worker's hands, by workspace; of one workspace it takes `share` at most.
        walks: how many sitemap walks it takes at most.
        only: take pages of this job alone.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": CLAIM_LOCK})
    paces = host.paces(connection)
    done = {"jobs": [str(job_id) for job_id, _ in fetched], "numbers": [number for _, number in fetched]}
    # Where a pause is asked for, it begins when the page is written down: until then the host has its one visitor.
    taken: Counter[str] = Counter(
        {
            row.host: row.held if paces.get(row.host, host.Pace()).delay_ms else row.asking
            for row in connection.execute(_BUSY, done)
        }
    )
    full = [name for name in {*paces, *taken} if taken[name] >= paces.get(name, host.Pace()).at_a_time]
    values = {"owner": owner, "jobs": JOBS_LOOKED_AT, "only": str(only) if only else None, "full": full}
    jobs = [_Job(**row._mapping) for row in connection.execute(_JOBS, values)]
    if not jobs:
        return Claimed(waiting=bool(connection.execute(_QUEUED).scalar_one()))
    # Before any page of theirs: whoever records pages locks in the same order.
    locked = connection.execute(
        text("SELECT id FROM job WHERE id = ANY(CAST(:ids AS uuid[])) AND status = 'running' ORDER BY id FOR UPDATE"),
        {"ids": [str(job.id) for job in jobs]},
    )
    still = set(locked.scalars())
    rows = connection.execute(_CANDIDATES, {"jobs": [str(job.id) for job in jobs], "full": full, "most": room})
    candidates: dict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        candidates[row.job_id].append(row)
    places = {job.workspace_id: share - shares.get(job.workspace_id, 0) for job in jobs}
    picked = _pick([job for job in jobs if job.id in still], candidates, room, paces, taken, places, walks, busy)
    return _take(connection, owner, jobs, picked, paces)


def _pick(
    jobs: list[_Job], candidates: dict[UUID, list[Any]], room: int, paces: dict[str, host.Pace], taken: Counter[str],
    places: dict[UUID, int], walks: int, busy: bool,
) -> list[Any]:  # fmt: skip
    """Rows to take, one job after the other, the workspace and the job with the fewest pages under way first."""
    picked: list[Any] = []
    by_workspace: Counter[UUID] = Counter()
    by_job: Counter[UUID] = Counter()
    left: dict[UUID, int] = {}
    for job in jobs:
        by_workspace[job.workspace_id] += job.running
        by_job[job.id] = job.running
        left[job.id] = job.left
        candidates[job.id].reverse()  # the next one is taken off the end
    while len(picked) < room:
        waiting = [job for job in jobs if candidates[job.id] and places[job.workspace_id] > 0]
        if not waiting:
            break
        job = min(waiting, key=lambda job: (by_workspace[job.workspace_id], by_job[job.id], job.id))
        row = candidates[job.id].pop()
        if row.kind == page.PAGE:
            if left[job.id] <= 0 or taken[row.host] >= paces.get(row.host, host.Pace()).at_a_time:
                continue
            left[job.id] -= 1
            taken[row.host] += 1
        elif walks <= 0:
            continue
        else:
            walks -= 1
        if row.lapses >= LAPSES_ALONE:
            # Whoever is busy takes nothing more until it is idle: else a busy fleet would let the page wait for ever.
            return picked if busy or picked else [row]
        picked.append(row)
        places[job.workspace_id] -= 1
        by_workspace[job.workspace_id] += 1
        by_job[job.id] += 1
    return picked


def _take(
    connection: Connection, owner: str, jobs: list[_Job], picked: list[Any], paces: dict[str, host.Pace]
) -> Claimed:
    """Hold the credits of the picked pages and lease those that are paid for."""
    about = {job.id: job for job in jobs}
    paid: list[Any] = []
    dry: list[UUID] = []
    for job in jobs:
        mine = [row for row in picked if row.job_id == job.id]
        granted = _hold(connection, job, [row for row in mine if row.kind == page.PAGE])
        if granted is None:
            dry.append(job.id)
        paid += [row for row in mine if row.kind != page.PAGE or row.number in (granted or ())]
    if not paid:
        return Claimed(dry=tuple(dry), waiting=True)
    values = {"jobs": [str(row.job_id) for row in paid], "numbers": [row.number for row in paid]}
    taken = connection.execute(_TAKE, {"owner": owner, "lease": LEASE, **values})
    tokens = {(row.job_id, row.number): row.attempts for row in taken}
    for job_id, number in Counter(row.job_id for row in paid if row.kind == page.PAGE).items():
        connection.execute(_ISSUE, {"id": str(job_id), "number": number})
    if slow := sorted({row.host for row in paid if row.host in paces and paces[row.host].delay_ms}):
        host.visited(connection, slow)
    tasks = tuple(_task(row, tokens[row.job_id, row.number], about[row.job_id]) for row in paid)
    return Claimed(tasks=tasks, dry=tuple(dry), waiting=True)


_TURN = text("""
    SELECT extract(epoch FROM not_before - now())::float AS left_over,
           EXISTS (SELECT 1 FROM page WHERE status = 'running' AND kind = 'page' AND host = :name) AS busy
    FROM host WHERE name = :name
""")


def take_turn(connection: Connection, name: str) -> float:
    """Take the next visit of a host that asks for a pause, for a file that is no page.

    0 when it is taken; else after how many seconds to ask again.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": CLAIM_LOCK})
    row = connection.execute(_TURN, {"name": name}).one_or_none()
    if row is not None and (row.left_over or 0) > 0:
        return float(row.left_over)
    if row is not None and row.busy:
        return LOOK_SECONDS
    host.visited(connection, [name])
    return 0.0


_ISSUE = text("UPDATE job SET issued = issued + :number WHERE id = :id")


def _task(row: Any, token: int, job: _Job) -> PageTask:
    return PageTask(
        job_id=row.job_id, number=row.number, token=token, kind=row.kind, key=row.key.hex, url=row.url, host=row.host,
        depth=row.depth, delays=row.delays, operation=job.operation, workspace_id=job.workspace_id,
        price=job.price if row.kind == page.PAGE else 0,
    )  # fmt: skip


def _hold(connection: Connection, job: _Job, rows: list[Any]) -> set[int] | None:
    """The numbers of the pages whose credits could be held; None when that are none and no page of the job is under way."""
    if not rows:
        return set()
    keys = {hold_key(job.id, row.number): row.number for row in rows}
    granted = credits.reserve_each(connection, job.workspace_id, list(keys), job.price)
    return {keys[key] for key in granted} if granted or job.running else None
