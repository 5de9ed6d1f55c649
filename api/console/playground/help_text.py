"""Texts beside the inputs of a form: descriptions of options as HTML, messages as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")


def with_code(text: str) -> Markup:
    """A description as HTML: what is in backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def sentence(message: str, path: str) -> str:
    """A message as a sentence. One that starts with the path of an option keeps it as it is."""
    text = message if message.startswith(path) else message[:1].upper() + message[1:]
    return text if text.endswith(".") else f"{text}."


def _pairs(choices: Sequence[str]) -> list[tuple[str, str]]:
    return [(choice, choice) for choice in choices]


# What the template `playground/inputs.html` calls.
INPUT_TEXTS: dict[str, Any] = {"with_code": with_code, "sentence": sentence, "pairs": _pairs}
