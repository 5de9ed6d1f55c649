"""Credits of pages. A running job holds its price for each of its running pages, which its row counts (`counts.py`).

No row is written for a page until it is charged: what a job holds is a part of its workspace's `reserved`. A page is
charged once, because its end is written once, under its fencing token; the ledger's unique key ensures it.
The caller holds the job's lock. Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Text, Uuid, any_, bindparam, case, func, select, true, update
from sqlalchemy.dialects.postgresql import insert

from models.accounts.credits import LEDGER_COLUMNS, Charge, Hold, LedgerEntry
from models.accounts.workspace import Workspace
from models.array_rows import ArrayRows

_workspace = bindparam("workspace", type_=Uuid())
_price = bindparam("price", type_=Integer)
_pages = bindparam("pages", type_=Integer)

# The lock comes first: two workers may reserve the last credits of one workspace.
_payer = (
    select(Workspace.id, Workspace.balance, Workspace.reserved)
    .where(Workspace.id == _workspace)
    .with_for_update()
    .cte("payer")
)
_affordable = case(
    (_price == 0, _pages),
    else_=func.least(_pages, func.greatest(0, (_payer.c.balance - _payer.c.reserved) // func.nullif(_price, 0))),
)
# Postgres checks the table's constraints on the row as the statement first saw it, before the wait for the lock. Therefore
# all columns of the constraint are set from the locked row.
_RESERVE = (
    update(Workspace)
    .where(Workspace.id == _payer.c.id, _affordable > 0)
    .values({Workspace.balance: _payer.c.balance, Workspace.reserved: _payer.c.reserved + _price * _affordable})
    .returning(_affordable)
)


def reserve(connection: Connection, workspace_id: UUID, pages: int, price: int) -> int:
    """Hold `price` credits for each of up to `pages` pages; the number of pages that the workspace can pay for."""
    if not pages:
        return 0
    values = {"workspace": workspace_id, "pages": pages, "price": price}
    return int(connection.execute(_RESERVE, values).scalar_one_or_none() or 0)


_charged = bindparam("charged", type_=Integer)
_amounts = ArrayRows("amounts", key=Text(), amount=Integer())
_paid = (
    update(Workspace)
    .where(Workspace.id == _workspace)
    .values(
        {
            Workspace.balance: Workspace.balance - _charged,
            Workspace.reserved: Workspace.reserved - bindparam("released", type_=Integer),
        }
    )
    .returning(Workspace.id, (Workspace.balance + _charged).label("before"))
    .cte("paid")
)
_charges = (
    select(
        _paid.c.id.label("workspace_id"), _amounts.c.key, _amounts.c.amount,
        (_paid.c.before - func.sum(_amounts.c.amount).over(order_by=_amounts.c.key)).label("balance_after"),
    )
    .select_from(_paid.join(_amounts.table, true()))
    .cte("charges")
)  # fmt: skip
_entries = (
    insert(LedgerEntry)
    .from_select(
        LEDGER_COLUMNS,
        select(_charges.c.workspace_id, _charges.c.key, -_charges.c.amount, _charges.c.balance_after)
        .where(_charges.c.amount > 0)
        .order_by(_charges.c.key),
    )
    .cte("entries")
)
_SETTLE = select(_charges.c.key, _charges.c.amount, _charges.c.balance_after).add_cte(_entries)
_RELEASE = (
    update(Workspace)
    .where(Workspace.id == _workspace)
    .values({Workspace.reserved: Workspace.reserved - bindparam("released", type_=Integer)})
)


_RELEASE_EARLIER = (
    update(Hold)
    .where(Hold.key == any_(bindparam("keys", type_=ARRAY(Text()))), Hold.state == "active")
    .values({Hold.state: "released"})
)


def release_earlier_holds(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> None:
    """Release the holds that lost workers of earlier versions wrote for pages, so that another of them can hold these again.

    What they hold is counted on the job's row as well: it is released by `settle`. Can go with the next version.
    """
    if numbers:
        connection.execute(_RELEASE_EARLIER, {"keys": [f"{job_id}:{number}" for number in numbers]})


def settle(
    connection: Connection, workspace_id: UUID, charges: Mapping[str, int], *, released: int
) -> dict[str, Charge]:
    """Charge for pages that have ended; the charges by key.

    Args:
        charges: credits by the key of the page (`page.charge_key`). They are a part of `released`.
        released: the credits that were held for all pages that no longer run, these included.
    """
    values = {"workspace": workspace_id, "released": released}
    if not charges:
        if released:
            connection.execute(_RELEASE, values)
        return {}
    values |= {"charged": sum(charges.values()), **_amounts.parameters(charges.items())}
    return {key: Charge(amount, int(balance)) for key, amount, balance in connection.execute(_SETTLE, values)}
