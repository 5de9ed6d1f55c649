"""Merges the rows of several pages that describe the same entity.

Rows are compared only within blocks that share an identifier or a normalised name, so the time is linear in the rows.
Identifiers come first, the strongest before the others. A name alone merges two rows only if nothing contradicts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from extraction.answers.entities import identities
from extraction.answers.entities.identities import Identity
from extraction.answers.entities.union import Best, united
from extraction.answers.schema import dotted_names
from extraction.answers.schema_answer import FieldEvidence

Row = tuple[str, Mapping[str, Any], Mapping[str, FieldEvidence]]

ENTITIES_MAX = 20_000
# Groups under one key that a row is compared with. More groups under one key contradict one another.
_COMPARED_MAX = 20


@dataclass(frozen=True)
class MergedEntity:
    """One entity.

    Attributes:
        data: the united data.
        sources: the URL of every page that contributed, in the order of the rows.
        others: by dotted name, the values of other pages that differ from the one in `data`.
    """

    data: dict[str, Any]
    sources: tuple[str, ...]
    others: Mapping[str, list[Any]] = field(default_factory=dict)


def merge(rows: Sequence[Row]) -> list[MergedEntity]:
    """One entity per group of rows that share an identifier or a normalised name, in the order of first appearance.

    A row whose data is a single list of objects counts as one row per object. Of different values of one field, the one
    with evidence and the higher confidence is kept, then the first; the others are listed. Lists are united.

    Args:
        rows: URL, data and evidence of each page with data. At most `ENTITIES_MAX` entities are read.
    """
    entries = list(_entries(rows))
    groups = [_Group([position], identities.of(data, url)) for position, (url, data, _) in enumerate(entries)]
    for kind in identities.KINDS:
        groups = _merged(groups, kind)
    return [
        _entity([entries[position] for position in sorted(group.positions)])
        for group in sorted(groups, key=lambda one: min(one.positions))
    ]


def _entries(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, with lists of objects as one row per object."""
    count = 0
    for url, data, fields in rows:
        name = next(iter(data), "") if len(data) == 1 else ""
        items = data[name] if name and isinstance(data[name], list) else None
        if items and all(isinstance(item, Mapping) for item in items):
            for position, item in enumerate(items):
                prefix = dotted_names.of_path((name, position)) + "."
                yield url, item, _Part(fields, prefix)
        elif data:
            yield url, data, fields
        count += len(items or (1,))
        if count >= ENTITIES_MAX:
            return


class _Part(Mapping[str, FieldEvidence]):
    """The evidence below a prefix, without copying it for each item."""

    def __init__(self, fields: Mapping[str, FieldEvidence], prefix: str) -> None:
        self._fields, self._prefix = fields, prefix

    def __getitem__(self, name: str) -> FieldEvidence:
        return self._fields[self._prefix + name]

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix(self._prefix) for name in self._fields if name.startswith(self._prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass
class _Group:
    positions: list[int]
    identity: Identity = field(default_factory=dict)

    def take(self, other: _Group) -> None:
        self.positions += other.positions
        for kind, keys in other.identity.items():
            self.identity[kind] = self.identity.get(kind, frozenset()) | keys


def _merged(groups: list[_Group], kind: str) -> list[_Group]:
    """The groups after merging those that share a key of this kind."""
    known: dict[str, list[_Group]] = {}
    merged_into: dict[int, _Group] = {}
    retained = []
    for group in groups:
        target = group
        for key in sorted(group.identity.get(kind, ())):
            alike = [_final(each, merged_into) for each in known.get(key, ())]
            for each in alike[:_COMPARED_MAX]:
                if each is not target and not identities.contradict(each.identity, target.identity, kind):
                    each.take(target)
                    merged_into[id(target)] = each
                    target = each
        if target is group:
            retained.append(group)
        for key in group.identity.get(kind, ()):
            block = known.setdefault(key, [])
            if len(block) < _COMPARED_MAX and all(_final(each, merged_into) is not target for each in block):
                block.append(target)
    return [group for group in retained if id(group) not in merged_into]


def _final(group: _Group, merged_into: Mapping[int, _Group]) -> _Group:
    while id(group) in merged_into:
        group = merged_into[id(group)]
    return group


def _entity(rows: list[Row]) -> MergedEntity:
    others: dict[str, list[Any]] = {}
    data: dict[str, Any] = united([Best(dict(row[1]), row[2]) for row in rows], others=others)
    return MergedEntity(data, tuple(dict.fromkeys(row[0] for row in rows)), others)
