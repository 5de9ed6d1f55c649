"""The mailbox: a job id wakes a worker, the end of a job is announced, and neither raises when Redis is away."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import dramatiq
import pytest
import redis
from dramatiq.errors import ConnectionClosed

from contract.environment import Environment
from contract.queues import PAGES_QUEUE, SCRAPE_QUEUE
from models.schedule.slice import PostedSlice
from tests.service import wait_until
from tests.tcp_proxy import TcpProxy
from workers import overview
from workers.queue import (
    FINISHED_CHANNEL,
    Mailbox,
    WakefulBroker,
    broker_of,
    wake_key,
)
from workers.redis_connections import TCP_LIMITS, RedisUnavailable

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def broker(isolated: Environment) -> Iterator[WakefulBroker]:
    made = broker_of(isolated.redis_url)
    made.declare_queue(SCRAPE_QUEUE)
    made.client.flushdb()
    yield made
    made.client.flushdb()
    made.close()


@pytest.fixture
def heard() -> queue.Queue[str]:
    """The job ids that the mailbox heard."""
    return queue.Queue()


@pytest.fixture
def mailbox(broker: WakefulBroker, heard: queue.Queue[str]) -> Iterator[Mailbox]:
    made = Mailbox(broker)
    made.listen(FINISHED_CHANNEL, heard.put)
    wait_until_listening(made, heard)
    yield made
    made.stop()


def wait_until_listening(mailbox: Mailbox, heard: queue.Queue[str]) -> None:
    """Return when this mailbox hears an announcement; the server's subscribers may be others'."""
    probe = uuid4()

    def hears() -> bool:
        mailbox.announce(probe)
        try:
            return heard.get(timeout=0.05) == str(probe)
        except queue.Empty:
            return False

    wait_until(hears, seconds=90, what="a listener")
    time.sleep(0.1)
    while not heard.empty():
        heard.get()


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

    message = take(broker, seconds=30)

    assert (message.actor_name, message.args) == ("run", (str(job_id),))


def test_job_posted_before_the_worker_came_is_taken(broker: WakefulBroker, mailbox: Mailbox) -> None:
    job_id = uuid4()
    assert mailbox.submit(job_id)
    assert mailbox.waiting()[SCRAPE_QUEUE] == 1

    assert take(broker, seconds=30).args == (str(job_id),)
    assert mailbox.waiting()[SCRAPE_QUEUE] == 0


def test_waiting_messages_are_known_by_their_job_or_slice_until_they_are_taken(
    broker: WakefulBroker, mailbox: Mailbox
) -> None:
    job_id, one = uuid4(), PostedSlice(uuid4(), uuid4())
    mailbox.submit(job_id)
    assert mailbox.post([one]) == ()

    assert mailbox.queued() == {job_id, one.id} and mailbox.waiting()[PAGES_QUEUE] == 1
    take(broker, seconds=30)
    assert mailbox.queued() == {one.id}


def test_message_is_found_without_its_wake_up(broker: WakefulBroker, mailbox: Mailbox) -> None:
    mailbox.submit(uuid4())
    broker.client.delete(wake_key(SCRAPE_QUEUE))

    take(broker, seconds=30)


def test_wake_ups_do_not_pile_up(broker: WakefulBroker, mailbox: Mailbox) -> None:
    for _ in range(1_100):
        mailbox.submit(uuid4())

    assert broker.client.llen(wake_key(SCRAPE_QUEUE)) <= 1_024


class TestAnnouncements:
    def test_announcement_is_heard(self, mailbox: Mailbox, heard: queue.Queue[str]) -> None:
        job_id = uuid4()

        mailbox.announce(job_id)

        assert heard.get(timeout=30) == str(job_id)

    def test_listener_comes_back_after_its_connection_was_cut(
        self, broker: WakefulBroker, mailbox: Mailbox, heard: queue.Queue[str]
    ) -> None:
        broker.client.client_kill_filter(_type="pubsub")
        wait_until_listening(mailbox, heard)
        job_id = uuid4()

        mailbox.announce(job_id)

        assert heard.get(timeout=30) == str(job_id)


class TestWithoutRedis:
    @pytest.fixture
    def away(self) -> Mailbox:
        return Mailbox(broker_of(NOBODY))

    def test_submit_reports_and_does_not_raise(self, away: Mailbox) -> None:
        assert away.submit(uuid4()) is False

    def test_slices_that_could_not_be_posted_are_returned_and_redis_is_left_alone_for_a_while(
        self, away: Mailbox
    ) -> None:
        slices = [PostedSlice(uuid4(), uuid4()) for _ in range(100)]
        started = time.monotonic()

        assert away.post(slices) == slices and away.post(slices[:3]) == slices[:3]
        assert time.monotonic() - started < 5

    def test_announce_does_not_raise(self, away: Mailbox) -> None:
        away.announce(uuid4())

    def test_length_is_unknown(self, away: Mailbox) -> None:
        with pytest.raises(redis.RedisError):
            away.waiting()


class TestHangingRedis:
    """Redis accepts commands and never answers them, like a machine that is gone without a word."""

    @pytest.fixture
    def proxy(self, isolated: Environment) -> Iterator[TcpProxy]:
        made = TcpProxy(isolated.run_dir / "redis.sock")
        yield made
        made.close()

    @pytest.fixture
    def behind(self, proxy: TcpProxy) -> Iterator[WakefulBroker]:
        made = broker_of(f"redis://127.0.0.1:{proxy.port}/9")
        made.declare_queue(SCRAPE_QUEUE)
        made.client.flushdb()
        yield made
        made.breaker.stop()

    def test_first_commands_take_a_second_and_the_next_ones_no_time(
        self, behind: WakefulBroker, proxy: TcpProxy, caplog: pytest.LogCaptureFixture
    ) -> None:
        mailbox = Mailbox(behind)
        assert mailbox.submit(uuid4())
        proxy.stop_forwarding()

        took = [seconds_of(lambda: mailbox.submit(uuid4())) for _ in range(20)]

        # Each that waited for an answer would take half a second. A busy machine delays single ones.
        assert sum(took) < 5 and sorted(took[2:])[9] < 0.1, took
        assert [record.message for record in caplog.records if "continues without it" in record.message]
        assert mailbox.is_away and mailbox.post([PostedSlice(uuid4(), uuid4())])
        with pytest.raises(RedisUnavailable):
            mailbox.waiting()
        proxy.forward()
        wait_until(lambda: not mailbox.is_away, seconds=60, what="the trial")
        assert mailbox.submit(uuid4())

    def test_one_late_answer_changes_nothing(self, behind: WakefulBroker, proxy: TcpProxy) -> None:
        behind.client.ping()
        proxy.stop_forwarding()
        with pytest.raises(redis.TimeoutError):
            behind.client.ping()
        proxy.forward()

        assert behind.client.ping() and not behind.breaker.is_open

    def test_consumer_takes_jobs_from_postgres_meanwhile(self, behind: WakefulBroker, proxy: TcpProxy) -> None:
        job_id, workspace_id = uuid4(), uuid4()
        behind.waiting_jobs = lambda queue_name, most: [(job_id, workspace_id)]
        consumer = behind.consume(SCRAPE_QUEUE, prefetch=200, timeout=100)
        assert next(consumer) is None
        proxy.stop_forwarding()

        taken = [message for _ in range(10) if (message := next(consumer))]

        assert [(message.args, message.options["workspace_id"]) for message in taken] == [
            ((str(job_id),), str(workspace_id))
        ], "once, until it has ended"
        assert seconds_of(lambda: consumer.ack(taken[0])) < 0.4
        assert (
            wait_until(lambda: next(consumer), seconds=60, what="the job, which nobody claimed").args == taken[0].args
        )
        proxy.forward()
        wait_until(lambda: not behind.breaker.is_open, seconds=60, what="the trial")
        Mailbox(behind).submit(other := uuid4())
        assert wait_until(lambda: next(consumer), seconds=60, what="a message of Redis").args == (str(other),)

    def test_ended_message_is_acknowledged_when_redis_is_back(self, behind: WakefulBroker, proxy: TcpProxy) -> None:
        Mailbox(behind).submit(uuid4())
        consumer = behind.consume(SCRAPE_QUEUE, timeout=100)
        message = next(consumer)
        proxy.stop_forwarding()
        with pytest.raises(ConnectionClosed):  # Dramatiq tries again after it, and after no other error.
            consumer.ack(message)
        proxy.forward()
        consumer.ack(message)
        assert behind.client.scard(f"dramatiq:__acks__.{behind.broker_id}.{SCRAPE_QUEUE}") == 0

    def test_connections_notice_a_server_that_is_gone(self, behind: WakefulBroker) -> None:
        with behind.client.client() as connected:
            connected.ping()
            ours = connected.connection._sock
            options = [ours.getsockopt(socket.IPPROTO_TCP, name) for name in TCP_LIMITS]

        assert options == list(TCP_LIMITS.values())


def seconds_of(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def test_message_of_a_paused_queue_is_left_until_the_queue_continues(broker: WakefulBroker, mailbox: Mailbox) -> None:
    job_id = uuid4()
    broker.paused = {SCRAPE_QUEUE}
    mailbox.submit(job_id)

    with pytest.raises(AssertionError, match="no message"):
        take(broker, seconds=1)
    assert mailbox.queued() == {job_id}

    broker.paused = ()
    assert take(broker, seconds=60).args == (str(job_id),)


def test_depth_is_the_number_and_the_age_of_messages(broker: WakefulBroker, mailbox: Mailbox) -> None:
    for _ in range(3):
        mailbox.submit(uuid4())
    message = dramatiq.Message(
        queue_name=SCRAPE_QUEUE, actor_name="run", args=(), kwargs={}, options={}, message_timestamp=1_000,
    )  # fmt: skip
    broker.client.hset("dramatiq:scrape.msgs", broker.client.lindex("dramatiq:scrape", 0), message.encode())

    found = overview.depths(broker)

    assert found is not None and set(found) == {"scrape", "jobs", "pages"}
    assert found["scrape"].waiting == 3 and found["scrape"].rejected == 0
    assert found["scrape"].oldest_seconds == pytest.approx(time.time() - 1, abs=60)
    assert found["pages"] == (0, None, 0)


def test_depth_is_unknown_without_redis() -> None:
    assert overview.depths(broker_of(NOBODY)) is None
