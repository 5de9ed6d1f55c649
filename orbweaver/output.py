"""The output of commands: text, or with `--json` one JSON object on the last line."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import click

from contract.errors import InvalidRequest, ServiceError, ServiceUnavailable
from orbweaver.processes import CannotStart

F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    """The `--json` flag, as the parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object on the last line.")(command)


def _json_default(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value).__name__)


def show(as_json: bool, record: dict[str, Any], text: str) -> None:
    """Print the record as JSON if `as_json`, otherwise the text."""
    click.echo(json.dumps(record, default=_json_default, ensure_ascii=False) if as_json else text)


def message_of(error: Exception) -> str:
    """The message of an expected failure, as one line."""
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return " ".join(text.split())


def failure(error: Exception) -> dict[str, Any]:
    """An expected failure as a JSON object with the API's error codes. A wrong argument or setting is a VALIDATION_ERROR."""
    if not isinstance(error, ServiceError):
        error_class = ServiceUnavailable if isinstance(error, CannotStart) else InvalidRequest
        error = error_class(message_of(error))
    return {"error": error.as_record()}
