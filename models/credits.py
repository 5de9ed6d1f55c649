"""Money: the ledger, and the holds that keep running work from overspending.

The rules that every function here keeps: a charge is a ledger row with a key that is unique in its workspace, the
balance is the ledger's sum and never negative, and what is held is at most the balance. Locks are always taken in the
order job, hold, workspace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Connection,
    ForeignKey,
    Identity,
    Integer,
    UniqueConstraint,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import InvalidRequest
from models.base import Base, created_at
from models.workspace import Workspace, require


class Hold(Base):
    """Credits set aside for one piece of work; `key` names the piece, so doing it twice charges once."""

    __tablename__ = "hold"

    key: Mapped[str] = mapped_column(primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    amount: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(server_default="active")
    created_at: Mapped[datetime] = created_at()


class LedgerEntry(Base):
    """One movement of credits."""

    __tablename__ = "ledger"
    __table_args__ = (UniqueConstraint("workspace_id", "key"),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    key: Mapped[str]
    delta: Mapped[int] = mapped_column(BigInteger)
    balance_after: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = created_at()


def grant(connection: Connection, workspace_id: UUID, amount: int, *, key: str) -> int:
    """The balance after adding `amount` credits (or taking away, when negative); the same key is granted once.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the balance would fall below what is held, or out of range.
    """
    row = require(connection, workspace_id, lock=True)
    if connection.execute(
        select(LedgerEntry.id).where(LedgerEntry.workspace_id == workspace_id, LedgerEntry.key == key)
    ).first():
        return int(row.balance)
    balance = int(row.balance) + amount
    if balance < row.reserved or balance > 2**62:
        raise InvalidRequest.of("amount", f"The balance would become {balance}, with {row.reserved} held.")
    connection.execute(update(Workspace).where(Workspace.id == workspace_id).values(balance=balance))
    _write(connection, workspace_id, key, amount, balance)
    return balance


_RESERVE = text("""
    WITH held AS (
        UPDATE workspace SET reserved = reserved + :amount
        WHERE id = :workspace_id AND balance - reserved >= :amount
        RETURNING id
    )
    INSERT INTO hold (key, workspace_id, amount) SELECT :key, id, :amount FROM held
""")


def reserve(connection: Connection, workspace_id: UUID, key: str, amount: int) -> bool:
    """Hold `amount` credits for the piece of work `key`; False when the workspace has too few."""
    values = {"workspace_id": str(workspace_id), "key": key, "amount": amount}
    return bool(connection.execute(_RESERVE, values).rowcount)


# One statement instead of four: the busiest of all, and each round trip is time that a caller waits.
_CAPTURE = text("""
    WITH settled AS (
        UPDATE hold SET state = CASE WHEN :amount > 0 THEN 'captured' ELSE 'released' END
        WHERE key = :key AND state = 'active'
        RETURNING workspace_id, amount, least(:amount, amount) AS charged
    ), paid AS (
        UPDATE workspace SET balance = balance - settled.charged, reserved = reserved - settled.amount
        FROM settled WHERE workspace.id = settled.workspace_id
        RETURNING workspace.id, workspace.balance, settled.charged
    ), entry AS (
        INSERT INTO ledger (workspace_id, key, delta, balance_after)
        SELECT id, :key, -charged, balance FROM paid WHERE charged > 0
    )
    SELECT charged, balance FROM paid
""")


def capture(connection: Connection, key: str, amount: int) -> tuple[int, int]:
    """Turn the hold `key` into a charge of up to `amount` credits: (charged, balance after).

    A hold that is no longer active charges nothing: the work was paid for already, or its caller was told that it failed.
    The part of the hold above `amount` goes back.
    """
    paid = connection.execute(_CAPTURE, {"key": key, "amount": amount}).one_or_none()
    if paid is not None:
        return int(paid.charged), int(paid.balance)
    workspace_id = connection.execute(select(Hold.workspace_id).where(Hold.key == key)).scalar_one()
    return 0, balance_of(connection, workspace_id)


# The lock comes first: two workers may ask for the last credits of one workspace.
_RESERVE_EACH = text("""
    WITH purse AS (
        SELECT id, balance - reserved AS free FROM workspace WHERE id = :workspace_id FOR UPDATE
    ), granted AS (
        SELECT key FROM unnest(CAST(:keys AS text[])) WITH ORDINALITY AS wanted(key, place), purse
        WHERE place * :amount <= free
    ), held AS (
        INSERT INTO hold (key, workspace_id, amount) SELECT key, :workspace_id, :amount FROM granted
        ON CONFLICT (key) DO UPDATE SET state = 'active', amount = excluded.amount WHERE hold.state = 'released'
        RETURNING key
    ), paid AS (
        UPDATE workspace SET reserved = reserved + :amount * (SELECT count(*) FROM held) WHERE id = :workspace_id
    )
    SELECT key FROM held
