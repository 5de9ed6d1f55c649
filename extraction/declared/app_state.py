"""The initial state that JavaScript frameworks embed in a page, as JSON text."""

from __future__ import annotations

import json
import re
from itertools import islice
from urllib.parse import unquote

from extraction.document.tree import Tree

# To add one: an id if the state is in a JSON script element, or a variable name if a script assigns it.
_IDS = re.compile(
    r"^(?:__NEXT_DATA__|__NUXT_DATA__|__APOLLO_STATE__|serverApp-state|ng-state|transfer-state|"
    r"vike_pageContext|__FRSH_STATE|initial-?state|preloaded-?state|app-?state|redux-?state|"
    r"__REDUX_STATE__)$",
    re.I,
)
_NAMES = (
    "__NUXT__ __NEXT_DATA__ __APOLLO_STATE__ __PRELOADED_STATE__ __INITIAL_STATE__ __INITIAL_DATA__ __REDUX_STATE__ __remixContext "
    "__reactRouterContext __staticRouterHydrationData __RELAY_STORE__ __APP_STATE__ __STATE__ __DATA__ __SSR_DATA__ __data "
    "__PRELOADED_DATA__ INITIAL_STATE PRELOADED_STATE __sveltekit_data __VUE_SSR_STATE__ __PINIA_STATE__ __MOBX_STATE__ "
    "__SERVER_STATE__"
)
_ASSIGNED = re.compile(rf"""\b(?:{"|".join(_NAMES.split())})(?:["']\])?\s*=(?!=)\s*""")
_PARSED = re.compile(r"""JSON\.parse\(\s*(?:decodeURIComponent\(\s*)?(["'`])""")
_UNDEFINED = re.compile(r'("(?:[^"\\]|\\.)*+"?)|\b(?:undefined|NaN|-?Infinity|void 0)\b|!([01])\b')
_STATES_MAX = 20
# Number of assignments that are read per script.
_ASSIGNED_MAX = 100
_decoder = json.JSONDecoder(strict=False)


def read(tree: Tree) -> list[str]:
    """Each state as a JSON string, in document order. Values that are not plain JSON are skipped."""
    found: list[str] = []
    for script in tree.iter("script"):
        text = script.text
        if not text or ("{" not in text and "[" not in text):
            continue
        media_type = script.get("type") or ""
        if "json" in media_type and media_type != "application/ld+json":
            if _IDS.match(script.get("id") or "") or script.get("data-hypernova-key") is not None:
                found += _whole(text)
        elif "__" in text or "_STATE" in text:
            found += _assigned(text)
    return list(dict.fromkeys(found))[:_STATES_MAX]


def _whole(text: str) -> list[str]:
    """The text, if it is one JSON document."""
    text = text.strip().removeprefix("<!--").removesuffix("-->").strip()
    try:
        _decoder.decode(text)
    except (ValueError, RecursionError):
        return []
    return [text]


def _assigned(text: str) -> list[str]:
    found = []
    matches = list(islice(_ASSIGNED.finditer(text), _ASSIGNED_MAX + 1))
    ends = [match.start() for match in matches[1:]] + [len(text)]
    for match, end in zip(matches[:_ASSIGNED_MAX], ends, strict=False):
        value = _value_at(text, match.end(), end)
        if value is not None:
            found.append(value)
    return found


def _value_at(text: str, offset: int, end: int) -> str | None:
    """The JSON at `offset`: an object, an array, or the argument of `JSON.parse`.

    If the text must be repaired first, only the part up to `end`, the next assignment, is repaired.
    """
    parsed = _PARSED.match(text, offset)
    if parsed:
        return _parsed_string(text, parsed.end(), parsed.group(1))
    if text[offset : offset + 1] not in ("{", "["):
        return None
    for repair in (False, True):
        source, start = (_json_words(text[offset:end]), 0) if repair else (text, offset)
        try:
            _, stop = _decoder.raw_decode(source, start)
        except (ValueError, RecursionError):
            continue
        return source[start:stop]
    return None


def _json_words(text: str) -> str:
    """Replace `undefined`, `NaN` and similar by null, and `!0` and `!1` by true and false."""

    def word(found: re.Match[str]) -> str:
        if found.group(1):
            return found.group(1)
        return {"0": "true", "1": "false"}.get(found.group(2) or "", "null")

    return _UNDEFINED.sub(word, text)


def _parsed_string(text: str, offset: int, quote: str) -> str | None:
    found = re.compile(rf"((?:[^\\{quote}]|\\.)*+){quote}", re.S).match(text, offset)
    if not found:
        return None
    literal = found.group(1)
    if quote != '"':
        literal = literal.replace("\\" + quote, quote).replace('"', '\\"').replace('\\\\"', '\\"')
    literal = re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", literal).replace("\\'", "'")
    try:
        value = _decoder.decode(f'"{literal}"')
        if value.startswith(("%7B", "%5B")):
            value = unquote(value)
        _decoder.decode(value)
    except (ValueError, RecursionError):
        return None
    return str(value)
