"""Runs operations in this process, without a server, a queue or a database, and prints their results."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from contract.declare import dump
from contract.environment import Environment
from contract.operations import Operation

if TYPE_CHECKING:
    from crawler.runner import Engine, Reactor

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
# After Ctrl-C, the browser and the readers have this long to end.
CLOSE_SECONDS = 10.0


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
    with running_reactor() as reactor:
        return run_on(reactor, use)


@contextlib.contextmanager
def running_reactor() -> Iterator[Reactor]:
    """The reactor of this process. It can be started once."""
    # Imported here: `orbweaver --help` of a command must not load the crawler.
    from crawler.runner import Reactor

    logging.basicConfig(level=logging.ERROR)
    # What fails is reported by the command.
    logging.getLogger("scrapy").setLevel(logging.CRITICAL)
    reactor = Reactor()
    reactor.start()
    try:
        yield reactor
    finally:
        reactor.stop()


def run_on(reactor: Reactor, use: Callable[[Engine], Awaitable[T]]) -> T:
    """The value of `use(engine)`, with an engine that has no database. It is closed afterwards, after Ctrl-C too.

    Raises:
        ServiceError: as in the API.
    """
    from crawler.runner import engine_of

    closed = threading.Event()

    async def work() -> T:
        try:
            engine = engine_of(Environment.read())
            try:
                await engine.start()
                return await use(engine)
            finally:
                await engine.close()
        finally:
            closed.set()

    running = asyncio.run_coroutine_threadsafe(work(), reactor.loop)
    try:
        return running.result()  # The person who waits can interrupt it.
    except BaseException:
        if running.cancel():
            closed.wait(CLOSE_SECONDS)
        raise


def result_option(command: F) -> F:
    """The `--json` flag of a command that performs an operation, as the parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")(command)


def print_json(result: Any) -> None:
    """Print a declared result as one JSON object."""
    click.echo(json.dumps(dump(result), ensure_ascii=False))


def print_warning(text: str | None) -> None:
    """Print a result's warning to standard error, if it has one."""
    if text:
        click.echo(f"orbweaver: {text}", err=True)
