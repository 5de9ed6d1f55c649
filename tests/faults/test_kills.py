"""Killed, stopped and flushed: no job is lost, and none is charged twice."""

from __future__ import annotations

import os
import signal

import pytest
import redis

from tests.faults.conftest import Books, Call, Stack
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.origin import Origin

pytestmark = pytest.mark.faults
# The lease runs out after 15 s, and the sweeper comes round every 5.
TAKEN_OVER_SECONDS = PATIENCE_SECONDS


def test_killed_workers_job_is_finished_by_the_next_one(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str
) -> None:
    url = origin.url("/gate", name=unique)
    call = Call(lambda: client.try_scrape(url))
    wait_until(lambda: origin.seen(url), seconds=PATIENCE_SECONDS, what="the fetch")

    stack.kill_worker()
    origin.open_gate(unique)
    stack.start_worker()

    answer = call.result(TAKEN_OVER_SECONDS + 15)
    assert answer.status_code in (200, 504), answer.text
    wait_until(books.settled, seconds=TAKEN_OVER_SECONDS, what="the job's end")
    assert books.statuses() == ["completed"]
    assert books.charges() == (1 if answer.status_code == 200 else 0)


def test_jobs_given_while_redis_is_away_are_done_without_it(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str
) -> None:
    stack.stop_redis()
    try:
        accepted = client.try_scrape(origin.url("/article", t=unique), **{"async": True})
        assert accepted.status_code == 201
        assert client.try_scrape(origin.url("/article", t=f"{unique}-2")).status_code == 200
        wait_until(books.settled, seconds=TAKEN_OVER_SECONDS, what="the jobs' end")
        assert client.get("/healthz").status_code == 200 and client.get("/readyz").status_code == 503
    finally:
        stack.start_redis()

    assert books.statuses() == ["completed", "completed"] and books.charges() == 2


def test_flushed_redis_loses_no_job(stack: Stack, client: Client, books: Books, origin: Origin, unique: str) -> None:
    os.killpg(stack.worker.pid, signal.SIGSTOP)
    try:
        for number in range(3):
            url = origin.url("/article", t=f"{unique}-{number}")
            assert client.try_scrape(url, **{"async": True}).status_code == 201
        with redis.Redis.from_url(stack.environment.redis_url) as server:
            server.flushall()
    finally:
        os.killpg(stack.worker.pid, signal.SIGCONT)
    stack.age_messages()

    wait_until(books.settled, seconds=TAKEN_OVER_SECONDS, what="the jobs' end")
    assert books.statuses() == ["completed"] * 3 and books.charges() == 3


@pytest.mark.parametrize("moment", ["while the page is fetched", "after the page was charged"])
def test_call_whose_api_process_is_killed_is_not_billed(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str, moment: str
) -> None:
    url = origin.url("/gate", name=unique, t="killed")
    Call(lambda: client.try_scrape(url))
    wait_until(lambda: origin.seen(url), seconds=PATIENCE_SECONDS, what="the fetch")
    if moment == "after the page was charged":
        os.kill(stack.api.pid, signal.SIGSTOP)
        origin.open_gate(unique)
        wait_until(lambda: books.charges() == 1, seconds=PATIENCE_SECONDS, what="the charge")

    stack.service.kill(stack.api)
    stack.forget_waiting_processes()
    origin.open_gate(unique)

    stack.start_api()
    stack.service.wait_until_ready()
    wait_until(lambda: books.settled() and books.spent() == 0, seconds=PATIENCE_SECONDS, what="the refund")
    assert Client(stack.service.base_url, client.key).try_scrape(url, cacheOnly=True).status_code == 200
