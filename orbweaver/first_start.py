"""`python -m orbweaver.first_start`: applies migrations and, on an empty installation, creates the first workspace, its key,
and an invitation for its owner.

`orbweaver up` runs it as a separate process, so that the long-running process does not load SQLAlchemy and Alembic.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NamedTuple

from contract.environment import Environment

if TYPE_CHECKING:
    from sqlalchemy import Engine

FIRST_CREDITS = 100_000


class First(NamedTuple):
    """What the first start prints, once."""

    key: str
    # The token of an invitation for the owner of the first workspace, who is also an operator of the installation.
    invitation: str


def prepare(environment: Environment) -> First | None:
    """Apply the migrations. Returns what was created when there was no workspace, otherwise None."""
    from models import schema, session

    schema.migrate(environment.database_url)
    engine = session.create(environment.database_url, pool_size=1)
    try:
        return _first(engine)
    finally:
        engine.dispose()


def _first(engine: Engine) -> First | None:
    from models.accounts import credits, invitation, workspace
    from models.accounts.audit import OPERATOR

    with engine.begin() as connection:
        if workspace.list_all(connection):
            return None
        workspace_id = workspace.create(connection, "default")
        credits.grant(connection, workspace_id, FIRST_CREDITS, key=f"first:{workspace_id}")
        key = workspace.create_key(connection, workspace_id, name="first").key
        return First(key, invitation.create(connection, workspace_id, "owner", OPERATOR, is_operator=True).token)


def main() -> None:
    """Print `{"key": …, "invitation": …}`, or `{}` when nothing was created.

    On failure print one line to standard error and exit with 1.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from models.schema import MigrationBlocked

    try:
        first = prepare(Environment.read())
        print(json.dumps(first._asdict() if first else {}))
    except MigrationBlocked as error:
        sys.exit(str(error))
    except SQLAlchemyError as error:
        sys.exit(f"The database could not be prepared: {' '.join(str(error).split())[:300]}")


if __name__ == "__main__":
    main()
