"""Reads the JSON that a language model wrote, in the forms that real servers and models send.

The text is hostile: it may have been made by a page. Read are fences, thoughts, wrappers, comments, trailing commas, Python
literals, JSON inside a string, other spellings of property names, lists without their object, and answers that were cut.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from contract import limits
from extraction.answers.replies.quotes import MEMBER
from extraction.answers.schema.names import letters

# What ends a model's thoughts. The answer is after the last one.
_THOUGHTS_END = re.compile(
    r"</[a-z_:-]*(?:think|thought|reason|reflect|analys|scratch|monologue)[a-z_:-]*>|\[/(?:THINK(?:ING)?|REASONING)\]|◁/think▷|"
    r"<\|channel\|>final(?:<\|message\|>)?|<\|end_of_thought\|>|<\|/?(?:end_)?think\|>|\bassistant\s?final(?=\s*[{\[`])",
    re.I,
)
_THOUGHTS_START = re.compile(
    r"<[a-z_:-]*(?:think|thought|reason|reflect|scratch|monologue)[a-z_:-]*>|\[(?:THINK(?:ING)?|REASONING)\]|◁think▷|"
    r"<\|channel\|>analysis|<\|begin_of_thought\|>",
    re.I,
)
_FENCE = re.compile(r"```[a-zA-Z0-9_]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)
_LITERAL = re.compile(r'("(?:[^"\\]|\\.)*+")|\b(None|True|False|NaN|undefined)\b')
_LITERALS = {"None": "null", "True": "true", "False": "false", "NaN": "null", "undefined": "null"}
# Postgres rejects NUL, UTF-8 cannot encode a lone surrogate.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_INTEGER_END = 10**limits.MODEL_INTEGER_MAX_DIGITS
# Positions in the text that are tried as the start of a value.
_STARTS_MAX = 30
# An unfinished string reaches to the end of the text.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|[][{},]', re.S)
_LENIENT_MAX_CHARS = 400_000
_WRAPPED_DEPTH_MAX = 3
# Where the call of a tool has the answer.
_ARGUMENTS = ("arguments", "parameters")
# Texts with which models say that there is no value.
_PLACEHOLDERS = frozenset(
    "na none null nil unknown notavailable notfound notspecified notmentioned notprovided notgiven nan tbd".split()
)


class NoObject(Exception):
    """The text has no JSON object."""


@dataclass(frozen=True)
class Reply:
    """A model's object. `is_cut`: the text ended inside it, and only what was complete is here."""

    data: dict[str, Any]
    is_cut: bool = False


def read(text: str, schema: Mapping[str, Any] | None = None) -> Reply:
    """The last object in a model's text that has a property of the schema. Without a schema, the last one of the longest.

    Null values and placeholders such as `N/A` are dropped: they say that the page has no value. Characters that cannot be
    stored are removed.

    Raises:
        NoObject: there is no such object, it is nested too deep, or it has an integer with too many digits.
    """
    answer = _without_thoughts(text)
    names = _property_names(schema)
    first: Reply | None = None
    for value, is_cut in _candidates(answer):
        if is_cut and isinstance(value, list) and (lists := _list_properties(schema)):
            value = {lists[0]: value} if len(lists) == 1 else value
        fitted = _fitted(value, names, schema)
        if fitted is not None and (fitted or not is_cut):
            reply = Reply(_cleaned(fitted), is_cut)
            if reply.data:
                return reply
            first = first or reply
    if first is None:
        raise NoObject("The answer is not a JSON object with properties of the schema.")
    return first


def find(text: str) -> dict[str, Any]:
    """The object in a model's text, whatever its properties.

    Raises:
        NoObject: as `read`.
    """
    return read(text).data


def _without_thoughts(text: str) -> str:
    ends = list(_THOUGHTS_END.finditer(text))
    if ends:
        text = text[ends[-1].end() :]
    start = _THOUGHTS_START.search(text)
    return text[: start.start()] if start else text


