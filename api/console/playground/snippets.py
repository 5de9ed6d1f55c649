"""The call of a request in other languages: curl, the Python client, JavaScript, and a tool call of MCP. Every value is quoted."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from api.console.playground.literals import as_json, as_python
from api.console.playground.offered import Offered
from contract.declare import wire_name
from contract.operations import SCRAPE

KEY_VARIABLE = "ORBWEAVER_KEY"
_LINE_CHARS = 100


@dataclass(frozen=True)
class RestRequest:
    """A request as it is sent. `body` is JSON text, None for a request without a body."""

    method: str
    path: str
    body: str | None


def rest_request(offered: Offered, options: Mapping[str, Any]) -> RestRequest:
    """The request of an operation with these options."""
    if offered.operation.method == "GET":
        query = urlencode({name: _query_text(value) for name, value in options.items()}, errors="surrogatepass")
        return RestRequest("GET", f"{offered.operation.path}?{query}" if query else offered.operation.path, None)
    return RestRequest(offered.operation.method, offered.operation.path, as_json(options))


def with_examples(offered: Offered, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a call to show: a required one that is empty has the value of its example."""
    examples = {
        each.name: [each.example] if each.kind == "lines" else each.example or each.name
        for each in offered.inputs
        if each.required and not options.get(each.name)
    }
    return {**examples, **{name: value for name, value in options.items() if name not in examples}}


def curl(offered: Offered, options: Mapping[str, Any], base_url: str) -> str:
    """The request as a command for a POSIX shell. The key is read from the environment."""
    request = rest_request(offered, options)
    lines = [f"curl {shlex.quote(base_url + request.path)}", f'-H "X-API-Key: ${KEY_VARIABLE}"']
    if request.body is not None:
        lines[0] = f"curl -X {request.method} {shlex.quote(base_url + request.path)}"
        lines += ["-H 'Content-Type: application/json'", f"--data-raw {shlex.quote(request.body)}"]
    return " \\\n  ".join(lines)


def python(offered: Offered, options: Mapping[str, Any], base_url: str) -> str:
    """The request as a program that uses `orbweaver.client`."""
    given = dict(options)
    in_background = offered.operation is SCRAPE and given.pop("async", False)
    method = f"start_{offered.operation.client_method}" if in_background else offered.operation.client_method
    lines = [
        "import os",
        "",
        "from orbweaver.client import Client",
        "",
        f'with Client(os.environ["{KEY_VARIABLE}"], {as_python(base_url)}) as client:',
        *_call(method, offered, given),
        *_after(offered),
    ]
    return "\n".join(lines) + "\n"


def javascript(offered: Offered, options: Mapping[str, Any], base_url: str) -> str:
    """The request as a program for Node. JSON is also JavaScript."""
    request = rest_request(offered, options)
    headers = f'"X-API-Key": process.env.{KEY_VARIABLE}'
    lines = [f"const response = await fetch({as_json(base_url + request.path)}, {{"]
    if request.body is None:
        lines.append(f"  headers: {{ {headers} }},")
    else:
        lines += [
            f"  method: {as_json(request.method)},",
            f'  headers: {{ {headers}, "Content-Type": "application/json" }},',
            f"  body: JSON.stringify({_indented(request.body)}),",
        ]
    return "\n".join([*lines, "});", "console.log(response.status, await response.json());", ""])


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def mcp(offered: Offered, options: Mapping[str, Any]) -> str | None:
    """The request as a tool call, in JSON. Options that the tool does not have are left out. None without a tool."""
    if offered.tool is None:
        return None
    arguments = {name: value for name, value in options.items() if name not in offered.not_in_tool}
    call = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": offered.tool, "arguments": arguments},
    }  # fmt: skip
    return as_json(call)


def left_out_of_tool(offered: Offered, options: Mapping[str, Any]) -> list[str]:
    """The given options that the MCP tool does not have."""
    return sorted(options.keys() & offered.not_in_tool)


def _call(method: str, offered: Offered, options: Mapping[str, Any]) -> Iterator[str]:
    names = {wire_name(declared): declared.name for declared in fields(offered.operation.options)}
    given = dict(options)
    subject = next(wire for wire, name in names.items() if name == offered.operation.subject)
    arguments = [("", given.pop(subject))] if subject in given else []
    arguments += [(f"{names[wire]}=", value) for wire, value in given.items()]
    line = f"    result = client.{method}({', '.join(name + as_python(value) for name, value in arguments)})"
    if len(line) <= _LINE_CHARS and "\n" not in line:
        yield line
        return
    yield f"    result = client.{method}("
    yield from (f"        {name}{as_python(value, '        ')}," for name, value in arguments)
    yield "    )"


def _after(offered: Offered) -> Iterator[str]:
    if offered.job_field in ("crawlId", "batchId"):
        yield f'    for page in client.pages("{offered.name}", result["{offered.job_field}"]):'
        yield '        print(page["url"], page["status"])'
    else:
        yield "print(result)"


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
