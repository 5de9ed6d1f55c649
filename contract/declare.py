"""Declares options and results as frozen dataclasses. One `option()` call defines an attribute, its checks and its JSON Schema.

    @dataclass(frozen=True)
    class PageOptions:
        wait_for: int = option(Milliseconds(0, limits.WAIT_FOR_MAX_MS), "Extra milliseconds before capture.", default=0)

`load` reads a JSON object into the dataclass. `dump` writes a dataclass as a JSON object. `schema_of` is the marshmallow
schema; the OpenAPI document is generated from it. `from_arguments` reads command-line arguments. Names are in camelCase
in JSON ("wire names") and in snake_case in Python. Conditions between options are in `contract.rules`.
"""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Collection, Hashable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, TypeVar, cast

from marshmallow import RAISE, Schema, ValidationError, fields, post_load

from contract import limits
from contract.errors import InvalidRequest
from contract.fields.basic import OBJECT_MESSAGE

T = TypeVar("T")
UNKNOWN_FIELD = "unknown field"
REQUIRED = object()


def option(
    field: fields.Field,
    description: str,
    *,
    default: Any = REQUIRED,
    name: str | None = None,
    omit_when_none: bool = False,
) -> Any:
    """A dataclass field with its checks and its wire name.

    Args:
        field: checks and converts the JSON value. Its error messages are shown to the caller.
        description: the meaning of the option. Shown in the OpenAPI document and in the command line's help.
        default: the value when the caller omits the option. Without a default the option is required.
        name: the wire name, when it is not the attribute's name in camelCase.
        omit_when_none: a result field that is omitted when it is None. Other fields are null.
    """
    metadata = {"field": field, "description": description, "name": name, "omit_when_none": omit_when_none}
    if default is REQUIRED:
        return dataclasses.field(kw_only=True, metadata=metadata)
    if isinstance(default, (list, dict)):
        return dataclasses.field(kw_only=True, default_factory=lambda: copy.copy(default), metadata=metadata)
    return dataclasses.field(kw_only=True, default=default, metadata=metadata)


def wire_name(declared: dataclasses.Field[Any]) -> str:
    """The name in JSON: `wait_for` is `waitFor`, unless `option(name=…)` sets another."""
    head, *tail = declared.name.split("_")
    return declared.metadata.get("name") or head + "".join(word.title() for word in tail)


def is_result(cls: type) -> bool:
    """Whether a declared class is written by the service, not read from callers."""
    return cls.__module__.startswith("contract.results.")


def default_of(declared: dataclasses.Field[Any]) -> Any:
    """The default of an option; `dataclasses.MISSING` when it is required."""
    if declared.default_factory is not dataclasses.MISSING:
        return declared.default_factory()
    return declared.default


def _is_empty_option(cls: type, default: Any) -> bool:
    """Whether an option is without content when it is omitted: an empty list or object. Null then means omitted."""
    return not is_result(cls) and (default in ((), [], {}) or dataclasses.is_dataclass(default))


@cache
def schema_of(cls: type) -> type[Schema]:
    """The marshmallow schema of a declared dataclass. It rejects unknown names and loads into the dataclass."""
    members: dict[str, Any] = {}
    for declared in dataclasses.fields(cls):
        field = copy.deepcopy(declared.metadata["field"])
        default = default_of(declared)
        field.required = default is dataclasses.MISSING
        field.metadata = {**field.metadata, "description": declared.metadata["description"]}
        # The dataclass supplies the default; the schema only shows it.
        # A group of options has no default of its own: its options have theirs.
        if not field.required and default is not None and not dataclasses.is_dataclass(default):
            field.metadata["default"] = list(default) if isinstance(default, tuple) else default
        if (default is None or _is_empty_option(cls, default)) and not declared.metadata["omit_when_none"]:
            field.allow_none = True
        field.data_key = wire_name(declared)
        members[declared.name] = field

    def build(self: Schema, values: dict[str, Any], **_: Any) -> Any:
        try:
            return cls(**{key: value for key, value in values.items() if value is not None})
        except InvalidRequest as error:
            # So that the name of a group is before those of its options: `scrapeOptions.jsonOptions`.
            details: Any = error.details
            raise ValidationError({each["field"]: [each["message"]] for each in details}) from error

    def handle_error(self: Schema, error: ValidationError, data: Any, **_: Any) -> None:
        _suggest_names(self, error)

    members["build"] = post_load(build)
    members["handle_error"] = handle_error
    members["Meta"] = type("Meta", (), {"unknown": RAISE, "ordered": True})
    members["error_messages"] = {"unknown": UNKNOWN_FIELD, "type": OBJECT_MESSAGE}
    members["__doc__"] = cls.__doc__
    members["rules"] = getattr(cls, "RULES", ())
    members["declared"] = cls
    return type(cls.__name__, (Schema,), members)


