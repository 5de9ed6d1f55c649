"""The wheel contains exactly the files of the product."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.orbweaver.conftest import ROOT

PACKAGES = ("api", "contract", "crawler", "docs", "extraction", "models", "orbweaver", "workers")


def tracked() -> list[Path]:
    """The tracked files of this clone, including new ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [Path(name) for name in names if name and (ROOT / name).is_file()]


def copy(source: Path) -> Path:
    """A copy of this clone."""
    for path in tracked():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, source / path)
    return source


def building(source: Path, target: Path, **settings: Any) -> subprocess.Popen[bytes]:
    """A build that is running, without network."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    return subprocess.Popen([*command, "--wheel-dir", str(target), str(source)], **settings)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two wheels of this clone, from copies with leftover files of earlier runs; the second has other dates and modes."""
    source, other = copy(tmp_path_factory.mktemp("source")), copy(tmp_path_factory.mktemp("other") / "below")
    for package in PACKAGES:
        (source / package / "__pycache__").mkdir()
        (source / package / "__pycache__" / "leftover.cpython-311.pyc").touch()
    (source / "build/lib/api").mkdir(parents=True)
    (source / "build/lib/api/removed.py").touch()
    for path in other.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
        path.chmod(path.stat().st_mode | 0o060)
    targets = [tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("wheel")]
    far_away = {**os.environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "5"}
    builds = [building(source, targets[0]), building(other, targets[1], umask=0o077, env=far_away)]
    assert [each.wait() for each in builds] == [0, 0]
    return [next(target.glob("*.whl")) for target in targets]


@pytest.fixture(scope="module")
def wheel(wheels: list[Path]) -> zipfile.ZipFile:
    return zipfile.ZipFile(wheels[0])


def test_equal_sources_give_equal_wheels(wheels: list[Path]) -> None:
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


def test_wheel_holds_every_file_of_the_product_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    expected = {path.as_posix() for path in tracked() if path.parts[0] in PACKAGES}

    held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert expected - held == set(), "missing from the wheel"
    assert held - expected == set(), "foreign to the product"


def test_command_of_the_unpacked_wheel_finds_its_migrations(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import models.schema as s; from alembic.script import ScriptDirectory; "
        "print(s.__file__, len(list(ScriptDirectory(str(s.MIGRATIONS)).walk_revisions())))"
    )

    answer = subprocess.run(
        [sys.executable, "-P", "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
    )

    location, revisions = answer.stdout.split()
    assert location.startswith(str(tmp_path))
    assert int(revisions) == len(list((ROOT / "models/migrations/versions").glob("*.py")))
