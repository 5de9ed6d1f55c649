"""The stand-in model: an OpenAI-compatible server on loopback, whose behaviour a test chooses.

`behave("right")` answers from the page in the request: a schema's property from the line `Name: value`, a summary from
the first sentences. `say(...)` sets the next answers instead, `send(...)` the next completions. Every other behaviour is one way
in which a server fails; `behave("busy", "right")` takes them in turn, and the last one stays.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

KEY = "sk-loopback-0123456789abcdef"
MODEL = "stand-in"
_FENCE = re.compile(r"<page ([0-9a-f]{16,})>\n(.*?)\n</page \1>", re.DOTALL)


@dataclass
class Call:
    """One request that the model received. `cut`: the client closed the connection before the answer was complete."""

    body: dict[str, Any]
    headers: Mapping[str, str]
    at: float
    cut: bool = False

    @property
    def text(self) -> str:
        """Everything that the model was sent."""
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def page(self) -> str:
        """The page inside the fence."""
        found = _FENCE.search(self.text)
        return found[2] if found else ""

    @property
    def schema(self) -> dict[str, Any]:
        """The schema of the answer, or an empty one."""
        requested = self.body.get("response_format") or {}
        schema: dict[str, Any] = requested.get("json_schema", {}).get("schema", {})
        return schema


Behaviour = Callable[["ModelServer", web.Request, Call], Awaitable[web.StreamResponse]]


@dataclass
class ModelServer:
    """The server. `calls` are the completions that were requested."""

    port: int = 0
    calls: list[Call] = field(default_factory=list)
    most_at_a_time: int = 0
    retry_after: str = "1"
    _turns: list[str] = field(default_factory=lambda: ["right"])
    _said: list[str] = field(default_factory=list)
    _bodies: list[dict[str, Any]] = field(default_factory=list)
    _in_flight: int = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def settings(self, **more: str) -> dict[str, str]:
        """The variables that make a process use this model."""
        return {
            "ORBWEAVER_LLM_BASE_URL": self.base_url,
            "ORBWEAVER_LLM_MODEL": MODEL,
            "ORBWEAVER_LLM_API_KEY": KEY,
            **more,
        }

    def behave(self, *turns: str) -> None:
        """Forget earlier calls and behave in this way from now on."""
        assert all(turn in BEHAVIOURS for turn in turns)
        self._turns, self._said, self.retry_after = list(turns), [], "1"
        self.calls.clear()
        self.most_at_a_time = 0

    def say(self, *answers: Any) -> None:
        """Answer with these texts, or with these values as JSON, in turn; the last one stays."""
        self.behave("right")
        self._said = [answer if isinstance(answer, str) else json.dumps(answer) for answer in answers]

    def send(self, *bodies: dict[str, Any]) -> None:
        """Answer with these whole completions in turn; the last one stays."""
        self.behave("sends")
        self._bodies = list(bodies)

    async def respond(self, request: web.Request) -> web.StreamResponse:
        """Answer one completion."""
        call = Call(json.loads(await request.read()), dict(request.headers), time.monotonic())
        self.calls.append(call)
        self._in_flight += 1
        self.most_at_a_time = max(self.most_at_a_time, self._in_flight)
        name = self._turns.pop(0) if len(self._turns) > 1 else self._turns[0]
        try:
            return await BEHAVIOURS[name](self, request, call)
        except (asyncio.CancelledError, ConnectionError):
            call.cut = True
            raise
        finally:
            self._in_flight -= 1

    def answer_to(self, call: Call) -> str:
        """What the model writes when it behaves."""
        if self._said:
            return self._said.pop(0) if len(self._said) > 1 else self._said[0]
        properties = call.schema.get("properties", {})
        if set(properties) == {"sentences"}:
            return json.dumps({"sentences": _sentences(call.page)[:3]})
        return json.dumps(
            {name: found for name, rule in properties.items() if (found := _labelled(call.page, name, rule))}
        )

    async def list_models(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return web.json_response({"error": {"code": "invalid_api_key"}}, status=401)
        return web.json_response({"object": "list", "data": [{"id": MODEL, "object": "model"}]})


def completion(text: str, **message: Any) -> dict[str, Any]:
    """The body of an answer."""
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "model": MODEL,
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text, **message}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }  # fmt: skip


def _sentences(page: str) -> list[str]:
    prose = " ".join(line for line in page.splitlines() if not line.startswith("#"))
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", prose) if len(part.split()) > 3]


def _labelled(page: str, name: str, rule: Mapping[str, Any]) -> Any:
    found = re.search(rf"^\W*{re.escape(name)}\W*:\W*(.+?)\W*$", page, re.MULTILINE | re.IGNORECASE)
    if found is None:
        return None
    return float(found[1]) if rule.get("type") in ("number", "integer") else found[1]


def _error(status: int, message: str, code: str = "", **headers: str) -> web.Response:
    body = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    return web.json_response(body, status=status, headers=headers)


async def _right(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.json_response(completion(server.answer_to(call)))


async def _sends(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.json_response(server._bodies.pop(0) if len(server._bodies) > 1 else server._bodies[0])


async def _fenced(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    thoughts = '<think>{"draft": 1}</think>Here is the JSON that you asked for:'
    text = f"{thoughts}\n```json\n{server.answer_to(call)}\n```\nAnything else?"
    return web.json_response(completion(text))


async def _garbage(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.json_response(completion("I am sorry, {but I cannot: [do that"))


async def _lies(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    properties = call.schema.get("properties", {})
    if set(properties) == {"sentences"}:
        invented = [
            "The Zanzibar Institute sold 91,337 airships in Oslo.",
            "Its chairman Quentin Fakename resigned in 1803.",
        ]
        return web.json_response(completion(json.dumps({"sentences": invented})))
    made_up = {
        name: 91337.25 if rule.get("type") in ("number", "integer") else "Quentin Fakename"
        for name, rule in properties.items()
    }
    return web.json_response(completion(json.dumps(made_up)))


async def _plain_only(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """A server without `json_schema`."""
    if (call.body.get("response_format") or {}).get("type") == "json_schema":
        return _error(400, "response_format.type json_schema is not supported")
    return web.json_response(completion(server.answer_to(call)))


async def _bare(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """A server that knows neither answer formats nor temperature, and limits answers by the new name only."""
    if "response_format" in call.body:
        return _error(422, "extra fields not permitted: response_format")
    if "max_tokens" in call.body:
        return _error(400, "Unsupported parameter: use 'max_completion_tokens' instead")
    if "temperature" in call.body:
        return _error(400, "temperature does not support 0 with this model")
    return web.json_response(completion(server.answer_to(call)))


async def _hangs(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    await asyncio.sleep(600)
    raise AssertionError


async def _streams(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """An answer without an end, a few bytes at a time."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for _ in range(6_000):
        await response.write(b'data: {"choices": [{"delta": {"content": "x"}}]}\n\n')
        await asyncio.sleep(0.1)
    return response


