"""Command-line options that are generated from the options in `contract.options`."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from marshmallow import fields, validate

from contract.declare import from_arguments, stored, wire_name
from contract.fields.basic import Flag, ListOf, Milliseconds, OneOf, WholeNumber
from contract.operations import Operation

F = TypeVar("F", bound=Callable[..., Any])
# The defaults of a larger group of options are those of its members.
_DEFAULT_MAX_CHARS = 40


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
            help_line = declared.metadata["description"] + _default_note(declared)
            metavar = None if flag else _metavar(declared.metadata["field"])
            command = click.option(spelled, name, default=None, metavar=metavar, help=help_line)(command)
        return command

    return decorate


def _metavar(field: fields.Field) -> str:
    """What an option takes, for its help. The checks themselves are those of the API."""
    if isinstance(field, ListOf):
        return f"{_metavar(field.inner)},…"
    if isinstance(field, OneOf):
        [words] = [list(check.choices) for check in field.validators if isinstance(check, validate.OneOf)]
        return "[" + "|".join(words) + "]"
    if isinstance(field, WholeNumber):
        [limits] = [check for check in field.validators if isinstance(check, validate.Range)]
        unit = "MS " if isinstance(field, Milliseconds) else ""
        return f"{unit}{limits.min}..{limits.max}"
    return "TEXT" if isinstance(field, fields.String) else "JSON"


def _default_note(declared: dataclasses.Field[Any]) -> str:
    default = declared.default
    if default is None or default in (dataclasses.MISSING, ()):
        return ""
    if dataclasses.is_dataclass(default):
        written = json.dumps(stored(default))
        return f"  [default: {written}]" if len(written) <= _DEFAULT_MAX_CHARS else ""
    if isinstance(default, bool):
        return f"  [default: {'on' if default else 'off'}]"
    return f"  [default: {','.join(default) if isinstance(default, tuple) else default}]"


def names_of(cls: type) -> frozenset[str]:
    """The wire names of all options of `cls`."""
    return frozenset(map(wire_name, dataclasses.fields(cls)))


def options_of(operation: Operation, given: dict[str, Any], **subject: str) -> Any:
    """The options of an operation, from its subject and click's option values.

    Raises:
        InvalidRequest: a value is not valid.
    """
    return from_arguments(operation.options, subject | arguments_of(given))


def arguments_of(given: dict[str, Any]) -> dict[str, str]:
    """Click's option values as the string arguments that `contract.declare.from_arguments` reads."""
    return {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in given.items()
        if value is not None
    }
