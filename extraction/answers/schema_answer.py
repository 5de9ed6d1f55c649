"""An answer to a JSON Schema: the data, where each value is, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from extraction.answers.schema import dotted_names
from extraction.answers.schema import schema_field as schemas
from extraction.answers.schema.schema_field import SchemaField


@dataclass(frozen=True)
class FieldEvidence:
    """How sure a value is, from 0 to 1, and the passage that it is in.

    `evidence` is verbatim in the page's visible text, or in the markup that declares the value. Without evidence, the
    confidence is at most 0.5.
    """

    confidence: float
    evidence: str | None = None


@dataclass(frozen=True)
class SchemaAnswer:
    """Data that follows a schema.

    Attributes:
        data: only properties with a value. Empty if nothing was found.
        fields: evidence by dotted name, such as `offers.0.price`. Dots and backslashes in a property's own name are
            escaped by a backslash.
        missing: dotted names of schema properties without a value. Below a missing object, only the object is named.
    """

    data: dict[str, Any] = field(default_factory=dict)
    fields: Mapping[str, FieldEvidence] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def is_complete(self, schema: Mapping[str, Any]) -> bool:
        """Whether nothing that the schema needs is missing.

        Needed are the properties in `required`, at every level. An object without `required` needs all its properties, except
        as an item of a list, which needs none.
        """
        return bool(self.data) and _has_needed(self.data, schemas.read(schema), is_item=False)


def missing(data: Any, asked: SchemaField, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """The dotted names of all asked properties without a value."""
    if isinstance(data, list) and asked.items:
        for position, item in enumerate(data):
            yield from missing(item, asked.items, (*path, position))
    elif isinstance(data, dict):
        for name, inner in asked.of(data).properties.items():
            if data.get(name) is None:
                yield dotted_names.of_path((*path, name))
            else:
                yield from missing(data[name], inner, (*path, name))


def _has_needed(data: Any, asked: SchemaField, *, is_item: bool) -> bool:
    if isinstance(data, list):
        return bool(data) and all(_has_needed(item, asked.item, is_item=True) for item in data)
    if not isinstance(data, dict):
        return data is not None
    asked = asked.of(data)
    needed = asked.required
    if needed is None:
        needed = frozenset() if is_item else frozenset(asked.properties)
    if any(data.get(name) is None for name in needed):
        return False
    return all(
        _has_needed(data[name], inner, is_item=False)
        for name, inner in asked.properties.items()
        if data.get(name) is not None
    )
