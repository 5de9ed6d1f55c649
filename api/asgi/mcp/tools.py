"""The tools: which REST endpoint each one calls, what it costs, and its arguments as JSON Schema.

The schemas are those of the published OpenAPI document, so a tool takes what its endpoint takes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from contract import prices
from contract.errors import InvalidRequest
from contract.operations import (
    BATCH,
    BRAND,
    BRAND_LOGO,
    CRAWL,
    EXTRACT,
    IMAGES,
    MAP,
    SCRAPE,
    SCREENSHOT,
    SEARCH,
    STYLEGUIDE,
)

SCOPE = "web:scrape"
_COMPONENTS = "#/components/schemas/"
_DEFINITIONS = "#/$defs/"
# The place of a job's id in a path. The tools' argument for it is `id`.
_JOB = "{job_id}"
# A status without `limit` contains all pages of the job, which no model can read.
STATUS_ENTRIES, STATUS_ENTRIES_MAX = 20, 100


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One tool and its REST endpoint. `credits` is the price of one call, or of one page if `price_note` says so."""

    name: str
    description: str
    path: str
    credits: int
    price_note: str
    method: str = "POST"
    # Arguments of the endpoint that the tool does not have. A tool call waits for its result, and it only reads: text of a
    # page may make a model call tools, but not send data to other sites.
    without: frozenset[str] = frozenset()

    @property
    def takes_id(self) -> bool:
        """Whether the path contains the id of a job, which is then an argument of the tool."""
        return _JOB in self.path


@dataclass(frozen=True)
class RestRequest:
    """A tool call as a REST request."""

    method: str
    path: str
    query: str
    body: bytes


_PER_PAGE = "per page that was scraped. Failed pages are free."
TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            name="scrape", path="/v1/web/scrape", without=frozenset({"async", "method", "body"}), credits=prices.SCRAPE,
            price_note=f"per page; {prices.SUMMARY_SURCHARGE} more with the format `summary`, {prices.JSON_SURCHARGE}"
            " more with `json`.",
            description=f"{SCRAPE.summary}. Returns Markdown unless `formats` names others.",
        ),
        Tool(
            name="map", path="/v1/web/map", credits=prices.MAP, price_note="per call.",
            description=f"{MAP.summary}. Use `search` and `limit` to get fewer.",
        ),
        Tool(
            name="search", path="/v1/web/search", credits=prices.SEARCH,
            price_note=f"per search, and {prices.SEARCH_PAGE} more per result that was scraped with `scrapeResults`.",
            description=f"{SEARCH.summary}. Returns titles, URLs and snippets; with `scrapeResults` the pages too.",
        ),
        Tool(
            name="extract", path="/v1/web/extract", credits=prices.EXTRACT_PAGE,
            price_note="per page that returns data. Pages without data are free.",
            description=f"{EXTRACT.summary}. Give a JSON `schema`, a `prompt`, or both. A URL that ends in /* is a whole"
            " section of a site. `showConfidence` adds the passage that each value stands in.",
        ),
        Tool(
            name="brand", path="/v1/web/brand", method="GET", credits=prices.BRAND, price_note="per resolved domain.",
            description=f"{BRAND.summary}: name, description, logos, colours, fonts and profiles.",
        ),
        Tool(
            name="styleguide", path="/v1/web/styleguide", method="GET", credits=prices.STYLEGUIDE,
            price_note="per call.",
            description=f"{STYLEGUIDE.summary}: colours by role with contrast ratios, type scale, radii, spacing, buttons.",
        ),
        Tool(
            name="screenshot", path="/v1/web/screenshot", credits=prices.SCREENSHOT, price_note="per call.",
            description=f"{SCREENSHOT.summary}: of the viewport, or of the whole page with `fullPage`. Returns an image.",
        ),
        Tool(
            name="images", path="/v1/web/images", credits=prices.IMAGES, price_note="per call.",
            description=f"{IMAGES.summary}: absolute URLs with alternative texts and sizes.",
        ),
        Tool(
            name="logo", path="/v1/web/brand/logo", method="GET", credits=prices.BRAND_LOGO,
            price_note="per call that returns a logo.",
            description=f"{BRAND_LOGO.summary}: returns the URL of its image, or null.",
        ),
        Tool(
            name="crawl", path="/v1/web/crawl", without=frozenset({"webhook"}), credits=prices.SCRAPE, price_note=_PER_PAGE,
            description=f"{CRAWL.summary}. Returns `crawlId` at once: read the result with `crawl_status`.",
        ),
        Tool(
            name="batch", path="/v1/web/batch", without=frozenset({"webhook"}), credits=prices.SCRAPE, price_note=_PER_PAGE,
            description=f"{BATCH.summary}. Returns `batchId` at once: read the result with `batch_status`.",
        ),
        *(
            Tool(
                name=f"{kind}_status", path=f"/v1/web/{kind}/{_JOB}", method="GET", credits=0, price_note="Free.",
                description=f"Read the status and the pages of a {kind}. Returns {STATUS_ENTRIES} page entries unless `limit`"
                " is given; send `nextCursor` as `cursor` for the next ones. `includeData=false` omits their content.",
            )
            for kind in ("crawl", "batch")
        ),
    )
}  # fmt: skip


