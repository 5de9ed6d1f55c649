"""The bill of materials has what the locks have."""

from __future__ import annotations

import json
from typing import Any

import pytest

from maintenance import bill_of_materials, lock


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return bill_of_materials.bill()


def test_every_locked_package_is_named_once_with_the_hashes_of_its_files(made: dict[str, Any]) -> None:
    components = made["components"]
    hashes = {each["name"]: each["externalReferences"][0]["hashes"] for each in components}
    assert {(each["name"], each["version"]) for each in components} >= {
        pin for path in (lock.RUNTIME, lock.OTEL, lock.DEV) for pin in lock.pins(path).items()
    }
    assert len({each["bom-ref"] for each in components}) == len(components)
    assert all(hashes.values())
    assert {"alg": "SHA-256", "content": first_hash(lock.RUNTIME.read_text())} in hashes["aiohappyeyeballs"]


def test_the_scope_tells_runtime_from_traces_and_development(made: dict[str, Any]) -> None:
    scopes = {each["name"]: each["scope"] for each in made["components"]}

    assert (scopes["flask"], scopes["opentelemetry-sdk"], scopes["pytest"]) == ("required", "optional", "excluded")


def test_licences_and_dependencies_come_from_the_installed_packages(made: dict[str, Any]) -> None:
    [flask] = [each for each in made["components"] if each["name"] == "flask"]
    needed = {each["ref"]: each["dependsOn"] for each in made["dependencies"]}
    assert flask["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert any(each.startswith("pkg:pypi/werkzeug@") for each in needed[flask["bom-ref"]])
    assert flask["bom-ref"] in needed[made["metadata"]["component"]["bom-ref"]]


def test_equal_locks_give_an_equal_bill(made: dict[str, Any]) -> None:
    assert json.dumps(made) == json.dumps(bill_of_materials.bill())


def first_hash(text: str) -> str:
    return text.split("--hash=sha256:")[1].split()[0]
