"""`orbweaver migrate`: applies database migrations."""

from __future__ import annotations

import click

from contract.environment import Environment
from orbweaver.output import json_option, show
from orbweaver.processes import CannotStart


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Apply the pending database migrations. Does nothing when there are none."""
    from sqlalchemy.exc import OperationalError

    from contract.process.logs import configure
    from models.schema import MigrationBlocked, migrate, pending_migrations

    environment = Environment.read()
    configure(environment)
    url = environment.database_url
    try:
        applied = pending_migrations(url)
        migrate(url)
    except MigrationBlocked as error:
        raise CannotStart(str(error)) from error
    except OperationalError as error:
        raise CannotStart("Postgres is not reachable. Start `orbweaver up`, or check DATABASE_URL.") from error
    words = f"Applied {', '.join(applied)}." if applied else "No pending migrations."
    show(as_json, {"applied": applied}, words)
