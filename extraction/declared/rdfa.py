"""RDFa subjects of a page, as expanded JSON-LD and as compact nested entities."""

from __future__ import annotations

import json
import re
from typing import Any

EntityObject = dict[str, Any]

_TYPEOF = re.compile(r"\btypeof\s*=", re.I)
# A blank node id in a JSON text. Page text cannot match, because its quotes are escaped.
_BLANK = re.compile(r'"@id": "(_:\w+)"')
_NESTED_MAX = 3
# Maximum number of blank nodes that are written inside other subjects. A page may refer to each of them hundreds of times.
_NESTED_SUBJECTS_MAX = 2_000
_POSITIONS_MAX, _PLACED_MAX_CHARS = 1_000, 1_000_000


def read(text: str, base_url: str) -> list[EntityObject]:
    """The RDFa subjects of an HTML text. Blank nodes are numbered `_:b0`, `_:b1` … in order."""
    # Looking for the word first takes a tenth of the time on pages without it.
    if "typeof" not in text.lower() or not _TYPEOF.search(text):
        return []
    # It takes 40 ms and a large import, and few pages contain RDFa.
    from extraction.declared import rdfa_parser as parser

    try:
        found = parser.read(text, base_url)
    except Exception:
        return []
    # extruct returns random blank node ids in random order. They are sorted and renumbered, so that equal input gives equal
    # output.
    names: dict[str, str] = {}
    text = json.dumps(_sorted(found, _Positions(text, found)), default=str)
    subjects: list[EntityObject] = json.loads(
        _BLANK.sub(lambda name: f'"@id": "{names.setdefault(name[1], f"_:b{len(names)}")}"', text)
    )
    return subjects


class _Positions:
    """Where the subjects without their own id are on the page, as far as their longest text says."""

    def __init__(self, text: str, subjects: list[EntityObject]) -> None:
        text = text[:_PLACED_MAX_CHARS]
        # With many subjects, their order does not matter, and looking for them takes long.
        blank = [subject for subject in subjects if _is_blank_node(subject)]
        unnamed = blank if len(blank) <= _POSITIONS_MAX else []
        longest = {
            each["@id"]: max(_literals(each), key=lambda value: (len(value), value), default="") for each in unnamed
        }
        self._positions = {name: text.find(value) for name, value in longest.items()}

    def of(self, value: Any) -> int:
        """The position of a reference to a subject. Other values have none."""
        return self._positions.get(value["@id"], -1) if isinstance(value, dict) and "@id" in value else -1


def _literals(subject: EntityObject) -> list[str]:
    return [
        value["@value"] for values in subject.values() if isinstance(values, list)
        for value in values if isinstance(value, dict) and isinstance(value.get("@value"), str)
    ]  # fmt: skip


def _sorted(value: Any, positions: _Positions) -> Any:
    """The value with all lists sorted: subjects by their position on the page, other values by content."""
    if isinstance(value, dict):
        return {key: _sorted(inner, positions) for key, inner in value.items()}
    if isinstance(value, list):
        inner = [_sorted(item, positions) for item in value]
        return sorted(inner, key=lambda item: (positions.of(item), _BLANK.sub("", json.dumps(item, default=str))))
    return value


def as_nested_entities(subjects: list[EntityObject]) -> list[EntityObject]:
    """Typed subjects with short property names and plain values. Blank nodes are nested where they are referenced."""
    typed = [subject for subject in subjects if subject.get("@type")]
    held = {value["@id"] for subject in typed for value in _values(subject) if _is_blank_node(value)}
    # If all subjects reference one another, each of them is returned.
    outer = [subject for subject in typed if subject.get("@id") not in held] or typed
    nester = _Nester(subjects)
    return [nester.plain(subject, _NESTED_MAX) for subject in outer]


class _Nester:
    """Converts subjects to nested entities."""

    def __init__(self, subjects: list[EntityObject]) -> None:
        self._blank_nodes = {subject["@id"]: subject for subject in subjects if _is_blank_node(subject)}
        self._left = _NESTED_SUBJECTS_MAX

    def plain(self, subject: EntityObject, levels: int) -> EntityObject:
        entity: EntityObject = {"@type": [_local_name(name) for name in subject.get("@type", ())]}
        if "@id" in subject and not _is_blank_node(subject):
            entity["@id"] = subject["@id"]
        for name, values in subject.items():
            if not name.startswith("@") and isinstance(values, list):
                plain = [value for value in (self._value(each, levels) for each in values) if value is not None]
                if plain:
                    entity[_local_name(name)] = plain[0] if len(plain) == 1 else plain
        return entity

    def _value(self, value: Any, levels: int) -> Any:
        if not isinstance(value, dict):
            return value
        if "@value" in value:
            return value["@value"]
        if not _is_blank_node(value):
            return value.get("@id")
        inner = self._blank_nodes.get(value["@id"])
        if inner is None or not levels or not self._left:
            return None
        self._left -= 1
        return self.plain(inner, levels - 1)


def _is_blank_node(entity: EntityObject) -> bool:
    return str(entity.get("@id", "")).startswith("_:")


def _values(subject: EntityObject) -> list[EntityObject]:
    return [
        value for values in subject.values() if isinstance(values, list) for value in values if isinstance(value, dict)
    ]


def _local_name(name: str) -> str:
    return re.split(r"[/#]", name.rstrip("/#"))[-1]
