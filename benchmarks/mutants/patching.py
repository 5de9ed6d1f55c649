"""Puts the changed code of a file into its imported module, or has it imported instead of the file."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.mutants.changes import ROOT

OWN_PACKAGES = (
    "api",
    "benchmarks",
    "contract",
    "crawler",
    "extraction",
    "models",
    "orbweaver",
    "tests",
    "training",
    "workers",
)


def module_name(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


class NotPatched(Exception):
    """A module that is not imported, or whose functions do not match the changed ones."""


def patch(path: Path, code: types.CodeType) -> set[int]:
    """Put changed code into the imported module: into its functions and methods, and its values that are plain data.

    Returns the lines of these functions.
    """
    module = sys.modules.get(module_name(path))
    if module is None:
        raise NotPatched
    fresh = types.ModuleType(module.__name__)
    fresh.__dict__.update({name: value for name, value in vars(module).items() if name.startswith("__")})
    # Dataclasses look their module up by name.
    sys.modules[module.__name__] = fresh
    try:
        exec(code, fresh.__dict__)
    finally:
        sys.modules[module.__name__] = module
    lines: set[int] = set()
    for name, new in list(vars(fresh).items()):
        if not name.startswith("__"):
            lines |= _replace(module, name, vars(module).get(name), new)
    return lines


def _replace(module: types.ModuleType, name: str, old: Any, new: Any) -> set[int]:
    if getattr(new, "__module__", None) == module.__name__:
        if isinstance(new, type):
            return set().union(*(_exchange(vars(old).get(method), vars(new)[method]) for method in vars(new)))
        return _exchange(old, new)
    if _is_data(new) and old != new:
        importing = (each for each in sys.modules.values() if name in _imported_names(each, module.__name__))
        for each in (module, *importing):
            setattr(each, name, new)
    return set()


@cache
def _imported_names(module: types.ModuleType, origin: str) -> frozenset[str]:
    """The names that a module of ours imports from another one."""
    if module.__name__.split(".")[0] not in OWN_PACKAGES or not getattr(module, "__file__", None):
        return frozenset()
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == origin)
    return frozenset(alias.name for node in found for alias in node.names)


def _exchange(old: Any, new: Any) -> set[int]:
    """Give a function the code of another one. Returns its lines."""
    if isinstance(new, property):
        return _exchange(old.fget, new.fget)
    old, new = (getattr(each, "__wrapped__", getattr(each, "func", each)) for each in (old, new))
    old, new = (getattr(each, "__func__", each) for each in (old, new))
    if isinstance(old, types.FunctionType) and isinstance(new, types.FunctionType):
        if len(old.__code__.co_freevars) != len(new.__code__.co_freevars):
            raise NotPatched
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
        return set(_lines(new.__code__))
    return set()


def _lines(code: types.CodeType) -> Iterator[int]:
    """The lines of a function's body."""
    yield from (line for *_, line in code.co_lines() if line is not None and line > code.co_firstlineno)
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _lines(inner)
            yield inner.co_firstlineno


def _is_data(value: Any) -> bool:
    if isinstance(value, dict):
        return _is_data(list(value)) and _is_data(list(value.values()))
    if type(value) in (tuple, list, set, frozenset):
        return all(map(_is_data, value))
    return isinstance(value, int | float | str | bytes | re.Pattern | slice | None)


class Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Imports one module with its changed code."""

    def __init__(self, path: Path, code: types.CodeType) -> None:
        super().__init__(module_name(path), str(path))
        self.code = code

    def find_spec(self, fullname: str, path: Any, target: types.ModuleType | None = None) -> Any:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def get_code(self, fullname: str) -> types.CodeType:
        return self.code
