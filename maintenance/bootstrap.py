"""`make setup`: virtual environment, the runtime's locked packages, this project, a browser. Run again it ends at once.

With `--dev` it also installs the packages of development (`make dev`), with `--browser` it looks for a browser again.
Standard library only, and no package of this project: nothing is installed yet. Works in a clone only, as root and as
an ordinary user, and where Debian's Python comes without venv's pip. What is missing is reported in one line.
"""

from __future__ import annotations

import contextlib
import hashlib
import html
import importlib.util
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
# What development adds: the extra `otel`, and its own packages.
DEV_LOCKS = (ROOT / "requirements-otel.lock", ROOT / "requirements-dev.lock")
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# Each holds a digest of what its installation depended on.
STAMP = VENV / ".setup-stamp"
DEV_STAMP = VENV / ".dev-stamp"
PUBLIC_INDEX = "https://pypi.org/simple"
OLDEST = (3, 11)
BROWSER_SECONDS = 150  # a browser is 110 MB; a download that stalls must not hold up the service, which runs without
PIP = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off"]
LOCKED = ["--require-hashes", "--no-deps"]


class Missing(Exception):
    """Something is missing; the message is one plain line with the remedy."""


def main(arguments: list[str]) -> int:
    """Set up what is not set up yet; the exit code."""
    try:
        if sys.version_info < OLDEST:
            raise Missing(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]}.")
        if not LOCK.exists():
            raise Missing(f"{LOCK} is missing. The setup works only in a clone of the repository.")
        changed = not _is_current(STAMP, LOCK)
        if changed:
            _set_up()
        if changed or "--browser" in arguments:
            _say("4/4", "Looking for a headless browser")
            print(_bring_browser(), flush=True)
        if "--dev" in arguments and not _is_current(DEV_STAMP, LOCK, *DEV_LOCKS):
            _add_dev_packages()
    except Missing as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"setup: {error.filename or ROOT} cannot be used ({error.strerror or error}).", file=sys.stderr)
        return 1
    return 0


def _say(step: str, text: str) -> None:
    print(f"[{step}] {text} …", flush=True)


def _digest(*locks: Path) -> str:
    """Changes with whatever an installation depends on, the folder's name included."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT}".encode())
    for path in (ROOT / "setup.cfg", ROOT / "pyproject.toml", *locks):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_current(stamp: Path, *locks: Path) -> bool:
    return stamp.exists() and stamp.read_text() == _digest(*locks)


def _set_up() -> None:
    _say("1/4", "Making the virtual environment .venv")
    _make_venv()
    _say("2/4", "Installing the packages of requirements.lock")
    _install_tools()
    _install(LOCK)
    _say("3/4", "Installing Orbweaver itself")
    _run([str(PYTHON), *PIP, "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], "pip")
    STAMP.write_text(_digest(LOCK))


def _add_dev_packages() -> None:
    _say("dev", "Installing the packages of development")
    _install(*DEV_LOCKS)
    DEV_STAMP.write_text(_digest(LOCK, *DEV_LOCKS))


def _make_venv() -> None:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    probe = "import sys; print('%d.%d' % sys.version_info[:2])"
    works = PYTHON.exists() and _ask([str(PYTHON), "-c", probe]) == version
    if not works:
        if not os.access(ROOT, os.W_OK):
            raise Missing(f"{ROOT} is not writable. Clone the repository as the user who runs it.")
        if importlib.util.find_spec("venv") is None:
            _apt("python3-venv")
        # Debian ships ensurepip in a separate package. pip is downloaded here, so that no system package is needed.
        _run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV)], "venv", "install python3-venv.")
    if _ask([str(PYTHON), "-c", "import pip; print('there')"]) != "there":
        _bring_pip()


def _bring_pip() -> None:
    """Pip into the environment: out of this Python when it has one to give, otherwise fetched and checked by the lock."""
    if importlib.util.find_spec("ensurepip") and _ask([str(PYTHON), "-m", "ensurepip", "--default-pip"]) is not None:
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            wheel = _fetch_pip(Path(folder))
        except (OSError, ValueError) as error:
            _apt("python3-venv", f"Pip cannot be fetched ({error})")
            _run([str(PYTHON), "-m", "ensurepip", "--default-pip"], "ensurepip", "install python3-venv.")
            return
        _run([str(PYTHON), f"{wheel}/pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel)], "pip")


def _fetch_pip(folder: Path) -> Path:
    """The locked wheel of pip from the index that pip would use; ValueError when that is not to be had there."""
    version, hashes = _locked()["pip"]
    index = os.environ.get("PIP_INDEX_URL", "").strip() or PUBLIC_INDEX
    page_url = f"{index.rstrip('/')}/pip/"
    name = f"pip-{version}-py3-none-any.whl"
    links = [html.unescape(link) for link in re.findall(r'href="([^"]+)"', _get(page_url).decode())]
    link = next((link for link in links if link.partition("#")[0].endswith(name)), None)
    if link is None:
        raise ValueError(f"{name} is not in the index")
    content = _get(urllib.parse.urljoin(page_url, link))
    if hashlib.sha256(content).hexdigest() not in hashes:
        raise ValueError(f"{name} does not have the locked hash")
    (folder / name).write_bytes(content)
    return folder / name


def _get(url: str) -> bytes:
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    request = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60, context=context) as answer:
        return bytes(answer.read())


def _locked() -> dict[str, tuple[str, list[str]]]:
    """Package name -> its version and the hashes of its files."""
    entries = re.split(r"\n(?=\S)", LOCK.read_text(encoding="utf-8"))
    found = {}
    for entry in entries:
        head = re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", entry)
        if head:
            found[head[1]] = (head[2], re.findall(r"sha256:([0-9a-f]{64})", entry))
    return found


def _install_tools() -> None:
    """Pip and setuptools first: they install, and build, what the lock names."""
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder) / "tools.txt"
        tools.write_text("".join(_requirement(name) for name in ("pip", "setuptools")))
        _run([str(PYTHON), *PIP, *LOCKED, "--quiet", "--requirement", str(tools)], "pip")


def _install(*locks: Path) -> None:
    """All packages of these locks, each file checked by its hash."""
    named = [argument for lock in locks for argument in ("--requirement", str(lock))]
    _run_showing([str(PYTHON), *PIP, *LOCKED, "--no-build-isolation", *named])


def _requirement(name: str) -> str:
    version, hashes = _locked()[name]
    return f"{name}=={version} " + " ".join(f"--hash=sha256:{each}" for each in hashes) + "\n"


def _run_showing(command: list[str]) -> None:
    """Run pip and print the number of downloaded packages every 5 seconds, so that a slow download is visible."""
    last, printed_at, seen, fetching = "", time.monotonic(), 0, True
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in process.stdout or ():
        last = line.strip() or last
        seen += line.startswith(("Collecting ", "Requirement already satisfied"))
        if line.startswith("Installing collected"):
            fetching = False
            print("      all packages downloaded, installing", flush=True)
        elif fetching and time.monotonic() - printed_at > 5:
            printed_at = time.monotonic()
            print(f"      {seen} packages downloaded", flush=True)
    if process.wait() != 0:
        raise Missing(f"The packages could not be installed: {last}")


def _run(command: list[str], what: str, remedy: str = "") -> None:
    answer = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if answer.returncode != 0:
        last = (answer.stdout.strip().splitlines() or ["no message"])[-1]
        raise Missing(f"{what} failed: {last}{'; ' + remedy if remedy else ''}")


def _ask(command: list[str]) -> str | None:
    """What the command prints; None when it fails or takes too long."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
        return answer.stdout.strip() if answer.returncode == 0 else None
    return None


