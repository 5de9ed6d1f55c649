"""`python -m orbweaver.first_start`: migrations, and the first key on an empty installation, as one JSON object.

A process of its own, so that `orbweaver up`, which stays, never loads what only its start needs.
"""

from __future__ import annotations

import json
import sys

from contract.environment import Environment


def prepare(environment: Environment) -> str | None:
    """The schema up to date; the value of the first key when there was no workspace yet."""
    from models import session, workspace

    session.migrate(environment.database_url)
    engine = session.create(environment.database_url, pool_size=1)
    try:
        first = workspace.ensure_first(engine)
    finally:
        engine.dispose()
    return first.key if first else None


def main() -> None:
    """Print `{"key": …}`, or one line on standard error with exit code 2."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        print(json.dumps({"key": prepare(Environment.read())}))
    except SQLAlchemyError as error:
        sys.exit(f"The database cannot be prepared: {' '.join(str(error).split())[:300]}")


if __name__ == "__main__":
    main()
