"""JSON values as source text: JSON, or Python. Short objects and lists stay on one line."""

from __future__ import annotations

import json
import re
from typing import Any

# Characters that a terminal may interpret, that change the direction of the text, or that UTF-8 cannot encode. JSON and
# Python write them in the same way.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_LINE_CHARS = 80
_PYTHON = {"true": "True", "false": "False", "null": "None"}


def as_json(value: Any) -> str:
    """The value as JSON text."""
    return _written(value, "", in_python=False)


def as_python(value: Any, indent: str = "") -> str:
    """The value as a Python expression. Its further lines start with `indent`."""
    return _written(value, indent, in_python=True)


def _written(value: Any, indent: str, *, in_python: bool) -> str:
    line = _on_one_line(value, in_python=in_python)
    if not isinstance(value, (dict, list)) or not value or len(indent) + len(line) <= _LINE_CHARS:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{_text(name)}: {_written(each, deeper, in_python=in_python)}" for name, each in value.items()]
    else:
        parts = [_written(each, deeper, in_python=in_python) for each in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    body = ",\n".join(deeper + part for part in parts)
    return f"{first}\n{body}\n{indent}{last}"


def _on_one_line(value: Any, *, in_python: bool) -> str:
    if isinstance(value, dict):
        inside = (f"{_text(name)}: {_on_one_line(each, in_python=in_python)}" for name, each in value.items())
        return "{" + ", ".join(inside) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_on_one_line(each, in_python=in_python) for each in value) + "]"
    if isinstance(value, str):
        return _text(value)
    word = json.dumps(value)
    return _PYTHON.get(word, word) if in_python else word


def _text(text: str) -> str:
    return _INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
