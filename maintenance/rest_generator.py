"""`make client`: writes the generated part of the Python client from `contract`.

`orbweaver/rest/records.py` holds a TypedDict per result and per group of options, `sync_calls.py` a method per endpoint
with typed keyword arguments, `async_calls.py` the same methods for `await`. A test fails when they differ from what
`contract` says.
"""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import textwrap
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from marshmallow import fields, validate

from contract.declare import default_of, wire_name
from contract.fields.basic import OneOf
from contract.options.webhook import WebhookOption
from maintenance.rest_endpoints import ENDPOINTS, Endpoint

FOLDER = Path(__file__).resolve().parents[1] / "orbweaver" / "rest"
_NOTE = "Generated from `contract` by `make client`. Do not edit."
_SEND_BODY = '        """Send a call and return its result."""\n        raise NotImplementedError\n'
_KEY_NOTE = (
    "Key of the request, without spaces. The same key with the same options within 24 hours returns the first result. A new"
    " key when omitted."
)


class Types:
    """Annotations of wire values, and the TypedDicts that they need."""

    def __init__(self) -> None:
        self.needed: dict[str, type] = {}

    def of(self, hint: Any, *, as_option: bool) -> str:
        """The annotation of a value. Lists of options are any sequence."""
        origin, arguments = get_origin(hint), get_args(hint)
        if dataclasses.is_dataclass(hint):
            assert isinstance(hint, type)
            return self._named(hint, as_option)
        if origin is tuple:
            return f"{'Sequence' if as_option else 'list'}[{self.of(arguments[0], as_option=as_option)}]"
        if origin in (Union, types.UnionType):
            return " | ".join(self.of(one, as_option=as_option) for one in arguments)
        if origin is Literal:
            return f"Literal[{', '.join(map(repr, arguments))}]"
        if origin is dict:
            inner = ", ".join(self.of(one, as_option=as_option) for one in arguments)
            return f"{'Mapping' if as_option else 'dict'}[{inner}]"
        return {type(None): "None", Any: "Any"}.get(hint) or str(hint.__name__)

    def _named(self, cls: type, as_option: bool) -> str:
        name = f"{cls.__name__}Option" if as_option else cls.__name__
        if self.needed.get(name, cls) is not cls:
            raise ValueError(f"two records have the name {name}")
        self.needed[name] = cls
        return name


def option_type(declared: dataclasses.Field[Any], hint: Any, names: Types) -> str:
    """The annotation of an option, without the None that stands for an omitted one."""
    field = declared.metadata["field"]
    if isinstance(field, OneOf):
        return _literal(field)
    if isinstance(field, fields.List) and isinstance(field.inner, OneOf):
        return f"Sequence[{_literal(field.inner)}]"
    text = names.of(hint, as_option=True).removesuffix(" | None")
    return f"{text} | str" if isinstance(field, WebhookOption) else text


def _literal(field: OneOf) -> str:
    [choices] = [check.choices for check in field.validators if isinstance(check, validate.OneOf)]
    return f"Literal[{', '.join(map(repr, choices))}]"


def result_type(declared: dataclasses.Field[Any], hint: Any, names: Types) -> str:
    """The annotation of a field of a result."""
    choices = declared.metadata["field"].metadata.get("enum")
    text = names.of(hint, as_option=False)
    if choices and text in ("str", "str | None"):
        text = text.replace("str", f"Literal[{', '.join(map(repr, choices))}]")
    if declared.metadata["omit_when_none"]:
        return f"NotRequired[{text.removesuffix(' | None')}]"
    return text


def records(names: Types) -> str:
    """The module of TypedDicts. Their fields may need further ones."""
    done: dict[str, str] = {}
    while missing := [name for name in names.needed if name not in done]:
        for name in missing:
            done[name] = _typed_dict(name, names.needed[name], names)
    parts = "\n\n\n".join(done[name] for name in sorted(done))
    return (
        f'"""Results and groups of options as JSON objects. {_NOTE}"""\n\n'
        "from __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\n"
        "from typing import Any, Literal, NotRequired, Required, TypedDict\n\n\n" + parts + "\n"
    )


def _typed_dict(name: str, cls: type, names: Types) -> str:
    as_option, hints = name.endswith("Option"), get_type_hints(cls)
    lines = []
    for declared in dataclasses.fields(cls):
        if as_option:
            text = option_type(declared, hints[declared.name], names)
            is_required = default_of(declared) is dataclasses.MISSING
            text = f"Required[{text}]" if is_required else text
        else:
            text = result_type(declared, hints[declared.name], names)
        lines.append(f"    {wire_name(declared)}: {text}")
    base = "TypedDict, total=False" if as_option else "TypedDict"
    return "\n".join([f"class {name}({base}):", f'    """{_sentence(cls)}"""', "", *lines])


def _sentence(cls: type) -> str:
    return (cls.__doc__ or "").strip().splitlines()[0]


def calls(names: Types) -> str:
    """The module with a method per endpoint."""
    methods = "\n\n".join(_method(endpoint, names) for endpoint in ENDPOINTS)
    used = ", ".join(sorted(name for name in names.needed if _is_used(name, methods)))
    return (
        f'"""A method per endpoint. {_NOTE}"""\n\n'
        "from __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\n"
        "from typing import Any, Literal\nfrom urllib.parse import quote\n\n"
        "from orbweaver.rest.call import Call, OMITTED, Omitted\n"
        f"from orbweaver.rest.records import {used}\n\n\n"
        f"{_class_start('Calls')}    def send(self, call: Call) -> Any:\n{_SEND_BODY}\n{methods}\n"
    )


