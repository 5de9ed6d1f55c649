"""Patterns of paths: regular expressions in RE2's syntax, in linear time whatever they say."""

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
    """The compiled form of a path pattern; linear time and bounded memory.

    Raises:
        re2.error: it is none.
    """
    return re2.compile(pattern, _options())
