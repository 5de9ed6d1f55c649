"""`orbweaver batch`: scrapes a list of URLs into files, without a server."""

from __future__ import annotations

import json
from typing import IO, Any

import click

from contract.operations import BATCH
from orbweaver.local.job_command import job_options, perform_job


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@job_options
def command(file: IO[str], output: str | None, resume: bool, as_json: bool, **given: Any) -> None:
    """Scrape the URLs in FILE, one per line (- reads standard input). Ctrl-C stops the run; --resume continues it."""
    urls = [line.strip() for line in file if line.strip() and not line.lstrip().startswith("#")]
    perform_job(BATCH, {"urls": json.dumps(urls)}, given, output, resume, as_json)
