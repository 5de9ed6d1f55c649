"""The command `orbweaver`. Each command is imported only when it is called, so that commands start fast.

To add a command: a file in a folder of `orbweaver/commands/` with a click command named `command`, and its line in FOLDERS.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from functools import cache
from pathlib import Path

import click

# Folder of `orbweaver/commands/` -> the commands in it and their lines in `orbweaver --help`, which imports no command. The
# lines of operations are in `contract.operations`, that of watches in `contract.operation_rows.watch`.
FOLDERS = {
    "service": {
        "up": "Run everything on this machine: Postgres, Redis, worker, API.",
        "api": "Run the HTTP API.",
        "worker": "Run a worker.",
        "migrate": "Apply the pending database migrations.",
        "doctor": "Check the installation and report what is missing.",
        "queues": "Show queues, running jobs, workers and dead letters; retry, cancel, pause, resume.",
    },
    "pages": {"read": "Read saved pages, without fetching."},
    "brands": {},
    "accounts": {
        "workspace": "Manage workspaces: create, list, show, suspend, restore.",
        "key": "Manage API keys: create, list, revoke.",
        "member": "Manage members: invite, revoke, accept, list, role, remove, request, approve, decline, audit.",
        "credits": "Manage credits: grant, show.",
    },
}
EXIT_FAILED = 2
EXIT_INTERRUPTED = 130


@cache
def commands(folder: str) -> dict[str, str]:
    """The commands of a folder and their lines in the help: those of operations and watches, then the others."""
    from contract.operation_rows import watch
    from contract.operations import OPERATIONS

    files = {module.name for module in pkgutil.iter_modules([str(Path(__file__).parent / "commands" / folder)])}
    lines = {each.name: each.command for each in OPERATIONS.values()} | {watch.TAG: watch.COMMAND}
    return {name: line for name, line in lines.items() if name in files} | FOLDERS[folder]


def folder_of(command: str) -> str | None:
    """The folder of a command, None for an unknown one."""
    return next((folder for folder in FOLDERS if command in commands(folder)), None)


class LazyGroup(click.Group):
    """A group that imports a command's file when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for folder in FOLDERS for name in commands(folder)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if (folder := folder_of(cmd_name)) is None:
            return None
        command: click.Command = importlib.import_module(f"orbweaver.commands.{folder}.{cmd_name}").command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([each for folder in FOLDERS for each in commands(folder).items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="orbweaver")
def group() -> None:
    """Orbweaver: a self-hosted web data service."""


def main() -> None:
    """Run the command line. An expected failure prints one line to standard error and exits with 2.

    With `--json` it also prints one JSON object to standard output.
    """
    from contract.environment import BadEnvironment
    from contract.errors import ServiceError
    from orbweaver.processes import CannotStart

    try:
        sys.exit(group.main(prog_name="orbweaver", standalone_mode=False) or 0)
    except (click.ClickException, BadEnvironment, CannotStart, ServiceError) as error:
        _report(error)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(EXIT_FAILED)


def _report(error: Exception) -> None:
    from orbweaver.output import failure, message_of

    if isinstance(error, click.UsageError):
        error.show()
    else:
        click.echo(f"orbweaver: {message_of(error)}", err=True)
    # sys.argv, because click has not parsed the options when it raises a usage error.
    if "--json" in sys.argv[1:]:
        click.echo(json.dumps(failure(error), ensure_ascii=False))
