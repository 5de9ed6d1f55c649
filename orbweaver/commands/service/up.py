"""`orbweaver up`: runs the whole service on one machine."""

from __future__ import annotations

import click

from contract.environment import Environment
from orbweaver.output import json_option


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@json_option
def command(host: str, port: int, as_json: bool) -> None:
    """Run everything on this machine until SIGTERM or Ctrl-C.

    Starts an embedded Postgres unless DATABASE_URL is set, and an embedded Redis-compatible server unless REDIS_URL is
    set. The first start creates a workspace and prints its key once.
    """
    from orbweaver import up

    up.run(Environment.read(), up.Address(host=host, port=port), as_json=as_json)
