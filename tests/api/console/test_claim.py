"""The limit of passwords that are hashed at the same time."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from api.console import claim
from contract.errors import ServiceUnavailable
from tests.api.console.conftest import Person

HASHES_MAX, PLACES_MAX = 4, 8


def test_sign_in_is_refused_while_too_many_passwords_are_hashed(owner: Person) -> None:
    with ExitStack() as running:
        for _ in range(HASHES_MAX):
            running.enter_context(claim._hashing())

        answer = owner.sign_in()

    assert answer.status_code == 503 and answer.headers["Retry-After"] == "5"
    assert owner.sign_in().status_code == 303


def test_few_threads_wait_for_a_hash() -> None:
    with ExitStack() as running:
        for _ in range(PLACES_MAX):
            running.callback(claim._PLACES.release)
            assert claim._PLACES.acquire(blocking=False)

        with pytest.raises(ServiceUnavailable):
            claim.matches(None, "correct horse battery")

    assert not claim.matches(None, "correct horse battery")
