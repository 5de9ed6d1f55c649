"""The MCP interface, driven by the official client over HTTP, in the protocols with and without a handshake."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import httpx2
import pytest
import requests
from aiohttp import web
from mcp import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from sqlalchemy import Engine

from models.accounts import workspace
from models.session import transact
from tests.conftest import Account
from tests.service import Client, wait_until
from tests.sites.site import Site, html

T = TypeVar("T")
Mode = Literal["auto", "legacy"]
JSON_RPC = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


class Session:
    """A connection of the official client. Each call makes its own: the interface keeps no state."""

    def __init__(self, base_url: str, key: str, mode: Mode) -> None:
        self._url, self._key, self._mode = f"{base_url}/mcp", key, mode

    def _with_client(self, work: Callable[[McpClient], Awaitable[T]]) -> T:
        async def run() -> T:
            headers = {"Authorization": f"Bearer {self._key}"}
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                transport = streamable_http_client(self._url, http_client=http)
                async with McpClient(transport, mode=self._mode) as client:
                    return await work(client)

        return asyncio.run(run())

    def tools(self) -> list[Any]:
        return list(self._with_client(lambda client: client.list_tools()).tools)

    def call(self, tool: str, **arguments: Any) -> Any:
        return self._with_client(lambda client: client.call_tool(tool, arguments))

    def data(self, tool: str, **arguments: Any) -> Any:
        """The answer of a call that must succeed."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content


@pytest.fixture(params=["auto", "legacy"])
def mcp(request: pytest.FixtureRequest, client: Client) -> Session:
    return Session(client.base_url, client.key, request.param)


@pytest.fixture
def public(client: Client) -> Iterator[list[dict[str, Any]]]:
    answer = requests.get(f"{client.base_url}/mcp/tools", timeout=30)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/json"
    yield answer.json()["tools"]


def test_tools_are_listed_without_a_key_and_as_the_protocol_lists_them(
    mcp: Session, public: list[dict[str, Any]]
) -> None:
    listed = mcp.tools()

    assert [tool.name for tool in listed] == [tool["name"] for tool in public]
    for tool, shown in zip(listed, public, strict=True):
        assert tool.input_schema == shown["inputSchema"] and tool.description == shown["description"]
        assert tool.output_schema == shown["outputSchema"]
        assert tool.meta["creditCost"] == shown["creditCost"] and shown["scope"] == "web:scrape"


def test_access_token_works_here_and_nowhere_else(
    client: Client, account: Account, database: Engine, site: Site
) -> None:
    site.page("/pilots", title="Pilots of the sea")
    with database.begin() as connection:
        made = workspace.create_key(connection, account.workspace_id, kind=workspace.ACCESS, name="Helper")

    answer = Session(client.base_url, made.key, "auto").data("scrape", url=site.url("/pilots"))
    rest = Client(client.base_url, made.key).post("/v1/web/scrape", {"url": site.url("/pilots")})
    marked = {"X-API-Key": made.key, "orbweaver.mcp": "1"}
    forged = requests.post(f"{client.base_url}/v1/web/map", json={"url": site.url("/")}, headers=marked, timeout=30)
    unknown = requests.post(
        f"{client.base_url}/mcp", json={}, headers={**JSON_RPC, "Authorization": "Bearer x"}, timeout=30
    )

    assert "Pilots of the sea" in answer["data"]["markdown"]
    assert rest.status_code == forged.status_code == 401 and "MCP interface only" in rest.json()["error"]["message"]
    assert unknown.status_code == 401
    [where] = re.findall(r'resource_metadata="([^"]+)"', unknown.headers["WWW-Authenticate"])
    assert requests.get(f"{client.base_url}{urlsplit(where).path}", timeout=30).json()["resource"].endswith("/mcp")


def test_scrape_is_the_answer_of_rest_and_costs_the_same(mcp: Session, site: Site, spent: Callable[[], int]) -> None:
    site.page("/pilots", title="Pilots of the sea")

    answer = mcp.data("scrape", url=site.url("/pilots"), formats=["markdown", "links"])

    assert answer["success"] and "Pilots of the sea" in answer["data"]["markdown"]
    assert answer["data"]["usage"]["creditsUsed"] == spent() == 1


