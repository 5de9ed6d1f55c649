"""Compiles path patterns: regular expressions in RE2 syntax, matched in linear time and bounded memory."""

from __future__ import annotations

from functools import cache
from typing import Any

import re2

from contract import limits


@cache
def _options() -> Any:
    options = re2.Options()
    options.max_mem = limits.PATTERN_MEMORY_BYTES
    options.log_errors = False
    return options


def problem_of(pattern: str) -> str | None:
    """Why a path pattern does not compile, as the end of a sentence; None when it does."""
    try:
        compile_pattern(pattern)
    except re2.error as error:
        reason = error.args[0] if error.args else "it does not compile"
        text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        return f"is not a regular expression in RE2 syntax: {text.rstrip('.')}"
    return None


def compile_pattern(pattern: str) -> Any:
    """The compiled form of a path pattern.

    Raises:
        re2.error: the pattern is not valid, or needs more memory than `limits.PATTERN_MEMORY_BYTES`.
    """
    return re2.compile(pattern, _options())
