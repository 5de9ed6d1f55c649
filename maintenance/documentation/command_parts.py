"""Parts about the command line."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from maintenance.documentation.markdown_table import code, table
from orbweaver import main
from orbweaver.main import group


def every_command() -> Iterator[tuple[str, click.Command]]:
    """(words, command) of every command: `key create` for a command in a group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {below}", command.commands[below]) for below in sorted(command.commands))
        else:
            yield name, command


def commands(folder: str) -> str:
    """The commands of a folder of `orbweaver/commands/`, each with its options."""
    return "\n\n".join(
        _command(words, each) for words, each in every_command() if words.split()[0] in main.commands(folder)
    )


def overview(folder: str) -> str:
    """One line per command of a folder."""
    rows = [(code(name), line) for name, line in main.commands(folder).items()]
    return table(("Command", "Does"), rows)


def _command(words: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"orbweaver {words}")
    arguments = " ".join(each.make_metavar(context) for each in command.params if isinstance(each, click.Argument))
    heading = f"### orbweaver {words}"
    usage = f"`orbweaver {words} {arguments}`".replace(" `", "`")
    rows = [_row(each, context) for each in command.params if isinstance(each, click.Option) and not each.hidden]
    said = [heading, usage, inspect.cleandoc((command.help or "").partition("\f")[0])]
    return "\n\n".join([*said, table(("Option", "Default", "Meaning"), rows)] if rows else said)


def _row(option: click.Option, context: click.Context) -> tuple[str, str, str]:
    names = "/".join([*option.opts, *option.secondary_opts])
    value = "" if option.is_flag or option.count else f" {option.make_metavar(context)}"
    shown = "required" if option.required else _default(option.get_default(context))
    return code(f"{names}{value}"), shown, option.help or ""


def _default(value: object) -> str:
    """A default as text. Empty for an option without one: click has several values that stand for it."""
    has_default = isinstance(value, (str, int, float)) and value is not False and value != ""
    return code(str(value)) if has_default else ""
