"""How many pages a slice claims when its workspace has few slots left in the worker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import Engine

from crawler.jobs import slice_run
from crawler.jobs.pages_in_hand import WORKSPACE_PAGES_MAX
from crawler.jobs.slice_run import FETCHING_MAX
from tests.crawler.jobs.test_slice_run import Runs, in_hand, make_batch, run


def test_a_turn_claims_several_pages_at_once_while_the_readers_are_busy(
    isolated_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim costs the same for one page and for many."""
    monkeypatch.setattr(slice_run, "LINGER_SECONDS", 0.05)
    ends = asyncio.Semaphore(0)

    async def read(request: Any, fetched: Any) -> None:
        fetched()
        await ends.acquire()

    async def visit(loop: Runs) -> None:
        await in_hand(loop, WORKSPACE_PAGES_MAX)
        monkeypatch.setattr(slice_run, "CROWDED_SECONDS", 60.0)  # From now on: the first claims may be small ones.
        for left in range(WORKSPACE_PAGES_MAX - 1, WORKSPACE_PAGES_MAX - FETCHING_MAX, -1):
            ends.release()
            async with asyncio.timeout(50):
                while len(loop.frontier.claimed) > left:
                    await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        assert len(loop.frontier.claimed) == WORKSPACE_PAGES_MAX - FETCHING_MAX + 1

        ends.release()
        await asyncio.sleep(0)
        await in_hand(loop, WORKSPACE_PAGES_MAX)
        await loop.stop(grace_seconds=0.1)

    run(isolated_database, make_batch(isolated_database, 2 * WORKSPACE_PAGES_MAX), visit, read)
