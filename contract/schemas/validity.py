"""What is wrong with a caller's JSON Schema. Schemas are hostile input: nothing is fetched, and all work is bounded.

Draft 2020-12 without recursion: `keywords.py` has the keywords, `references.py` the references, `contract.limits` the limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from contract import limits
from contract.schemas import references
from contract.schemas.keywords import Problem, SchemaPath, count_patterns, inner_schemas, problems_of

# Problems of one schema that are reported
_PROBLEMS_MAX = 10


def find_problems(document: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with a caller's schema, at most `_PROBLEMS_MAX` problems. References are checked when all else is valid."""
    survey = _Survey()
    problems = list(islice(survey.problems_in(document), _PROBLEMS_MAX))
    return problems or list(_late_problems(document, survey.paths))


class _Survey:
    """Visits the schemas of a document, up to the limits."""

    def __init__(self) -> None:
        self.paths: dict[int, SchemaPath] = {}
        self._nodes = 0
        self._patterns = 0

    def problems_in(self, document: Mapping[str, Any]) -> Iterator[Problem]:
        """The problems of keywords and sizes. It stops at the first limit that is exceeded."""
        for path, schema in _all_schemas(document):
            exceeded = self._count(path, schema)
            if exceeded is not None:
                yield exceeded
                return
            if isinstance(schema, Mapping):
                self.paths[id(schema)] = path
                yield from problems_of(schema, path)
            elif not isinstance(schema, bool):
                yield Problem(path, "must be a schema: a JSON object, true or false")

    def _count(self, path: SchemaPath, schema: Any) -> Problem | None:
        """The limit that this schema exceeds, or None."""
        self._nodes += 1
        self._patterns += count_patterns(schema) if isinstance(schema, Mapping) else 0
        if self._nodes > limits.SCHEMA_NODES_MAX:
            return Problem((), f"must contain at most {limits.SCHEMA_NODES_MAX} schemas")
        if len(path) > 2 * limits.SCHEMA_DEPTH_MAX:  # A schema's path has at most two parts for each outer schema.
            return Problem((), f"must be nested at most {limits.SCHEMA_DEPTH_MAX} schemas deep")
        if self._patterns > limits.SCHEMA_PATTERNS_MAX:
            return Problem((), f"must contain at most {limits.SCHEMA_PATTERNS_MAX} regular expressions")
        return None


def _late_problems(document: Mapping[str, Any], paths: Mapping[int, SchemaPath]) -> Iterator[Problem]:
    problem = references.problem_of(document, paths)
    if problem is not None:
        yield problem
    elif not _allows_object(references.without_references(document)):
        yield Problem(
            ("type",) if "type" in document else (),
            'must describe an object. Put the value into a property: {"type": "object", "properties": {"items": …}}',
        )


def _all_schemas(document: Any) -> Iterator[tuple[SchemaPath, Any]]:
    """Each schema of the document with its path, without recursion: the document may be nested to any depth."""
    stack: list[tuple[SchemaPath, Any]] = [((), document)]
    while stack:
        path, schema = stack.pop()
        yield path, schema
        if isinstance(schema, Mapping):
            stack.extend(((*path, *inside), inner) for inside, inner in inner_schemas(schema))


def _allows_object(schema: Any) -> bool:
    """Whether a schema without references may match an object, as far as its types show."""
    if not isinstance(schema, Mapping):
        return schema is not False
    types = schema.get("type", "object")
    if "object" not in ([types] if isinstance(types, str) else types):
        return False
    if not all(map(_allows_object, schema.get("allOf", ()))):
        return False
    return all(any(map(_allows_object, schema[name])) for name in ("anyOf", "oneOf") if name in schema)
