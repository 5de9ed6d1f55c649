"""`orbweaver api`: runs only the HTTP API, for installations on several machines. `orbweaver up` starts it too."""

from __future__ import annotations

import json
import os

import click

from contract.environment import Environment
from orbweaver.output import json_option

GRACE_SECONDS = 8  # less than the 10 s after which `orbweaver up` kills it


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@json_option
def command(host: str, port: int, as_json: bool) -> None:
    """Run the HTTP API until SIGTERM or Ctrl-C."""
    import uvicorn

    from api.server import create_application
    from contract.logs import configure

    environment = Environment.read()
    configure(environment)
    if as_json:
        click.echo(json.dumps({"url": f"http://{host}:{port}", "pid": os.getpid()}))
    uvicorn.run(
        create_application(environment),
        host=host,
        port=port,
        http="httptools",
        loop="uvloop",
        lifespan="on",
        log_config=None,  # contract.logs has set the format
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
