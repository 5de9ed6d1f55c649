"""Remembers what a pure function returned for an element of a page, while no step modifies the tree.

Readers of the same page look at the same elements for different reasons. Within `unmodified`, each function reads an element once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

from extraction.document.tree import Tree

V = TypeVar("V")
# What each function returned, by element. The elements are kept in memory, so each has one object.
Known = defaultdict[Any, dict[Tree, Any]]

_KNOWN: ContextVar[Known | None] = ContextVar("known_elements", default=None)
_NOTHING = object()


@contextmanager
def unmodified() -> Iterator[None]:
    """Remember values within this context. No step in it may modify a tree, or mark hidden elements."""
    token = _KNOWN.set(defaultdict(dict))
    try:
        yield
    finally:
        _KNOWN.reset(token)


def values_of(function: Any) -> dict[Tree, Any] | None:
    """What is remembered of a function that stores its values itself. None outside of `unmodified`."""
    known = _KNOWN.get()
    return None if known is None else known[function]


def remembered(function: Callable[[Tree], V]) -> Callable[[Tree], V]:
    """A decorator for pure functions of one element. Outside of `unmodified`, nothing is remembered."""

    @wraps(function)
    def known(element: Tree) -> V:
        memory = _KNOWN.get()
        if memory is None:
            return function(element)
        values = memory[known]
        value: Any = values.get(element, _NOTHING)
        if value is _NOTHING:
            value = values[element] = function(element)
        return cast(V, value)

    return known
