"""One statement per option: a dataclass field, a marshmallow field and its JSON Schema at once.

    class PageOptions:
        wait_for: int = option(Milliseconds(0, limits.WAIT_FOR_MAX_MS), "Extra milliseconds before capture.", default=0)

`load` reads a JSON object into the frozen dataclass, `dump` writes a result back in wire names, `schema_of` is the
marshmallow schema that the documentation is made from, `from_arguments` reads the string arguments of a command line.
What holds between options is a `Rule` in the class's `RULES`.
"""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, cast

from marshmallow import RAISE, Schema, ValidationError, fields, post_load

from contract.errors import InvalidRequest

T = TypeVar("T")
_UNKNOWN = "Unknown field."  # marshmallow's words
REQUIRED = object()


def option(
    field: fields.Field, sentence: str, *, default: Any = REQUIRED, name: str | None = None, sparse: bool = False
) -> Any:
    """A dataclass field with its wire form.

    Args:
        field: checks and converts the wire value; its errors are the caller's.
        sentence: says what the option means; stands in the documentation and the command line's help.
        default: taken when the caller gives none; without it the option is required.
        name: the wire name when it is not the camelCase of the field's.
        sparse: a result field that is left out when it is None, instead of being null.
    """
    metadata = {"field": field, "sentence": sentence, "name": name, "sparse": sparse}
    if default is REQUIRED:
        return dataclasses.field(kw_only=True, metadata=metadata)
    if isinstance(default, (list, dict)):
        return dataclasses.field(kw_only=True, default_factory=lambda: copy.copy(default), metadata=metadata)
    return dataclasses.field(kw_only=True, default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rule:
    """A condition between options: one statement that the options check and the documentation tells.

    Args:
        field: the wire name that is to blame.
        sentence: says to the caller what is missing.
        broken: whether loaded options offend.
        given, needs: the same for the documentation, as JSON Schemas by wire name: where all of `given` fit, all of
            `needs` must.
    """

    field: str
    sentence: str
    broken: Callable[[Any], bool]
    given: Mapping[str, Any]
    needs: Mapping[str, Any]

    def published(self) -> dict[str, Any]:
        """The condition as JSON Schema."""
        told = {"if": self.given, "then": self.needs}
        return {name: {"properties": dict(needed), "required": [*needed]} for name, needed in told.items()}


def require(rules: Iterable[Rule], options: Any) -> None:
    """Check loaded options.

    Raises:
        InvalidRequest: a rule is broken.
    """
    for rule in rules:
        if rule.broken(options):
            raise InvalidRequest.of(rule.field, rule.sentence)


def wire_name(declared: dataclasses.Field[Any]) -> str:
    """`wait_for` -> `waitFor`, unless the statement names another."""
    head, *tail = declared.name.split("_")
    return declared.metadata.get("name") or head + "".join(word.title() for word in tail)


def _default(declared: dataclasses.Field[Any]) -> Any:
    if declared.default_factory is not dataclasses.MISSING:
        return declared.default_factory()
    return declared.default


def _published(default: Any) -> Any:
    """A default as JSON; that of a whole group of options is that nothing is said."""
    if dataclasses.is_dataclass(default):
        return {}
    return list(default) if isinstance(default, tuple) else default


@cache
def schema_of(cls: type) -> type[Schema]:
    """The marshmallow schema of a declared dataclass: strict names, wire keys, loads into the dataclass."""
    members: dict[str, Any] = {}
    for declared in dataclasses.fields(cls):
        field = copy.deepcopy(declared.metadata["field"])
        default = _default(declared)
        field.required = default is dataclasses.MISSING
        field.metadata = {**field.metadata, "description": declared.metadata["sentence"]}
        # Absent means absent: the dataclass supplies its own default, and the documentation shows it.
        if not field.required and default is not None:
            field.metadata["default"] = _published(default)
        if default is None and not declared.metadata["sparse"]:
            field.allow_none = True
        field.data_key = wire_name(declared)
        members[declared.name] = field

    def build(self: Schema, values: dict[str, Any], **_: Any) -> Any:
        return cls(**{key: value for key, value in values.items() if value is not None})

    members["build"] = post_load(build)
    members["Meta"] = type("Meta", (), {"unknown": RAISE, "ordered": True})
    members["__doc__"] = cls.__doc__
    members["rules"] = getattr(cls, "RULES", ())
    return type(cls.__name__, (Schema,), members)


@cache
def _schema(cls: type) -> Schema:
    return schema_of(cls)()


def flatten(messages: Any, path: str = "") -> Iterator[dict[str, str]]:
    """marshmallow's nested messages as `{field, message}` rows, the field in wire names: `location.languages[0]`."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            # marshmallow's name for the whole object; a caller's field of that name is unknown.
            if key == "_schema" and below != [_UNKNOWN]:
                yield from flatten(below, path)
            elif isinstance(key, int):
                yield from flatten(below, f"{path}[{key}]")
            else:
                yield from flatten(below, f"{path}.{key}" if path else str(key))
    elif isinstance(messages, list):
        for below in messages:
            yield from flatten(below, path)
    else:
        yield {"field": path or "body", "message": str(messages)}


def invalid(error: ValidationError) -> InvalidRequest:
    """The caller's view of a marshmallow error."""
    details = list(flatten(error.normalized_messages()))
    first = details[0]
    return InvalidRequest(f"{first['field']}: {first['message']}", details=details)


def load(cls: type[T], values: Any) -> T:
    """A frozen instance of `cls` from a JSON object in wire names.

    Raises:
        InvalidRequest: a name is unknown or missing, or a value is out of its limits; `details` names each.
    """
    if not isinstance(values, Mapping):
        raise InvalidRequest.of("body", "Needs a JSON object.")
    try:
        loaded: T = _schema(cast(Hashable, cls)).load(values)
    except ValidationError as error:
        raise invalid(error) from error
    return loaded


def dump(instance: Any) -> dict[str, Any]:
    """A declared dataclass as a JSON object in wire names; sparse fields that are None are left out."""
    dumped: dict[str, Any] = {}
    for declared in dataclasses.fields(instance):
        value = getattr(instance, declared.name)
        if value is None and declared.metadata["sparse"]:
            continue
        dumped[wire_name(declared)] = _dump_value(value)
    return dumped


def stored(instance: Any, *, without: Collection[str] = ()) -> dict[str, Any]:
    """Options as a row keeps them, for `load` to read back: nothing that was left open."""
    return {name: value for name, value in dump(instance).items() if value is not None and name not in without}


def _dump_value(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return dump(value)
    if isinstance(value, (list, tuple)):
        return [_dump_value(item) for item in value]
    return value


def from_arguments(cls: type[T], arguments: Mapping[str, str]) -> T:
    """The same instance from string arguments, as `scrapy crawl -a` and the command line give them.

    Lists are comma-separated (or JSON), objects are JSON, booleans are true or false.
    """
    declared = {wire_name(f): f.metadata["field"] for f in dataclasses.fields(cls)}  # type: ignore[arg-type]
    return load(cls, {name: _from_text(declared.get(name), text) for name, text in arguments.items()})


def _from_text(field: fields.Field | None, text: str) -> Any:
    if isinstance(field, fields.String) or field is None:
        return text
    if isinstance(field, fields.List) and not text.lstrip().startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    try:
        return json.loads(text)
    except ValueError:
        return text
