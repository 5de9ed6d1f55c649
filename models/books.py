"""The books of all workspaces: whether their balances agree with the ledger, and what is held with the work in progress."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, any_, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import Uuid

from models.accounts.credits import Hold, LedgerEntry
from models.accounts.workspace import Workspace
from models.jobs.job import Job


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


_workspaces = bindparam("workspaces", type_=ARRAY(Uuid()))
# The sums of all workspaces at once: no index leads to the few active holds, so each question reads the table.
_all_of_jobs = (
    select(Hold.workspace_id, func.sum(Hold.amount).label("held"))
    .where(Hold.state == "active", ~Hold.key.contains(":"))
    .group_by(Hold.workspace_id)
    .subquery()
)
_all_of_pages = (
    select(Job.workspace_id, func.sum(Job.price * (Job.issued - Job.pages_completed - Job.pages_failed)).label("held"))
    .where(Job.status == "running")
    .group_by(Job.workspace_id)
    .subquery()
)
_all_held = func.coalesce(_all_of_jobs.c.held, 0) + func.coalesce(_all_of_pages.c.held, 0)
_DIFFERING = (
    select(Workspace.id)
    .outerjoin(_all_of_jobs, _all_of_jobs.c.workspace_id == Workspace.id)
    .outerjoin(_all_of_pages, _all_of_pages.c.workspace_id == Workspace.id)
    .where(Workspace.reserved != _all_held)
    .order_by(Workspace.id)
)
_LOCK = select(Workspace.id).where(Workspace.id == any_(_workspaces)).order_by(Workspace.id).with_for_update()
_CORRECT = (
    update(Workspace)
    .where(Workspace.id == any_(_workspaces), _unheld != 0)
    .values({Workspace.reserved: Workspace.reserved - _unheld})
)


def correct_reserves(connection: Connection) -> int:
    """Let what is reserved be what work in progress holds; the number of workspaces where it was not.

    This version leaves no difference. Processes of earlier versions do, if they end pages that a newer worker runs: they look
    for a hold that does not exist.
    """
    found = list(connection.execute(_DIFFERING).scalars())
    if not found:
        return 0
    # With the lock no other transaction is between its change of the reserve and its commit, so the second look is exact.
    connection.execute(_LOCK, {"workspaces": found})
    return connection.execute(_CORRECT, {"workspaces": found}).rowcount
