"""The fields of an extract result."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option


@dataclass(frozen=True)
class FieldEvidence:
    """How reliable one value is, and the passage of the page that it stands in."""

    confidence: float = option(
        fields.Float(metadata={"minimum": 0, "maximum": 1}), "Confidence in the value, from 0 to 1."
    )
    evidence: str | None = option(
        fields.String(),
        "The passage of the page that contains the value, verbatim. null when there is none.",
        default=None,
    )
