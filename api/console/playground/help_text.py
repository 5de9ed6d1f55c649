"""Descriptions of options as HTML."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")


def with_code(text: str) -> Markup:
    """A description as HTML: what is in backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))