""")


def reserve_each(connection: Connection, workspace_id: UUID, keys: Sequence[str], amount: int) -> set[str]:
    """Hold `amount` credits for each piece of work, first come first served; the keys that were granted.

    A hold that was given back may be taken again: the piece is tried once more.
    """
    values = {"workspace_id": str(workspace_id), "keys": list(keys), "amount": amount}
    return set(connection.execute(_RESERVE_EACH, values).scalars())


_CAPTURE_EACH = text("""
    WITH wanted AS (
        SELECT * FROM unnest(CAST(:keys AS text[]), CAST(:amounts AS integer[])) AS given(key, amount)
    ), settled AS (
        UPDATE hold SET state = CASE WHEN wanted.amount > 0 THEN 'captured' ELSE 'released' END
        FROM wanted WHERE hold.key = wanted.key AND hold.state = 'active'
        RETURNING hold.key, hold.workspace_id, hold.amount AS held, least(wanted.amount, hold.amount) AS charged
    ), sums AS (
        SELECT workspace_id, sum(held) AS held, sum(charged) AS charged FROM settled GROUP BY workspace_id
    ), paid AS (
        UPDATE workspace SET balance = balance - sums.charged, reserved = reserved - sums.held
        FROM sums WHERE workspace.id = sums.workspace_id
        RETURNING workspace.id, workspace.balance + sums.charged AS before
    ), entries AS (
        SELECT key, charged, workspace_id,
               before - sum(charged) OVER (PARTITION BY workspace_id ORDER BY key) AS balance_after
        FROM settled JOIN paid ON paid.id = settled.workspace_id
    ), written AS (
        INSERT INTO ledger (workspace_id, key, delta, balance_after)
        SELECT workspace_id, key, -charged, balance_after FROM entries WHERE charged > 0 ORDER BY key
    )
    SELECT key, charged, balance_after FROM entries
""")


def capture_each(connection: Connection, amounts: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """`capture` for many holds in one statement: key -> (charged, balance after); settled ones are left out."""
    if not amounts:
        return {}
    rows = connection.execute(_CAPTURE_EACH, {"keys": list(amounts), "amounts": list(amounts.values())})
    return {row.key: (int(row.charged), int(row.balance_after)) for row in rows}


def release(connection: Connection, key: str) -> bool:
    """Give the hold `key` back; False when it is gone or settled already."""
    hold = connection.execute(
        update(Hold).where(Hold.key == key, Hold.state == "active").values(state="released")
        .returning(Hold.workspace_id, Hold.amount)
    ).one_or_none()  # fmt: skip
    if hold is None:
        return False
    connection.execute(
        update(Workspace).where(Workspace.id == hold.workspace_id).values(reserved=Workspace.reserved - hold.amount)
    )
    return True


def balance_of(connection: Connection, workspace_id: UUID) -> int:
    """The workspace's balance."""
    return int(connection.execute(select(Workspace.balance).where(Workspace.id == workspace_id)).scalar_one())


def drift(connection: Connection) -> list[tuple[UUID, int, int]]:
    """Workspaces whose balance is not their ledger's sum, or whose reserve is not their holds': must be empty.

    Returns (workspace, balance minus ledger, reserved minus active holds).
    """
    total = select(func.coalesce(func.sum(LedgerEntry.delta), 0)).where(LedgerEntry.workspace_id == Workspace.id)
    held = select(func.coalesce(func.sum(Hold.amount), 0)).where(
        Hold.workspace_id == Workspace.id, Hold.state == "active"
    )
    off = Workspace.balance - total.scalar_subquery()
    unheld = Workspace.reserved - held.scalar_subquery()
    rows = connection.execute(select(Workspace.id, off, unheld).where((off != 0) | (unheld != 0)))
    return [(row[0], int(row[1]), int(row[2])) for row in rows]


def _write(connection: Connection, workspace_id: UUID, key: str, delta: int, balance: int) -> None:
    entry = {"workspace_id": workspace_id, "key": key, "delta": delta, "balance_after": balance}
    connection.execute(insert(LedgerEntry).values(**entry))


__all__ = [
    "Hold",
    "LedgerEntry",
    "balance_of",
    "capture",
    "capture_each",
    "drift",
    "grant",
    "release",
    "reserve",
    "reserve_each",
]
