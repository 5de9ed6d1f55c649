"""All workspaces and all people of the installation, as operators see them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, String, cast, func, select

from models.accounts.console_session import ConsoleSession
from models.accounts.member import Member
from models.accounts.person import Person
from models.accounts.workspace import Key, Workspace, is_active


class WorkspaceEntry(NamedTuple):
    """One workspace. `keys` are active ones."""

    id: UUID
    name: str
    plan: str
    balance: int
    reserved: int
    members: int
    keys: int
    last_used_at: datetime | None
    suspended_at: datetime | None
    created_at: datetime


class PersonEntry(NamedTuple):
    """One person. `seen_at` is the last use of a session that has not ended."""

    email: str
    is_operator: bool
    is_proven: bool
    workspaces: int
    seen_at: datetime | None
    created_at: datetime


_members = select(func.count()).where(Member.workspace_id == Workspace.id).correlate(Workspace).scalar_subquery()
_active = (Key.workspace_id == Workspace.id, is_active)
_keys = select(func.count()).select_from(Key).where(*_active).correlate(Workspace).scalar_subquery()
_used = (
    select(func.max(Key.last_used_at)).where(Key.workspace_id == Workspace.id).correlate(Workspace).scalar_subquery()
)
_joined = (
    select(func.count()).where(Member.email == Person.email, Member.has_joined).correlate(Person).scalar_subquery()
)
_seen = (
    select(func.max(ConsoleSession.last_used_at)).where(ConsoleSession.person_id == Person.id).correlate(Person).scalar_subquery()
)  # fmt: skip


def is_named(text: str) -> ColumnElement[bool]:
    """Whether a workspace has a text in its name or id. All have the empty one."""
    has_id = cast(Workspace.id, String).icontains(text, autoescape=True)
    return Workspace.name.icontains(text, autoescape=True) | has_id


def workspaces(connection: Connection, text: str, most: int) -> list[WorkspaceEntry]:
    """Up to `most` workspaces, newest first. `text` is a part of the name or of the id; empty for all."""
    query = select(
        Workspace.id, Workspace.name, Workspace.plan, Workspace.balance, Workspace.reserved, _members, _keys, _used,
        Workspace.suspended_at, Workspace.created_at,
    )  # fmt: skip
    found = query.where(is_named(text)).order_by(Workspace.id.desc()).limit(most)
    return [WorkspaceEntry._make(row) for row in connection.execute(found)]


def people(connection: Connection, text: str, most: int) -> list[PersonEntry]:
    """Up to `most` people, newest first. `text` is a part of the address; empty for all."""
    query = select(
        Person.email, Person.is_operator, Person.proven_at.is_not(None), _joined, _seen, Person.created_at
    )  # fmt: skip
    if text:
        query = query.where(Person.email.icontains(text, autoescape=True))
    return [PersonEntry._make(row) for row in connection.execute(query.order_by(Person.id.desc()).limit(most))]
