"""The parts of one page are asked about a few at a time."""

from __future__ import annotations

import asyncio

import pytest

from crawler.answers.conversation import PARTS_AT_ONCE, all_or_none


def test_parts_of_a_page_run_a_few_at_a_time() -> None:
    running, most = 0, 0

    async def part(number: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        return number

    assert asyncio.run(all_or_none(part(number) for number in range(6))) == [*range(6)]
    assert most == PARTS_AT_ONCE == 2


@pytest.mark.filterwarnings("error")
def test_failure_of_a_part_ends_the_others() -> None:
    ended: list[int] = []

    async def part(number: int) -> None:
        if number == 0:
            raise ValueError("no")
        await asyncio.sleep(5)
        ended.append(number)

    with pytest.raises(ValueError, match="no"):
        asyncio.run(all_or_none(part(number) for number in range(6)))
    assert ended == []