def _apt(package: str, reason: str = "") -> None:
    """Install a system package, if run by root and apt-get exists. Otherwise report what is missing."""
    prefix = f"{reason}; " if reason else ""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing(f"{prefix}install {package} (apt-get install {package}), then run this again.")
    if not _apt_get(package):
        raise Missing(f"{prefix}apt-get cannot install {package}.")


def _apt_get(package: str) -> bool:
    """Install a package; whether that succeeded. No time limit, because a killed installation leaves a broken system."""
    patience = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=60"]
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
        answer = subprocess.run(["apt-get", *patience, *command], check=False, capture_output=True, env=environ)
    return answer.returncode == 0  # a failed update may still leave usable lists


def _bring_browser() -> str:
    """Find a headless browser, or install one. Returns a line that names it, or reports what is missing."""
    found = _look_for_browser()
    if found is None:
        return "      The browser could not be checked: `orbweaver doctor` reports why."
    if not found["ok"]:
        _bring_driver_library()
        _download_browser()
        found = _look_for_browser() or found
    if not found["ok"] and os.geteuid() == 0 and shutil.which("apt-get"):
        print("      That failed, trying the system's packages", flush=True)
        _ = _apt_get("chromium-headless-shell") or _apt_get("chromium")
        found = _look_for_browser() or found
    return f"      Browser: {found['detail']}" if found["ok"] else f"      No browser: {found['remedy']}"


def _look_for_browser() -> dict[str, Any] | None:
    """What `orbweaver doctor` finds: it uses the service's own rule. None when a setting is wrong."""
    answer = _ask([str(PYTHON), "-P", "-m", "orbweaver.doctor"])
    found: dict[str, Any] | None = json.loads(answer) if answer else None
    return found


def _bring_driver_library() -> None:
    """The library that Playwright's driver needs and a bare Debian 12 lacks, if run by root. It drives and downloads browsers."""
    can_install = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if can_install and _ask([str(PYTHON), "-m", "playwright", "--version"]) is None:
        _apt_get("libatomic1")


def _download_browser() -> None:
    """Playwright's own headless shell, within a time limit; for root also the system's libraries that it needs."""
    print(f"      None found, downloading Playwright's Chromium (110 MB, at most {BROWSER_SECONDS} s)", flush=True)
    command = [str(PYTHON), "-m", "playwright", "install", "--only-shell", "chromium"]
    environ = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000", **os.environ}
    if os.geteuid() == 0:  # Started by root, a browser becomes a user who cannot read root's home.
        environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", "/opt/ms-playwright")
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environ, start_new_session=True
    )
    try:
        process.wait(BROWSER_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # the download runs in a child of its child
        process.wait()
    if process.returncode == 0 and os.geteuid() == 0:
        subprocess.run([str(PYTHON), "-m", "playwright", "install-deps", "chromium"], check=False, capture_output=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
