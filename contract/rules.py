"""Conditions between options: `jsonOptions` is required when `formats` contains `json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from contract.errors import InvalidRequest


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A condition between options, for `load` and for the OpenAPI document.

    Args:
        field: the wire name that the error reports.
        message: completes a sentence that starts with the field's name.
        is_broken_by: whether loaded options break the rule.
        when, then: the same rule as JSON Schemas by wire name. If all of `when` match, all of `then` must match.
    """

    field: str
    message: str
    is_broken_by: Callable[[Any], bool]
    when: Mapping[str, Any]
    then: Mapping[str, Any]

    def published(self) -> dict[str, Any]:
        """The rule as JSON Schema."""
        parts = {"if": self.when, "then": self.then}
        return {name: {"properties": dict(part), "required": [*part]} for name, part in parts.items()}


@dataclass(frozen=True, kw_only=True)
class ExactlyOne(Rule):
    """Exactly one of the options in `when` is given. The schema says that one of them is: generators do not know `oneOf`."""

    def published(self) -> dict[str, Any]:
        """The rule as JSON Schema."""
        *first, last = ({"properties": {name: present}, "required": [name]} for name, present in self.when.items())
        schema: dict[str, Any] = last
        for each in reversed(first):
            schema = {"if": each, "else": schema}
        return schema


class Ruled:
    """Options with conditions between them, which are checked when the options are made."""

    RULES: ClassVar[tuple[Rule, ...]] = ()

    def __post_init__(self) -> None:
        """Check the rules.

        Raises:
            InvalidRequest: the options break one.
        """
        for rule in self.RULES:
            if rule.is_broken_by(self):
                raise InvalidRequest.of(rule.field, rule.message)
