"""Closed months of the ledger: their charges and refunds become one entry for each workspace and month.

The entries of this month and of the 12 before stay as they are, and grants stay for ever. So the ledger does not grow without
end, its key stays unique, and a workspace's balance is its sum at any time. The ledger is not partitioned: its key would then
be unique in a month only, or each charge would have to write, and each look-up to know, the month of its job.
"""

from __future__ import annotations

from itertools import takewhile

from sqlalchemy import BigInteger, Connection, Integer, bindparam, delete, func, literal_column, select
from sqlalchemy.dialects.postgresql import distinct_on, insert

from models.accounts.credits import LedgerEntry
from models.usage import CLOSED_MONTHS, SUMMARY, WORK_KEY, UsageProgress, lock_progress, store_progress

# The key of a month's entry, which its name follows: `charges:2025-10`.
KEY = "charges:"
ROWS = 2_000
MONTHS = 12

_month = func.date_trunc("month", LedgerEntry.created_at)
_is_closed = _month < func.date_trunc("month", func.now()) - func.make_interval(0, MONTHS)
_done = bindparam("done", type_=BigInteger)
# Only entries that the daily summary contains already.
_summarized = select(UsageProgress.ledger_id).where(UsageProgress.id == SUMMARY).scalar_subquery()
_NEXT = (
    select(LedgerEntry.id, _is_closed.label("is_closed"))
    .where(LedgerEntry.id > _done, LedgerEntry.id <= _summarized)
    .order_by(LedgerEntry.id)
    .limit(bindparam("rows", type_=Integer))
)
_DELETE = (
    delete(LedgerEntry)
    .where(
        LedgerEntry.id > _done,
        LedgerEntry.id <= bindparam("last", type_=BigInteger),
        LedgerEntry.key.regexp_match(WORK_KEY),
    )
    .returning(
        LedgerEntry.workspace_id,
        func.to_char(LedgerEntry.created_at, literal_column("'YYYY-MM'")).label("month"),
        LedgerEntry.id,
        LedgerEntry.delta,
        LedgerEntry.balance_after,
        LedgerEntry.created_at,
    )
)
_deleted = _DELETE.cte("deleted")
_of_month = (_deleted.c.workspace_id, _deleted.c.month)
_newest = (
    select(_deleted).ext(distinct_on(*_of_month)).order_by(*_of_month, _deleted.c.id.desc()).subquery()
)  # The entry of a month takes the place of its last charge.
_total = select(*_of_month, func.sum(_deleted.c.delta).label("delta")).group_by(*_of_month).subquery()
_ADD = insert(LedgerEntry).from_select(
    ["id", "workspace_id", "key", "delta", "balance_after", "created_at"],
    select(
        _newest.c.id, _newest.c.workspace_id, literal_column(f"'{KEY}'").concat(_newest.c.month), _total.c.delta,
        _newest.c.balance_after, _newest.c.created_at,
    ).join_from(_newest, _total, (_total.c.workspace_id == _newest.c.workspace_id) & (_total.c.month == _newest.c.month)),
)  # fmt: skip
_SUM = _ADD.on_conflict_do_update(
    index_elements=[LedgerEntry.workspace_id, LedgerEntry.key],
    set_={
        LedgerEntry.delta: LedgerEntry.delta + _ADD.excluded.delta,
        **{
            name: _ADD.excluded[name.key]
            for name in (LedgerEntry.id, LedgerEntry.balance_after, LedgerEntry.created_at)
        },
    },
)


def add_up(connection: Connection, rows: int = ROWS) -> bool:
    """Add up to `rows` entries of closed months to the entries of their months. True when there may be more."""
    done = lock_progress(connection, CLOSED_MONTHS)
    found = connection.execute(_NEXT, {"done": done, "rows": rows}).all()
    closed = [row.id for row in takewhile(lambda row: row.is_closed, found)]
    if not closed:
        return False
    connection.execute(_SUM, {"done": done, "last": closed[-1]})
    store_progress(connection, CLOSED_MONTHS, closed[-1])
    return len(closed) == rows
