"""The books of all workspaces, as a statement that shares nothing with the code that keeps them."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, text

_DRIFT = text("""
    SELECT id, balance - written, reserved - held FROM (
        SELECT id, balance, reserved,
            coalesce((SELECT sum(delta) FROM ledger WHERE workspace_id = workspace.id), 0) AS written,
            -- Earlier versions wrote a hold for each page, too. Its key has the page's number.
            coalesce((SELECT sum(amount) FROM hold
                WHERE workspace_id = workspace.id AND state = 'active' AND key NOT LIKE '%:%'), 0)
            + coalesce((SELECT sum(price * (issued - pages_completed - pages_failed)) FROM job
                WHERE workspace_id = workspace.id AND status = 'running'), 0) AS held
        FROM workspace
    ) AS books WHERE balance != written OR reserved != held
""")


def drift(connection: Connection) -> list[tuple[UUID, int, int]]:
    """Workspaces whose balance is not their ledger's sum, or whose reserve is not what their work holds: both differences.

    Expected to be empty.
    """
    return [
        (workspace_id, int(balance), int(reserved)) for workspace_id, balance, reserved in connection.execute(_DRIFT)
    ]
