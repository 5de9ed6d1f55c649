"""Turns what a language model wrote into an answer about a page. These functions run in the reading pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from contract.json_schema import JsonSchema
from extraction.grounding import answer_json, claims
from extraction.grounding.claims import Claims
from extraction.grounding.merging import merge
from extraction.shaped.evidence import PageText
from extraction.shaped.shaped_fields import FieldEvidence, ShapedFields


@dataclass(frozen=True)
class Parsed:
    """A model's object, or the reasons why its text cannot be used."""

    data: dict[str, Any] | None
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Concluded:
    """The answer about a page.

    Attributes:
        data: what the page declares and what the model found. Empty if there is nothing.
        fields: the evidence by dotted name.
        unsupported: dotted names of values that the model gave and that are not on the page.
        chosen: dotted names of values from the schema's own list that are not verbatim on the page.
        errors: where the data does not follow the schema.
    """

    data: dict[str, Any]
    fields: Mapping[str, FieldEvidence]
    unsupported: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def parse(text: str, schema: dict[str, Any] | None) -> Parsed:
    """The object in a model's text, if it follows the schema."""
    try:
        data = answer_json.find(text)
    except answer_json.NoObject as error:
        return Parsed(None, (str(error),))
    errors = tuple(map(str, JsonSchema(schema).check(data))) if schema is not None else ()
    return Parsed(None if errors else data, errors)


def ground(data: dict[str, Any], schema: dict[str, Any] | None, text: str) -> Claims:
    """What the page's visible text supports of a model's data."""
    return claims.check(data, schema, PageText(text))


def conclude(declared: ShapedFields, found: Iterable[Claims], schema: dict[str, Any] | None) -> Concluded:
    """One answer from what the page declares and the claims from each part of it. What the page declares is kept."""
    data: dict[str, Any] = {}
    fields: dict[str, FieldEvidence] = {}
    unsupported: list[str] = []
    chosen: list[str] = []
    for part in found:
        data, fields = merge(data, fields, part.data, part.fields, joins_lists=True)
        unsupported += part.unsupported
        chosen += part.chosen
    data, fields = merge(declared.data, declared.fields, data, fields, joins_lists=False)
    errors = tuple(map(str, JsonSchema(schema).check(data))) if schema is not None and data else ()
    return Concluded(
        data, fields,
        unsupported=tuple(name for name in dict.fromkeys(unsupported) if name not in fields),
        chosen=tuple(name for name in dict.fromkeys(chosen) if name in fields and fields[name].evidence is None),
        errors=errors,
    )  # fmt: skip
