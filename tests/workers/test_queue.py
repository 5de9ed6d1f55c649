"""The mailbox: a job id wakes a worker, a finished job wakes its waiter, and neither depends on Redis being there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
import redis

from contract.environment import Environment
from tests.service import wait_until
from workers.queue import PROBE_SECONDS, SCRAPE_QUEUE, Mailbox, WakefulBroker, broker_of, wake_key

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def broker(isolated: Environment) -> Iterator[WakefulBroker]:
    made = broker_of(isolated.redis_url)
    made.declare_queue(SCRAPE_QUEUE)
    made.client.flushdb()
    yield made
    made.client.flushdb()
    made.close()


def wait_until_listening(mailbox: Mailbox) -> None:
    """Return when this mailbox hears an announcement; the server's subscribers may be others'."""
    probe, heard = uuid4(), threading.Event()
    mailbox._waiters[str(probe)] = heard
    wait_until(lambda: mailbox.announce(probe) or heard.wait(0.02), seconds=10, what="a listener")
    del mailbox._waiters[str(probe)]


@pytest.fixture
def mailbox(broker: WakefulBroker) -> Iterator[Mailbox]:
    made = Mailbox(broker)
    made.start()
    wait_until_listening(made)
    yield made
    made.stop()


def take(broker: WakefulBroker, *, seconds: float) -> Any:
    """The next message, waited for as a worker does."""
    consumer = broker.consume(SCRAPE_QUEUE, prefetch=1, timeout=500)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if message := next(consumer):
            consumer.ack(message)
            return message
    raise AssertionError("no message came")


def later(seconds: float, work: Any) -> threading.Timer:
    timer = threading.Timer(seconds, work)
    timer.start()
    return timer


def test_posted_job_wakes_a_waiting_worker(broker: WakefulBroker, mailbox: Mailbox) -> None:
    job_id = uuid4()
    later(0.3, lambda: mailbox.submit(job_id))

    message = take(broker, seconds=5)

    assert (message.actor_name, message.args) == ("run", (str(job_id),))


def test_job_posted_before_the_worker_came_is_taken(broker: WakefulBroker, mailbox: Mailbox) -> None:
    job_id = uuid4()
    assert mailbox.submit(job_id)
    assert mailbox.waiting()[SCRAPE_QUEUE] == 1

    assert take(broker, seconds=5).args == (str(job_id),)
    assert mailbox.waiting()[SCRAPE_QUEUE] == 0


def test_message_is_found_without_its_wake_up(broker: WakefulBroker, mailbox: Mailbox) -> None:
    mailbox.submit(uuid4())
    broker.client.delete(wake_key(SCRAPE_QUEUE))

    take(broker, seconds=5)


def test_wake_ups_do_not_pile_up(broker: WakefulBroker, mailbox: Mailbox) -> None:
    for _ in range(1_100):
        mailbox.submit(uuid4())

    assert broker.client.llen(wake_key(SCRAPE_QUEUE)) <= 1_024


class TestWaiting:
    def wait(self, mailbox: Mailbox, done: threading.Event, job_id: UUID, budget: float) -> tuple[Any, float]:
        started = time.monotonic()
        outcome = mailbox.submit_and_wait(
            job_id, lambda: "the result" if done.is_set() else None, budget_seconds=budget
        )
        return outcome, time.monotonic() - started

    def test_announcement_wakes_the_waiter(self, mailbox: Mailbox) -> None:
        job_id, done = uuid4(), threading.Event()

        def finish() -> None:
            done.set()
            mailbox.announce(job_id)

        later(0.2, finish)
        outcome, took = self.wait(mailbox, done, job_id, 10)

        assert outcome == "the result" and took < PROBE_SECONDS

    def test_lost_wake_up_costs_a_probe_and_not_the_answer(self, mailbox: Mailbox) -> None:
        done = threading.Event()
        later(0.2, done.set)

        outcome, took = self.wait(mailbox, done, uuid4(), 10)

        assert outcome == "the result" and took < PROBE_SECONDS + 3

    def test_budget_ends_the_wait(self, mailbox: Mailbox) -> None:
        outcome, took = self.wait(mailbox, threading.Event(), uuid4(), 0.4)

        assert outcome is None and 0.4 <= took < 3

    def test_announcements_of_others_wake_nobody(self, mailbox: Mailbox) -> None:
        done = threading.Event()
        later(0.1, lambda: mailbox.announce(uuid4()))

        assert self.wait(mailbox, done, uuid4(), 0.5)[0] is None

    def test_waiter_is_forgotten_afterwards(self, mailbox: Mailbox) -> None:
        self.wait(mailbox, threading.Event(), uuid4(), 0.05)

        assert not mailbox._waiters

    def test_listener_comes_back_after_its_connection_was_cut(self, broker: WakefulBroker, mailbox: Mailbox) -> None:
        job_id, done = uuid4(), threading.Event()
        broker.client.client_kill_filter(_type="pubsub")
        wait_until_listening(mailbox)

        def finish() -> None:
            done.set()
            mailbox.announce(job_id)

        later(0.2, finish)
        outcome, took = self.wait(mailbox, done, job_id, 10)

        assert outcome == "the result" and took < PROBE_SECONDS


class TestWithoutRedis:
    @pytest.fixture
    def away(self) -> Mailbox:
        return Mailbox(broker_of(NOBODY))

    def test_submit_tells_and_does_not_raise(self, away: Mailbox) -> None:
        assert away.submit(uuid4()) is False

    def test_announce_does_not_raise(self, away: Mailbox) -> None:
        away.announce(uuid4())

    def test_waiter_still_finds_the_result(self, away: Mailbox) -> None:
        done = threading.Event()
        later(0.2, done.set)

        outcome = away.submit_and_wait(uuid4(), lambda: "row" if done.is_set() else None, budget_seconds=10)

        assert outcome == "row"

    def test_length_is_unknown(self, away: Mailbox) -> None:
        with pytest.raises(redis.RedisError):
            away.waiting()
