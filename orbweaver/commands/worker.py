"""`orbweaver worker`: a worker alone, for installations on several machines; `orbweaver up` starts it by itself."""

from __future__ import annotations

import json
import os
import sys

import click

from contract.environment import Environment
from orbweaver.output import json_option

# A thread waits while the reactor works, so threads are the jobs that one process has in hand at a time.
THREADS = 160
QUEUES = ("scrape", "jobs")
SHUTDOWN_MS = 8_000  # below the 10 s that `orbweaver up` waits; a cut job's lease ends and another worker takes it


@click.command()
@click.option("--threads", default=THREADS, show_default=True, type=click.IntRange(1), help="Jobs in hand, by process.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1), help="Worker processes.")
@json_option
def command(threads: int, processes: int, as_json: bool) -> None:
    """Run a worker until SIGTERM or Ctrl-C."""
    # Read by dramatiq when it is imported; its default takes twice as many, which then wait here while others idle.
    os.environ.setdefault("dramatiq_queue_prefetch", str(threads))
    from dramatiq import cli

    Environment.read()  # a bad setting is one line here, not a traceback out of each process
    if as_json:
        click.echo(json.dumps({"pid": os.getpid(), "processes": processes, "threads": threads}))
    arguments = ["--processes", str(processes), "--threads", str(threads)]
    arguments += ["--worker-shutdown-timeout", str(SHUTDOWN_MS), "--skip-logging"]
    arguments += [
        "--path",
        "--queues",
        *QUEUES,
        "--",
        "workers.main",
    ]  # no path: nothing is imported from where we stand
    sys.exit(cli.main(cli.make_argument_parser().parse_args(arguments)))
