"""The lock files and setup.cfg agree with each other and with the imports. `make lock` updates the locks."""

from __future__ import annotations

import ast
import configparser
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import distributions as installed
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from maintenance import bootstrap, lock
from orbweaver import doctor

REMEDY = "run `make lock`"
REMEDY_UNUSED = (
    "setup.cfg: nothing at run time imports these, or the environment is out of date and lacks them: run `make dev`"
)
PACKAGES = ("contract", "extraction", "models", "workers", "crawler", "api", "orbweaver", "docs")
LOCKS = [lock.RUNTIME, lock.OTEL, lock.DEV]


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass
class Source:
    """What these tests want to know of a file.

    `imported`: top-level packages that it imports. `named`: those that it names in a string: a setting's value, a `find_spec`,
    a `-m`. `private`: those that it takes a private module or name from. `extended`: module and name of base classes, with the
    private names that the class below uses.
    """

    imported: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)
    extended: list[tuple[str, str, set[str]]] = field(default_factory=list)


@cache
def read(path: Path) -> Source:
    """A file, which is parsed once for all tests."""
    found, origins, classes = Source(), dict[str, tuple[str, str]](), list[ast.ClassDef]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            package, names = node.module.partition(".")[0], [alias.name for alias in node.names]
            found.imported.add(package)
            if any(map(_is_private, [*node.module.split("."), *names])):
                found.private.add(package)
            origins |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"\w+(\.\w+)*", node.value):
                found.named.add(node.value.partition(".")[0])
        elif isinstance(node, ast.ClassDef):
            classes.append(node)
    for each in classes:
        if private := set(filter(_is_private, _names_of_itself(each))):
            bases = [origins[base.id] for base in each.bases if isinstance(base, ast.Name) and base.id in origins]
            found.extended += [(module, name, private) for module, name in bases]
    return found


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _names_of_itself(node: ast.ClassDef) -> set[str]:
    """The methods that a class defines, and the attributes of `self` and `super()` that it uses."""
    defined = {one.name for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))}
    used = {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
        and ((isinstance(one.value, ast.Name) and one.value.id == "self") or isinstance(one.value, ast.Call))
    }
    return defined | used


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in (lock.ROOT / folder).rglob("*.py")]


def all_pins() -> dict[str, str]:
    """Normal name -> a locked version."""
    return {name: version for path in LOCKS for name, version in lock.pins(path).items()}


def distributions(names: set[str]) -> set[str]:
    """The normal names of the distributions that these packages come from."""
    return {normal(owner) for name, owners in packages_distributions().items() if name in names for owner in owners}


def test_locks_were_made_from_these_requirements() -> None:
    assert lock.RUNTIME.read_text().splitlines()[0] == lock.runtime_header(), REMEDY
    assert lock.OTEL.read_text().splitlines()[0] == lock.otel_header(), REMEDY
    assert lock.DEV.read_text().splitlines()[0] == lock.dev_header(), REMEDY


@pytest.mark.parametrize("line", lock.runtime_requirements())
def test_runtime_requirement_is_locked_in_a_version_that_satisfies_it(line: str) -> None:
    requested = Requirement(line)

    version = lock.pins(lock.RUNTIME).get(normal(requested.name))

    assert version is not None, f"{requested.name} is not locked: {REMEDY}"
    assert requested.specifier.contains(version), REMEDY


@pytest.mark.parametrize("line", lock.dev_requirements())
def test_dev_requirement_is_locked_in_a_version_that_satisfies_it(line: str) -> None:
    requested = Requirement(line)

    version = all_pins().get(normal(requested.name))

    assert version is not None, f"{requested.name} is not locked: {REMEDY}"
    assert requested.specifier.contains(version), REMEDY


@pytest.mark.parametrize("line", lock.optional_requirements(names=[lock.TRACES]))
def test_image_has_the_packages_of_traces(line: str) -> None:
    requested = Requirement(line)

    version = {**lock.pins(lock.OTEL), **lock.pins(lock.RUNTIME)}.get(normal(requested.name))

    assert version is not None, f"{requested.name} is not locked: {REMEDY}"
    assert requested.specifier.contains(version), REMEDY
    assert "-r requirements.lock -r requirements-otel.lock" in (lock.ROOT / "docker/Dockerfile").read_text()


def test_a_package_in_several_locks_has_one_version() -> None:
    known = all_pins()

    assert {name for path in LOCKS for name, version in lock.pins(path).items() if known[name] != version} == set()


def test_runtime_lock_holds_no_tool_of_development() -> None:
    assert {"pytest", "mypy", "ruff", "hypothesis", "schemathesis", "uv"} & lock.pins(lock.RUNTIME).keys() == set()


