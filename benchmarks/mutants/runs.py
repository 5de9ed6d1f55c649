"""Runs the tests once for each change, each in a fork."""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutants.changes import ROOT, Change, Sites, changed_code, described
from benchmarks.mutants.patching import OWN_PACKAGES, Changed, NotPatched, patch

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
        for number in range(self.jobs):
            if not os.fork():
                self._work(self.made[number :: self.jobs], by_file, writer)
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
        code = changed_code(change.path, self.sites, change.number)
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
        for number, item in enumerate(items):
            following = items[number + 1] if number + 1 < len(items) else None
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
