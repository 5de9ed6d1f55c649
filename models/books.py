"""The books of all workspaces: whether their balances agree with the ledger, and what is held with the work in progress."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, any_, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import Uuid

from models.accounts.credits import Hold, LedgerEntry
from models.accounts.workspace import Workspace
from models.jobs.job import OPEN, Job


class Drift(NamedTuple):
    """A workspace whose balance or reserve differs from its ledger, or from what its work holds."""

    workspace_id: UUID
    balance_minus_ledger: int
    reserved_minus_held: int


_total = select(func.coalesce(func.sum(LedgerEntry.delta), 0)).where(LedgerEntry.workspace_id == Workspace.id)
# Earlier versions wrote a hold for each page, too. Its key has the page's number.
_of_jobs = select(func.coalesce(func.sum(Hold.amount), 0)).where(
    Hold.workspace_id == Workspace.id, Hold.state == "active", ~Hold.key.contains(":")
)
_of_pages = select(func.coalesce(func.sum(Job.price * (Job.issued - Job.pages_completed - Job.pages_failed)), 0)).where(
    Job.workspace_id == Workspace.id, Job.status == "running"
)
_off = Workspace.balance - _total.scalar_subquery()
_unheld = Workspace.reserved - _of_jobs.scalar_subquery() - _of_pages.scalar_subquery()
_DRIFT = select(Workspace.id, _off, _unheld).where((_off != 0) | (_unheld != 0))


def drift(connection: Connection) -> list[Drift]:
    """Workspaces whose balance is not their ledger's sum, or whose reserve is not what their work holds. Expected to be empty."""
    rows = connection.execute(_DRIFT)
    return [Drift(workspace_id, int(balance), int(reserved)) for workspace_id, balance, reserved in rows]


_is_idle = (Workspace.reserved > 0) & Workspace.id.not_in(
    select(Job.workspace_id).where(Job.status.in_(OPEN)).union(select(Job.workspace_id).where(Job.status == "running"))
)
_IDLE = select(Workspace.id).where(_is_idle).order_by(Workspace.id)
_workspaces = bindparam("workspaces", type_=ARRAY(Uuid()))
_LOCK = select(Workspace.id).where(Workspace.id == any_(_workspaces)).order_by(Workspace.id).with_for_update()
_FREE = update(Workspace).where(Workspace.id == any_(_workspaces), _is_idle).values({Workspace.reserved: 0})


def free_unheld(connection: Connection) -> int:
    """Release what is reserved for workspaces without work in progress; for how many that was.

    Nothing of this version leaves such a rest. Processes of earlier versions do, if they end pages that a newer worker runs:
    they look for a hold that does not exist.
    """
    found = list(connection.execute(_IDLE).scalars())
    if not found:
        return 0
    # With the lock no other transaction is between its change of the reserve and its commit, so the second look is exact.
    connection.execute(_LOCK, {"workspaces": found})
    return connection.execute(_FREE, {"workspaces": found}).rowcount