def test_every_package_that_the_product_imports_is_required() -> None:
    imported = {name for path in sources(*PACKAGES) for name in read(path).imported} - set(PACKAGES)
    lines = [*lock.install_requirements(), *lock.optional_requirements()]
    required = {normal(Requirement(line).name) for line in lines}
    # Several distributions may own a package: `google` has parts of many.
    owners = {name: set(map(normal, owners)) for name, owners in packages_distributions().items() if name in imported}

    assert {name for name, names in owners.items() if not names & required} == set(), "add them to setup.cfg"


def test_every_package_that_the_tests_import_is_locked() -> None:
    imported = {name for path in sources("tests") for name in read(path).imported} - set(PACKAGES)

    assert distributions(imported) - all_pins().keys() == set()


def test_every_runtime_requirement_is_imported_by_the_product() -> None:
    named = {name for path in sources(*PACKAGES) for name in read(path).imported | read(path).named}
    requested = {normal(Requirement(line).name) for line in lock.install_requirements()}
    # An environment without an extra cannot tell which of its packages has the imported modules.
    optional = {normal(Requirement(line).name) for line in lock.optional_requirements()}
    requested |= optional & {normal(one.name) for one in installed()}

    assert requested - distributions(named) == set(), REMEDY_UNUSED


# Packages whose private API we import or override. A minor release may change it without notice.
LEANED_ON = {"aiohttp", "extruct", "scrapy", "scrapy-playwright", "playwright", "protego", "dramatiq", "flask-smorest"}


def overrides(path: Path) -> Iterator[str]:
    """Top-level packages whose classes a file extends with private names that those classes have."""
    for module, name, private in read(path).extended:
        package = module.partition(".")[0]
        if package not in (*PACKAGES, *sys.stdlib_module_names):
            extended = getattr(importlib.import_module(module), name)
            if private & (set(dir(extended)) - set(dir(object))):
                yield package


def test_packages_with_private_use_are_known() -> None:
    paths = sources(*PACKAGES)
    found = {name for path in paths for name in (*read(path).private, *overrides(path))} - set(PACKAGES)

    assert distributions(found) <= LEANED_ON


@pytest.mark.parametrize("name", sorted(LEANED_ON))
def test_package_with_private_imports_stays_below_its_next_minor_release(name: str) -> None:
    [requested] = [Requirement(line) for line in lock.install_requirements() if normal(Requirement(line).name) == name]
    locked = Version(lock.pins(lock.RUNTIME)[name])
    # Before 1.0 (or 0.1), breaking changes are in the next version component.
    place = 2 if (locked.major, locked.minor) == (0, 0) else 1
    following = [*locked.release[:place], locked.release[place] + 1]

    assert not requested.specifier.contains(".".join(map(str, following))), f"{requested} admits the next release"


def test_every_requirement_has_its_reason_above_it() -> None:
    lines = [line.strip() for line in lock.SETUP.read_text().splitlines()]

    for line in [*lock.install_requirements(), *lock.dev_requirements(), *lock.setup_requirements()]:
        name = Requirement(line).name
        assert lines[lines.index(line) - 1].startswith(f"# {name}: "), f"setup.cfg: {name} needs its reason"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_locked_file_has_a_hash(path: Path) -> None:
    entries = lock.entries(path)

    assert len(entries) > 5
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_lock_names_no_registry_and_no_folder(path: Path) -> None:
    assert not re.search(r"https?://|file:|--index|--extra-index|--find-links| @ |/home/|/tmp/", path.read_text())


def test_a_changed_requirement_changes_the_header_and_a_comment_does_not(tmp_path: Path) -> None:
    text = lock.SETUP.read_text()
    other, reworded = tmp_path / "other.cfg", tmp_path / "reworded.cfg"
    other.write_text(text.replace("click>=8.2", "click>=8.3"))
    reworded.write_text(text.replace("# click: the command line", "# click: words"))

    assert text not in (other.read_text(), reworded.read_text())
    assert lock.runtime_header(other) != lock.runtime_header()
    assert lock.runtime_header(reworded) == lock.runtime_header()


def test_oldest_python_is_the_same_everywhere() -> None:
    settings = configparser.ConfigParser()
    settings.read(lock.SETUP)
    ruff = tomllib.loads(lock.PYPROJECT.read_text())["tool"]["ruff"]
    oldest = ".".join(map(str, bootstrap.OLDEST))

    assert settings["options"]["python_requires"] == f">={oldest}"
    assert settings["mypy"]["python_version"] == oldest
    assert ruff["target-version"] == "py" + oldest.replace(".", "")
    assert doctor.OLDEST == bootstrap.OLDEST