def _candidates(text: str) -> Iterator[tuple[Any, bool]]:
    """The values in a text, the most likely first, and whether each was cut."""
    fenced = [found[1].strip() for found in _FENCE.finditer(text)]
    for part in [*reversed(fenced), text.strip()]:
        value = _parsed(part)
        if isinstance(value, (dict, list)):
            yield value, False
    found = sorted(_values_in(text), key=lambda one: one[0])
    # Of objects among other text, the last one of at least half the longest's length: drafts come first.
    longest = max((length for _, length, _ in found), default=0)
    for _, _, value in sorted(found, key=lambda one: (2 * one[1] >= longest, one[0]), reverse=True):
        yield value, False
    for part in [*reversed(fenced), text]:
        value = _of_cut(part)
        if value is not None:
            yield value, True


def _parsed(text: str) -> Any:
    """The JSON value of a whole text, also in usual wrong notations. None if it is not one."""
    if not text:
        return None
    value = _loads(text)
    if value is None and len(text) <= _LENIENT_MAX_CHARS:
        value = _loads(_repaired(text))
        if value is None and text[0] in "{[":
            value = _python(text)
    if isinstance(value, str):  # JSON inside a string.
        value = _loads(value)
    return value


def _loads(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _repaired(text: str) -> str:
    text = _STRING_OR_COMMENT.sub(lambda found: found[1] or "", text)
    text = _TRAILING_COMMA.sub(lambda found: found[1] or "", text)
    return _LITERAL.sub(lambda found: found[1] or _LITERALS[found[2]], text)


def _python(text: str) -> Any:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None
    return value if isinstance(value, (dict, list)) and _is_json(value) else None


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _values_in(text: str) -> Iterator[tuple[int, int, Any]]:
    """Each outermost object or list inside a text: its start, its length, its value. At most `_STARTS_MAX` starts are tried,
    and `_LENIENT_MAX_CHARS` characters of brackets that are not JSON.
    """
    decoder = json.JSONDecoder(strict=False)
    position, failed_chars = 0, 0
    for _ in range(_STARTS_MAX):
        starts = [start for start in (text.find("{", position), text.find("[", position)) if start >= 0]
        if not starts:
            return
        start = min(starts)
        end = start + 1
        try:
            value, end = decoder.raw_decode(text, start)
            yield start, end - start, value
        except (ValueError, RecursionError):
            close = _end_of_value(text, start)
            if close is None:
                return  # The rest of the text is inside a value that was cut.
            value = _parsed(text[start:close])
            if isinstance(value, (dict, list)):
                end = close
                yield start, end - start, value
            elif (failed_chars := failed_chars + close - start) > _LENIENT_MAX_CHARS:
                return
        position = end


def _brackets_and_commas(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The positions of brackets and commas from `start` on, outside strings."""
    for found in _STRING_OR_BRACKET.finditer(text, start):
        if not found[0].startswith('"'):
            yield found.start(), found[0]


def _end_of_value(text: str, start: int) -> int | None:
    """The end of the brackets that open at `start`, or None if they do not close."""
    depth = 0
    for position, sign in _brackets_and_commas(text, start):
        depth += (sign in "{[") - (sign in "}]")
        if depth == 0:
            return position + 1
    return None


def _of_cut(text: str) -> Any:
    """What is complete in a value whose end is missing: the items of a list, or the members of an object."""
    start = min((position for position in (text.find("{"), text.find("[")) if position >= 0), default=-1)
    if start < 0:
        return None
    stack: list[str] = []
    # Where the last complete member ended, by the number of open brackets.
    complete: dict[int, int] = {}
    for position, sign in _brackets_and_commas(text, start):
        if sign in "{[":
            stack.append("}" if sign == "{" else "]")
        elif sign in "}]":
            complete.pop(len(stack), None)
            if not stack:
                return None
            stack.pop()
            complete[len(stack)] = position + 1
        else:
            complete[len(stack)] = position
    if not stack:
        return None
    # An item of a list that was cut is left out as a whole.
    depth = stack.index("]") + 1 if "]" in stack else len(stack)
    depth = max((one for one in complete if 0 < one <= depth), default=0)
    return _parsed(text[start : complete[depth]] + "".join(reversed(stack[:depth]))) if depth else None


def _property_names(schema: Mapping[str, Any] | None) -> dict[str, str]:
    """The schema's properties by their letters. Empty if the schema names none."""
    names: dict[str, str] = {}
    waiting = [schema] if isinstance(schema, Mapping) else []
    while waiting:
        part = waiting.pop()
        properties = part.get("properties")
        if isinstance(properties, Mapping):
            names |= {letters(name) or name: name for name in properties}
        waiting += [
            one for key in ("allOf", "anyOf", "oneOf") for one in part.get(key) or () if isinstance(one, Mapping)
        ]
    return names


def _fitted(
    value: Any, names: Mapping[str, str], schema: Mapping[str, Any] | None, depth: int = 0
) -> dict[str, Any] | None:
    """The object of a value that shares a property with the schema: itself, what it wraps, or a list as its only list."""
    if depth > _WRAPPED_DEPTH_MAX:
        return None
    if isinstance(value, str) and depth and len(value) <= _LENIENT_MAX_CHARS:
        value = _parsed(value)
    if isinstance(value, dict):
        if not names:
            return value
        call = next((value[key] for key in _ARGUMENTS if key in value), None)
        if call is not None and (found := _fitted(call, names, schema, depth + 1)):
            return found
        renamed = {
            MEMBER if key == MEMBER else names.get(letters(str(key)), str(key)): one for key, one in value.items()
        }
        if any(name in renamed for name in names.values()):
            return None if _is_schema(value) else renamed
        if _is_schema(value):
            return None
        if not value:
            return {}
        inside = (_fitted(one, names, schema, depth + 1) for one in value.values())
        return next((one for one in inside if one), None)
    if isinstance(value, list):
        objects = [one for one in value if isinstance(one, dict)]
        if len(objects) == 1 == len(value) and (found := _fitted(objects[0], names, schema, depth + 1)):
            return found
        lists = _list_properties(schema)
        return {lists[0]: value} if len(lists) == 1 and value else None
    return None


def _is_schema(value: Mapping[str, Any]) -> bool:
    """Whether an object is a JSON Schema instead of an answer."""
    properties = value.get("properties")
    return isinstance(properties, Mapping) and all(
        isinstance(one, Mapping) and ("type" in one or "enum" in one or "anyOf" in one) for one in properties.values()
    )


def _list_properties(schema: Mapping[str, Any] | None) -> list[str]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(properties, Mapping):
        return []
    return [name for name, one in properties.items() if isinstance(one, Mapping) and "array" in str(one.get("type"))]


def _cleaned(value: dict[str, Any]) -> dict[str, Any]:
    cleaned: dict[str, Any] = _clean(value, limits.JSON_MAX_DEPTH)
    return cleaned


def _clean(value: Any, levels: int) -> Any:
    if levels == 0:
        raise NoObject(f"The answer is nested deeper than {limits.JSON_MAX_DEPTH} levels.")
    if isinstance(value, dict):
        return {
            _UNSTORABLE.sub("", str(name)): _clean(inner, levels - 1)
            for name, inner in value.items()
            if not _is_absent(inner)
        }
    if isinstance(value, list):
        return [_clean(inner, levels - 1) for inner in value if not _is_absent(inner)]
    if isinstance(value, int) and abs(value) >= _INTEGER_END:
        raise NoObject(f"The answer has an integer of more than {limits.MODEL_INTEGER_MAX_DIGITS} digits.")
    return _UNSTORABLE.sub("", value) if isinstance(value, str) else value


def _is_absent(value: Any) -> bool:
    """Null, placeholders, and numbers that JSON does not have."""
    if isinstance(value, str):
        return len(value) <= 20 and letters(value) in _PLACEHOLDERS
    return value is None or (isinstance(value, float) and not math.isfinite(value))
