"""The changes: small mistakes and other numbers, at sites of a syntax tree."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Change:
    """One site in a file and what is put there. `number` numbers the changes of the file."""

    path: Path
    number: int
    line: int
    text: str


class Site:
    """A position in a syntax tree; `apply` changes the tree."""

    def __init__(self, node: ast.AST, text: str, apply: Callable[[], None]) -> None:
        self.line, self.text, self.apply = node.lineno, text, apply  # type: ignore[attr-defined]


def by_a_quarter(tree: ast.Module) -> list[Site]:
    """Each number of a file, a quarter more and a quarter less. Whole numbers change by at least one. Sizes of caches stay."""
    found = []
    sizes = set(_cache_sizes(tree))
    for node in ast.walk(tree):
        if not _is_number(node) or id(node) in sizes or (node.value in (0, 1, 2) and not _is_named(tree, node)):
            continue
        old = node.value
        for sign in (1, -1):
            step = old / 4 if isinstance(old, float) else max(1, round(old / 4))
            new = old + sign * step
            found.append(Site(node, f"{old} -> {new}", _setter(node, "value", new)))
    return found


def _is_named(tree: ast.Module, node: ast.AST) -> bool:
    """Whether a number is in an assignment of the module, not in a function."""
    lines = [(each.lineno, each.end_lineno or 0) for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    return any(first <= node.lineno <= last for first, last in lines)  # type: ignore[attr-defined]


def of_all_kinds(tree: ast.Module) -> list[Site]:
    """The usual small mistakes, in the bodies of functions and in numbers of the module. Texts are left alone."""
    skipped = {*_annotations(tree), *_cache_sizes(tree)}
    found = []
    for node in ast.walk(tree):
        if id(node) not in skipped:
            found += _mistakes(node)
    return found


COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def _mistakes(node: ast.AST) -> Iterator[Site]:
    match node:
        case ast.Compare(ops=[op]):
            yield Site(node, _named(node, other := COMPARED[type(op)]()), _setter(node, "ops", [other]))
        case ast.BoolOp(op=op):
            swapped = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield Site(node, _named(node, swapped), _setter(node, "op", swapped))
        case ast.BinOp(op=op) if type(op) in CALCULATED and not _is_text(node):
            yield Site(node, _named(node, new := CALCULATED[type(op)]()), _setter(node, "op", new))
        case ast.If() | ast.IfExp() | ast.While():
            yield Site(node, f"not: {ast.unparse(node.test)}", _setter(node, "test", ast.UnaryOp(ast.Not(), node.test)))
        case ast.UnaryOp(op=ast.Not()):
            yield Site(node, f"without not: {ast.unparse(node)}", _setter(node, "op", ast.UAdd()))
        case ast.comprehension(ifs=[condition, *_]):
            yield Site(condition, f"without if: {ast.unparse(condition)}", _setter(node, "ifs", node.ifs[1:]))
        case ast.Constant(value=bool() as value):
            yield Site(node, f"{value} -> {not value}", _setter(node, "value", not value))
        case ast.Constant(value=int() | float() as value):
            yield Site(node, f"{value} -> {value + 1}", _setter(node, "value", value + 1))
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield Site(node, f"return None: {ast.unparse(value)}", _setter(node, "value", ast.Constant(None)))
        case ast.Continue():
            yield Site(node, "continue -> break", lambda: setattr(node, "__class__", ast.Break))
        case ast.Break():
            yield Site(node, "break -> continue", lambda: setattr(node, "__class__", ast.Continue))
        case ast.Expr(value=ast.Call()):
            yield Site(node, f"no call: {ast.unparse(node)}", _setter(node, "value", ast.Constant(None)))


def _named(node: ast.expr, new: ast.AST) -> str:
    return f"{type(new).__name__}: {ast.unparse(node)}"


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(each, ast.JoinedStr) or (isinstance(each, ast.Constant) and isinstance(each.value, str))
        for each in (node.left, node.right)
    )


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _setter(node: ast.AST, field: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _cache_sizes(tree: ast.Module) -> Iterator[int]:
    """The arguments of decorators, which are sizes of caches."""
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            yield from map(id, ast.walk(decorator))


def _annotations(tree: ast.Module) -> Iterator[int]:
    """The nodes of types, which nothing evaluates."""
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if isinstance(annotation := getattr(node, field, None), ast.AST):
                yield from map(id, ast.walk(annotation))


Sites = Callable[[ast.Module], list[Site]]


def changes(paths: Sequence[str], sites: Sites) -> list[Change]:
    """All changes of the files below these paths, in order."""
    found = []
    for path in paths:
        for file in sorted((ROOT / path).rglob("*.py")) if (ROOT / path).is_dir() else [ROOT / path]:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [Change(file, number, site.line, site.text) for number, site in enumerate(sites(tree))]
    return found


def changed_code(path: Path, sites: Sites, number: int | None) -> types.CodeType:
    """The code of a file with one of its changes, or without any."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if number is not None:
        sites(tree)[number].apply()
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def described(change: Change) -> str:
    """Where and what."""
    return f"{change.path.relative_to(ROOT)}:{change.line} {change.text}"
