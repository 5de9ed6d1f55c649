"""Local references of a JSON Schema: what they refer to, and the schema without them.

Nothing is fetched. A reference is a JSON Pointer into the schema itself: `#/$defs/price`. A schema that contains itself
through its references is rejected, so a schema without references is always finite.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from contract import limits
from contract.schemas.keywords import ONE_SCHEMA, SCHEMA_LISTS, SCHEMA_MAPS, Problem, SchemaPath, inner_schemas

# Keywords that have no meaning once references are replaced.
_OF_REFERENCES = frozenset(("$ref", "$defs", "definitions", "$id", "$schema", "$anchor", "$dynamicAnchor", "$comment"))
_DEFINITIONS = ("$defs", "definitions")
# Keywords that describe a schema. Next to a reference they replace those of the schema that it refers to.
_DESCRIBING = frozenset(("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"))
_MISSING = object()


def problem_of(document: Mapping[str, Any], paths: Mapping[int, SchemaPath]) -> Problem | None:
    """The first problem of the references: remote, not to a schema, in a loop, too many, or too large when replaced.

    Args:
        document: the keywords of its schemas have no problems.
        paths: the identity (`id`) of each of its schemas -> its path. A reference may lead only to one of them.
    """
    try:
        _Expansion(document, paths).check()
    except _BadReference as error:
        return Problem(error.path, error.message)
    return None


def without_references(document: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with each reference replaced by the schema that it refers to. `document` has no problems."""
    replaced = _replace(document, document)
    assert isinstance(replaced, dict)
    return replaced


class _BadReference(Exception):
    def __init__(self, path: SchemaPath, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


class _Expansion:
    """Visits the schemas of a document as they would be without references, up to the limits."""

    def __init__(self, document: Mapping[str, Any], paths: Mapping[int, SchemaPath]) -> None:
        self._document = document
        self._paths = paths
        self._visited = 0
        self._bytes = 0
        self._is_in_result = True  # False for definitions by themselves.
        self._sizes: dict[int, int] = {}

    def check(self) -> None:
        """Visit all schemas.

        Raises:
            _BadReference: a reference is not valid, or a limit is exceeded.
        """
        self._visit(self._document, (), ())
        self._is_in_result = False
        for name in _DEFINITIONS:
            for key, schema in self._document.get(name, {}).items():
                self._visit(schema, (name, key), ())

    def _visit(self, schema: Any, path: SchemaPath, outer: tuple[int, ...]) -> None:
        """`outer` has the identities of the schemas that this one is inside of."""
        if not isinstance(schema, Mapping):
            return
        self._visited += 1
        if self._visited > limits.SCHEMA_EXPANDED_MAX:
            most = limits.SCHEMA_EXPANDED_MAX
            raise _BadReference((), f"must contain at most {most} schemas after references are replaced")
        if self._is_in_result:
            self._add_size(schema)
        if len(outer) >= limits.SCHEMA_DEPTH_MAX:
            raise _BadReference(path, f"must be nested at most {limits.SCHEMA_DEPTH_MAX} schemas deep")
        outer = (*outer, id(schema))
        if "$ref" in schema:
            self._follow(schema["$ref"], (*path, "$ref"), outer)
        for inside, inner in inner_schemas(schema):
            if inside[0] not in _DEFINITIONS:
                self._visit(inner, (*path, *inside), outer)

    def _add_size(self, schema: Mapping[str, Any]) -> None:
        """Count the bytes of a schema's own values, each time that it is in the result."""
        if id(schema) not in self._sizes:
            self._sizes[id(schema)] = _own_bytes(schema)
        self._bytes += self._sizes[id(schema)]
        if self._bytes > limits.SCHEMA_EXPANDED_MAX_BYTES:
            most = limits.SCHEMA_EXPANDED_MAX_BYTES // 1024
            raise _BadReference((), f"must be at most {most} KB after references are replaced")

    def _follow(self, reference: str, path: SchemaPath, outer: tuple[int, ...]) -> None:
        if not reference.startswith("#"):
            raise _BadReference(path, "must be a local reference such as #/$defs/price; nothing is fetched")
        target = _resolve(self._document, reference)
        if id(target) in outer:
            raise _BadReference(path, "refers to a schema that contains it; recursive schemas are not supported")
        if not isinstance(target, bool) and id(target) not in self._paths:
            raise _BadReference(path, f"{reference[:100]} does not lead to a schema")
        self._visit(target, self._paths.get(id(target), path), outer)


def _own_bytes(schema: Mapping[str, Any]) -> int:
    """The bytes of a schema as JSON without the schemas inside it. The names of its properties are its own."""
    own: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in SCHEMA_MAPS:
            own[keyword] = list(value)
        elif keyword not in ONE_SCHEMA and keyword not in SCHEMA_LISTS:
            own[keyword] = value
    siblings = {keyword: value for keyword, value in own.items() if keyword not in _OF_REFERENCES}
    return len(json.dumps(siblings, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _resolve(document: Any, reference: str) -> Any:
    """The value that a local reference leads to, or `_MISSING`."""
    pointer = unquote(reference[1:])
    if pointer and not pointer.startswith("/"):
        return _MISSING
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, Mapping):
            document = document.get(name, _MISSING)
        elif isinstance(document, list) and _is_index(name) and int(name) < len(document):
            document = document[int(name)]
        else:
            return _MISSING
    return document


def _is_index(name: str) -> bool:
    """Whether a part of a pointer is a number that a list can have. Python rejects very long numbers with an error."""
    return len(name) < 6 and name.isdecimal()


def _replace(schema: Any, document: Mapping[str, Any]) -> Any:
    if not isinstance(schema, Mapping):
        return schema
    own = {
        keyword: _replace_inside(keyword, value, document)
        for keyword, value in schema.items()
        if keyword not in _OF_REFERENCES
    }
    if "$ref" in schema:
        return _joined(_replace(_resolve(document, schema["$ref"]), document), own)
    if len(own.get("allOf", ())) == 1:  # Generators write a reference with a description in this way.
        return _joined(own["allOf"][0], {name: value for name, value in own.items() if name != "allOf"})
    return own


def _replace_inside(keyword: str, value: Any, document: Mapping[str, Any]) -> Any:
    if keyword in ONE_SCHEMA:
        return _replace(value, document)
    if keyword in SCHEMA_LISTS:
        return [_replace(inner, document) for inner in value]
    if keyword in SCHEMA_MAPS:
        return {name: _replace(inner, document) for name, inner in value.items()}
    return value


def _joined(target: Any, own: dict[str, Any]) -> Any:
    """One schema for a schema and the keywords next to the reference to it: both apply."""
    if not own:
        return target
    if isinstance(target, dict) and not (target.keys() & own.keys()) - _DESCRIBING:
        return {**target, **own}
    describing = {name: value for name, value in own.items() if name in _DESCRIBING}
    asserting = {name: value for name, value in own.items() if name not in _DESCRIBING}
    return {"allOf": [target, asserting], **describing}
