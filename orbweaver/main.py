"""The command `orbweaver`: a group whose commands are loaded when they are called, so that each starts at once.

To add a command: a file in `orbweaver/commands/` with a click command named `command`, and a row in COMMANDS.
"""

from __future__ import annotations

import importlib
import json
import sys

import click

# The name on the line -> the file, and the sentence in `orbweaver --help`, which therefore loads no command.
COMMANDS = {
    "up": "Run everything on this machine: servers, worker, API.",
    "api": "Run the HTTP API.",
    "worker": "Run a worker.",
    "migrate": "Bring the database's schema up to date.",
    "doctor": "Say what is missing, and the remedy.",
    "scrape": "Scrape one page to standard output; no server needed.",
    "read": "Read saved pages without fetching.",
    "workspace": "Workspaces: create, list, show, suspend, restore.",
    "key": "API keys: create, list, revoke.",
    "credits": "Credits: grant, show.",
}
EXIT_EXPECTED = 2
EXIT_INTERRUPTED = 130


class LoadedByName(click.Group):
    """A group that imports a command's file when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"orbweaver.commands.{cmd_name}").command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LoadedByName, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="orbweaver")
def group() -> None:
    """Orbweaver: a self-hosted web data service."""


def main() -> None:
    """Run the command line; an expected failure is one plain line on standard error and exit code 2.

    With `--json` it is also told as the one JSON object on standard output.
    """
    from contract.environment import BadEnvironment
    from contract.errors import ServiceError
    from orbweaver.processes import CannotStart

    try:
        sys.exit(group.main(prog_name="orbweaver", standalone_mode=False) or 0)
    except (click.ClickException, BadEnvironment, CannotStart, ServiceError) as error:
        _tell(error)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(EXIT_EXPECTED)


def _tell(error: Exception) -> None:
    from orbweaver.output import failure, sentence

    if isinstance(error, click.UsageError):
        error.show()
    else:
        click.echo(f"orbweaver: {sentence(error)}", err=True)
    # Looked for by hand: a usage error leaves no options behind.
    if "--json" in sys.argv[1:]:
        click.echo(json.dumps(failure(error), ensure_ascii=False))