def rest_request(tool: Tool, arguments: Mapping[str, Any]) -> RestRequest:
    """The REST request of a tool call. The endpoint checks all arguments but those that REST does not have.

    Raises:
        InvalidRequest: an argument is missing, has the wrong type or does not exist.
    """
    given = dict(arguments)
    for name in tool.without & given.keys():
        raise InvalidRequest.of(name, "is not an argument of this tool")
    path = tool.path
    if tool.takes_id:
        job = given.pop("id", None)
        if not isinstance(job, str) or not job:
            kind = tool.name.removesuffix("_status")
            raise InvalidRequest.of("id", f"is required: the {kind}Id that the tool {kind} returned")
        path = path.replace(_JOB, quote(job, safe="", errors="surrogatepass"))
        given.setdefault("limit", STATUS_ENTRIES)
        if isinstance(given["limit"], int):
            given["limit"] = min(given["limit"], STATUS_ENTRIES_MAX)
    if tool.method == "GET":
        return RestRequest(
            tool.method,
            path,
            urlencode({name: _text(name, value) for name, value in given.items()}, errors="surrogatepass"),
            b"",
        )
    return RestRequest(tool.method, path, "", json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass"))


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
    price = f"{prices.format_credits(tool.credits)} {tool.price_note}" if tool.credits else tool.price_note
    return {
        "name": tool.name,
        "title": tool.name.replace("_", " ").capitalize(),
        "description": f"{tool.description} Cost: {price}",
        "inputSchema": _input_schema(tool, openapi),
        "annotations": {
            "readOnlyHint": tool.name not in ("crawl", "batch"),
            "destructiveHint": False,
            "openWorldHint": not tool.takes_id,
        },
        "creditCost": tool.credits,
        "creditCostNote": price,
        "scope": SCOPE,
    }


def _input_schema(tool: Tool, openapi: Mapping[str, Any]) -> dict[str, Any]:
    operation = openapi["paths"][tool.path][tool.method.lower()]
    if tool.method == "GET":
        schema = _of_parameters([*openapi["paths"][tool.path].get("parameters", ()), *operation.get("parameters", ())])
    else:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
    schema = _resolved(schema, openapi)
    properties = {name: value for name, value in schema["properties"].items() if name not in tool.without}
    # Some model APIs refuse conditions at the top of a tool's schema. The endpoint checks them.
    kept: dict[str, Any] = {name: schema[name] for name in ("required", "additionalProperties") if name in schema}
    schema = {"type": "object", "properties": properties, **kept}
    definitions: dict[str, Any] = {}
    _collect(schema, openapi, definitions)
    moved: dict[str, Any] = _moved({**schema, "$defs": definitions} if definitions else schema)
    return moved


def _of_parameters(parameters: list[dict[str, Any]]) -> dict[str, Any]:
    """The path and query parameters of an operation as an object."""
    taken = [parameter for parameter in parameters if parameter["in"] in ("path", "query")]
    return {
        "type": "object",
        "properties": {
            _name(parameter): {**parameter["schema"], "description": parameter.get("description", "")}
            for parameter in taken
        },
        "required": [_name(parameter) for parameter in taken if parameter.get("required")],
        "additionalProperties": False,
    }


def _name(parameter: Mapping[str, Any]) -> str:
    return "id" if parameter["in"] == "path" else str(parameter["name"])


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
