"""Turns a method of `Calls` into the same method for `await`, with the same arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def awaited(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """The method of a client whose `send` is a coroutine function."""

    @functools.wraps(method)
    async def call(client: Any, /, *arguments: P.args, **options: P.kwargs) -> R:
        # The method returns what `send` returns: here a coroutine.
        sent: Any = method(client, *arguments, **options)
        result: R = await sent
        return result

    return call
