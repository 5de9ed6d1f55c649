"""Addresses of feeds that do not exist. `tests/journeys/test_watch.py` reads one that does."""

from __future__ import annotations

import pytest

from tests.api.conftest import Caller, failure_of


@pytest.mark.parametrize("token", ["%00", "%ff", "a", "A" * 43, "a" * 5_000])
def test_unknown_feed_is_not_found(caller: Caller, token: str) -> None:
    assert failure_of(caller.send("GET", f"/feeds/watch/{token}"))["code"] == "NOT_FOUND"
