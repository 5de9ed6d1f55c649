"""Runs operations in this process, without a server, a queue or a database."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from contract.environment import Environment
from contract.operations import Operation

if TYPE_CHECKING:
    from crawler.runner import Engine

T = TypeVar("T")


def perform(operation: Operation, options: Any) -> Any:
    """The result of an operation. Nothing is recorded or cached.

    Raises:
        ServiceError: as in the API.
    """
    return with_engine(lambda engine: engine.perform(operation.name, options, None, f"orbweaver {operation.name}"))


def with_engine(use: Callable[[Engine], Awaitable[T]]) -> T:
    """The value of `use(engine)`. The engine has no database and is closed afterwards.

    Raises:
        ServiceError: as in the API.
    """
    # Imported here: `orbweaver --help` of a command must not load the crawler.
    from crawler.runner import Reactor, engine_of

    logging.basicConfig(level=logging.ERROR)
    reactor = Reactor()
    reactor.start()

    async def work() -> T:
        engine = engine_of(Environment.read())
        try:
            await engine.start()
            return await use(engine)
        finally:
            await engine.close()

    try:
        return reactor.call(work(), timeout=None)  # The person who waits can interrupt it.
    finally:
        reactor.stop()
