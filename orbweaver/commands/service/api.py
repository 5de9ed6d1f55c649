"""`orbweaver api`: runs only the HTTP API, for installations on several machines. `orbweaver up` starts it too."""

from __future__ import annotations

import json
import os

import click

from contract.environment import Environment
from orbweaver.output import json_option

GRACE_SECONDS = 5  # less than the 10 s after which `orbweaver up` kills it


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@json_option
def command(host: str, port: int, as_json: bool) -> None:
    """Run the HTTP API until SIGTERM or Ctrl-C."""
    from api.asgi.server import serve
    from contract.process.logs import configure

    environment = Environment.read()
    configure(environment)
    if as_json:
        click.echo(json.dumps({"url": f"http://{host}:{port}", "pid": os.getpid()}))
    serve(environment, host, port, grace_seconds=GRACE_SECONDS)
