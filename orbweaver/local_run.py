"""Runs one operation in this process, without a server, a queue or a database."""

from __future__ import annotations

import logging
from typing import Any

from contract.environment import Environment
from contract.operations import Operation


def perform(operation: Operation, options: Any) -> Any:
    """The result of an operation. Nothing is recorded or cached.

    Raises:
        ServiceError: as in the API.
    """
    # Imported here: `orbweaver --help` of a command must not load the crawler.
    from crawler.runner import Reactor, engine_of

    logging.basicConfig(level=logging.ERROR)
    reactor = Reactor()
    reactor.start()

    async def work() -> Any:
        engine = engine_of(Environment.read())
        try:
            await engine.start()
            return await engine.perform(operation.name, options, None, f"orbweaver {operation.name}")
        finally:
            await engine.close()

    try:
        return reactor.call(work())
    finally:
        reactor.stop()
