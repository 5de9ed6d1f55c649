"""The command `orbweaver`. Each command is imported only when it is called, so that commands start fast.

To add a command: a file in a room of `orbweaver/commands/` with a click command named `command`, and a row in COMMANDS.
"""

from __future__ import annotations

import importlib
import json
import sys

import click

# Name of the command and of its file -> the room of the file, and the line in `orbweaver --help`, which imports no command.
COMMANDS = {
    "up": ("service", "Run everything on this machine: Postgres, Redis, worker, API."),
    "api": ("service", "Run the HTTP API."),
    "worker": ("service", "Run a worker."),
    "migrate": ("service", "Apply the pending database migrations."),
    "doctor": ("service", "Check the installation and report what is missing."),
    "scrape": ("pages", "Scrape one page to standard output, without a server."),
    "extract": ("pages", "Extract data from pages and sites, without a server."),
    "crawl": ("pages", "Scrape a site into files, without a server."),
    "batch": ("pages", "Scrape a list of URLs into files, without a server."),
    "map": ("pages", "List the URLs of a site, without a server."),
    "images": ("pages", "List the images of one page, without a server."),
    "screenshot": ("pages", "Take a screenshot of one page, without a server."),
    "search": ("pages", "Search the web, without a server."),
    "read": ("pages", "Read saved pages, without fetching."),
    "brand": ("brands", "Look up the brand of a domain, without a server."),
    "styleguide": ("brands", "Read the design system of a site, without a server."),
    "logo": ("brands", "Save the logo of a domain, without a server."),
    "workspace": ("accounts", "Manage workspaces: create, list, show, suspend, restore."),
    "key": ("accounts", "Manage API keys: create, list, revoke."),
    "member": (
        "accounts",
        "Manage members: invite, revoke, accept, list, role, remove, request, approve, decline, audit.",
    ),
    "credits": ("accounts", "Manage credits: grant, show."),
    "queues": ("service", "Show queues, running jobs, workers and dead letters; retry, cancel, pause, resume."),
}
EXIT_FAILED = 2
EXIT_INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command's file when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        room, _ = COMMANDS[cmd_name]
        command: click.Command = importlib.import_module(f"orbweaver.commands.{room}.{cmd_name}").command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


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
