"""How many changes of the code its tests notice.

    python -m benchmarks.mutants constants [PATH …] [--match TEXT]
    python -m benchmarks.mutants sample [PATH …] [--count 300] [--seed 21] [--without OUTPUT] [--jobs 2]

`constants` changes each number of PATH (`extraction/content` by default) by a quarter, up and down, and runs the tests of main
content. `sample` makes COUNT random changes in the files below PATH (`extraction contract` by default): comparisons, conditions,
arithmetic, numbers, results. It runs the tests in the folder that mirrors the one of the changed file. Both print what no test
noticed. Some of it is equal in its effect, or only a matter of speed, so 100 % is not the goal.

Files are not changed. All tests are collected once; then each change runs in a fork, which puts the changed code into the imported
module. What no test notices is run again in a fork that imports everything anew, because values that a module makes on import
are not changed otherwise. Code that the tests start as a new process does not see a change. A change that takes more than its
share of processor time counts as noticed.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import resource
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from extraction.content import models

ROOT = Path(__file__).resolve().parent.parent
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
GATE = (
    "tests/extraction/content/rules",
    "tests/extraction/content",
)
# These take more time than all others of their folders together.
SLOW = frozenset(
    f"test_{name}.py" for name in "known_sites large_pages building_set app_shells operations fields".split()
)
LATE = ("test_made_pages.py", "test_main_content.py")
CPU_SECONDS_MAX, MEMORY_MAX = 40, 4 << 30
COMPLETE = "no test fails"
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures", "--no-header", "--capture=sys")


@dataclass(frozen=True)
class Change:
    """One place of a file and what is put there. `place` numbers the changes of the file."""

    path: Path
    place: int
    line: int
    text: str


class Site:
    """A place in a syntax tree; `apply` changes the tree."""

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
            found += [Change(file, place, site.line, site.text) for place, site in enumerate(sites(tree))]
    return found


class NotPatched(Exception):
    """A module that is not imported, or whose functions do not match the changed ones."""


def module_name(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def changed_code(path: Path, sites: Sites, place: int | None) -> types.CodeType:
    """The code of a file with one of its changes, or without any."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if place is not None:
        sites(tree)[place].apply()
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


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


def gate(path: Path) -> list[Path]:
    """The tests of main content, the most likely ones first."""
    tests = [test for folder in GATE for test in _tests_in(ROOT / folder)]
    return sorted(
        tests, key=lambda test: ("limits" not in test.name, test.name != f"test_{path.stem}.py", test.name in LATE)
    )


def area(path: Path) -> list[Path]:
    """The tests in the folders that mirror those of a file, without the slowest ones; those with its name first."""
    folder, top = ROOT / "tests" / path.relative_to(ROOT).parent, ROOT / "tests" / path.relative_to(ROOT).parts[0]
    found = list(folder.glob(f"test_{path.stem}.py"))
    while folder != top:
        found += sorted(_tests_in(folder), key=lambda test: test.name in LATE)
        folder = folder.parent
    return list(dict.fromkeys(found or _tests_in(top)))


def _tests_in(folder: Path) -> list[Path]:
    return [path for path in folder.glob("test_*.py") if path.name not in SLOW]


