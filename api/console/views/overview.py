"""The overview of a workspace: balance, recent jobs, first steps."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response
from sqlalchemy import Connection

from api import database
from api.console import pages
from models.accounts import member, workspace
from models.accounts.workspace import KeyRow, WorkspaceRow
from models.jobs import listing

blueprint = Blueprint("overview", __name__)
RECENT_JOBS = 8


@blueprint.get("/<uuid:workspace_id>/")
def show(workspace_id: UUID) -> Response:
    row, keys, members, jobs = database.snapshot(lambda connection: _read(connection, workspace_id))
    active = [key for key in keys if key.is_active]
    return pages.render(
        "overview.html", workspace=row, active_keys=len(active), members=members, jobs=jobs,
        last_used=max((key.last_used_at for key in active if key.last_used_at), default=None),
    )  # fmt: skip


def _read(connection: Connection, workspace_id: UUID) -> tuple[WorkspaceRow, list[KeyRow], int, list[listing.Listed]]:
    return (
        workspace.require(connection, workspace_id),
        workspace.list_keys(connection, workspace_id),
        len(member.list_all(connection, workspace_id)),
        listing.list_jobs(connection, workspace_id, RECENT_JOBS),
    )