def _suggest_names(schema: Schema, error: ValidationError) -> None:
    """Add the right name to errors about unknown names: `waitFor` for `wait_for`, `scrapeOptions.formats` for `formats`."""
    known = {_letters(path.rpartition(".")[2]): path for path in _paths(schema)}
    messages = error.messages if isinstance(error.messages, dict) else {}
    for name, below in messages.items():
        if below == [UNKNOWN_FIELD] and (right := known.get(_letters(str(name)))):
            messages[name] = [f"{UNKNOWN_FIELD}. Did you mean {right}?"]


def _paths(schema: Schema) -> Iterator[str]:
    """The options in the schema's groups, such as `scrapeOptions.formats`, and then its own, which are meant first."""
    own = {field.data_key or key: field for key, field in schema.fields.items()}
    for group, field in own.items():
        if isinstance(field, fields.Nested):
            yield from (f"{group}.{below.data_key or key}" for key, below in field.schema.fields.items())
    yield from own


def _letters(name: str) -> str:
    """A name without what differs between snake case, kebab case and camel case."""
    return name.replace("_", "").replace("-", "").lower()


@cache
def _schema(cls: type) -> Schema:
    return schema_of(cls)()


def flatten(messages: Any, path: str = "") -> Iterator[dict[str, str]]:
    """marshmallow's nested messages as rows of `{field, message}`. Fields are paths of wire names: `location.languages[0]`."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            # marshmallow reports errors of the whole object under "_schema". A caller may send a field of that name too.
            if key == "_schema" and not _is_unknown_field(below):
                yield from flatten(below, path)
            elif isinstance(key, int):
                yield from flatten(below, f"{path}[{key}]")
            else:
                name = str(key)[: limits.FIELD_NAME_MAX_CHARS]
                yield from flatten(below, f"{path}.{name}" if path else name)
    elif isinstance(messages, list):
        for below in messages:
            yield from flatten(below, path)
    else:
        yield {"field": path or "body", "message": str(messages)}


def _is_unknown_field(messages: Any) -> bool:
    """Whether the messages report an unknown name, possibly with the right one."""
    return isinstance(messages, list) and str(messages[0]).startswith(UNKNOWN_FIELD)


def invalid(error: ValidationError) -> InvalidRequest:
    """A marshmallow error as the service reports it: the first problem in `message`, up to `PROBLEMS_MAX` in `details`."""
    details = list(islice(flatten(error.normalized_messages()), limits.PROBLEMS_MAX))
    first = details[0]
    return InvalidRequest(f"{first['field']}: {first['message']}", details=details)


def load(cls: type[T], values: Any) -> T:
    """An instance of `cls` from a JSON object with wire names.

    Raises:
        InvalidRequest: a name is unknown or missing, or a value is not valid. `details` lists the problems.
    """
    if not isinstance(values, Mapping):
        raise InvalidRequest.of("body", OBJECT_MESSAGE)
    try:
        loaded: T = _schema(cast(Hashable, cls)).load(values)
    except ValidationError as error:
        raise invalid(error) from error
    return loaded


def dump(instance: Any) -> dict[str, Any]:
    """A declared dataclass as a JSON object with wire names. Fields with `omit_when_none` are omitted when they are None."""
    dumped: dict[str, Any] = {}
    for attribute, name, omit_when_none in _wire_fields(cast(Hashable, type(instance))):
        value = getattr(instance, attribute)
        if value is None and omit_when_none:
            continue
        dumped[name] = _dump_value(value)
    return dumped


@cache
def _wire_fields(cls: Any) -> tuple[tuple[str, str, bool], ...]:
    """The attributes of a declared class: name, wire name, and whether it is omitted when it is None."""
    return tuple(
        (declared.name, wire_name(declared), declared.metadata["omit_when_none"])
        for declared in dataclasses.fields(cls)
    )


def stored(instance: Any, *, without: Collection[str] = ()) -> dict[str, Any]:
    """Options as JSON for a job's row, without the names in `without`; `load` reads them back. None is omitted."""
    return {name: value for name, value in dump(instance).items() if value is not None and name not in without}


def _dump_value(value: Any) -> Any:
    if value is None or type(value) in (str, int, float, bool):
        return value
    if dataclasses.is_dataclass(value):
        return dump(value)
    if isinstance(value, (list, tuple)):
        return [_dump_value(item) for item in value]
    if isinstance(value, dict) and any(map(dataclasses.is_dataclass, value.values())):
        return {name: dump(item) for name, item in value.items()}
    return value


def from_arguments(cls: type[T], arguments: Mapping[str, str]) -> T:
    """An instance of `cls` from string arguments, as `scrapy crawl -a` and the command line pass them.

    Lists are comma-separated or JSON, objects are JSON, booleans are `true` or `false`.

    Raises:
        InvalidRequest: as `load`.
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
