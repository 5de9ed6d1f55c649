"""Finds the JSON object in what a language model wrote, and cleans it. The text is hostile: it may have been made by a page."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from contract import limits

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"```[a-zA-Z0-9]*\s*\n(.*?)```", re.DOTALL)
# Postgres rejects NUL, UTF-8 cannot encode a lone surrogate.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_INTEGER_END = 10**limits.MODEL_INTEGER_MAX_DIGITS
# Places in the text that are tried as the start of an object.
_STARTS_MAX = 30


class NoObject(Exception):
    """The text has no JSON object."""


def find(text: str) -> dict[str, Any]:
    """The JSON object in a model's text: the whole text, a fenced block, or the longest object among other text.

    Null values are dropped: they say that the page has no value. Characters that cannot be stored are removed.

    Raises:
        NoObject: there is no object, it is nested too deep, or it has an integer with too many digits.
    """
    text = _THOUGHTS.sub("", text)
    for candidate in (text, *(found[1] for found in _CODE.finditer(text))):
        value = _parsed(candidate.strip())
        if isinstance(value, dict):
            return _cleaned(value)
    found = max(_objects_in(text), key=lambda pair: pair[0], default=None)
    if found is None:
        raise NoObject("The answer is not a JSON object.")
    return _cleaned(found[1])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _objects_in(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object with its length, from at most `_STARTS_MAX` places."""
    decoder = json.JSONDecoder(strict=False)
    place = text.find("{")
    for _ in range(_STARTS_MAX):
        if place < 0:
            return
        end = place + 1
        try:
            value, end = decoder.raw_decode(text, place)
            if isinstance(value, dict):
                yield end - place, value
        except (ValueError, RecursionError):
            pass
        place = text.find("{", end)


def _cleaned(value: dict[str, Any]) -> dict[str, Any]:
    cleaned: dict[str, Any] = _clean(value, limits.JSON_MAX_DEPTH)
    return cleaned


def _clean(value: Any, levels: int) -> Any:
    if levels == 0:
        raise NoObject(f"The answer is nested deeper than {limits.JSON_MAX_DEPTH} levels.")
    if isinstance(value, dict):
        return {
            _UNSTORABLE.sub("", name): _clean(inner, levels - 1)
            for name, inner in value.items()
            if not _is_absent(inner)
        }
    if isinstance(value, list):
        return [_clean(inner, levels - 1) for inner in value if not _is_absent(inner)]
    if isinstance(value, int) and abs(value) >= _INTEGER_END:
        raise NoObject(f"The answer has an integer of more than {limits.MODEL_INTEGER_MAX_DIGITS} digits.")
    return _UNSTORABLE.sub("", value) if isinstance(value, str) else value


def _is_absent(value: Any) -> bool:
    """Null, and numbers that JSON does not have."""
    return value is None or (isinstance(value, float) and not math.isfinite(value))
