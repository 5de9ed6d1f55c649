"""Credits of pages: the operations of `credits.py` for many pages of one job, each in one statement.

Locks are taken in the order hold, workspace; only reserving, whose holds are new, locks the workspace first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import Connection, Integer, Text, Uuid, bindparam, case, func, select, update
from sqlalchemy.dialects.postgresql import insert

from models.accounts.credits import LEDGER_COLUMNS, Charge, Hold, LedgerEntry
from models.accounts.workspace import Workspace
from models.array_rows import ArrayRows

_workspace = bindparam("workspace", type_=Uuid())
_price = bindparam("price", type_=Integer)

# The lock comes first: two workers may reserve the last credits of one workspace.
_locked_payer = (
    select(Workspace.id, Workspace.balance, Workspace.reserved)
    .where(Workspace.id == _workspace)
    .with_for_update()
    .cte("locked_payer")
)
_wanted_holds = ArrayRows("wanted", with_place=True, key=Text())
_granted = (
    select(_wanted_holds.c.key)
    .where(_wanted_holds.c.place * _price <= _locked_payer.c.balance - _locked_payer.c.reserved)
    .cte("granted")
)
_new_holds = insert(Hold).from_select(
    [Hold.key, Hold.workspace_id, Hold.amount], select(_granted.c.key, _workspace, _price)
)
_held = (
    _new_holds.on_conflict_do_update(
        index_elements=[Hold.key],
        set_={Hold.state: "active", Hold.amount: _new_holds.excluded.amount},
        where=Hold.state == "released",
    )
    .returning(Hold.key)
    .cte("held")
)
_number_held = select(func.count()).select_from(_held).scalar_subquery()
# Postgres checks the table's constraints on the row as the statement first saw it, before the wait for the lock. Therefore
# all columns of the constraint are set from the locked row.
_reserved = (
    update(Workspace)
    .where(Workspace.id == _locked_payer.c.id)
    .values(
        {
            Workspace.balance: _locked_payer.c.balance,
            Workspace.reserved: _locked_payer.c.reserved + _price * _number_held,
        }
    )
    .cte("reserved")
)
_RESERVE_EACH = select(_held.c.key).add_cte(_reserved)


def reserve_each(connection: Connection, workspace_id: UUID, keys: Sequence[str], amount: int) -> set[str]:
    """Hold `amount` credits for each key, in order, until the balance is used up; the keys that were granted.

    A released hold may be reserved again, for a retry.
    """
    wanted = _wanted_holds.parameters([(key,) for key in keys])
    return set(connection.execute(_RESERVE_EACH, {"workspace": workspace_id, "price": amount, **wanted}).scalars())


_amounts = ArrayRows("amounts", key=Text(), amount=Integer())
_settled_each = (
    update(Hold)
    .where(Hold.key == _amounts.c.key, Hold.state == "active")
    .values({Hold.state: case((_amounts.c.amount > 0, "captured"), else_="released")})
    .returning(
        Hold.key,
        Hold.workspace_id,
        Hold.amount,
        func.least(_amounts.c.amount, Hold.amount, type_=Integer).label("charged"),
    )
    .cte("settled")
)
_sums = (
    select(
        _settled_each.c.workspace_id, func.sum(_settled_each.c.amount).label("held"),
        func.sum(_settled_each.c.charged).label("charged"),
    )
    .group_by(_settled_each.c.workspace_id)
    .cte("sums")
)  # fmt: skip
_paid_each = (
    update(Workspace)
    .where(Workspace.id == _sums.c.workspace_id)
    .values(
        {Workspace.balance: Workspace.balance - _sums.c.charged, Workspace.reserved: Workspace.reserved - _sums.c.held}
    )
    .returning(Workspace.id, (Workspace.balance + _sums.c.charged).label("before"))
    .cte("paid")
)
_charged_so_far = func.sum(_settled_each.c.charged).over(
    partition_by=_settled_each.c.workspace_id, order_by=_settled_each.c.key
)
_charges = (
    select(
        _settled_each.c.key, _settled_each.c.charged, _settled_each.c.workspace_id,
        (_paid_each.c.before - _charged_so_far).label("balance_after"),
    )
    .join(_paid_each, _paid_each.c.id == _settled_each.c.workspace_id)
    .cte("charges")
)  # fmt: skip
_entries = (
    insert(LedgerEntry)
    .from_select(
        LEDGER_COLUMNS,
        select(_charges.c.workspace_id, _charges.c.key, -_charges.c.charged, _charges.c.balance_after)
        .where(_charges.c.charged > 0)
        .order_by(_charges.c.key),
    )
    .cte("entries")
)
_CAPTURE_EACH = select(_charges.c.key, _charges.c.charged, _charges.c.balance_after).add_cte(_entries)


def capture_each(connection: Connection, amounts: Mapping[str, int]) -> dict[str, Charge]:
    """`capture` for many holds in one statement, by key; settled holds are skipped."""
    if not amounts:
        return {}
    rows = connection.execute(_CAPTURE_EACH, _amounts.parameters(amounts.items()))
    return {key: Charge(charged, int(balance)) for key, charged, balance in rows}
