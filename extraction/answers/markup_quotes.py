"""Quotes the markup that declares a value: the JSON member, the tag with the attribute, or the element with the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any
from urllib.parse import urlsplit

QUOTE_MAX_CHARS = 300
_LOOKED_AT_MAX = 40
_SEARCHED_CHARS = 200
# Characters of the text that all quotes together may search.
_SEARCHED_MAX = 3_000_000_000
_ALONE_CHARS_MIN = 4
_KEY_ENDS = re.compile(r'"([^"\\]{1,100})"\s*:\s*\[?\s*$')
_NUMBER = r"\s*:\s*\"?(-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?)"


class Markup:
    """The source text of one page, in which declared values are quoted verbatim."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._left = _SEARCHED_MAX

    def quote(self, raw: Any, key: str) -> str | None:
        """The shortest piece of markup that declares the value, at most `QUOTE_MAX_CHARS` long, or None.

        Args:
            raw: the value as it was declared.
            key: the last part of its property name, for example `price`.
        """
        if self._left < 0:
            return None
        if isinstance(raw, bool):
            return self._found(re.compile(rf'"{re.escape(key)}"\s*:\s*{str(raw).lower()}\b'))
        if isinstance(raw, (int, float)):
            return self._number(raw, key)
        if isinstance(raw, str) and raw.strip():
            return self._in_json(raw, key) or self._in_attribute(raw) or self._in_element(raw, key)
        return None

    def _found(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.search(self.text)
        return found[0] if found else None

    def _number(self, raw: float, key: str) -> str | None:
        self._left -= 10 * len(self.text)
        for found in re.finditer(f'"{re.escape(key)}"{_NUMBER}', self.text):
            if float(found[1]) == raw:
                return found[0]
        return None

    def _in_json(self, raw: str, key: str) -> str | None:
        """The member of a JSON object, or the string of an array. A long string is cut at its end."""
        first: str | None = None
        for encoded in _json_forms(raw):
            for position in self._positions(f'"{encoded[:_SEARCHED_CHARS]}'):
                end = position + len(encoded) + 2
                if len(encoded) <= _SEARCHED_CHARS and self.text[end - 1 : end] != '"':
                    continue
                before = _KEY_ENDS.search(self.text, max(0, position - 150), position)
                if before and before[1].rpartition(":")[2] == key:
                    return self._cut(before.start(), end)
                # A short string without its name means nothing, and after `=` it is an attribute.
                if first is None and len(raw) >= _ALONE_CHARS_MIN and self.text[position - 1 : position] != "=":
                    first = self._cut(position, end)
        return first

    def _in_attribute(self, raw: str) -> str | None:
        for value in _attribute_forms(raw):
            for position in self._positions(value[:_SEARCHED_CHARS]):
                if self.text[max(0, position - 20) : position].rstrip()[-1:] not in ('"', "'"):
                    continue
                start = self.text.rfind("<", max(0, position - 600), position)
                stop = position + len(value)
                if len(value) <= _SEARCHED_CHARS and self.text[stop : stop + 20].lstrip()[:1] not in ('"', "'"):
                    continue
                end = self.text.find(">", stop, stop + 600)
                if start < 0 or ">" in self.text[start:position].replace("=>", "") or end < 0:
                    continue
                return (
                    self.text[start : end + 1]
                    if end - start < QUOTE_MAX_CHARS
                    else self._cut(position, position + len(value))
                )
        return None

    def _in_element(self, raw: str, key: str) -> str | None:
        """The text of an element of microdata or RDFa, with its tag."""
        named = re.compile(rf"\b(?:itemprop|property)\s*=\s*[\"']?[^\"'>]*\b{re.escape(key)}\b")
        for position in self._positions(f">{escape(raw, quote=False)[:_SEARCHED_CHARS]}") if key else ():
            start = self.text.rfind("<", max(0, position - QUOTE_MAX_CHARS), position)
            if start >= 0 and named.search(self.text, start, position):
                end = position + 1 + len(escape(raw, quote=False))
                return self._cut(start, end) if self.text[end : end + 20].lstrip()[:1] == "<" else None
        return None

    def _positions(self, asked: str) -> Iterator[int]:
        position = self.text.find(asked)
        self._left -= len(self.text)
        for _ in range(_LOOKED_AT_MAX):
            if position < 0:
                return
            yield position
            position = self.text.find(asked, position + 1)

    def _cut(self, start: int, end: int) -> str:
        return self.text[start : min(end, start + QUOTE_MAX_CHARS)]


def _json_forms(raw: str) -> list[str]:
    """The ways in which JSON in a page may write a string."""
    plain, ascii_only = (json.dumps(raw, ensure_ascii=mode)[1:-1] for mode in (False, True))
    forms = [plain, plain.replace("/", "\\/"), ascii_only, ascii_only.replace("/", "\\/")]
    return list(dict.fromkeys([*forms, escape(plain, quote=False)]))


def _attribute_forms(raw: str) -> list[str]:
    """The ways in which an attribute may write a string. A URL may be relative there."""
    forms = [
        raw,
        escape(raw, quote=False),
        escape(raw),
        escape(raw).replace("&#x27;", "'"),
        escape(raw).replace("&#x27;", "&#39;"),
    ]
    if raw.startswith(("http://", "https://")):
        try:
            parts = urlsplit(raw)
        except ValueError:
            return forms
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        bare = f"//{parts.netloc}{path}"
        forms += [form for form in (bare, escape(bare), path, escape(path)) if len(form) > 3]
    return list(dict.fromkeys(form for form in forms if form.strip()))
