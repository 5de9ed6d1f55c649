"""Command-line options that are generated from the options in `contract.options`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from contract.declare import wire_name
from contract.fields.basic import Flag

F = TypeVar("F", bound=Callable[..., Any])


def options_from(cls: type, *, without: Iterable[str] = ()) -> Callable[[F], F]:
    """Add a click option for each field of `cls`: `waitFor` becomes `--wait-for`, a flag also gets `--no-…`.

    `without` lists wire names that get no option.
    """

    def decorate(command: F) -> F:
        for declared in reversed(dataclasses.fields(cls)):
            name = wire_name(declared)
            if name in without:
                continue
            dashed = re.sub(r"[A-Z]", lambda match: f"-{match[0].lower()}", name)
            flag = isinstance(declared.metadata["field"], Flag)
            spelled = f"--{dashed}/--no-{dashed}" if flag else f"--{dashed}"
            command = click.option(spelled, name, default=None, help=declared.metadata["description"])(command)
        return command

    return decorate


def arguments_of(given: dict[str, Any]) -> dict[str, str]:
    """Click's option values as the string arguments that `contract.declare.from_arguments` reads."""
    return {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in given.items()
        if value is not None
    }
