"""Part of `make check`: fails if a locked package has a known vulnerability.

Reads the database of OSV for Python, one ZIP archive with a JSON file per advisory, from build/advisories.zip or from
the path in ADVISORIES. Without that file the check is skipped with one line: nothing is fetched. docs/contributing.md
says where the archive comes from.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from maintenance import lock
from maintenance.bill_of_materials import normal

DATABASE = lock.ROOT / "build/advisories.zip"
# Advisories that do not concern us: identifier -> the reason.
ACCEPTED: dict[str, str] = {}


@dataclass(frozen=True)
class Finding:
    """A locked package with an advisory."""

    package: str
    version: str
    advisory: str
    summary: str


def findings(database: Path, locks: Sequence[Path] = (lock.RUNTIME, lock.OTEL, lock.DEV)) -> list[Finding]:
    """What the database has against the packages of these locks."""
    pinned = {pin for path in locks for pin in pins(path)}
    return sorted(
        (
            Finding(name, version, advisory["id"], advisory.get("summary", ""))
            for advisory in advisories(database)
            for name, version in pinned
            if any(concerns(affected, name, version) for affected in advisory.get("affected", ()))
        ),
        key=lambda each: (each.package, each.advisory),
    )


def pins(path: Path) -> Iterator[tuple[str, str]]:
    """Every package of a lock with its version; a package may have several, by platform."""
    for entry in lock.entries(path):
        name, separator, rest = entry.partition("==")
        if separator:
            yield normal(name), rest.split()[0]


def advisories(database: Path) -> Iterator[dict[str, Any]]:
    """The advisories that hold: withdrawn and accepted ones are left out."""
    with zipfile.ZipFile(database) as archive:
        for name in archive.namelist():
            if name.endswith(".json"):
                advisory: dict[str, Any] = json.loads(archive.read(name))
                if "withdrawn" not in advisory and advisory["id"] not in ACCEPTED:
                    yield advisory


def concerns(affected: dict[str, Any], name: str, version: str) -> bool:
    """Whether an entry of an advisory names this version of this package."""
    package = affected.get("package", {})
    if package.get("ecosystem") != "PyPI" or normal(package.get("name", "")) != name:
        return False
    ranges = [each["events"] for each in affected.get("ranges", ()) if each.get("type") == "ECOSYSTEM"]
    return version in affected.get("versions", ()) or any(includes(events, Version(version)) for events in ranges)


def includes(events: list[dict[str, str]], version: Version) -> bool:
    """Whether a version is inside of a range, whose events OSV lists in any order."""
    inside = False
    for at, kind in sorted((parsed(value), kind) for event in events for kind, value in event.items()):
        if kind == "introduced" and version >= at:
            inside = True
        elif (kind == "fixed" and version >= at) or (kind == "last_affected" and version > at):
            inside = False
    return inside


def parsed(version: str) -> Version:
    """The version of an event; one that is not a version of Python counts as the first."""
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0")


def main() -> int:
    """Print what was found; the exit code."""
    database = Path(os.environ.get("ADVISORIES") or DATABASE)
    if not database.exists():
        print(f"advisories: skipped, because {database} does not exist (docs/contributing.md)")
        return 0
    found = findings(database)
    for each in found:
        print(f"advisories: {each.package} {each.version}: {each.advisory} {each.summary}", file=sys.stderr)
    print(f"advisories: {len(found)} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
