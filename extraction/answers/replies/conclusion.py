"""Turns what a language model wrote into an answer about a page. These functions run in the reading pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from contract.schemas.json_schema import JsonSchema
from extraction.answers.replies import claims, coercion, quotes, reply_json
from extraction.answers.replies.claims import Claims
from extraction.answers.replies.merging import merge
from extraction.answers.replies.schema_parts import below, joined
from extraction.answers.schema_answer import FieldEvidence, SchemaAnswer


@dataclass(frozen=True)
class Parsed:
    """A model's object, or the reasons why its text cannot be used.

    Attributes:
        is_cut: the text ended inside the object. Only what was complete is in `data`.
        dropped: dotted names of members that did not follow the schema.
        quotes: passages that the model quoted, by dotted name.
    """

    data: dict[str, Any] | None
    errors: tuple[str, ...] = ()
    is_cut: bool = False
    dropped: tuple[str, ...] = ()
    quotes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Concluded:
    """The answer about a page.

    Attributes:
        data: what the page declares and what the model found. Empty if there is nothing.
        fields: the evidence by dotted name.
        unsupported: dotted names of values that the model gave and that are not on the page.
        derived: dotted names of values that are not on the page in these words. A passage may support them.
        errors: where the data does not follow the schema.
    """

    data: dict[str, Any]
    fields: Mapping[str, FieldEvidence]
    unsupported: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def parse(text: str, schema: dict[str, Any] | None, is_last: bool = False) -> Parsed:
    """The object in a model's text, if it follows the schema.

    Args:
        is_last: no further answer is possible: members that do not follow the schema are dropped.
    """
    try:
        reply = reply_json.read(text, schema)
    except reply_json.NoObject as error:
        return Parsed(None, (str(error),))
    given = quotes.pop_quotes(reply.data)
    if schema is None:
        return Parsed(reply.data, is_cut=reply.is_cut, quotes=given)
    data = coercion.coerced(reply.data, schema)
    errors = tuple(map(str, JsonSchema(schema).check(data)))
    if errors and is_last:
        data, dropped = coercion.fitting(data, schema)
        if data:
            return Parsed(data, is_cut=reply.is_cut, dropped=dropped, quotes=given)
    return Parsed(None if errors else data, errors, reply.is_cut, quotes=given)


def ground(
    data: dict[str, Any], schema: dict[str, Any] | None, text: str, quoted: Mapping[str, str] | None = None
) -> Claims:
    """What the page's text supports of a model's data.

    Args:
        quoted: passages that the model quoted, by dotted name.
    """
    return claims.check(data, schema, claims.Page.of(text), quoted)


def conclude(declared: SchemaAnswer, found: Iterable[Claims], schema: dict[str, Any] | None) -> Concluded:
    """One answer from what the page declares and the claims from each part of it. What the page declares is kept."""
    data: dict[str, Any] = {}
    fields: dict[str, FieldEvidence] = {}
    unsupported: list[str] = []
    derived: list[str] = []
    for part in found:
        data, fields = merge(data, fields, part.data, part.fields, joins_lists=True)
        unsupported += part.unsupported
        derived += part.derived
    data, fields = merge(declared.data, declared.fields, data, fields, joins_lists=False)
    errors = tuple(map(str, JsonSchema(schema).check(data))) if schema is not None and data else ()
    return Concluded(
        _in_order(data, schema), fields,
        unsupported=tuple(name for name in dict.fromkeys(unsupported) if name not in fields),
        derived=tuple(name for name in dict.fromkeys(derived) if name in fields and fields[name].confidence <= claims.DERIVED_MAX),
        errors=errors,
    )  # fmt: skip


def _in_order(value: Any, schema: Any) -> Any:
    """The value with its members in the order of the schema's properties, others last."""
    if isinstance(value, list):
        return [_in_order(one, below(schema, 0)) for one in value]
    if not isinstance(value, Mapping):
        return value
    names = [name for part in joined(schema) for name in part.get("properties", {}) if name in value]
    return {name: _in_order(value[name], below(schema, name)) for name in dict.fromkeys((*names, *value))}
