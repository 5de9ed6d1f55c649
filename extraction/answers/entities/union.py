"""Unites the data of rows that describe one entity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from extraction.answers.schema import dotted_names
from extraction.answers.schema.names import letters
from extraction.answers.schema_answer import FieldEvidence

LIST_MAX = 1_000
OTHERS_MAX = 20
_DEPTH_MAX = 24
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Best:
    """A value of one row, with the row's evidence by dotted name."""

    value: Any
    fields: Mapping[str, FieldEvidence]


def united(rows: list[Best], path: Path = (), *, others: dict[str, list[Any]]) -> Any:
    """One value: objects united by property, lists by item, of other values the best evidenced one, then the first.

    Args:
        others: gets the different values that are not kept, by dotted name.
    """
    objects = [row for row in rows if isinstance(row.value, Mapping)]
    if objects and len(path) < _DEPTH_MAX:
        names = dict.fromkeys(name for row in objects for name in row.value)
        return {
            name: united(
                [Best(row.value[name], row.fields) for row in objects if row.value.get(name) is not None],
                (*path, name),
                others=others,
            )
            for name in names
            if any(row.value.get(name) is not None for row in objects)
        }
    lists = [row for row in rows if isinstance(row.value, list)]
    if lists:
        return _items(lists)
    best = max(rows, key=lambda row: _rank(row.fields.get(dotted_names.of_path(path)))).value
    different = {_key(row.value): row.value for row in rows if _key(row.value) != _key(best)}
    if different and len(path) < _DEPTH_MAX:
        others[dotted_names.of_path(path)] = list(different.values())[:OTHERS_MAX]
    return best


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
