"""`make lock`: remake requirements.lock from setup.cfg, for every platform, each file with its hash.

The lock's first line carries a digest of setup.cfg's requirement lists, so that a test (and `make setup`) sees when
the two part. Standard library only: `bootstrap` reads the lock before anything is installed.
"""

from __future__ import annotations

import configparser
import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
SETUP = ROOT / "setup.cfg"
HEADER = "# setup.cfg requirements sha256:"


def requirements(setup: Path = SETUP) -> list[str]:
    """Every requirement of setup.cfg, those of development included, in order."""
    parser = configparser.ConfigParser()
    parser.read(setup, encoding="utf-8")
    lists = [parser["options"]["install_requires"], *parser["options.extras_require"].values()]
    return [line for text in lists for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def fingerprint(setup: Path = SETUP) -> str:
    """A digest of the requirement lists; comments do not count."""
    return hashlib.sha256("\n".join(requirements(setup)).encode()).hexdigest()


def pins(lock: Path = LOCK) -> dict[str, str]:
    """Normal name -> one locked version (a package may have several, by platform; the last is given)."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def remake(arguments: list[str]) -> None:
    """Write the lock; what it pins already stays unless `--upgrade` is among the arguments."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--extra", "dev", "--no-header", "--no-annotate", "--no-config"]
    # --no-header: it would hold the command with this machine's folder. Registry addresses are left out by default.
    subprocess.run(
        [*command, *arguments, "setup.cfg", "-o", str(LOCK)], check=True, cwd=ROOT, stdout=subprocess.DEVNULL
    )
    LOCK.write_text(f"{HEADER}{fingerprint()}\n{LOCK.read_text(encoding='utf-8')}", encoding="utf-8")


if __name__ == "__main__":
    remake(sys.argv[1:])
