"""Merges answers: those of the parts of one page, and what the page declares with what a model found."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from extraction.answers.schema import dotted_names
from extraction.answers.schema_answer import FieldEvidence

Fields = dict[str, FieldEvidence]


def merge(
    first: Mapping[str, Any], first_fields: Mapping[str, FieldEvidence], second: Mapping[str, Any],
    second_fields: Mapping[str, FieldEvidence], *, joins_lists: bool,
) -> tuple[dict[str, Any], Fields]:  # fmt: skip
    """Both data in one, with the evidence of each value. Where both have a value, that of `first` is kept.

    Args:
        joins_lists: whether the items of two lists are joined. Otherwise the first list is kept, and its objects are completed
            by those of the second list that describe the same entity.
    """
    fields: Fields = {}
    merge = _Merge(_Evidence(first_fields), _Evidence(second_fields), fields, joins_lists)
    return merge.objects(first, second, "", ""), fields


class _Evidence:
    """The evidence of one side. Sorted names keep those of a value and its members together."""

    def __init__(self, fields: Mapping[str, FieldEvidence]) -> None:
        self._fields = fields
        self._order = {name: position for position, name in enumerate(fields)}
        self._names = sorted(fields)

    def of(self, path: str) -> Iterator[tuple[str, FieldEvidence]]:
        """The evidence of a value and its members: the rest of the name after `path`, in the order of the fields."""
        start, end = bisect_left(self._names, f"{path}."), bisect_left(self._names, f"{path}/")  # "/" follows ".".
        own = [path] if path in self._fields else []
        for name in sorted([*own, *self._names[start:end]], key=self._order.__getitem__):
            yield name[len(path) :], self._fields[name]


class _Merge:
    """One merge. Each method gets the dotted names of its values in the first data, and of their position in the second."""

    def __init__(self, first: _Evidence, second: _Evidence, fields: Fields, joins_lists: bool) -> None:
        self._first = first
        self._second = second
        self._fields = fields
        self._joins_lists = joins_lists

    def objects(self, first: Mapping[str, Any], second: Mapping[str, Any], to: str, of: str) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for name, value in first.items():
            here, there = dotted_names.member(to, name), dotted_names.member(of, name)
            merged[name] = self._pair(value, second[name], here, there) if name in second else self._own(value, here)
        for name, value in second.items():
            if name not in first:
                merged[name] = self._other(value, dotted_names.member(to, name), dotted_names.member(of, name))
        return merged

    def _pair(self, first: Any, second: Any, to: str, of: str) -> Any:
        if isinstance(first, Mapping) and isinstance(second, Mapping):
            return self.objects(first, second, to, of)
        if isinstance(first, list) and isinstance(second, list):
            return self._lists(first, second, to, of)
        return self._own(first, to)

    def _lists(self, first: list[Any], second: list[Any], to: str, of: str) -> list[Any]:
        merged: list[Any] = []
        used: set[int] = set()
        for index, item in enumerate(first):
            here = dotted_names.member(to, index)
            same = next(
                (position for position, other in enumerate(second) if position not in used and _same(item, other)), None
            )
            if same is None:
                merged.append(self._own(item, here))
            else:
                used.add(same)
                merged.append(self._pair(item, second[same], here, dotted_names.member(of, same)))
        for position, other in enumerate(second):
            if self._joins_lists and position not in used:
                merged.append(
                    self._other(other, dotted_names.member(to, len(merged)), dotted_names.member(of, position))
                )
        return merged

    def _own(self, value: Any, path: str) -> Any:
        _copy_fields(self._first, self._fields, path, path)
        return value

    def _other(self, value: Any, to: str, of: str) -> Any:
        _copy_fields(self._second, self._fields, of, to)
        return value


def _copy_fields(source: _Evidence, target: Fields, of: str, to: str) -> None:
    for rest, evidence in source.of(of):
        target[to + rest] = evidence


def _same(one: Any, other: Any) -> bool:
    """Whether two items describe the same entity: equal values, or objects that contradict each other nowhere and share text."""
    if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
        return bool(one == other)
    shared = [name for name in one if name in other and _is_plain(one[name]) and _is_plain(other[name])]
    equal = [name for name in shared if _folded(one[name]) == _folded(other[name])]
    return len(equal) == len(shared) and any(isinstance(one[name], str) and len(one[name]) > 2 for name in equal)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, (Mapping, list))


def _folded(value: Any) -> Any:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value
