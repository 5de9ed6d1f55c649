"""RDFa: the subjects of a page as JSON-LD, expanded, and the same as plain things."""

from __future__ import annotations

import json
import re
from typing import Any

Thing = dict[str, Any]

_TYPEOF = re.compile(r"\btypeof\s*=", re.I)
# Inside a JSON text, where a page's own words cannot look like it: their quotes are escaped.
_BLANK = re.compile(r'"@id": "(_:\w+)"')
_NESTED_MAX = 3
# Nameless subjects that are told where they belong; a page may hold each of them in hundreds of others.
_SPELLED_MAX = 2_000


def read(text: str, base_url: str) -> list[Thing]:
    """The subjects of an HTML text that carries any; subjects without an address are `_:b0`, `_:b1` … in order."""
    if not _TYPEOF.search(text):
        return []
    from extruct.rdfa import RDFaExtractor  # 40 ms of work and a large import: few pages carry RDFa

    try:
        found = RDFaExtractor().extract(text, base_url=base_url)
    except Exception:
        return []
    # Their reader makes names up anew each time, and an order with them; equal pages shall read equal.
    names: dict[str, str] = {}
    told = json.dumps(_in_order(found), default=str)
    subjects: list[Thing] = json.loads(
        _BLANK.sub(lambda name: f'"@id": "{names.setdefault(name[1], f"_:b{len(names)}")}"', told)
    )
    return subjects


def _in_order(value: Any) -> Any:
    """Lists sorted by what they say, whatever nameless subjects are called."""
    if isinstance(value, dict):
        return {key: _in_order(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(map(_in_order, value), key=lambda item: _BLANK.sub("", json.dumps(item, default=str)))
    return value


def spelled_out(subjects: list[Thing]) -> list[Thing]:
    """Typed subjects as a person would write them: short names, bare values, nameless subjects where they belong."""
    typed = [subject for subject in subjects if subject.get("@type")]
    held = {value["@id"] for subject in typed for value in _values(subject) if _is_nameless(value)}
    # Subjects that all hold one another are told each.
    outer = [subject for subject in typed if subject.get("@id") not in held] or typed
    speller = _Speller(subjects)
    return [speller.plain(subject, _NESTED_MAX) for subject in outer]


class _Speller:
    """Writes subjects out, with those that have no name in them."""

    def __init__(self, subjects: list[Thing]) -> None:
        self._nameless = {subject["@id"]: subject for subject in subjects if _is_nameless(subject)}
        self._left = _SPELLED_MAX

    def plain(self, subject: Thing, levels: int) -> Thing:
        said: Thing = {"@type": [_local(name) for name in subject.get("@type", ())]}
        if "@id" in subject and not _is_nameless(subject):
            said["@id"] = subject["@id"]
        for name, values in subject.items():
            if not name.startswith("@") and isinstance(values, list):
                told = [value for value in (self._value(each, levels) for each in values) if value is not None]
                if told:
                    said[_local(name)] = told[0] if len(told) == 1 else told
        return said

    def _value(self, value: Any, levels: int) -> Any:
        if not isinstance(value, dict):
            return value
        if "@value" in value:
            return value["@value"]
        if not _is_nameless(value):
            return value.get("@id")
        inner = self._nameless.get(value["@id"])
        if inner is None or not levels or not self._left:
            return None
        self._left -= 1
        return self.plain(inner, levels - 1)


def _is_nameless(thing: Thing) -> bool:
    return str(thing.get("@id", "")).startswith("_:")


def _values(subject: Thing) -> list[Thing]:
    return [
        value for values in subject.values() if isinstance(values, list) for value in values if isinstance(value, dict)
    ]


def _local(name: str) -> str:
    return re.split(r"[/#]", name.rstrip("/#"))[-1]