def test_whole_task(mcp: Session, site: Site, unique: str) -> None:
    site.page("/", "/first", "/second", title=f"Ships {unique}")
    site.page("/first")
    site.page("/second")
    assert mcp.data("scrape", url=site.url())["data"]["metadata"]["title"] == f"Ships {unique}"

    def found() -> Any:
        return mcp.data("search", query=unique)["data"]["results"]

    [hit] = wait_until(found, seconds=90, what="the page in the search index")
    assert hit["url"] == site.url()
    assert mcp.data("map", url=site.url(), includeLinks=True)["data"]["count"] == 3
    crawl = mcp.data("crawl", url=site.url(), limit=3, sitemap="skip")["crawlId"]

    def ended() -> Any:
        status = mcp.data("crawl_status", id=crawl, includeData=False)
        return status if status["status"] == "completed" else None

    status = wait_until(ended, seconds=90, what="the crawl")

    assert status["completed"] == 3 and "data" not in status["pages"][0]
    pages = mcp.data("crawl_status", id=crawl, limit=2)["pages"]
    assert len(pages) == 2 and pages[0]["data"]["markdown"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        ("scrape", {"url": "ftp://example.com"}, "VALIDATION_ERROR", "url"),
        ("scrape", {"url": "https://example.com", "wait": 5}, "VALIDATION_ERROR", "wait"),
        ("scrape", {"url": "https://example.com", "async": True}, "VALIDATION_ERROR", "async"),
        ("scrape", {}, "VALIDATION_ERROR", "url"),
        ("brand", {"domain": ["acme.com"]}, "VALIDATION_ERROR", "domain"),
        ("crawl_status", {}, "VALIDATION_ERROR", "id"),
        ("crawl_status", {"id": "../account"}, "NOT_FOUND", None),
        ("batch_status", {"id": "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"}, "NOT_FOUND", None),
    ],
)
def test_failure_is_a_tool_error_with_the_envelope(
    client: Client, tool: str, arguments: dict[str, Any], code: str, field: str | None, spent: Callable[[], int]
) -> None:
    result = Session(client.base_url, client.key, "auto").call(tool, **arguments)

    assert result.is_error and result.structured_content["error"]["code"] == code
    if field is not None:
        assert [detail["field"] for detail in result.structured_content["error"]["details"]] == [field]
    assert json.loads(result.content[0].text)["success"] is False and spent() == 0


def test_unknown_tool_is_a_protocol_error(mcp: Session) -> None:
    with pytest.raises(ExceptionGroup) as raised:
        mcp.call("scrape_everything")

    assert raised.group_contains(MCPError, match="Unknown tool", depth=None)


def test_screenshot_is_an_image(browser: str, client: Client, site: Site) -> None:
    site.page("/")

    result = Session(client.base_url, client.key, "auto").call("screenshot", url=site.url())

    assert not result.is_error, result
    text, image = result.content
    assert image.mime_type == "image/png" and base64.b64decode(image.data).startswith(b"\x89PNG")
    assert "image" not in result.structured_content["data"] and json.loads(text.text)["data"]["width"] == 1440


def test_long_result_is_cut_and_says_what_was_left_out(client: Client, site: Site) -> None:
    story = "".join(
        f"<p>Part {part} of a long story about the sea and its ships by their sailors.</p>" for part in range(5_000)
    )
    site.put("/long", f"<title>Ships</title><main>{story}</main>", kind="text/html")

    result = Session(client.base_url, client.key, "auto").call("scrape", url=site.url("/long"))

    [cut] = result.structured_content["truncated"]["fields"]
    assert cut["field"] == "data.markdown" and cut["total"] > 200_000 > 60_000 >= len(result.content[0].text)
    assert cut["returned"] == len(result.structured_content["data"]["markdown"])
    assert "includeTags" in result.structured_content["truncated"]["hint"]


@pytest.mark.parametrize("kind", ["missing", "unknown", "publishable"])
def test_bad_key_is_refused_before_the_protocol(
    client: Client, make_account: Callable[..., Account], kind: str
) -> None:
    keys = {"missing": None, "unknown": "ow_sk_" + "x" * 40, "publishable": None}
    if kind == "publishable":
        keys[kind] = make_account(kind="publishable").key
    headers = {"Authorization": f"Bearer {keys[kind]}"} if keys[kind] else {}

    answer = requests.post(f"{client.base_url}/mcp", json={}, headers={**JSON_RPC, **headers}, timeout=30)

    assert answer.status_code == 401 and answer.json()["code"] == "UNAUTHORIZED" and answer.json()["statusCode"] == 401
    assert kind == "publishable" or "Authorization header (Bearer" in answer.json()["message"]
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_suspended_workspace_is_refused(client: Client, account: Account, database: Engine) -> None:
    transact(database, lambda connection: workspace.set_suspended(connection, account.workspace_id, True))

    answer = requests.post(
        f"{client.base_url}/mcp", json={}, headers={**JSON_RPC, "Authorization": f"Bearer {client.key}"}, timeout=30
    )

    assert answer.status_code == 403 and answer.json()["code"] == "WORKSPACE_BANNED"


