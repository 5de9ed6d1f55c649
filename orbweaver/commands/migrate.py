"""`orbweaver migrate`: the schema, up to date."""

from __future__ import annotations

import click

from contract.environment import Environment
from orbweaver.output import json_option, show
from orbweaver.processes import CannotStart


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Bring the database's schema up to date; running it again changes nothing."""
    from sqlalchemy.exc import OperationalError

    from models.session import migrate, pending_migrations

    url = Environment.read().database_url
    try:
        applied = pending_migrations(url)
        migrate(url)
    except OperationalError as error:
        raise CannotStart("Postgres does not answer: is `orbweaver up` running, or DATABASE_URL right?") from error
    words = f"Applied {', '.join(applied)}." if applied else "The schema is up to date."
    show(as_json, {"applied": applied}, words)