async def _huge(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """50 MB."""
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    await response.write(b'{"choices": [{"message": {"content": "')
    for _ in range(500):
        await response.write(b"x" * 100_000)
    await response.write(b'"}}]}')
    return response


async def _compressed(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.Response(body=b"\x1f\x8b" + b"\0" * 100, headers={"Content-Encoding": "gzip"})


async def _closes(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """The connection ends in the middle of the answer."""
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "5000"})
    await response.prepare(request)
    await response.write(b'{"choices": [')
    assert request.transport is not None
    request.transport.close()
    return response


async def _busy(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return _error(
        429, f"Rate limit reached for key {KEY}", "rate_limit_exceeded", **{"Retry-After": server.retry_after}
    )


async def _fails(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return _error(500, f"the server had an error with {KEY}", KEY)


async def _rejects_key(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return _error(401, f"Incorrect API key provided: {KEY}", "invalid_api_key")


async def _unpaid(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return _error(402, "Insufficient balance")


async def _forbidden(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return _error(403, "Forbidden")


async def _too_long(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    message = "This model's maximum context length is 8192 tokens. Please reduce response_format or the messages."
    return _error(400, message, "context_length_exceeded")


async def _picky(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """A server that rejects schemas with the title "bad …"."""
    requested = call.body["response_format"].get("json_schema", {}).get("schema", {})
    if requested.get("title", "").startswith("bad"):
        return _error(400, "Invalid schema for response_format 'answer': 'title' is not permitted.")
    return web.json_response(completion(server.answer_to(call)))


async def _redirects(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    raise web.HTTPTemporaryRedirect(f"http://127.0.0.1:{server.port}/elsewhere")


async def _slow(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    await asyncio.sleep(1.0)
    return web.json_response(completion(server.answer_to(call)))


async def _refuses(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.json_response(completion("", refusal="I cannot help with that."))


async def _not_json(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.Response(text="<html>Bad gateway</html>", content_type="text/html")


async def _deep(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    return web.json_response(completion('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}"))


async def _unstorable(server: ModelServer, request: web.Request, call: Call) -> web.StreamResponse:
    """Characters that Postgres and UTF-8 cannot hold."""
    properties = call.schema.get("properties", {})
    return web.json_response(
        completion(json.dumps({name: "a\x00b\ud800c" for name in properties} | {"k\x00": "\ud800"}))
    )


BEHAVIOURS: dict[str, Behaviour] = {
    "right": _right, "sends": _sends, "fenced": _fenced, "garbage": _garbage, "lies": _lies, "plain_only": _plain_only,
    "bare": _bare,
    "hangs": _hangs, "streams": _streams, "huge": _huge, "compressed": _compressed, "closes": _closes, "busy": _busy,
    "fails": _fails, "rejects_key": _rejects_key, "redirects": _redirects, "slow": _slow, "refuses": _refuses,
    "not_json": _not_json, "deep": _deep, "unstorable": _unstorable, "unpaid": _unpaid, "forbidden": _forbidden,
    "too_long": _too_long, "picky": _picky,
}  # fmt: skip


@contextmanager
def opened(loop: asyncio.AbstractEventLoop) -> Iterator[ModelServer]:
    """A running server on a loop of another thread (`Origin.loop`)."""
    server = ModelServer()

    async def start() -> web.AppRunner:
        application = web.Application(client_max_size=50_000_000)
        application.router.add_post("/v1/chat/completions", server.respond)
        application.router.add_get("/v1/models", server.list_models)
        runner = web.AppRunner(application, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.port = runner.addresses[0][1]
        return runner

    runner = asyncio.run_coroutine_threadsafe(start(), loop).result(60)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(60)