@pytest.mark.parametrize(("method", "path"), [("GET", "/mcp"), ("DELETE", "/mcp"), ("POST", "/mcp/tools")])
def test_other_methods_are_refused(client: Client, method: str, path: str) -> None:
    answer = requests.request(method, f"{client.base_url}{path}", timeout=30)

    assert answer.status_code == 405 and answer.json()["code"] == "METHOD_NOT_ALLOWED" and answer.headers["Allow"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400), (b"[]", 400), (b"null", 400), (b'{"jsonrpc": "2.0"}', 400), (b"[" * 100_000, 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}', 200), (b" " * 3_000_000, 413),
    ],
)  # fmt: skip
def test_hostile_bodies_get_a_clear_answer(client: Client, body: bytes, status: int) -> None:
    headers = {**JSON_RPC, "Authorization": f"Bearer {client.key}"}

    answer = requests.post(f"{client.base_url}/mcp", data=body, headers=headers, timeout=30)

    assert answer.status_code == status, answer.text
    assert requests.get(f"{client.base_url}/mcp/tools", timeout=30).status_code == 200


def test_call_behind_a_proxy_and_with_a_foreign_host(client: Client) -> None:
    headers = {**JSON_RPC, "X-API-Key": client.key, "Host": "data.example.com", "Origin": "https://app.example.com"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}

    answer = requests.post(f"{client.base_url}/mcp", json=body, headers=headers, timeout=30)

    assert answer.status_code == 200 and "scrape" in answer.text and answer.headers["X-Request-Id"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:4/", "ftp://example.com/"])
@pytest.mark.parametrize("wait", ["waitFor", "async"])  # One is checked by the endpoint, the other before it.
def test_request_id_of_the_response_is_that_of_the_result(client: Client, url: str, wait: str) -> None:
    headers = {**JSON_RPC, "X-API-Key": client.key, "X-Request-Id": "mine"}
    arguments = {"url": url, wait: 0}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "scrape", "arguments": arguments}}

    answer = requests.post(f"{client.base_url}/mcp", json=body, headers=headers, timeout=60)

    assert set(re.findall(r"requestId\W+([0-9a-f-]{36})", answer.text)) == {answer.headers["X-Request-Id"]}


def waiting_calls(client: Client) -> float:
    """How many calls wait for a job. The figures are a second old at most."""
    metrics = requests.get(f"{client.base_url}/metrics", timeout=30).text
    [line] = [line for line in metrics.splitlines() if line.startswith("orbweaver_waiting_calls ")]
    return float(line.split()[1])


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_call_whose_caller_hangs_up_is_not_charged(
    client: Client, site: Site, spent: Callable[[], int], version: str
) -> None:
    released = asyncio.Event()

    async def held(request: web.Request) -> web.Response:
        await released.wait()
        return html("words")

    site.on("/slow", held)
    body = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "scrape", "arguments": {"url": site.url("/slow")},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    }  # fmt: skip
    headers = {
        **JSON_RPC, "Authorization": f"Bearer {client.key}", "MCP-Protocol-Version": version,
        "Mcp-Method": "tools/call", "Mcp-Name": "scrape",
    }  # fmt: skip

    call = requests.Request("POST", f"{client.base_url}/mcp", json=body, headers=headers).prepare()
    head = "".join(f"{name}: {value}\r\n" for name, value in call.headers.items())
    assert isinstance(call.body, bytes)

    with socket.create_connection(("127.0.0.1", urlsplit(client.base_url).port), 5) as caller:
        caller.sendall(f"POST /mcp HTTP/1.1\r\nHost: x\r\n{head}\r\n".encode() + call.body)
        wait_until(lambda: site.in_flight and waiting_calls(client) == 1, seconds=90, what="the fetch")
    wait_until(lambda: waiting_calls(client) == 0, seconds=90, what="the end of the call")
    site.loop.call_soon_threadsafe(released.set)

    assert spent() == 0
