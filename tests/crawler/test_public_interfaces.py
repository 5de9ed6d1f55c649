"""Scrapy, scrapy-playwright, Twisted and aiohttp are used by their public names only."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
OTHERS = ("scrapy", "scrapy_playwright", "twisted", "aiohttp", "yarl")
# Private attributes of other packages: protego has no way to choose among rules, Playwright none to see errors of listeners.
KNOWN = {
    "_contains_asterisk", "_contains_dollar", "_get_matching_rule_set", "_pattern",  # protego
    "_loop", "_on_event_listener_error",  # playwright
}  # fmt: skip
FILES = sorted((ROOT / "crawler").rglob("*.py"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_names(trees: list[ast.Module]) -> set[str]:
    """The private names that this project defines."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    stored = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    named = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return stored | named | {node.name for node in nodes if isinstance(node, kinds)}


def imported(tree: ast.Module) -> Iterator[str]:
    """The private modules and names of others that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OTHERS:
            parts = [*node.module.split("."), *(alias.name for alias in node.names)]
            yield from (f"{node.module}.{part}" for part in parts if is_private(part))


def test_no_private_name_is_imported_or_used() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in FILES]
    own = own_names(trees)
    used = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}

    assert [name for tree in trees for name in imported(tree)] == []
    # A namedtuple's `_replace` is public.
    assert {name for name in used - own if is_private(name)} == {*KNOWN, "_replace"}


def test_no_private_method_of_others_is_overridden() -> None:
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in FILES)

    assert [found for name in names for found in overridden(importlib.import_module(name))] == []


def overridden(module: ModuleType) -> Iterator[str]:
    for _, defined in inspect.getmembers(module, inspect.isclass):
        if defined.__module__ == module.__name__:
            others = [base for base in defined.__mro__[1:] if base.__module__.split(".")[0] in OTHERS]
            yield from (
                f"{defined.__name__}.{name}"
                for name in vars(defined)
                if is_private(name) and name != "_abc_impl" and any(name in vars(base) for base in others)
            )
