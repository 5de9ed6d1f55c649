"""The documents agree with the code: the layers, settings, commands and files that they name exist, and the other way round."""

from __future__ import annotations

import configparser
import re
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from api import threads
from contract.environment import Environment
from crawler import resources
from orbweaver.main import FOLDERS, commands
from workers import suspects

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRODUCT = ("api", "contract", "crawler", "extraction", "models", "orbweaver", "workers")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


def test_architecture_names_every_package() -> None:
    tops = {path.parent for path in ROOT.glob("*/__init__.py")}
    below = {path.parent for path in ROOT.glob("*/**/__init__.py") if path.relative_to(ROOT).parts[0] in PRODUCT}
    names = {path.relative_to(ROOT).as_posix() for path in tops | below} | {"docker", "models/migrations"}

    missing = [name for name in sorted(names) if f"`{name}/`" not in ARCHITECTURE]

    assert missing == []


@pytest.mark.parametrize("contract", ["layers", "crawler-layers", "extraction-layers", "models-layers"])
def test_picture_of_layers_is_what_import_linter_holds(contract: str) -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    held = settings[f"importlinter:contract:{contract}"]["layers"].translate(str.maketrans("", "", "()")).strip()

    drawn = ARCHITECTURE.split(f"```{contract}\n")[1].split("```")[0].strip()

    assert drawn.splitlines() == held.splitlines()


def test_readme_names_every_setting() -> None:
    missing = [f.metadata["variable"] for f in fields(Environment) if f"`{f.metadata['variable']}`" not in README]

    assert missing == []


