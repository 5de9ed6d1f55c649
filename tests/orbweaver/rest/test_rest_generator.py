"""The generated part of the Python client follows `contract`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from orbweaver import rest_generator

GENERATED = rest_generator.generated()
# Packages of the server that a machine with only the client does not have.
SERVER = (
    "flask",
    "scrapy",
    "sqlalchemy",
    "dramatiq",
    "playwright",
    "lxml",
    "marshmallow",
    "twisted",
    "api",
    "contract",
)


@pytest.mark.parametrize("name", GENERATED)
def test_generated_file_is_up_to_date(name: str) -> None:
    assert (rest_generator.FOLDER / name).read_text() == GENERATED[name], "run `make client`"


def test_client_imports_nothing_of_the_server() -> None:
    code = f"import sys, orbweaver.client; print([name for name in {SERVER} if name in sys.modules])"

    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"
