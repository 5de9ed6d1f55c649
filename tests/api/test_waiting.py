"""Calls that wait: counted for each workspace, woken by an announcement or found by looking."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from sqlalchemy.exc import OperationalError

from api.waiting import WaitingCalls
from contract.errors import TooManyRequests

MINE, THEIRS = uuid4(), uuid4()


@pytest.fixture
def calls() -> WaitingCalls:
    return WaitingCalls(per_workspace=2)


def test_announcement_wakes_the_call_and_no_other(calls: WaitingCalls) -> None:
    first, second = uuid4(), uuid4()
    call, other = calls.admit(first, MINE), calls.admit(second, MINE)

    calls.wake(str(first))
    calls.wake(str(first))
    calls.wake(str(uuid4()))

    assert call.ended.done() and not other.ended.done()


def test_workspace_waits_with_a_number_of_calls_and_holds_nobody_else_up(calls: WaitingCalls) -> None:
    mine = [calls.admit(uuid4(), MINE) for _ in range(2)]

    with pytest.raises(TooManyRequests) as refused:
        calls.admit(uuid4(), MINE)
    calls.admit(uuid4(), THEIRS)
    calls.leave(mine[0])
    calls.leave(mine[0])
    calls.admit(uuid4(), MINE)

    assert refused.value.retry_after_seconds and "2 in progress" in refused.value.message
    with pytest.raises(TooManyRequests):
        calls.admit(uuid4(), MINE)


def test_nothing_is_kept_of_calls_that_left(calls: WaitingCalls) -> None:
    call = calls.admit(uuid4(), MINE)

    calls.leave(call)

    assert len(calls) == 0 and not calls._counts and not calls._calls


def test_calls_that_wait_for_one_job_are_woken_together(calls: WaitingCalls) -> None:
    job_id = uuid4()
    first, repeated = calls.admit(job_id, MINE), calls.admit(uuid4(), MINE)

    calls.follow(repeated, job_id)
    calls.wake(str(job_id))

    assert first.ended.done() and repeated.ended.done() and len(calls) == 2


def test_only_the_last_call_that_leaves_a_job_is_its_last(calls: WaitingCalls) -> None:
    job_id = uuid4()
    first, repeated = calls.admit(job_id, MINE), calls.admit(uuid4(), MINE)
    calls.follow(repeated, job_id)

    assert [calls.leave(call) for call in (first, first, repeated, repeated)] == [False, False, True, True]
    assert len(calls) == 0 and not calls._counts and not calls._calls


def test_lost_announcement_is_made_up_for_by_looking(calls: WaitingCalls) -> None:
    first, second = uuid4(), uuid4()
    call, other = calls.admit(first, MINE), calls.admit(second, THEIRS)
    asked: list[set[UUID]] = []

    def look(job_ids: object) -> list[UUID]:
        asked.append(set(job_ids))  # type: ignore[call-overload]
        return [first]

    calls.probe(look)
    calls.probe(look)

    assert call.ended.done() and not other.ended.done() and asked == [{first, second}, {second}]


def test_database_that_does_not_answer_ends_no_wait(calls: WaitingCalls) -> None:
    call = calls.admit(uuid4(), MINE)

    def look(_: object) -> list[UUID]:
        raise OperationalError("SELECT", {}, Exception("the server is away"))

    calls.probe(look)

    assert not call.ended.done()


def test_what_could_not_be_made_free_is_remembered_until_it_is(calls: WaitingCalls) -> None:
    job_id = uuid4()

    calls.free_later(job_id)
    remembered = calls.to_free()
    calls.freed(job_id)

    assert remembered == [job_id] and calls.to_free() == []
