"""`make lock`: remake all locks from setup.cfg and pyproject.toml, for every platform, each file with its hash.

requirements.lock holds what the product runs on and what installs it. requirements-otel.lock holds what the extra
`otel` adds to it, which the image has. requirements-dev.lock holds what development adds to both, the other extras
included. The versions of all go together. The first line of each carries a digest of what it was made from, so that a
test sees when a lock is out of date.
"""

from __future__ import annotations

import configparser
import hashlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "requirements.lock"
OTEL = ROOT / "requirements-otel.lock"
DEV = ROOT / "requirements-dev.lock"
SETUP = ROOT / "setup.cfg"
PYPROJECT = ROOT / "pyproject.toml"
HEADER = "# made from sha256:"
# The extras of setup.cfg that are parts of the product.
TRACES = "otel"
OPTIONAL = ("export", TRACES)


def install_requirements(setup: Path = SETUP) -> list[str]:
    """What the product imports."""
    return _lines(_settings(setup)["options"]["install_requires"])


def setup_requirements(setup: Path = SETUP) -> list[str]:
    """What installs the locked packages."""
    return _lines(_settings(setup)["options.extras_require"]["setup"])


def optional_requirements(setup: Path = SETUP, names: Sequence[str] = OPTIONAL) -> list[str]:
    """What the product imports only where its user has installed one of these extras."""
    extras = _settings(setup)["options.extras_require"]
    return [line for name in names for line in _lines(extras[name])]


def dev_requirements(setup: Path = SETUP) -> list[str]:
    """What development adds: its tools, and the extras, which the tests use."""
    return [*_lines(_settings(setup)["options.extras_require"]["dev"]), *optional_requirements(setup)]


def runtime_requirements(setup: Path = SETUP) -> list[str]:
    """What the product imports, then what installs and builds it."""
    build: list[str] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["build-system"]["requires"]
    return [*install_requirements(setup), *setup_requirements(setup), *build]


def runtime_header(setup: Path = SETUP) -> str:
    """The first line of an up-to-date runtime lock; comments in setup.cfg do not change it."""
    return _header("\n".join(runtime_requirements(setup)))


def otel_header() -> str:
    """The first line of an up-to-date lock of the extra `otel`: it depends on the runtime lock too."""
    return _header("\n".join(optional_requirements(names=[TRACES])) + RUNTIME.read_text(encoding="utf-8"))


def dev_header() -> str:
    """The first line of an up-to-date developers' lock: it depends on the other locks too."""
    return _header(
        "\n".join(dev_requirements()) + "".join(lock.read_text(encoding="utf-8") for lock in (RUNTIME, OTEL))
    )


def entries(lock: Path) -> list[str]:
    """A lock's packages, each with the lines of its hashes."""
    return [part for part in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8")) if not part.startswith("#")]


def pins(lock: Path) -> dict[str, str]:
    """Normal name -> one locked version (a package may have several, by platform; the last is given)."""
    found = (re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", entry) for entry in entries(lock))
    return {re.sub(r"[-_.]+", "-", match[1]).lower(): match[2] for match in found if match}


def remake(arguments: list[str]) -> None:
    """Write all locks; what they pin already stays unless `--upgrade` is among the arguments."""
    _resolve(runtime_requirements(), RUNTIME, arguments)
    _write(RUNTIME, runtime_header(), entries(RUNTIME))
    _resolve(optional_requirements(names=[TRACES]), OTEL, ["--constraint", str(RUNTIME), *arguments])
    _write(OTEL, otel_header(), _added(OTEL, RUNTIME))
    _resolve(dev_requirements(), DEV, ["--constraint", str(RUNTIME), "--constraint", str(OTEL), *arguments])
    _write(DEV, dev_header(), _added(DEV, RUNTIME, OTEL))


def _added(lock: Path, *others: Path) -> list[str]:
    """The entries of a lock that the others do not have."""
    locked = {_pin(entry) for other in others for entry in entries(other)}
    # An entry for some platforms only does not cover the same version for all of them.
    return [entry for entry in entries(lock) if _pin(entry) not in locked and _everywhere(entry) not in locked]


def _resolve(requirements: list[str], lock: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", _oldest()]
    # --no-header: it would hold the command with this machine's folder. Registry addresses are left out by default.
    command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-config", *arguments, "-", "-o", str(lock)]
    text = "\n".join(requirements)
    subprocess.run(command, check=True, cwd=ROOT, input=text, text=True, stdout=subprocess.DEVNULL)


def _oldest() -> str:
    """The oldest Python that the product runs on."""
    return _settings(SETUP)["options"]["python_requires"].removeprefix(">=")


def _write(lock: Path, header: str, packages: list[str]) -> None:
    lock.write_text("\n".join([header, *(package.rstrip("\n") for package in packages)]) + "\n", encoding="utf-8")


def _pin(entry: str) -> str:
    """`name==version`, and the marker when there is one."""
    return entry.partition("\\")[0].strip()


def _everywhere(entry: str) -> str:
    """`name==version` without the marker."""
    return _pin(entry).partition(" ;")[0]


def _settings(setup: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(setup, encoding="utf-8")
    return parser


def _lines(text: str) -> list[str]:
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def _header(text: str) -> str:
    return HEADER + hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    remake(sys.argv[1:])
