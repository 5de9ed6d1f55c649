"""How schemas are described in the OpenAPI document, where apispec alone would describe them wrongly.

Options reject unknown names. Results allow additional fields, so that a new field breaks no client, and require each field that
they always contain.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from contract.declare import is_result, wire_name
from contract.rules import Rule


class _Converter(OpenAPIConverter):
    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)
        declared: type | None = getattr(schema, "declared", None)
        if declared is None or is_result(declared):
            return _open(described, declared)
        names = described["properties"].keys()
        rules = (rule for rule in getattr(schema, "rules", ()) if {*rule.when, *rule.then} <= names)
        return {**described, **_conditions(rules)}


class Plugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, with these rules."""

    Converter = _Converter


def published(self: Any, field: Any, **_: Any) -> dict[str, Any]:
    """JSON Schema keywords from a field's `metadata["published"]`. apispec drops keywords that it does not know."""
    keywords: dict[str, Any] = field.metadata.get("published", {})
    return keywords


def _conditions(rules: Iterable[Rule]) -> dict[str, Any]:
    """Conditions between options as JSON Schema keywords.

    Client generators ignore these keywords. With `allOf` some of them fail at options that may be null.
    """
    keywords: dict[str, Any] = {}
    dependent: dict[str, Any] = {}
    for rule in rules:
        published = rule.published()
        if "then" not in published:
            keywords |= published
            continue
        option = next(iter(rule.when))
        dependent[option] = {"allOf": [dependent[option], published]} if option in dependent else published
    return {**keywords, "dependentSchemas": dependent} if dependent else keywords


def _open(described: dict[str, Any], declared: type | None) -> dict[str, Any]:
    """The description of a result or an envelope, as `contract.declare.dump` writes it."""
    described.pop("additionalProperties", None)
    always = set(described.get("required", ()))
    if declared is not None:
        always |= {wire_name(each) for each in dataclasses.fields(declared) if not each.metadata["omit_when_none"]}
    for field in described["properties"].values():
        field.pop("default", None)
        # apispec adds null to the type of a field, but not to an enum in its metadata.
        if "enum" in field and "null" in field.get("type", ()) and None not in field["enum"]:
            field["enum"] = [*field["enum"], None]
    if always:
        described["required"] = sorted(always)
    return described
