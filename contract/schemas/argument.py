"""A JSON Schema as a command-line argument: JSON text, or the path of a file that contains it."""

from __future__ import annotations

import json
from pathlib import Path

from contract import limits
from contract.errors import InvalidRequest


def read_schema(argument: str) -> str:
    """The schema as JSON text.

    Raises:
        InvalidRequest: the file cannot be read, or its content is not JSON. The message names `schema`.
    """
    text = argument if argument.lstrip().startswith("{") else _content(Path(argument))
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest.of("schema", f"is not valid JSON: {error}") from error
    return text


def _content(path: Path) -> str:
    try:
        # One byte per character at least: a longer file is rejected by its size later.
        with path.open(encoding="utf-8") as file:
            return file.read(4 * limits.SCHEMA_MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidRequest.of("schema", f"the file {path} cannot be read: {reason}") from error
