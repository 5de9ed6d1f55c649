"""Credits: the ledger, and the holds that prevent running work from overspending.

Invariants: a charge is a ledger row with a key that is unique in its workspace. The balance is the ledger's sum and
is never negative. What is held (the active holds, and the running pages of jobs, `pages/page_credits.py`) is at most the
balance. Locks are acquired in the order job, hold, workspace. `models/books.py` compares the balances with all of these.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Connection,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    String,
    UniqueConstraint,
    Uuid,
    bindparam,
    case,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import InvalidRequest
from models.accounts.workspace import Workspace, require
from models.base import Base, columns_of, created_at


class Hold(Base):
    """Credits reserved for one piece of work. `key` identifies the work, so repeating it charges once."""

    __tablename__ = "hold"

    key: Mapped[str] = mapped_column(primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    amount: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(server_default="active")
    # Retention's index. Not partial: a condition on `state` would cost every charge an entry in each index of the table.
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), index=True)


class LedgerEntry(Base):
    """One movement of credits."""

    __tablename__ = "ledger"
    __table_args__ = (UniqueConstraint("workspace_id", "key"), Index("ix_ledger_listed", "workspace_id", "id"))

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    key: Mapped[str]
    delta: Mapped[int] = mapped_column(BigInteger)
    balance_after: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = created_at()


# The columns that a charge sets. The others have defaults.
LEDGER_COLUMNS = [LedgerEntry.workspace_id, LedgerEntry.key, LedgerEntry.delta, LedgerEntry.balance_after]


def grant(connection: Connection, workspace_id: UUID, amount: int, *, key: str) -> int:
    """The balance after adding `amount` credits, which may be negative. A repeated key changes nothing.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the balance would fall below what is held, or out of range.
    """
    row = require(connection, workspace_id, lock=True)
    if connection.execute(
        select(LedgerEntry.id).where(LedgerEntry.workspace_id == workspace_id, LedgerEntry.key == key)
    ).first():
        return row.balance
    balance = row.balance + amount
    if balance < row.reserved or balance > 2**62:
        raise InvalidRequest.of(
            "amount",
            f"must leave a balance from {row.reserved} (the credits held) to {2**62}; the balance would be {balance}",
        )
    connection.execute(update(Workspace).where(Workspace.id == workspace_id).values({Workspace.balance: balance}))
    entry = dict(zip(LEDGER_COLUMNS, (workspace_id, key, amount, balance), strict=True))
    connection.execute(insert(LedgerEntry).values(entry))
    return balance


_workspace = bindparam("workspace", type_=Uuid())
_hold = bindparam("hold", type_=String)
_price = bindparam("price", type_=Integer)

_PAY = (
    update(Workspace)
    .where(Workspace.id == _workspace, Workspace.balance - Workspace.reserved >= _price)
    .values({Workspace.reserved: Workspace.reserved + _price})
)
_payer = _PAY.returning(Workspace.id).cte("payer")
_RESERVE = insert(Hold).from_select(
    [Hold.key, Hold.workspace_id, Hold.amount], select(_hold, _payer.c.id, _price).select_from(_payer)
)


def reserve(connection: Connection, workspace_id: UUID, key: str, amount: int) -> bool:
    """Hold `amount` credits for the piece of work `key`; False when the workspace has too few."""
    values = {"workspace": workspace_id, "hold": key, "price": amount}
    return bool(connection.execute(_RESERVE, values).rowcount)


def reserve_again(connection: Connection, workspace_id: UUID, key: str, amount: int) -> bool:
    """Hold `amount` credits again for a piece of work whose hold was released; False when the workspace has too few."""
    of_work = Hold.key == key
    state = connection.execute(select(Hold.state).where(of_work).with_for_update()).scalar_one_or_none()
    if state is None:  # Retention has deleted it.
        return reserve(connection, workspace_id, key, amount)
    payer = connection.execute(_PAY, {"workspace": workspace_id, "price": amount}) if state == "released" else None
    if payer is None or not payer.rowcount:
        return False
    connection.execute(update(Hold).where(of_work).values({Hold.state: "active", Hold.amount: amount}))
    return True


def extend(connection: Connection, key: str, amount: int, *, step: int) -> int:
    """The credits that the active hold `key` has after raising it to `amount`, or towards it in steps of `step`.

    It is raised as far as the workspace's free credits reach, and never reduced. 0 when the hold was settled already.
    The caller has locked the hold's job in the same transaction.
    """
    active = select(Hold.workspace_id, Hold.amount).where(Hold.key == key, Hold.state == "active").with_for_update()
    hold = connection.execute(active).one_or_none()
    if hold is None:
        return 0
    workspace_id, held = hold
    row = require(connection, workspace_id, lock=True)
    more = max(0, min(amount - held, row.balance - row.reserved) // step * step)
    if more:
        connection.execute(update(Hold).where(Hold.key == key).values({Hold.amount: held + more}))
        reserved = {Workspace.reserved: Workspace.reserved + more}
        connection.execute(update(Workspace).where(Workspace.id == workspace_id).values(reserved))
    return int(held + more)


class Charge(NamedTuple):
    """Credits charged, and the workspace's balance after that."""

    amount: int
    balance: int


