"""The tools: which REST endpoint each one calls, what it costs, and its arguments as JSON Schema.

The schemas are those of the published OpenAPI document, so a tool takes what its endpoint takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from api.asgi.rest_call import RestRequest
from api.oauth.discovery import SCOPE
from contract.errors import UNKNOWN_JOB, InvalidRequest, NotFound
from contract.fields.identifier import parse_id
from contract.operation_rows.watch import WATCH_CALLS, WatchCall
from contract.operations import Operation, offered

# The tool whose result has a picture, and the member that has it.
IMAGE_TOOL, IMAGE = "screenshot", "image"
# What `fit` adds to a result that it cut.
_TRUNCATED = {
    "type": "object",
    "description": "Present when parts of the result were cut: which ones, and how to get the rest.",
    "properties": {"fields": {"type": "array", "items": {"type": "object"}}, "hint": {"type": "string"}},
}
_COMPONENTS = "#/components/schemas/"
_DEFINITIONS = "#/$defs/"
# The name of a job's id in a path. The tools' argument for it is `id`.
_JOB = "{job_id}"
# The names of ids in the paths of watches, and the arguments that they are.
_WATCH_IDS = {"watch_id": "watchId", "check_id": "checkId"}
# A status without `limit` contains all pages of the job, which no model can read.
STATUS_ENTRIES, STATUS_ENTRIES_MAX = 20, 100


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One tool and its REST endpoint.

    Attributes:
        credits, price: the price of one unit, and the price as a sentence.
        without: arguments of the endpoint that the tool does not have.
        starts_job: whether the call returns before its work is done, or changes something.
        is_destructive: whether the call deletes something.
        takes_no_body: whether the endpoint has no options.
    """

    name: str
    description: str
    path: str
    credits: int
    price: str
    method: str = "POST"
    without: frozenset[str] = frozenset()
    starts_job: bool = False
    is_destructive: bool = False
    takes_no_body: bool = False

    @property
    def watch_ids(self) -> tuple[str, ...]:
        """The ids in the path of a call of a watch."""
        return tuple(name for name in _WATCH_IDS if f"{{{name}}}" in self.path)

    @property
    def takes_id(self) -> bool:
        """Whether the path contains the id of a job, which is then an argument of the tool."""
        return _JOB in self.path


def _of_operation(operation: Operation) -> Iterator[Tool]:
    """The tool of an operation, and the one that reads its jobs."""
    stated = operation.tool
    if stated is None:
        return
    yield Tool(
        name=stated.name, path=operation.path, method=operation.method, without=stated.without, credits=operation.credits,
        price=f"{operation.price_sentence}.", description=f"{operation.summary}{stated.hint}",
        starts_job=operation.is_page_job,
    )  # fmt: skip
    if operation.is_page_job:
        yield Tool(
            name=f"{stated.name}_status", path=f"{operation.path}/{_JOB}", method="GET", credits=0, price="Free.",
            description=f"Read the status and the pages of a {operation.name}. Returns {STATUS_ENTRIES} page entries unless"
            " `limit` is given; send `nextCursor` as `cursor` for the next ones. `includeData=false` omits their content.",
        )  # fmt: skip


def _of_watch(call: WatchCall) -> Tool:
    """The tool of a call of `/v1/web/watch`."""
    return Tool(
        name=call.name, path=call.path, method=call.method, without=call.without, credits=0,
        price="Free. Each check costs what its pages cost." if call.method in ("POST", "PATCH") else "Free.",
        description=f"{call.summary}. {call.description} {call.tool}".strip(), starts_job=call.changes,
        is_destructive=call.method == "DELETE",
        takes_no_body=call.options is None,
    )  # fmt: skip


TOOLS: Mapping[str, Tool] = {
    **{tool.name: tool for operation in offered() for tool in _of_operation(operation)},
    **{call.name: _of_watch(call) for call in WATCH_CALLS},
}