class FirstFailure:
    """Remembers which test failed first."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.name:
            self.name = f"import of {report.nodeid}"


def in_fork(work: Callable[[], str]) -> str:
    """What `work` returns in a fork with limited resources."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_MAX, CPU_SECONDS_MAX + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MAX, MEMORY_MAX))
        try:
            said = work()
        except BaseException as error:
            said = repr(error)
        os.write(writer, said[:2_000].encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as read:
        said = read.read()
    _, status = os.waitpid(child, 0)
    return "processor time or memory" if os.waitstatus_to_exitcode(status) < 0 else said


class Runner:
    """A plugin of pytest that runs the collected tests once for each change."""

    def __init__(
        self, made: list[tuple[int, Change]], sites: Sites, tests: Callable[[Path], list[Path]], jobs: int
    ) -> None:
        self.made, self.sites, self.tests, self.jobs = made, sites, tests, jobs
        self.failures = FirstFailure()
        self.passing: dict[tuple[Path, str], bool] = {}
        # Tests that noticed a change of a file are the first to run for its next ones.
        self.likely: dict[Path, dict[str, None]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Called by pytest after the collection. Prints a line per change, then the shares."""
        session.config.pluginmanager.register(self.failures)
        session.config.pluginmanager.unregister(name="terminalreporter")
        by_file: dict[Path, list[pytest.Item]] = {}
        for item in session.items:
            by_file.setdefault(item.path, []).append(item)
        gc.freeze()
        reader, writer = os.pipe()
        for place in range(self.jobs):
            if not os.fork():
                self._work(self.made[place :: self.jobs], by_file, writer)
                os._exit(0)
        os.close(writer)
        verdicts: Counter[tuple[str, str]] = Counter()
        with os.fdopen(reader, encoding="utf-8") as lines:
            for line in lines:
                print(line, end="", flush=True)
                _, verdict, *_, package = line.partition("/")[0].split()
                verdicts[package, verdict] += 1
        for package in sorted({package for package, _ in verdicts}):
            noticed, not_noticed = verdicts[package, "noticed"], verdicts[package, "UNNOTICED"]
            print(f"{package}: {noticed} of {noticed + not_noticed} noticed")
        return True

    def _work(self, made: list[tuple[int, Change]], by_file: Mapping[Path, list[pytest.Item]], writer: int) -> None:
        """Make some of the changes, and write a line for each."""
        for number, change in made:
            start = time.monotonic()
            likely = self.likely.setdefault(change.path, {})
            items = [item for file in self.tests(change.path) for item in by_file.get(file, [])]
            items.sort(key=lambda item: item.nodeid not in likely)
            name = self._noticed_by(change, items)
            likely[name] = None
            verdict, took = "noticed" if name else "UNNOTICED", time.monotonic() - start
            line = f"{number} {verdict} {took:.1f} s {described(change)} {name}".split("\n")[0][:1_000].rstrip()
            os.write(writer, f"{line}\n".encode())

    def _noticed_by(self, change: Change, items: list[pytest.Item]) -> str:
        """The test that fails with a change, or an empty text."""
        code = changed_code(change.path, self.sites, change.place)
        name = in_fork(lambda: self._patched(change.path, code, items, change.line))
        if name == COMPLETE:
            return ""
        failing = [item for item in items if item.nodeid == name]
        if failing and not self._passes_patched(change.path, failing[0]):
            name = ""
        return name or in_fork(lambda: _imported(change.path, code, self.tests(change.path)))

    def _passes_patched(self, path: Path, item: pytest.Item) -> bool:
        """Whether a test passes after the same patch without a change."""
        if (path, item.nodeid) not in self.passing:
            code = changed_code(path, self.sites, None)
            self.passing[path, item.nodeid] = not in_fork(lambda: self._patched(path, code, [item]))
        return self.passing[path, item.nodeid]

    def _patched(self, path: Path, code: types.CodeType, items: list[pytest.Item], line: int = 0) -> str:
        """The test that fails. `COMPLETE` if none does and the line is in a function that has the changed code."""
        try:
            lines = patch(path, code)
        except NotPatched:
            return ""
        for place, item in enumerate(items):
            following = items[place + 1] if place + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failures.name:
                break
        return self.failures.name or (COMPLETE if line in lines else "")


def _imported(path: Path, code: types.CodeType, tests: list[Path]) -> str:
    """The test that fails if everything of ours is imported again, with the changed code."""
    for name in [name for name in sys.modules if name.split(".")[0] in OWN_PACKAGES]:
        del sys.modules[name]
    sys.meta_path.insert(0, Changed(path, code))
    first = FirstFailure()
    ended = pytest.main([*OPTIONS, "-x", "--tb=no", *map(str, tests)], plugins=[first])
    return first.name or (f"pytest ends with {ended}" if ended else "")


def main() -> None:
    """Make the changes, run the tests, print what stays unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=("constants", "sample"))
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--match", default="", help="only changes whose description contains this")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--without", type=Path, help="the output of an earlier run, whose changes are not run again")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.which == "constants":
        sites, tests = by_a_quarter, gate
        made = changes(arguments.paths or ["extraction/content"], sites)
    else:
        sites, tests = of_all_kinds, area
        every = changes(arguments.paths or ["extraction", "contract"], sites)
        made = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    done = (
        set(re.findall(r"^(\d+) ", arguments.without.read_text(encoding="utf-8"), re.M)) if arguments.without else set()
    )
    chosen = [
        (number, change)
        for number, change in enumerate(made)
        if str(number) not in done and arguments.match in described(change)
    ]
    files = dict.fromkeys(str(file) for _, change in chosen for file in tests(change.path))
    models.shipped()
    sys.exit(pytest.main([*OPTIONS, *files], plugins=[Runner(chosen, sites, tests, arguments.jobs)]))


def described(change: Change) -> str:
    """Where and what."""
    return f"{change.path.relative_to(ROOT)}:{change.line} {change.text}"


if __name__ == "__main__":
    main()
