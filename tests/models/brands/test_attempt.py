"""One process at a time resolves a host. A failure is remembered for an hour."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, text

from contract.errors import NotFound
from models.brands import attempt


def test_only_one_process_claims_a_host(connection: Connection) -> None:
    assert attempt.claim(connection, "acme.test")

    assert not attempt.claim(connection, "acme.test")
    assert attempt.is_running(connection, "acme.test")


def test_claim_of_a_dead_process_expires(connection: Connection) -> None:
    attempt.claim(connection, "acme.test")
    connection.execute(text("UPDATE brand_attempt SET lease_until = now() - interval '1 second'"))

    assert not attempt.is_running(connection, "acme.test")
    assert attempt.claim(connection, "acme.test")


@pytest.mark.parametrize("minutes,is_known", [(59, True), (61, False)])
def test_failure_is_remembered_for_an_hour(connection: Connection, minutes: int, is_known: bool) -> None:
    attempt.claim(connection, "acme.test")
    attempt.fail(connection, "acme.test", NotFound("No such site."))
    connection.execute(text("UPDATE brand_attempt SET failed_at = now() - make_interval(mins => :m)"), {"m": minutes})

    assert bool(attempt.recent_failure(connection, "acme.test")) is is_known
    assert attempt.claim(connection, "acme.test")