# One statement instead of four: this is the most frequent one, and callers wait for each round trip.
_settled = (
    update(Hold)
    .where(Hold.key == _hold, Hold.state == "active")
    .values({Hold.state: case((_price > 0, "captured"), else_="released")})
    .returning(Hold.workspace_id, Hold.amount, func.least(_price, Hold.amount).label("charged"))
    .cte("settled")
)
_paid = (
    update(Workspace)
    .where(Workspace.id == _settled.c.workspace_id)
    .values(
        {
            Workspace.balance: Workspace.balance - _settled.c.charged,
            Workspace.reserved: Workspace.reserved - _settled.c.amount,
        }
    )
    .returning(Workspace.id, Workspace.balance, _settled.c.charged)
    .cte("paid")
)
_entry = (
    insert(LedgerEntry)
    .from_select(
        LEDGER_COLUMNS, select(_paid.c.id, _hold, -_paid.c.charged, _paid.c.balance).where(_paid.c.charged > 0)
    )
    .cte("entry")
)
_CAPTURE = select(_paid.c.charged, _paid.c.balance).add_cte(_entry)
_BALANCE_OF_HOLD = select(Workspace.balance).join(Hold, Hold.workspace_id == Workspace.id).where(Hold.key == _hold)


def capture(connection: Connection, key: str, amount: int) -> Charge:
    """Convert the hold `key` to a charge of up to `amount` credits.

    A hold that is no longer active charges nothing: the work was charged already, or its caller received an error.
    The part of the hold above `amount` is released.
    """
    paid = connection.execute(_CAPTURE, {"hold": key, "price": amount}).one_or_none()
    if paid is not None:
        return Charge(*paid)
    return Charge(0, connection.execute(_BALANCE_OF_HOLD, {"hold": key}).scalar_one())


_RELEASE = (
    update(Hold)
    .where(Hold.key == _hold, Hold.state == "active")
    .values({Hold.state: "released"})
    .returning(Hold.workspace_id, Hold.amount)
)
_UNRESERVE = (
    update(Workspace).where(Workspace.id == _workspace).values({Workspace.reserved: Workspace.reserved - _price})
)


def release(connection: Connection, key: str) -> bool:
    """Release the hold `key`; False when it does not exist or was settled already."""
    hold = connection.execute(_RELEASE, {"hold": key}).one_or_none()
    if hold is None:
        return False
    workspace_id, amount = hold
    connection.execute(_UNRESERVE, {"workspace": workspace_id, "price": amount})
    return True


def refund(connection: Connection, workspace_id: UUID, key: str) -> None:
    """Give back the charge for the piece of work `key`. Without a charge, or the second time, nothing changes."""
    charged = connection.execute(
        select(-LedgerEntry.delta).where(LedgerEntry.workspace_id == workspace_id, LedgerEntry.key == key)
    ).scalar_one_or_none()
    if charged:
        grant(connection, workspace_id, charged, key=f"{key}:refund")


def is_refunded(connection: Connection, key: str) -> bool:
    """Whether the charge for the piece of work `key` was given back."""
    return bool(connection.execute(select(exists().where(LedgerEntry.key == f"{key}:refund"))).scalar_one())


class Movement(NamedTuple):
    """A ledger entry as the API returns it."""

    id: int
    key: str
    delta: int
    balance_after: int
    created_at: datetime


_MOVEMENTS = (
    select(*columns_of(LedgerEntry, Movement))
    .where(LedgerEntry.workspace_id == _workspace, LedgerEntry.id < bindparam("before", type_=BigInteger))
    .order_by(LedgerEntry.id.desc())
    .limit(bindparam("most", type_=Integer))
)
AFTER_ALL = 2**63 - 1


def list_movements(connection: Connection, workspace_id: UUID, most: int, *, before: int = AFTER_ALL) -> list[Movement]:
    """Up to `most` entries of a workspace's ledger, newest first, that are older than the entry `before`."""
    values = {"workspace": workspace_id, "before": before, "most": most}
    return [Movement(*row) for row in connection.execute(_MOVEMENTS, values)]
