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


def compile_pattern(pattern: str) -> Any:
    """The compiled form of a path pattern.

    Raises:
        re2.error: the pattern is not valid, or needs more memory than `limits.PATTERN_MEMORY_BYTES`.
    """
    return re2.compile(pattern, _options())
