"""An answer to a JSON Schema: the data, where each value stands, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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
        """Whether every property of `required` has a value, at every level. Without `required`, all properties count."""
        raise NotImplementedError
