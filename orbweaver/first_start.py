"""`python -m orbweaver.first_start`: applies migrations and, on an empty installation, creates the first workspace and key.

`orbweaver up` runs it as a separate process, so that the long-running process does not load SQLAlchemy and Alembic.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from contract.environment import Environment

if TYPE_CHECKING:
    from sqlalchemy import Engine

FIRST_CREDITS = 100_000


def prepare(environment: Environment) -> str | None:
    """Apply the migrations. Returns the first key when there was no workspace, else None."""
    from models import schema, session

    schema.migrate(environment.database_url)
    engine = session.create(environment.database_url, pool_size=1)
    try:
        return _first_key(engine)
    finally:
        engine.dispose()


def _first_key(engine: Engine) -> str | None:
    from models.accounts import credits, workspace

    with engine.begin() as connection:
        if workspace.list_all(connection):
            return None
        workspace_id = workspace.create(connection, "default")
        credits.grant(connection, workspace_id, FIRST_CREDITS, key=f"first:{workspace_id}")
        return workspace.create_key(connection, workspace_id, name="first").key


def main() -> None:
    """Print `{"key": …}`. On failure print one line to standard error and exit with 1."""
    from sqlalchemy.exc import SQLAlchemyError

    from models.schema import MigrationBlocked

    try:
        print(json.dumps({"key": prepare(Environment.read())}))
    except MigrationBlocked as error:
        sys.exit(str(error))
    except SQLAlchemyError as error:
        sys.exit(f"The database could not be prepared: {' '.join(str(error).split())[:300]}")


if __name__ == "__main__":
    main()
