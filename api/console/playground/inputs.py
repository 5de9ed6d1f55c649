"""The inputs of a form, one for each option of a declared dataclass: kind, label, help, default, limits and choices."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import fields, validate

from contract.declare import default_of, wire_name
from contract.fields.basic import Flag, ListOf, Milliseconds, NamedValues, OneOf, Text, WholeNumber
from contract.fields.brand_domain import BrandDomain
from contract.fields.headers import RequestHeaders
from contract.fields.output_schema import EXAMPLE
from contract.fields.url import HttpUrl
from contract.options.webhook import WebhookSecret

Kind = Literal[
    "text", "secret", "url", "long text", "number", "flag", "choice", "choices", "lines", "headers", "json", "group"
]
# A text that may be longer than this has a text area.
ONE_LINE_CHARS = 512
# Options whose label is not their name in words.
LABELS = {
    "async": "Run in the background", "html": "HTML", "renderJs": "Render in a browser", "url": "URL", "urls": "URLs",
    "jsonOptions": "JSON format", "maxDepth": "Maximum depth", "maxAge": "Maximum age in the cache",
    "removeBase64Images": "Remove embedded images", "schema": "JSON Schema", "waitFor": "Wait before capture",
}  # fmt: skip
_WORD = re.compile(r"[A-Z]?[a-z0-9]+")


@dataclass(frozen=True, kw_only=True)
class Input:
    """One input of a form. `path` is the option's wire name, after those of its groups: `location.country`.

    `default` is None when the option has no default of its own. `inner` are the inputs of a group.
    """

    path: str
    kind: Kind
    label: str
    help: str
    default: Any = None
    required: bool = False
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    max_chars: int | None = None
    unit: str = ""
    example: str = ""
    is_common: bool = False
    inner: tuple[Input, ...] = ()

    @property
    def name(self) -> str:
        """The option's own wire name."""
        return self.path.rpartition(".")[2]

    @property
    def id(self) -> str:
        """The id of the input's element."""
        return "option-" + self.path.replace(".", "-")


def describe(cls: type, common: Collection[str] = (), *, within: str = "") -> tuple[Input, ...]:
    """The inputs of a declared dataclass.

    Args:
        common: the paths of the options to show first.
        within: the path of the group that the dataclass describes, with a dot at its end.
    """
    return tuple(_input(declared, common, within) for declared in dataclasses.fields(cls))


def every(inputs: Collection[Input]) -> Iterator[Input]:
    """All inputs, those of groups included."""
    for each in inputs:
        yield each
        yield from every(each.inner)


def with_defaults(inputs: Collection[Input], values: Mapping[str, Any]) -> tuple[Input, ...]:
    """The inputs with other defaults for some of their options."""
    return tuple(_with_default(each, values[each.name]) if each.name in values else each for each in inputs)


def _with_default(each: Input, value: Any) -> Input:
    if each.inner:
        return dataclasses.replace(each, inner=with_defaults(each.inner, value))
    return dataclasses.replace(each, default=value)


def without_defaults(inputs: Collection[Input], options: Mapping[str, Any]) -> dict[str, Any]:
    """Those options of a stored call that differ from their defaults."""
    found = {}
    for each in inputs:
        value = options.get(each.name)
        if each.inner and isinstance(value, Mapping):
            value = without_defaults(each.inner, value) or None
        default = list(each.default) if isinstance(each.default, tuple) else each.default
        if value is not None and value != default:
            found[each.name] = value
    return found


def _input(declared: dataclasses.Field[Any], common: Collection[str], within: str) -> Input:
    field, name = declared.metadata["field"], wire_name(declared)
    path, default = within + name, default_of(declared)
    inner: tuple[Input, ...] = ()
    if isinstance(field, fields.Nested):
        inner = describe(field.schema.declared, common, within=f"{path}.")  # type: ignore[attr-defined]
    return Input(
        path=path, kind=_kind(field), label=LABELS.get(name) or _in_words(name), help=declared.metadata["description"],
        default=None if inner or default is dataclasses.MISSING else default, required=default is dataclasses.MISSING,
        choices=_choices(field), max_chars=_most_chars(field), unit="ms" if _is_duration(name, field) else "",
        example=_example(field), inner=inner, is_common=path in common, **_limits(field),
    )  # fmt: skip


def _kind(field: fields.Field) -> Kind:
    if isinstance(field, ListOf):
        return "choices" if isinstance(field.inner, OneOf) else "lines"
    # The order matters: some fields are subclasses of later ones.
    kinds: tuple[tuple[type[fields.Field], Kind], ...] = (
        (fields.Nested, "group"), (OneOf, "choice"), (Flag, "flag"), (WholeNumber, "number"), (RequestHeaders, "headers"),
        (NamedValues, "json"), (HttpUrl, "url"), (WebhookSecret, "secret"), (BrandDomain, "text"),
    )  # fmt: skip
    otherwise: Kind = "long text" if (_most_chars(field) or 0) > ONE_LINE_CHARS else "text"
    return next((kind for cls, kind in kinds if isinstance(field, cls)), otherwise)


def _in_words(name: str) -> str:
    return " ".join(_WORD.findall(name)).capitalize()


def _is_duration(name: str, field: fields.Field) -> bool:
    return isinstance(field, Milliseconds) or (name == "maxAge" and isinstance(field, WholeNumber))


def _choices(field: fields.Field) -> tuple[str, ...]:
    words = field.inner if isinstance(field, ListOf) else field
    return tuple(choice for check in words.validators if isinstance(check, validate.OneOf) for choice in check.choices)


def _limits(field: fields.Field) -> dict[str, Any]:
    ranges = [check for check in field.validators if isinstance(check, validate.Range)]
    return {"low": ranges[0].min, "high": ranges[0].max} if ranges else {}


def _most_chars(field: fields.Field) -> int | None:
    """The maximum length of a text. Lists and texts with a special form are left to the check of the request."""
    if not isinstance(field, Text):
        return None
    lengths = [check.max for check in field.validators if isinstance(check, validate.Length)]
    published: dict[str, Any] = field.metadata.get("published", {})
    return lengths[0] if lengths else published.get("maxLength")


def _example(field: fields.Field) -> str:
    """What an empty input shows."""
    if isinstance(field, NamedValues) and not isinstance(field, RequestHeaders):
        return json.dumps(EXAMPLE, indent=2)
    example = (field.inner if isinstance(field, ListOf) else field).metadata.get("example", "")
    if isinstance(example, dict):
        return "\n".join(f"{name}: {value}" for name, value in example.items())
    return str(example)
