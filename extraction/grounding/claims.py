"""Checks a model's data by the page: values that are not on the page are dropped, the others get their passage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from extraction.grounding.schema_parts import allows, below, dotted, is_closed_set
from extraction.shaped.evidence import PageText
from extraction.shaped.shaped_fields import FieldEvidence

# Confidence in a value that the schema's own list of values offers, and that no passage shows.
CHOSEN = 0.4
# A model may take the right words for the wrong field.
FOUND_MAX = 0.9
# Confidence in a text that the model gave for several properties, where no label of the property is near. Small models
# repeat one name for everything.
REPEATED = 0.4


@dataclass
class Claims:
    """What remains of a model's data.

    Attributes:
        data: the values that the page supports.
        fields: the evidence of each, by dotted name.
        unsupported: dotted names of the values that were dropped.
        chosen: dotted names of values from the schema's own list (`enum`, true or false) that no passage shows.
    """

    data: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, FieldEvidence] = field(default_factory=dict)
    unsupported: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)


_NOTHING = object()


def check(data: Mapping[str, Any], schema: Mapping[str, Any] | None, text: PageText) -> Claims:
    """The claims of one answer that the page supports. Members that the schema does not ask for are dropped."""
    claims = Claims()
    for name, value in data.items():
        if not allows(schema, name):
            continue
        kept = _kept(value, below(schema, name), dotted("", name), (name,), claims, text)
        if kept is not _NOTHING:
            claims.data[name] = kept
    _doubt_repeated(claims)
    return claims


def _doubt_repeated(claims: Claims) -> None:
    """Lower the confidence in texts that were given for several properties of one object."""
    for path, members in list(_objects(claims.data, "")):
        texts = Counter(value for value in members.values() if isinstance(value, str))
        for name, value in members.items():
            here = dotted(path, name)
            evidence = claims.fields.get(here)
            if isinstance(value, str) and texts[value] > 1 and evidence and evidence.confidence < FOUND_MAX:
                claims.fields[here] = replace(evidence, confidence=min(REPEATED, evidence.confidence))


def _objects(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, Mapping):
        yield path, value
        for name, inner in value.items():
            yield from _objects(inner, dotted(path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(inner, dotted(path, index))


def _kept(value: Any, schema: Any, path: str, labels: tuple[str, ...], claims: Claims, text: PageText) -> Any:
    if isinstance(value, Mapping):
        inner = {
            name: _kept(one, below(schema, name), dotted(path, name), (name, *labels), claims, text)
            for name, one in value.items()
            if allows(schema, name)
        }
        inner = {name: one for name, one in inner.items() if one is not _NOTHING}
        return inner or _NOTHING
    if isinstance(value, list):
        return _kept_items(value, schema, path, labels, claims, text)
    return _kept_value(value, schema, path, labels, claims, text)


def _kept_items(
    items: list[Any], schema: Any, path: str, labels: tuple[str, ...], claims: Claims, text: PageText
) -> Any:
    """The supported items. Their numbers in dotted names are those in the resulting list."""
    kept: list[Any] = []
    known: set[str] = set()
    for item in items:
        here = dotted(path, len(kept))
        one = _kept(item, below(schema, 0), here, labels, claims, text)
        if one is not _NOTHING:
            canonical = json.dumps(one, sort_keys=True)
            if canonical in known:
                _forget(claims, here)
            else:
                known.add(canonical)
                kept.append(one)
        elif claims.unsupported[-1:] == [here]:
            claims.unsupported[-1] = path  # The number now belongs to another item.
    return kept or _NOTHING


def _forget(claims: Claims, path: str) -> None:
    """Drop the evidence of an item that is in the list already. It was added last."""
    while claims.fields:
        last = next(reversed(claims.fields))
        if last != path and not last.startswith(f"{path}."):
            return
        del claims.fields[last]


def _kept_value(value: Any, schema: Any, path: str, labels: tuple[str, ...], claims: Claims, text: PageText) -> Any:
    if isinstance(value, str) and not value.strip():
        return _NOTHING
    found = text.locate(value, _labels(schema, labels))
    if found is not None:
        claims.fields[path] = FieldEvidence(min(FOUND_MAX, found.confidence), found.passage)
        return value
    if isinstance(value, bool) or is_closed_set(schema):
        claims.fields[path] = FieldEvidence(CHOSEN)
        claims.chosen.append(path)
        return value
    claims.unsupported.append(path)
    return _NOTHING


def _labels(schema: Any, labels: tuple[str, ...]) -> tuple[str, ...]:
    title = schema.get("title") if isinstance(schema, Mapping) else None
    return (*labels[:1], title) if isinstance(title, str) else labels[:1]
