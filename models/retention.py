"""What is kept how long, and how the rest goes: a few rows at a time, so that no statement holds anybody up."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, text

from contract import limits

ROWS = 2_000
JOBS = 100
# Their ledger rows stay for good.
HOLDS_KEPT = timedelta(days=1)

_EXPIRED = """
    SELECT id FROM job WHERE finished_at < now() - CAST(:unseen AS interval)
        AND (NOT in_background OR finished_at < now() - CAST(:kept AS interval))
    ORDER BY finished_at LIMIT :jobs
"""
_PAGES = text(f"DELETE FROM page WHERE ctid IN (SELECT ctid FROM page WHERE job_id IN ({_EXPIRED}) LIMIT :rows)")
_EVENTS = text(f"DELETE FROM event WHERE ctid IN (SELECT ctid FROM event WHERE job_id IN ({_EXPIRED}) LIMIT :rows)")
_JOBS = text(f"DELETE FROM job WHERE id IN ({_EXPIRED})")
_HOLDS = text("""
    DELETE FROM hold WHERE ctid IN (
        SELECT ctid FROM hold WHERE state <> 'active' AND created_at < now() - CAST(:kept AS interval) LIMIT :rows)
""")
_CAPTURES = text("""
    DELETE FROM capture WHERE ctid IN (
        SELECT ctid FROM capture WHERE captured_at < now() - CAST(:kept AS interval) LIMIT :rows)
""")


def clear(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` of each kind that nobody may ask for any more; True when there may be more of them."""
    ages = {
        "unseen": timedelta(seconds=limits.SYNC_RESULT_KEPT_SECONDS),
        "kept": timedelta(seconds=limits.JOB_KEPT_SECONDS),
        "jobs": JOBS,
    }
    for step in (_PAGES, _EVENTS):
        if connection.execute(step, {**ages, "rows": rows}).rowcount >= rows:
            return True
    more = connection.execute(_JOBS, ages).rowcount >= JOBS
    more |= connection.execute(_HOLDS, {"kept": HOLDS_KEPT, "rows": rows}).rowcount >= rows
    kept = timedelta(seconds=limits.CAPTURE_KEPT_SECONDS)
    return more | (connection.execute(_CAPTURES, {"kept": kept, "rows": rows}).rowcount >= rows)
