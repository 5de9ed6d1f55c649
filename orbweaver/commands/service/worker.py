"""`orbweaver worker`: runs only a worker, for installations on several machines. `orbweaver up` starts it too."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module

import click

from contract.environment import Environment
from contract.queues import MESSAGE_QUEUES
from orbweaver.output import json_option

# Each running job occupies one thread, which waits for the reactor. So this is the number of jobs per process.
THREADS = 200
# Less than the 10 s after which `orbweaver up` kills it. Other workers take over the jobs that are not finished.
SHUTDOWN_MS = 8_000


@click.command()
@click.option(
    "--threads",
    default=THREADS,
    show_default=True,
    type=click.IntRange(1),
    help="Jobs that each process runs at the same time.",
)
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1), help="Number of worker processes.")
@json_option
def command(threads: int, processes: int, as_json: bool) -> None:
    """Run a worker until SIGTERM or Ctrl-C.

    With several processes, one that ends is replaced, and the others continue.
    """
    from contract.process.logs import configure

    environment = Environment.read()  # reports a wrong setting in one line, before the worker processes start
    configure(environment)
    if as_json:
        click.echo(json.dumps({"pid": os.getpid(), "processes": processes, "threads": threads}))
    if processes > 1:
        from orbweaver import worker_processes

        worker_processes.run(processes, threads)
    else:
        sys.exit(_run_one(threads))


def _run_one(threads: int) -> int:
    """Run one process until it ends; its exit code."""
    # dramatiq reads this when it is imported. By default it takes twice as many messages, which wait here while other workers
    # are idle.
    os.environ.setdefault("dramatiq_queue_prefetch", str(threads))
    from dramatiq import cli

    # The worker and its reading processes are forks of this process and share its modules. The last module excludes what is
    # loaded from garbage collection, which would copy it.
    for module in ("workers.process", "extraction.preload"):
        import_module(module)

    arguments = ["--processes", "1", "--threads", str(threads)]
    arguments += ["--worker-shutdown-timeout", str(SHUTDOWN_MS), "--skip-logging"]
    arguments += [
        "--path",  # empty: nothing is imported from the working directory
        "--queues",
        *MESSAGE_QUEUES,
        "--",
        "workers.main",
    ]
    return int(cli.main(cli.make_argument_parser().parse_args(arguments)))
