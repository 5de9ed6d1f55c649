"""The lock and setup.cfg say the same; a difference is mended by `make lock`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from orbweaver import lock

REMEDY = "run `make lock`"
PACKAGES = ("contract", "extraction", "models", "workers", "crawler", "api", "orbweaver")


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def top_level_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_lock_was_made_from_these_requirements() -> None:
    first_line = lock.LOCK.read_text().splitlines()[0]

    assert first_line == lock.HEADER + lock.fingerprint(), REMEDY


@pytest.mark.parametrize("line", lock.requirements())
def test_every_requirement_is_locked_in_a_version_that_satisfies_it(line: str) -> None:
    wanted = Requirement(line)

    version = lock.pins().get(normal(wanted.name))

    assert version is not None, f"{wanted.name} is not locked: {REMEDY}"
    assert wanted.specifier.contains(version), REMEDY


def test_every_imported_package_is_locked() -> None:
    owners = packages_distributions()
    sources = [path for folder in (*PACKAGES, "tests") for path in (lock.ROOT / folder).rglob("*.py")]

    imported = {name for path in sources for name in top_level_imports(path)}
    owned = {name: normal(owners[name][0]) for name in imported & owners.keys() if name not in PACKAGES}

    assert {name: owner for name, owner in owned.items() if owner not in lock.pins()} == {}


# Packages whose insides we lean on, by import or by overriding: the next minor release may change them unannounced.
LEANED_ON = {"scrapy", "scrapy-playwright", "playwright", "dramatiq", "a2wsgi", "flask-smorest"}


def private_imports(path: Path) -> Iterator[str]:
    """Top-level packages that a file takes a private module or name from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            words = [*node.module.split("."), *(alias.name for alias in node.names)]
            if any(word.startswith("_") and not word.startswith("__") for word in words):
                yield words[0]


def test_packages_with_private_imports_are_known() -> None:
    owners = packages_distributions()
    sources = [path for folder in PACKAGES for path in (lock.ROOT / folder).rglob("*.py")]

    found = {normal(owners[name][0]) for path in sources for name in private_imports(path) if name not in PACKAGES}

    assert found <= LEANED_ON


@pytest.mark.parametrize("name", sorted(LEANED_ON))
def test_package_that_we_lean_on_stays_at_its_minor_release(name: str) -> None:
    [wanted] = [Requirement(line) for line in lock.requirements() if normal(Requirement(line).name) == name]
    locked = Version(lock.pins()[name])
    # Before 1.0 and 0.1, what changes things is one place further right.
    place = 2 if (locked.major, locked.minor) == (0, 0) else 1
    following = [*locked.release[:place], locked.release[place] + 1]

    assert not wanted.specifier.contains(".".join(map(str, following))), f"{wanted} admits the next release"


def test_every_requirement_has_its_reason_above_it() -> None:
    lines = [line.strip() for line in lock.SETUP.read_text().splitlines()]

    for line in lock.requirements():
        name = Requirement(line).name
        assert lines[lines.index(line) - 1].startswith(f"# {name}: "), f"setup.cfg: {name} needs its reason"


def test_every_locked_file_has_a_hash() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", lock.LOCK.read_text())[1:]

    assert len(entries) > 50
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_lock_names_no_registry_and_no_folder() -> None:
    text = lock.LOCK.read_text()

    assert not re.search(r"https?://|file:|--index|--extra-index|--find-links| @ |/home/|/tmp/", text)


def test_a_changed_requirement_changes_the_fingerprint(tmp_path: Path) -> None:
    other = tmp_path / "setup.cfg"
    other.write_text(lock.SETUP.read_text().replace("click>=8.2", "click>=8.3"))

    assert lock.fingerprint(other) != lock.fingerprint()


def test_a_changed_comment_does_not_change_the_fingerprint(tmp_path: Path) -> None:
    other = tmp_path / "setup.cfg"
    other.write_text(lock.SETUP.read_text().replace("# click: the command line", "# click: words"))

    assert lock.fingerprint(other) == lock.fingerprint()
