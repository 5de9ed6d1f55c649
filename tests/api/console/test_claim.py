"""The limit of passwords that are hashed at the same time."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from flask import Flask

from api.console import claim
from contract.errors import ServiceUnavailable, TooManyRequests
from tests.api.console.conftest import Person

HASHES_MAX, PLACES_MAX = 4, 8


def test_sign_in_is_refused_while_too_many_passwords_are_hashed(owner: Person, app: Flask) -> None:
    with ExitStack() as running:
        for number in range(HASHES_MAX):
            running.enter_context(app.test_request_context(environ_base={"REMOTE_ADDR": f"192.0.2.{number}"}))
            running.enter_context(claim._hashing())

        answer = owner.sign_in()

    assert answer.status_code == 503 and answer.headers["Retry-After"] == "5"
    assert owner.sign_in().status_code == 303


def test_few_threads_wait_for_a_hash_and_an_address_leaves_slots_to_others(app: Flask) -> None:
    def try_from(address: str) -> bool:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            return claim.matches(None, "correct horse battery")

    with ExitStack() as running:
        for number in range(PLACES_MAX):
            if number == 4:
                with pytest.raises(TooManyRequests):
                    try_from("192.0.2.0")
            running.enter_context(claim._SLOTS.slot({"address": f"192.0.2.{number // 4 if number < 5 else number}"}))

        with pytest.raises(ServiceUnavailable):
            try_from("192.0.2.99")

    assert not try_from("192.0.2.0")