def async_calls() -> str:
    """The module with the same methods for `await`."""
    methods = "\n".join(f"    {endpoint.name} = awaited(Calls.{endpoint.name})" for endpoint in ENDPOINTS)
    return (
        f'"""A method per endpoint, for `await`. {_NOTE}"""\n\n'
        "from __future__ import annotations\n\nfrom typing import Any\n\n"
        "from orbweaver.rest.awaited import awaited\nfrom orbweaver.rest.call import Call\n"
        "from orbweaver.rest.sync_calls import Calls\n\n\n"
        f"{_class_start('AsyncCalls')}    async def send(self, call: Call) -> Any:\n{_SEND_BODY}\n{methods}\n"
    )


def _class_start(name: str) -> str:
    return (
        f'class {name}:\n    """The endpoints. Options that are not given are omitted from the request.\n\n'
        "    Raises:\n        Failed: the service refused the call, or could not be reached.\n"
        '    """\n\n'
    )


def _is_used(name: str, text: str) -> bool:
    return any(f"{before}{name}{after}" in text for before in " [" for after in " ],:=|\n")


class _Option(NamedTuple):
    """An argument of a method. The id in a path has no description."""

    wire_name: str
    annotation: str
    description: str = ""
    is_required: bool = True


class _Arguments(NamedTuple):
    """The arguments of a method by name: the positional ones, and the keyword arguments."""

    subjects: dict[str, _Option]
    options: dict[str, _Option]


def _method(endpoint: Endpoint, names: Types) -> str:
    arguments = _arguments(endpoint, names)
    result = names.of(endpoint.result, as_option=False) + (" | None" if endpoint.may_be_null else "")
    lines = [
        f"    def {endpoint.name}({_signature(endpoint, arguments)}) -> {result}:",
        *_doc(endpoint, arguments.options),
        f"        result: {result} = self.send({_call(endpoint, arguments)})",
        "        return result",
    ]
    return "\n".join(lines)


def _arguments(endpoint: Endpoint, names: Types) -> _Arguments:
    found = _Arguments({subject: _Option(subject, "str") for subject in endpoint.subjects}, {})
    if endpoint.options is None:
        return found
    hints = get_type_hints(endpoint.options)
    for declared in dataclasses.fields(endpoint.options):
        wire, text = wire_name(declared), option_type(declared, hints[declared.name], names)
        is_required = default_of(declared) is dataclasses.MISSING
        if declared.name in found.subjects:
            found.subjects[declared.name] = _Option(wire, text)
        elif wire not in endpoint.without:
            found.options[declared.name] = _Option(wire, text, declared.metadata["description"], is_required)
    return found


def _signature(endpoint: Endpoint, arguments: _Arguments) -> str:
    parts = ["self", *(f"{name}: {option.annotation}" for name, option in arguments.subjects.items())]
    parts += ["*"] if arguments.options else []
    parts += [_keyword(name, option) for name, option in arguments.options.items()]
    parts += ["idempotency_key: str | None = None"] if endpoint.starts_work else []
    return ", ".join(parts)


def _keyword(name: str, option: _Option) -> str:
    return f"{name}: {option.annotation}" + ("" if option.is_required else " | Omitted = OMITTED")


def _call(endpoint: Endpoint, arguments: _Arguments) -> str:
    in_body = {name: each for name, each in arguments.subjects.items() if f"{{{name}}}" not in endpoint.path}
    values = [f'"{option.wire_name}": {name}' for name, option in in_body.items()]
    values += [f'"{option.wire_name}": {name}' for name, option in arguments.options.items()]
    values += [endpoint.fixed] if endpoint.fixed else []
    path = f'"{endpoint.path}"'
    if "{" in path:
        path = "f" + re.sub(r"{(\w+)}", r"{quote(\1, safe='')}", path)
    more = f"inside={endpoint.inside!r}, starts_work={endpoint.starts_work}, costs_credits={endpoint.costs_credits}"
    more += ", idempotency_key=idempotency_key" if endpoint.starts_work else ""
    return f'Call("{endpoint.method}", {path}, {{{", ".join(values)}}}, {more})'


def _doc(endpoint: Endpoint, options: Mapping[str, _Option]) -> Iterator[str]:
    notes = {name: option.description for name, option in options.items()}
    if endpoint.starts_work:
        notes["idempotency_key"] = _KEY_NOTE
    if not notes:
        yield f'        """{endpoint.summary}."""'
        return
    yield f'        """{endpoint.summary}.'
    yield ""
    yield "        Args:"
    for name, note in notes.items():
        yield from textwrap.wrap(
            f"{name}: {note}", 118, initial_indent=" " * 12, subsequent_indent=" " * 16, break_long_words=False
        )
    yield '        """'


def generated() -> dict[str, str]:
    """The text of each generated file, formatted."""
    names = Types()
    texts = {
        "sync_calls.py": calls(names),
        "async_calls.py": async_calls(),
        "records.py": records(names),
    }
    return {name: _formatted(name, text) for name, text in texts.items()}


def _formatted(name: str, text: str) -> str:
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "-q", "--fix", "--select", "I"], ["format", "-q"]):
        text = subprocess.run(
            [*ruff, *command, "--stdin-filename", str(FOLDER / name), "-"],
            input=text, capture_output=True, text=True, check=True, cwd=FOLDER.parent.parent,
        ).stdout  # fmt: skip
    return text


def main() -> None:
    """Write the generated files."""
    for name, text in generated().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
