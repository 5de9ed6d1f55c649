"""Traces of calls of the other interfaces: Firecrawl and its websockets, MCP, logos."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
import requests
from mcp import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, use_span
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.service import Client, Service
from tests.sites.brands import put_company
from tests.sites.site import Site
from tests.trace_receiver import TraceReceiver, caller, drawn, one


def test_call_of_firecrawls_interface_is_one_tree(client: Client, receiver: TraceReceiver, site: Site) -> None:
    trace, root, header = caller()
    site.page("/")

    answer = client.post("/v2/scrape", {"url": site.url()}, traceparent=header, Authorization=f"Bearer {client.key}")

    assert answer.status_code == 200, answer.text
    spans = receiver.when(trace, "POST /v2/scrape", "job scrape", "fetch")
    call = one(spans, "POST /v2/scrape")
    assert call.parent == root and one(spans, "job scrape").parent == call.id


def call_tool(client: Client, name: str, arguments: dict[str, Any], meta: Any, **headers: str) -> dict[str, Any]:
    """The JSON-RPC answer to a tool call whose message has `_meta`."""
    message = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments, "_meta": meta},
    }  # fmt: skip
    accept = "application/json, text/event-stream"
    answer = client.post("/mcp", message, Authorization=f"Bearer {client.key}", Accept=accept, **headers)
    assert answer.status_code == 200, answer.text
    text = answer.text if answer.text.startswith("{") else answer.text.partition("data: ")[2]
    found: dict[str, Any] = json.loads(text)
    return found


def test_tool_call_belongs_to_the_trace_that_its_message_names(
    client: Client, receiver: TraceReceiver, site: Site
) -> None:
    (trace, root, named), (around, outer, header) = caller(), caller()
    site.page("/")

    meta = {"traceparent": named, "tracestate": "vendor=1"}
    call_tool(client, "map", {"url": site.url()}, meta, traceparent=header)

    spans = receiver.when(trace, "tools/call map", "job map", "fetch")
    call, job = one(spans, "tools/call map"), one(spans, "job map")
    [request] = receiver.when(around, "POST /mcp")
    assert (call.parent, call.kind, job.parent) == (root, "server", call.id), drawn(spans)
    assert request.parent == outer and call.links == [request.id]
    assert call.attributes["mcp.method.name"] == "tools/call" and call.attributes["gen_ai.tool.name"] == "map"
    assert call.attributes["gen_ai.operation.name"] == "execute_tool" and call.attributes["mcp.protocol.version"]


def test_official_client_is_followed_into_its_trace(client: Client, receiver: TraceReceiver, site: Site) -> None:
    """The client writes the context of its program into each message."""
    trace, root, _ = caller()
    site.page("/")
    around = SpanContext(int(trace, 16), int(root, 16), is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))

    async def call() -> bool:
        headers = {"Authorization": f"Bearer {client.key}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            McpClient(streamable_http_client(f"{client.base_url}/mcp", http_client=http)) as program,
        ):
            with use_span(NonRecordingSpan(around)):
                return bool((await program.call_tool("map", {"url": site.url()})).is_error)

    assert asyncio.run(call()) is False
    spans = receiver.when(trace, "tools/call map", "job map", "fetch")
    assert one(spans, "tools/call map").parent == root, drawn(spans)


@pytest.mark.parametrize("meta", [{}, {"traceparent": "nonsense"}, {"traceparent": 7, "tracestate": []}])
def test_tool_call_without_a_trace_of_its_own_belongs_to_its_request(
    client: Client, receiver: TraceReceiver, site: Site, meta: Any
) -> None:
    trace, root, header = caller()
    site.page("/")

    call_tool(client, "map", {"url": site.url()}, meta, traceparent=header)

    spans = receiver.when(trace, "POST /mcp", "tools/call map", "job map")
    request, call = one(spans, "POST /mcp"), one(spans, "tools/call map")
    assert (request.parent, call.parent, call.links) == (root, request.id, [])
    assert one(spans, "job map").parent == call.id


def test_failed_tool_call_is_a_failure(client: Client, receiver: TraceReceiver) -> None:
    trace, _, named = caller()

    assert call_tool(client, "map", {"url": "ftp://127.0.0.1"}, {"traceparent": named})["result"]["isError"]
    assert call_tool(client, "brew", {}, {"traceparent": named})["error"]["code"] == -32602

    spans = receiver.when(trace, "tools/call map", "tools/call")
    assert one(spans, "tools/call map").attributes["error.type"] == "tool_error"
    unknown = one(spans, "tools/call").attributes
    assert unknown["error.type"] == "-32602" and "gen_ai.tool.name" not in unknown


def test_websocket_is_a_call(client: Client, receiver: TraceReceiver, site: Site) -> None:
    (_, _, header), (trace, root, watching), (refused, _, other) = caller(), caller(), caller()
    site.page("/")
    job_id = client.post("/v2/crawl", {"url": site.url()}, traceparent=header, Authorization=f"Bearer {client.key}")
    address = client.base_url.replace("http", "ws", 1)

    path = f"{address}/v2/crawl/{job_id.json()['id']}"
    with connect(path, subprotocols=[client.key], additional_headers={"traceparent": watching}) as socket:  # type: ignore[list-item]
        kinds = [json.loads(text)["type"] for text in socket]
    with pytest.raises(InvalidStatus):
        connect(f"{address}/v2/map", additional_headers={"traceparent": other})

    span = one(receiver.when(trace, "GET /v2/crawl/{id}"), "GET /v2/crawl/{id}")
    assert kinds[-1] == "done" and span.parent == root and span.kind == "server" and not span.failed
    assert span.attributes["network.protocol.name"] == "websocket" and span.attributes["http.route"] == "/v2/crawl/{id}"
    assert (
        span.attributes["http.response.status_code"] == 101
        and span.attributes["orbweaver.websocket.close_code"] == 1000
    )
    assert span.attributes["orbweaver.workspace.id"] and span.attributes["orbweaver.request.id"]
    assert one(receiver.when(refused, "GET"), "GET").attributes["http.response.status_code"] == 403
    assert client.key.encode() not in b"".join(receiver.bodies)


def test_unknown_logo_is_resolved_in_the_trace_of_its_request(
    client: Client, traced: Service, receiver: TraceReceiver, site: Site
) -> None:
    trace, root, header = caller()
    put_company(site)

    requests.get(
        f"{traced.base_url}/v1/web/logo/{quote(site.base, safe='')}",
        headers={"X-API-Key": client.key, "traceparent": header}, timeout=30,
    ).raise_for_status()  # fmt: skip

    route = "GET /v1/web/logo/{domain}"
    spans = receiver.when(trace, route, "job logo", "fetch")
    assert one(spans, route).parent == root and one(spans, "job logo").parent == one(spans, route).id, drawn(spans)
    assert one(spans, route).attributes["orbweaver.workspace.id"]
