"""An answer to a JSON Schema: the data, where each value stands, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from extraction.shaped.schema import wanted as schemas
from extraction.shaped.schema.wanted import Wanted


@dataclass(frozen=True)
class FieldEvidence:
    """How sure a value is, from 0 to 1, and the passage that it stands in.

    `evidence` is verbatim in the page's visible text, or in the markup that declares the value. Without evidence, the
    confidence is at most 0.5.
    """

    confidence: float
    evidence: str | None = None


@dataclass(frozen=True)
class ShapedFields:
    """Data in the shape of a schema.

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


def dotted(path: tuple[str | int, ...]) -> str:
    """The dotted name of a path: `("offers", 0, "price")` -> `offers.0.price`."""
    return ".".join(str(part).replace("\\", "\\\\").replace(".", "\\.") for part in path)


def missing(data: Any, wanted: Wanted, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """The dotted names of all wanted properties without a value."""
    if isinstance(data, list) and wanted.items:
        for place, item in enumerate(data):
            yield from missing(item, wanted.items, (*path, place))
    elif isinstance(data, dict):
        for name, inner in wanted.properties.items():
            if data.get(name) is None:
                yield dotted((*path, name))
            else:
                yield from missing(data[name], inner, (*path, name))


def _has_needed(data: Any, wanted: Wanted, *, is_item: bool) -> bool:
    if isinstance(data, list):
        return bool(data) and all(_has_needed(item, wanted.item, is_item=True) for item in data)
    if not isinstance(data, dict):
        return data is not None
    needed = wanted.required
    if needed is None:
        needed = frozenset() if is_item else frozenset(wanted.properties)
    if any(data.get(name) is None for name in needed):
        return False
    return all(
        _has_needed(data[name], inner, is_item=False)
        for name, inner in wanted.properties.items()
        if data.get(name) is not None
    )