def test_readme_names_every_command() -> None:
    section = README.split("## The command line")[1].split("## ")[0]
    words = {word.split()[0] for word in re.findall(r"`([^`]+)`", section)}

    assert {name for folder in FOLDERS for name in commands(folder)} <= words


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "CHANGELOG.md",
        "docs/architecture.md",
        "docs/contributing.md",
        "docs/operating.md",
        "benchmarks/README.md",
        "contract/changelog.md",
    ],
)
def test_files_that_documents_name_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:api|benchmarks|contract|crawler|docker|extraction|models|orbweaver|maintenance|tests|workers)/[\w./-]+)`",
        text,
    )

    missing = [path for path in named if not (ROOT / path).exists()]

    assert missing == []


def test_operators_read_how_many_connections_a_process_opens() -> None:
    text = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    for_jobs = re.search(r"^JOB_CONNECTIONS = (\d+)$", (ROOT / "workers/process.py").read_text(encoding="utf-8"), re.M)
    assert for_jobs is not None
    # One for the heartbeat; in the API one for notices, in a worker those of its process for isolated pages.
    api, worker = threads.DATABASE_CONNECTIONS + 2, resources.THREADS + int(for_jobs[1]) + 1

    assert f"| `orbweaver api` | {api} |" in text and f"`--processes` | {worker} |" in text
    assert f"| its process for isolated pages | {suspects.DATABASE_CONNECTIONS} |" in text
    assert f"`{api} × API processes + {worker + suspects.DATABASE_CONNECTIONS} × worker processes + 10`" in text


def test_every_setting_reaches_the_containers() -> None:
    services = yaml.safe_load((ROOT / "docker/compose.yaml").read_text(encoding="utf-8"))["services"]
    of_the_image = {"ORBWEAVER_DATA_DIR", "ORBWEAVER_CHROMIUM"}
    settings = {f.metadata["variable"] for f in fields(Environment)} - of_the_image

    for name in ("migrate", "api", "worker"):
        assert set(services[name]["environment"]) == settings, name


def test_image_takes_in_no_secrets() -> None:
    """Compose reads its passwords from a file beside it, which `COPY . .` would bake into the image."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()

    assert {"**/.env", ".git", ".venv"} <= set(ignored)


def test_every_package_says_what_lives_there() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in ROOT.glob("*/**/__init__.py")
        if not path.relative_to(ROOT).parts[0].startswith((".", "tests", "build"))
        and not path.read_text(encoding="utf-8").lstrip().startswith('"""')
    ]

    assert silent == []


def test_packages_re_export_nothing() -> None:
    busy = [
        str(path.relative_to(ROOT))
        for path in ROOT.glob("*/**/__init__.py")
        if not path.relative_to(ROOT).parts[0].startswith((".", "tests", "build"))
        and re.search(r"^(?:from|import) ", path.read_text(encoding="utf-8"), re.M)
    ]

    assert busy == []


def test_image_runs_as_an_ordinary_user_with_its_volume_its_port_and_its_health_check() -> None:
    last_stage = (ROOT / "docker/Dockerfile").read_text(encoding="utf-8").split("\nFROM ")[-1]

    assert re.search(r"^USER (?!root|0)\w+$", last_stage, re.M)
    assert re.search(r"^VOLUME /data$", last_stage, re.M) and "ORBWEAVER_DATA_DIR=/data" in last_stage
    assert re.search(r"^EXPOSE 8000$", last_stage, re.M)
    assert re.search(r"^HEALTHCHECK .*?'/healthz'", last_stage, re.M | re.S)


def test_image_takes_in_no_package_of_development() -> None:
    assert "requirements-dev" not in (ROOT / "docker/Dockerfile").read_text(encoding="utf-8")


@pytest.mark.parametrize("role", ["migrate", "api", "worker"])
def test_containers_cannot_write_their_root(role: str) -> None:
    service = yaml.safe_load((ROOT / "docker/compose.yaml").read_text(encoding="utf-8"))["services"][role]

    assert service["read_only"] is True and service["tmpfs"] == ["/tmp"]
    # Of these only the API answers /healthz.
    assert service.get("healthcheck", {}).get("disable", False) is (role != "api")


def test_make_check_runs_every_check_and_ends_with_the_readmes_tests() -> None:
    planned = subprocess.run(["make", "-n", "check"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines = [line for line in planned.splitlines() if line.startswith(".venv/bin/")]

    programs = [line.split()[0].rpartition("/")[2] for line in lines]
    assert programs == ["ruff", "ruff", "mypy", "lint-imports", "orbweaver", "python", "python"]
    assert lines[-1].split()[1:3] == ["-m", "pytest"]
    assert "make test " in README and "make check" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_folders_of_tests_are_not_packages_that_hide_installed_ones() -> None:
    """With an `__init__.py`, pytest imports `tests/api/firecrawl` as `firecrawl`, and the real one is not found."""
    assert [path.parent.name for path in (ROOT / "tests").rglob("__init__.py")] == ["sites"]


# Who connects, and why the address of every connection is a permitted one. Everything else fetches through these.
CONNECTING = {
    "api/oauth/client_document.py": "checks each address itself and connects to a checked one",
    "crawler/fetching/plain_handler.py": "guarded_connector",
    "workers/deliver.py": "guarded_connector",
    "crawler/network/dial.py": "gets checked addresses",
    "crawler/network/dns.py": "looks names up; the guard checks the answers",
    "crawler/rendering/forward_proxy.py": "connects to the operator's proxy, or by dial.py",
    "crawler/providers/llm/bounded_post.py": "the operator's servers",
    "workers/mail.py": "the operator's mail server",
}
_CONNECTS = re.compile(
    r"ClientSession\(|create_connection\(|open_connection\(|socket\.getaddrinfo|urlopen\(|HTTPS?Connection\(|smtplib\.SMTP|"
    r"\brequests\.(?:get|post|request|Session)\("
)


def test_files_that_open_connections_are_known() -> None:
    """A new one applies the address policy at its socket, or connects to the operator's servers only."""
    # `orbweaver` is the caller's side: the client and the command.
    files = (path for top in PRODUCT if top != "orbweaver" for path in (ROOT / top).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix() for path in files if _CONNECTS.search(path.read_text(encoding="utf-8"))}

    assert found == set(CONNECTING)
