"""Places that nobody can take from everybody else."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from api.shares import Shares
from contract.errors import ServiceUnavailable, TooManyRequests


def shares_of(workspace: str, key: str = "") -> dict[str, str]:
    return {"workspace": workspace, "key": key or f"{workspace}-key"}


@pytest.fixture
def shares() -> Shares:
    return Shares("streams", slots=10, reserved=3, each={"workspace": 6, "key": 4})


def fill(shares: Shares, opened: ExitStack, workspace: str, key: str = "") -> int:
    """How many slots these holders get."""
    for number in range(20):
        try:
            opened.enter_context(shares.slot(shares_of(workspace, key)))
        except (TooManyRequests, ServiceUnavailable):
            return number
    return 20


def test_each_holder_has_a_maximum_and_the_rest_is_for_other_workspaces(shares: Shares) -> None:
    with ExitStack() as opened:
        assert fill(shares, opened, "flood") == 4, "its key has no more"
        assert fill(shares, opened, "flood", "second key") == 2, "its workspace has no more"
        assert fill(shares, opened, "accomplice") == 1, "the rest is left to those who have none"
        assert [fill(shares, opened, name) for name in ("a", "b", "c", "d")] == [1, 1, 1, 0]
    with ExitStack() as opened:
        assert fill(shares, opened, "later") == 4, "all slots were given back"


def test_caller_waits_for_a_slot_of_its_own_share() -> None:
    async def run() -> list[str]:
        shares, seen = Shares("bodies", slots=4, reserved=1, each={"workspace": 1}), []

        async def receive(name: str, seconds: float) -> None:
            async with shares.slot_after({"workspace": "w"}, wait_seconds=2):
                await asyncio.sleep(seconds)
                seen.append(name)

        await asyncio.gather(receive("first", 0.05), receive("second", 0))
        with shares.slot({"workspace": "w"}), pytest.raises(TooManyRequests):
            async with shares.slot_after({"workspace": "w"}, wait_seconds=0.05):
                pass
        return seen

    assert asyncio.run(run()) == ["first", "second"]
