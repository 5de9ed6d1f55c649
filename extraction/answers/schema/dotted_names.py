"""Dotted names of values in an answer: `offers.0.price`. Dots and backslashes in a property's own name are escaped."""

from __future__ import annotations

from functools import reduce

Path = tuple[str | int, ...]


def member(path: str, name: str | int) -> str:
    """The dotted name of a member of the value at `path`, an empty text for the root."""
    own = str(name) if isinstance(name, int) else name.replace("\\", "\\\\").replace(".", "\\.")
    return f"{path}.{own}" if path else own


def of_path(path: Path) -> str:
    """The dotted name of a path: `("offers", 0, "price")` -> `offers.0.price`."""
    return reduce(member, path, "")
