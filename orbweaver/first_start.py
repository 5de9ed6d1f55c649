"""`python -m orbweaver.first_start`: applies migrations and, on an empty installation, creates the first workspace and key.

`orbweaver up` runs it as a separate process, so that the long-running process does not load SQLAlchemy and Alembic.
"""

from __future__ import annotations

import json
import sys

from contract.environment import Environment


def prepare(environment: Environment) -> str | None:
    """Apply the migrations. Returns the first key when there was no workspace, else None."""
    from models import session, workspace

    session.migrate(environment.database_url)
    engine = session.create(environment.database_url, pool_size=1)
    try:
        first = workspace.ensure_first(engine)
    finally:
        engine.dispose()
    return first.key if first else None


def main() -> None:
    """Print `{"key": …}`. On failure print one line to standard error and exit with 1."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        print(json.dumps({"key": prepare(Environment.read())}))
    except SQLAlchemyError as error:
        sys.exit(f"The database could not be prepared: {' '.join(str(error).split())[:300]}")


if __name__ == "__main__":
    main()
