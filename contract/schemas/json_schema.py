"""A caller's JSON Schema as a checked value, which checks values. Nothing is fetched, and all work is bounded.

Regular expressions run on RE2. `format` and unknown keywords are annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import referencing
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from contract import limits
from contract.patterns import compile_pattern
from contract.schemas import references
from contract.schemas.keywords import Problem
from contract.schemas.validity import find_problems

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]
_MESSAGE_MAX_CHARS = 300
_NAME_MAX_CHARS = 64


@dataclass(frozen=True)
class SchemaError:
    """One reason why a value does not match a schema. `field` is a dotted name, empty for the whole value."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class InvalidSchema(ValueError):
    """A JSON Schema that is not accepted. `problems` has the reasons with their paths."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        super().__init__(".".join([*map(str, first.path), ""]) + f" {first.message}")
        self.problems = problems


@dataclass(frozen=True)
class JsonSchema:
    """A checked schema. `document` has no references: each is replaced by the schema that it refers to."""

    document: dict[str, Any]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> JsonSchema:
        """The checked schema.

        Raises:
            InvalidSchema: the schema is not valid, is not supported, exceeds a limit, or describes no object.
        """
        problems = find_problems(document)
        if problems:
            raise InvalidSchema(problems)
        return cls(references.without_references(document))

    def check(self, instance: Any) -> list[SchemaError]:
        """The reasons why a JSON value does not match, at most `limits.SCHEMA_ERRORS_MAX`. Empty when it matches."""
        work = _Work()
        validator = _validator_class(work)(self.document, registry=referencing.Registry())
        try:
            errors = list(islice(validator.iter_errors(instance), limits.SCHEMA_ERRORS_MAX))
        except _TooMuchWork:
            return [SchemaError("", "The value is too large to be checked against the schema.")]
        except ArithmeticError:
            return [SchemaError("", "The value contains a number that is too large to be checked.")]
        return [_reported(error) for error in errors]


class _TooMuchWork(Exception):
    """A check evaluated more keywords than `limits.SCHEMA_CHECK_STEPS_MAX`."""


class _Work:
    """Counts the keywords that one check evaluates."""

    def __init__(self) -> None:
        self._left = limits.SCHEMA_CHECK_STEPS_MAX

    def counted(self, keyword: Keyword) -> Keyword:
        def evaluate(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError] | None:
            self._left -= 1
            if self._left < 0:
                raise _TooMuchWork
            return keyword(validator, value, instance, schema)

        return evaluate


def _validator_class(work: _Work) -> type[Validator]:
    return extend(Draft202012Validator, {name: work.counted(keyword) for name, keyword in _keywords().items()})


@cache
def _keywords() -> dict[str, Keyword]:
    """jsonschema's keywords, with RE2 instead of Python's regular expressions."""
    own: dict[str, Keyword] = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    }
    return {**Draft202012Validator.VALIDATORS, **own}


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not compile_pattern(pattern).search(instance):
        yield ValidationError(f"does not match the pattern {pattern}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, Mapping):
        return
    for pattern, inner in patterns.items():
        for name in filter(compile_pattern(pattern).search, instance):
            yield from validator.descend(instance[name], inner, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, Mapping):
        return
    patterns = [compile_pattern(pattern) for pattern in schema.get("patternProperties", {})]
    named = schema.get("properties", {})
    others = [name for name in instance if name not in named and not any(each.search(name) for each in patterns)]
    if allowed is False and others:
        names = ", ".join(name[:_NAME_MAX_CHARS] for name in sorted(others)[:10])
        yield ValidationError(f"has properties that the schema does not allow: {names}")
    elif isinstance(allowed, Mapping):
        for name in others:
            yield from validator.descend(instance[name], allowed, path=name)


def _reported(error: ValidationError) -> SchemaError:
    message = (
        error.message if len(error.message) <= _MESSAGE_MAX_CHARS else error.message[: _MESSAGE_MAX_CHARS - 1] + "…"
    )
    return SchemaError(".".join(str(name)[:_NAME_MAX_CHARS] for name in error.absolute_path), message)
