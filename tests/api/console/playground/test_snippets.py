"""The calls of the playground in other languages: equal to the request, whatever the values contain."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from api.console.playground import snippets
from api.console.playground.offered import OFFERED

HOSTILE = (
    'it\'s "quoted" `id` $(id) ${HOME} \\ %s !! #{x}\n-- @/etc/passwd & | ; < > * ? [a-b] {c,d} ~ \t \x1b[2J \u202e \u2028'
    " ''' \"\"\" äöü 🕸 \\u0041"
)
KEY = "ow_sk_test"


class Echo(BaseHTTPRequestHandler):
    """Keeps every request."""

    received: list[tuple[str, str, dict[str, str], bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.received.append((self.command, self.path, dict(self.headers), body))
        self.send_response(200)
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_: object) -> None:
        pass


def test_javascript_has_the_request_as_it_is_sent() -> None:
    offered, options = OFFERED["scrape"], {"url": f"https://example.com/{HOSTILE}", "blockAds": False}

    written = snippets.javascript(offered, options, "http://10.0.0.1:8137")

    body = written.partition("JSON.stringify(")[2].rpartition("),")[0]
    assert json.loads(body) == options and '"http://10.0.0.1:8137/v1/web/scrape"' in written
    assert "method" not in snippets.javascript(OFFERED["brand"], {"domain": "a.example"}, "http://10.0.0.1")


@pytest.fixture
def echo() -> Iterator[tuple[str, list[Any]]]:
    """(URL, received requests) of a server."""
    handler = type("OwnEcho", (Echo,), {"received": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", handler.received
    server.shutdown()
    server.server_close()


REQUESTS = [
    ("scrape", {"url": f"https://example.com/{HOSTILE}", "headers": {HOSTILE: HOSTILE}, "waitFor": 5, "blockAds": False}),
    ("crawl", {"url": "https://example.com/", "includePaths": [HOSTILE] * 9, "scrapeOptions": {"location": {"country": "DE"}}}),
    ("extract", {"urls": [], "schema": {"type": "object", "properties": {HOSTILE: {"enum": [None, True, 1.5]}}}}),
    ("search", {"query": HOSTILE}),
    ("brand", {"domain": HOSTILE, "maxAge": 0}),
    ("brand-batch", {"domains": ["a.example", HOSTILE]}),
]  # fmt: skip


def run(command: str) -> None:
    """Run a command in the shell that people have."""
    environment = {**os.environ, snippets.KEY_VARIABLE: KEY}
    subprocess.run(["bash", "-c", command], env=environment, check=True, timeout=60, capture_output=True)


def test_curl_sends_the_request(echo: tuple[str, list[Any]]) -> None:
    base, received = echo
    for name, options in REQUESTS:
        offered = OFFERED[name]
        run(snippets.curl(offered, options, base))

        method, path, headers, body = received.pop()
        assert (method, urlsplit(path).path, headers["X-API-Key"]) == (
            offered.operation.method,
            offered.operation.path,
            KEY,
        )
        if method == "GET":
            assert dict(parse_qsl(urlsplit(path).query)) == {key: str(value) for key, value in options.items()}
        else:
            assert json.loads(body) == options and headers["Content-Type"] == "application/json"
    assert received == []


@pytest.mark.parametrize(("name", "options"), REQUESTS, ids=[name for name, _ in REQUESTS])
def test_python_calls_the_client_with_the_options(name: str, options: dict[str, Any]) -> None:
    offered = OFFERED[name]
    tree = ast.parse(snippets.python(offered, options, "http://127.0.0.1:8000"))

    [call] = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == offered.operation.client_method
    ]  # fmt: skip
    values = [ast.literal_eval(each) for each in call.args]
    values += [ast.literal_eval(keyword.value) for keyword in call.keywords]
    assert values == list(options.values())


@pytest.mark.parametrize(("name", "options"), REQUESTS, ids=[name for name, _ in REQUESTS])
def test_tool_call_has_the_options(name: str, options: dict[str, Any]) -> None:
    text = snippets.mcp(OFFERED[name], options)

    assert (text is None) == (name == "brand-batch")
    assert text is None or json.loads(text)["params"] == {"name": OFFERED[name].tool, "arguments": options}


def test_options_that_the_tool_does_not_have_are_named() -> None:
    options = {"url": "https://example.com/", "webhook": {"url": "https://example.com/hook"}}

    assert "webhook" not in str(snippets.mcp(OFFERED["crawl"], options))
    assert snippets.left_out_of_tool(OFFERED["crawl"], options) == ["webhook"]


def test_background_scrape_is_started_by_another_method() -> None:
    text = snippets.python(OFFERED["scrape"], {"url": "https://example.com/", "async": True}, "http://127.0.0.1:8000")

    assert 'client.start_scrape("https://example.com/")' in text


def test_no_character_reaches_the_terminal_as_a_command() -> None:
    for name, options in REQUESTS:
        texts = (snippets.curl(OFFERED[name], options, ""), snippets.python(OFFERED[name], options, ""))
        assert not any(mark in text for text in texts for mark in "\x1b\u202e\u2028\t")


def test_empty_form_shows_a_call_with_examples() -> None:
    assert snippets.with_examples(OFFERED["scrape"], {"waitFor": 5}) == {"url": "https://example.com/", "waitFor": 5}
    assert snippets.with_examples(OFFERED["batch"], {"urls": []}) == {"urls": ["https://example.com/"]}
    assert snippets.with_examples(OFFERED["brand"], {"domain": "a.example"}) == {"domain": "a.example"}
