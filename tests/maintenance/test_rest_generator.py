"""The generated part of the Python client follows `contract`."""

from __future__ import annotations

import dataclasses
import inspect
import subprocess
import sys
from typing import Any

import pytest

from contract.declare import wire_name
from maintenance import rest_generator
from maintenance.rest_endpoints import ENDPOINTS, Endpoint
from orbweaver.rest.call import Call
from orbweaver.rest.sync_calls import Calls

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


class Recorded(Calls):
    """A client that sends nothing."""

    def send(self, call: Call) -> Any:
        self.call = call


@pytest.mark.parametrize("endpoint", [each for each in ENDPOINTS if each.options], ids=lambda endpoint: endpoint.name)
def test_each_method_sends_the_names_of_the_options(endpoint: Endpoint) -> None:
    """All arguments with a value: each is an option that the service knows."""
    recorded, method = Recorded(), getattr(Calls, endpoint.name)
    names = [name for name in inspect.signature(method).parameters if name not in ("self", "idempotency_key")]

    method(recorded, **dict.fromkeys(names, "x"))

    known = {wire_name(declared) for declared in dataclasses.fields(endpoint.options)}
    assert recorded.call.values.keys() <= known and recorded.call.values
