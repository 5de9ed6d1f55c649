"""Removes dashes of lines that nobody could see. A renderer draws each dash: tiny ones would take hours."""

from __future__ import annotations

import re

_DASHES = re.compile(r"(?<![\w-])stroke-dasharray\s*(?:=\s*\"([^\"]*)\"|:\s*([^;\"}<]*))", re.I)
_DASHED_MAX = 20
_PERIOD_SHARE_MIN = 1 / 500
_NUMBER = re.compile(r"\d*\.?\d+(?:[eE][-+]?\d+)?")


def without_tiny_dashes(svg: str, longest: float) -> str:
    """The SVG with solid lines instead of tiny dashes, and instead of all dashes if there are many.

    Args:
        svg: a serialised document, with double quotes around attribute values.
        longest: the longer side of its view box.
    """
    found = list(_DASHES.finditer(svg))
    smallest = longest * _PERIOD_SHARE_MIN
    if len(found) <= _DASHED_MAX and all(_period(match[1] or match[2] or "") >= smallest for match in found):
        return svg
    return _DASHES.sub(
        lambda match: 'stroke-dasharray="none"' if match[1] is not None else "stroke-dasharray:none", svg
    )


def _period(dashes: str) -> float:
    """The length after which a dash pattern repeats. Endless for `none`."""
    numbers = [float(number) for number in _NUMBER.findall(dashes)]
    return sum(numbers) or float("inf")
