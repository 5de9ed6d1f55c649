"""The JSON values in a text that a language model wrote, in the forms that real servers and models send.

Fences, thoughts, comments, trailing commas, Python literals, JSON inside a string, and values that were cut.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

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
# Positions in the text that are tried as the start of a value.
_STARTS_MAX = 30
# An unfinished string reaches to the end of the text.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|[][{},]', re.S)
LENIENT_MAX_CHARS = 400_000


def without_thoughts(text: str) -> str:
    """The text after a model's last thoughts."""
    ends = list(_THOUGHTS_END.finditer(text))
    if ends:
        text = text[ends[-1].end() :]
    start = _THOUGHTS_START.search(text)
    return text[: start.start()] if start else text


def candidates(text: str) -> Iterator[tuple[Any, bool]]:
    """The values in a text, the most likely first, and whether each was cut."""
    fenced = [found[1].strip() for found in _FENCE.finditer(text)]
    for part in [*reversed(fenced), text.strip()]:
        value = parsed(part)
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


def parsed(text: str) -> Any:
    """The JSON value of a whole text, also in usual wrong notations. None if it is not one."""
    if not text:
        return None
    value = _loads(text)
    if value is None and len(text) <= LENIENT_MAX_CHARS:
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
    """The list or object that is written as a literal of Python: `{'a': True}`. None for any other text."""
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
    and `LENIENT_MAX_CHARS` characters of brackets that are not JSON.
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
            value = parsed(text[start:close])
            if isinstance(value, (dict, list)):
                end = close
                yield start, end - start, value
            elif (failed_chars := failed_chars + close - start) > LENIENT_MAX_CHARS:
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
    return parsed(text[start : complete[depth]] + "".join(reversed(stack[:depth]))) if depth else None
