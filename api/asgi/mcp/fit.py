"""Shortens the answer of a tool call to the size that a model can read."""

from __future__ import annotations

import json
from typing import Any

# Maximum size of the JSON text of a tool's result, in characters. Clients reject much longer ones.
RESULT_CHARS_MAX = 60_000
# A list counts as long as a text with this many characters for each of its entries.
_CHARS_PER_ENTRY = 50
# Shorter texts are not cut: words of a fixed list, dates and ids stay valid.
_TEXT_MIN_CHARS = 50
# Reserved for the list of cut fields.
_NOTICE_CHARS = 4_000
_FIELDS_LISTED, _FIELD_CHARS_MAX = 20, 150
# The objects of an answer itself, such as a page entry, keep all of their fields.
_FIELDS_MIN, _NAME_CHARS_MAX = 40, 200


def fit(result: dict[str, Any], hint: str) -> dict[str, Any]:
    """The result, cut to `RESULT_CHARS_MAX` if it is longer. `truncated` then lists the cut fields, with a hint.

    The longest texts and lists are cut, all to the same length, so that short fields remain whole.
    """
    if _size(result) <= RESULT_CHARS_MAX:
        return result
    least, most = 0, RESULT_CHARS_MAX
    while most - least > 50:
        middle = (least + most) // 2
        if _size(_cut(result, middle)) + _NOTICE_CHARS <= RESULT_CHARS_MAX:
            least = middle
        else:
            most = middle
    fields: list[dict[str, Any]] = []
    shown = _cut(result, least, fields)
    if _size(shown) + _NOTICE_CHARS > RESULT_CHARS_MAX:  # Very many small parts, deep inside each other.
        shown, fields = {name: result[name] for name in ("success", "meta") if name in result}, []
    return {**shown, "truncated": {"fields": fields[:_FIELDS_LISTED], "hint": hint}}


def _cut(value: Any, most: int, cut: list[dict[str, Any]] | None = None, field: str = "") -> Any:
    """A copy whose texts have at most `most` characters, and whose lists are as short. `cut` gets what was shortened."""
    if isinstance(value, str):
        most = max(most, _TEXT_MIN_CHARS)
        _note(cut, field, "characters", min(len(value), most), len(value))
        return value[:most]
    if isinstance(value, list):
        entries = max(1, most // _CHARS_PER_ENTRY)
        _note(cut, field, "entries", min(len(value), entries), len(value))
        return [_cut(below, most, cut, f"{field}[{index}]") for index, below in enumerate(value[:entries])]
    if isinstance(value, dict):
        entries = max(_FIELDS_MIN, most // _CHARS_PER_ENTRY)
        _note(cut, field, "fields", min(len(value), entries), len(value))
        names = {name: str(name)[:_NAME_CHARS_MAX] for name in list(value)[:entries]}
        return {
            short: _cut(value[name], most, cut, f"{field}.{short}" if field else short) for name, short in names.items()
        }
    return value


def _note(cut: list[dict[str, Any]] | None, field: str, unit: str, returned: int, total: int) -> None:
    if cut is not None and returned < total:
        cut.append({"field": field[:_FIELD_CHARS_MAX], "unit": unit, "returned": returned, "total": total})


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
