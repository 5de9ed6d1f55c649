"""The documents agree with the code: the rooms, settings, commands and files that they name exist, and the other way round."""

from __future__ import annotations

import configparser
import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from contract.environment import Environment
from orbweaver.main import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


def test_architecture_names_every_room() -> None:
    tops = {path.parent for path in ROOT.glob("*/__init__.py")}
    rooms = {path.parent for path in ROOT.glob("*/*/__init__.py") if path.parents[1].name in ("crawler", "extraction")}
    names = {str(path.relative_to(ROOT)) for path in tops | rooms} | {"docker"}

    missing = [name for name in sorted(names) if f"`{name}/`" not in ARCHITECTURE]

    assert missing == []


@pytest.mark.parametrize("contract", ["floors", "crawler-rooms", "extraction-rooms"])
def test_picture_of_floors_is_what_import_linter_holds(contract: str) -> None:
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

    assert set(COMMANDS) <= words


@pytest.mark.parametrize(
    "document", ["README.md", "CHANGELOG.md", "docs/architecture.md", "benchmarks/README.md", "contract/changelog.md"]
)
def test_files_that_documents_name_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:api|benchmarks|contract|crawler|docker|extraction|models|orbweaver|tests|workers)/[\w./-]+)`", text
    )

    missing = [path for path in named if not (ROOT / path).exists()]

    assert missing == []


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
