"""The MCP server of an API process at its end."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from api.asgi.mcp import protocol
from api.asgi.mcp.protocol import Protocol


def test_a_call_that_does_not_end_does_not_keep_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STOP_SECONDS", 0.1)

    async def hang(self: Protocol) -> None:
        self._started.set()
        await asyncio.sleep(60)

    monkeypatch.setattr(Protocol, "_run", hang)

    async def start_and_stop() -> None:
        server = Protocol([], cast(Any, None))
        await server.start()
        await asyncio.wait_for(server.stop(), 20)

    asyncio.run(start_and_stop())
