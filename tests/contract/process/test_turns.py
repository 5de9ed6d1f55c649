from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from contract.process.turns import Turns


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 10))


async def use(turns: Turns, workspace_id: str | None, served: list[str | None]) -> None:
    async with turns.slot(workspace_id):
        served.append(workspace_id)
        await asyncio.sleep(0)


def test_workspaces_take_turns_whatever_number_of_tasks_each_has() -> None:
    async def work() -> None:
        turns, served = Turns(1), list[str | None]()
        order = ["large"] * 6 + ["small"] + ["middle"] * 2 + [None]
        await asyncio.gather(*(use(turns, workspace_id, served) for workspace_id in order))
        # The first one finds a free place, so its workspace's turn begins with the second.
        assert served == ["large", "large", "small", "middle", None, "large", "middle", "large", "large", "large"]

    run(work())


def test_what_is_first_is_before_other_tasks_of_its_owner_only() -> None:
    async def work() -> None:
        turns, served = Turns(1), list[str]()

        async def use_as(name: str, *, first: bool = False) -> None:
            async with turns.slot(name[0], first=first):
                served.append(name)
                await asyncio.sleep(0)

        begun = [use_as("a1"), use_as("a2"), use_as("a3"), use_as("b1"), use_as("a4", first=True)]
        await asyncio.gather(*begun)
        assert served == ["a1", "a4", "b1", "a2", "a3"]

    run(work())


def test_as_many_run_at_a_time_as_there_are_slots() -> None:
    running, most = 0, 0

    async def count(turns: Turns, number: int) -> None:
        nonlocal running, most
        async with turns.slot(str(number % 3)):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1

    async def work() -> None:
        turns = Turns(3)
        await asyncio.gather(*(count(turns, number) for number in range(20)))
        assert most == 3

    run(work())


def test_a_cancelled_task_passes_its_slot_on() -> None:
    async def work() -> None:
        turns, served = Turns(1), list[str | None]()
        async with turns.slot("first"):
            waiting = [asyncio.ensure_future(use(turns, name, served)) for name in ("waits", "chosen", "last")]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
        waiting[1].cancel()  # It has its place, but has not run yet.
        await asyncio.wait(waiting)
        await use(turns, "later", served)
        assert served == ["last", "later"]

    run(work())
