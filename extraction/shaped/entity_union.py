"""Unites the data of rows that describe one entity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from extraction.shaped.schema.names import letters
from extraction.shaped.shaped_fields import FieldEvidence, dotted

LIST_MAX = 1_000
_DEPTH_MAX = 24
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Best:
    """A value of one row, with the row's evidence by dotted name."""

    value: Any
    fields: Mapping[str, FieldEvidence]


def united(rows: list[Best], path: Path = ()) -> Any:
    """One value: objects united by property, lists by item, of other values the best evidenced one, then the first."""
    objects = [row for row in rows if isinstance(row.value, Mapping)]
    if objects and len(path) < _DEPTH_MAX:
        names = dict.fromkeys(name for row in objects for name in row.value)
        return {
            name: united(
                [Best(row.value[name], row.fields) for row in objects if row.value.get(name) is not None], (*path, name)
            )
            for name in names
            if any(row.value.get(name) is not None for row in objects)
        }
    lists = [row for row in rows if isinstance(row.value, list)]
    if lists:
        return _items(lists)
    return max(rows, key=lambda row: _rank(row.fields.get(dotted(path)))).value


def _rank(evidence: FieldEvidence | None) -> tuple[bool, float]:
    if evidence is None:
        return False, 0.0
    return evidence.evidence is not None, evidence.confidence


def _items(rows: list[Best]) -> list[Any]:
    found: dict[str, Any] = {}
    for row in rows:
        for item in row.value:
            if len(found) >= LIST_MAX:
                return list(found.values())
            found.setdefault(_key(item), item)
    return list(found.values())


def _key(value: Any, depth: int = 0) -> str:
    """A text that is equal for items that mean the same."""
    if depth > _DEPTH_MAX:
        return "…"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{name}:{_key(value[name], depth + 1)}" for name in sorted(value, key=str)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_key(item, depth + 1) for item in value[:LIST_MAX]) + "]"
    return letters(value) or value if isinstance(value, str) else repr(value)
