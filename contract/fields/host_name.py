"""What counts as the name of a host, in its ASCII form."""

from __future__ import annotations

import re

HOST_MAX_CHARS = 253
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


def ascii_name(text: str) -> str:
    """The name in lower case and in its ASCII form.

    Raises:
        ValueError: it is not the name of a host.
    """
    name = text.encode("idna").decode("ascii").lower()
    if len(name) > HOST_MAX_CHARS or not _NAME.fullmatch(name):
        raise ValueError("not the name of a host")
    return name