def rest_request(tool: Tool, arguments: Mapping[str, Any]) -> RestRequest:
    """The REST request of a tool call. The endpoint checks all arguments but those that REST does not have.

    Raises:
        InvalidRequest: an argument is missing, has the wrong type or does not exist.
        NotFound: the id is not one of a job.
    """
    given = dict(arguments)
    for name in tool.without & given.keys():
        raise InvalidRequest.of(name, "is not an argument of this tool")
    path = tool.path
    if tool.takes_id:
        job = given.pop("id", None)
        path = path.replace(_JOB, str(_job_id(tool, job)))
        given.setdefault("limit", STATUS_ENTRIES)
        if isinstance(given["limit"], int):
            given["limit"] = min(given["limit"], STATUS_ENTRIES_MAX)
    for name in tool.watch_ids:
        path = path.replace(f"{{{name}}}", str(_watch_id(_WATCH_IDS[name], given.pop(_WATCH_IDS[name], None))))
    if tool.method == "GET":
        return RestRequest(
            tool.method,
            path,
            urlencode({name: _text(name, value) for name, value in given.items()}, errors="surrogatepass"),
            b"",
        )
    if tool.takes_no_body and not given:
        return RestRequest(tool.method, path, "", b"")
    return RestRequest(tool.method, path, "", json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _job_id(tool: Tool, given: Any) -> UUID:
    """The id, which becomes a part of a path. So nothing else may be in it."""
    if not isinstance(given, str) or not given:
        kind = tool.name.removesuffix("_status")
        raise InvalidRequest.of("id", f"is required: the {kind}Id that the tool {kind} returned")
    if (found := parse_id(given)) is None:
        raise NotFound(UNKNOWN_JOB)
    return found


def _watch_id(name: str, given: Any) -> UUID:
    """The id of a watch or a check, which becomes a part of a path. So nothing else may be in it."""
    if not isinstance(given, str) or not given:
        raise InvalidRequest.of(name, "is required")
    if (found := parse_id(given)) is None:
        raise NotFound("The workspace has no watch or check with this id.")
    return found


def _text(name: str, value: Any) -> str:
    """An argument as the text of a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    raise InvalidRequest.of(name, "must be text, a number, true or false")


def described(openapi: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All tools as `tools/list` and `GET /mcp/tools` show them, with the schemas of an OpenAPI document."""
    return [_described(tool, openapi) for tool in TOOLS.values()]


def _described(tool: Tool, openapi: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.name.replace("_", " ").capitalize(),
        "description": f"{tool.description} Cost: {tool.price}",
        "inputSchema": _input_schema(tool, openapi),
        "outputSchema": _output_schema(tool, openapi),
        "annotations": {
            "readOnlyHint": not tool.starts_job,
            "destructiveHint": tool.is_destructive,
            "openWorldHint": not tool.takes_id,
        },
        "creditCost": tool.credits,
        "creditCostNote": tool.price,
        "scope": SCOPE,
    }


def _input_schema(tool: Tool, openapi: Mapping[str, Any]) -> dict[str, Any]:
    operation = openapi["paths"][tool.path][tool.method.lower()]
    of_path = _of_parameters([*openapi["paths"][tool.path].get("parameters", ()), *operation.get("parameters", ())])
    if tool.method == "GET" or "requestBody" not in operation:
        schema = of_path
    else:
        schema = _resolved(operation["requestBody"]["content"]["application/json"]["schema"], openapi)
        if tool.watch_ids:
            schema = {
                **schema, "properties": {**of_path["properties"], **schema["properties"]},
                "required": [*of_path["required"], *schema.get("required", ())],
            }  # fmt: skip
    properties = {name: value for name, value in schema["properties"].items() if name not in tool.without}
    # Some model APIs refuse conditions at the top of a tool's schema. The endpoint checks them.
    others: dict[str, Any] = {name: schema[name] for name in ("required", "additionalProperties") if name in schema}
    schema = {"type": "object", "properties": properties, **others}
    definitions: dict[str, Any] = {}
    _collect(schema, openapi, definitions)
    moved: dict[str, Any] = _moved({**schema, "$defs": definitions} if definitions else schema)
    return moved


def _output_schema(tool: Tool, openapi: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a result that is not an error. A result that had to be cut very much has only what is required here."""
    operation = openapi["paths"][tool.path][tool.method.lower()]
    # Tools that wait for their result never answer 201.
    status = min(status for status in operation["responses"] if status.startswith("2"))
    answer = _resolved(operation["responses"][status]["content"]["application/json"]["schema"], openapi)
    schema = {
        "type": "object",
        "properties": {**answer["properties"], "truncated": _TRUNCATED},
        "required": [name for name in ("success", "meta") if name in answer["properties"]],
    }
    definitions: dict[str, Any] = {}
    _collect(schema, openapi, definitions)
    definitions = {name: _without_image(tool, each) for name, each in definitions.items()}
    moved: dict[str, Any] = _moved({**schema, "$defs": definitions} if definitions else schema)
    return moved


def _without_image(tool: Tool, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a part of a result. The picture of a screenshot is a separate image beside the result."""
    properties = schema.get("properties", {})
    if tool.name != IMAGE_TOOL or IMAGE not in properties or "width" not in properties:
        return schema
    return {
        **schema,
        "properties": {name: each for name, each in properties.items() if name != IMAGE},
        "required": [name for name in schema.get("required", ()) if name != IMAGE],
    }


def _of_parameters(parameters: list[dict[str, Any]]) -> dict[str, Any]:
    """The path and query parameters of an operation as an object."""
    listed = [parameter for parameter in parameters if parameter["in"] in ("path", "query")]
    return {
        "type": "object",
        "properties": {
            _name(parameter): {**parameter["schema"], "description": parameter.get("description", "")}
            for parameter in listed
        },
        "required": [_name(parameter) for parameter in listed if parameter.get("required")],
        "additionalProperties": False,
    }


def _name(parameter: Mapping[str, Any]) -> str:
    name = str(parameter["name"])
    return _WATCH_IDS.get(name, "id") if parameter["in"] == "path" else name


def _resolved(schema: Mapping[str, Any], openapi: Mapping[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return dict(openapi["components"]["schemas"][reference.removeprefix(_COMPONENTS)] if reference else schema)


def _collect(part: Any, openapi: Mapping[str, Any], found: dict[str, Any]) -> None:
    """Add the components that a schema refers to, and those that they refer to."""
    if isinstance(part, list):
        for below in part:
            _collect(below, openapi, found)
    if not isinstance(part, dict):
        return
    reference = part.get("$ref")
    if isinstance(reference, str) and reference.startswith(_COMPONENTS):
        name = reference.removeprefix(_COMPONENTS)
        if name not in found:
            found[name] = openapi["components"]["schemas"][name]
            _collect(found[name], openapi, found)
    for below in part.values():
        _collect(below, openapi, found)


def _moved(part: Any) -> Any:
    """The schema with references to `$defs`, where its own document has the components."""
    if isinstance(part, list):
        return [_moved(below) for below in part]
    if not isinstance(part, dict):
        return part
    return {
        name: below.replace(_COMPONENTS, _DEFINITIONS, 1)
        if name == "$ref" and isinstance(below, str)
        else _moved(below)
        for name, below in part.items()
    }
