"""The mailbox: a message wakes a worker, which claims; the end of a job is announced; neither raises when Redis is away."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import dramatiq
import pytest
import redis

from contract.environment import Environment
from contract.queues import SCRAPE_QUEUE
from models.jobs.next_job import Slots
from models.schedule.slice import PostedSlice
from tests.service import wait_until
from tests.tcp_proxy import TcpProxy
from workers import overview
from workers.mailbox import FINISHED_CHANNEL, Mailbox
from workers.queue import RUN_ACTOR, Claimed, ClaimingConsumer, WakefulBroker, Work
from workers.redis_connections import TCP_LIMITS, RedisUnavailable

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def broker(isolated: Environment) -> Iterator[WakefulBroker]:
    made = WakefulBroker(isolated.redis_url)
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


class Jobs:
    """Jobs that wait, and the claims of a consumer. `may_run` is how many may run at a time."""

    def __init__(self, broker: WakefulBroker, slots: int = 4) -> None:
        self.waiting: deque[str] = deque()
        self.may_run, self.running, self.looks, self.regular_looks, self.given_back = 100, 0, 0, 0, list[str]()
        self.away = False
        broker.claim = self.claim
        self.consumer = ClaimingConsumer(broker, SCRAPE_QUEUE, slots)

    def claim(self, queue_name: str, slots: Slots, with_lost: bool) -> Claimed | None:
        self.looks, self.regular_looks = self.looks + 1, self.regular_looks + with_lost
        if self.away:
            return None
        assert queue_name == SCRAPE_QUEUE and slots.used == self.running
        number = min(len(self.waiting), slots.number - slots.used, self.may_run - self.running)
        self.running += number
        work = [self.work_of(self.waiting.popleft()) for _ in range(number)]
        return Claimed(work, len(self.waiting))

    def work_of(self, name: str) -> Work:
        return Work(uuid5(NAMESPACE_URL, name), lambda: None, lambda: self.given_back.append(name))

    def take(self, *, seconds: float = 30) -> Any:
        """The next message, waited for as a worker does."""
        return wait_until(lambda: next(self.consumer), seconds=seconds, what="a message")

    def takes_nothing(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if next(self.consumer):
                return False
        return True

    def end(self, message: Any) -> None:
        self.running -= 1
        self.consumer.ack(message)


@pytest.fixture
def jobs(broker: WakefulBroker, monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """After the first regular look; the next one comes after the test."""
    monkeypatch.setattr("workers.queue.LOOK_SECONDS", 600.0)
    made = Jobs(broker)
    wait_until(lambda: next(made.consumer) or made.looks, seconds=90, what="the first look")
    return made


def later(seconds: float, work: Any) -> threading.Timer:
    timer = threading.Timer(seconds, work)
    timer.start()
    return timer


def test_posted_job_wakes_a_waiting_worker(jobs: Jobs, mailbox: Mailbox) -> None:
    def post() -> None:
        jobs.waiting.append("a")
        mailbox.submit(uuid4())

    later(0.3, post)

    assert jobs.take().args[0].id == uuid5(NAMESPACE_URL, "a")
    assert mailbox.waiting()[SCRAPE_QUEUE] == 0


def test_job_posted_before_the_worker_came_is_taken(broker: WakefulBroker, mailbox: Mailbox) -> None:
    assert mailbox.submit(uuid4())
    assert mailbox.waiting()[SCRAPE_QUEUE] == 1
    jobs = Jobs(broker)
    jobs.waiting.append("a")

    jobs.take()
    assert mailbox.waiting()[SCRAPE_QUEUE] == 0


def test_a_message_without_work_costs_one_look(jobs: Jobs, mailbox: Mailbox) -> None:
    looks = jobs.looks
    mailbox.submit(uuid4())

    assert jobs.takes_nothing(1.5) and jobs.looks == looks + 1 and mailbox.waiting()[SCRAPE_QUEUE] == 0


def test_waiting_jobs_are_taken_as_others_end_and_their_messages_with_them(
    broker: WakefulBroker, jobs: Jobs, mailbox: Mailbox
) -> None:
    for number in range(6):
        jobs.waiting.append(f"{number}")
        mailbox.submit(uuid4())

    running = [jobs.take() for _ in range(4)]
    assert jobs.takes_nothing(0.2) and mailbox.waiting()[SCRAPE_QUEUE] == 2
    jobs.end(running[0])
    jobs.take(seconds=2)
    jobs.end(running[1])
    jobs.take(seconds=2)
    assert wait_until(lambda: not mailbox.waiting()[SCRAPE_QUEUE], seconds=10, what="no message") and not jobs.waiting


def test_messages_of_jobs_that_may_not_run_here_wake_other_workers(
    broker: WakefulBroker, jobs: Jobs, mailbox: Mailbox
) -> None:
    other = Jobs(broker)
    wait_until(lambda: next(other.consumer) or other.looks, seconds=90, what="the first look")
    broker.claim = jobs.claim
    jobs.may_run = 1
    for number in range(3):
        jobs.waiting.append(f"{number}")
        mailbox.submit(uuid4())

    first = jobs.take()
    assert jobs.takes_nothing(0.3) and mailbox.waiting()[SCRAPE_QUEUE] == 2
    broker.claim, other.waiting = other.claim, jobs.waiting
    assert [other.take(), other.take()]
    assert not jobs.waiting and first


def test_lost_message_costs_at_most_the_next_regular_look(
    broker: WakefulBroker, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.queue.LOOK_SECONDS", 0.5)
    made = Jobs(broker)
    made.waiting.append("a")
    made.take()
    looks = made.regular_looks
    made.waiting.append("b")

    made.take(seconds=10)
    assert made.regular_looks > looks >= 1


def test_jobs_are_left_to_others_while_the_event_loop_is_blocked_or_the_worker_stops(
    broker: WakefulBroker, jobs: Jobs, mailbox: Mailbox
) -> None:
    jobs.waiting.append("a")
    mailbox.submit(uuid4())
    broker.stalled = lambda: True
    assert jobs.takes_nothing(0.5)
    broker.stalled, broker.stopping = lambda: False, True
    assert jobs.takes_nothing(0.5) and mailbox.waiting()[SCRAPE_QUEUE] == 1

    broker.stopping = False
    message = jobs.take()
    jobs.consumer.requeue([message])
    assert jobs.given_back == ["a"]


def test_messages_are_returned_while_postgres_is_away(jobs: Jobs, mailbox: Mailbox) -> None:
    jobs.away = True
    jobs.waiting.append("a")
    mailbox.submit(uuid4())
    assert jobs.takes_nothing(1.0) and mailbox.waiting()[SCRAPE_QUEUE] == 1

    jobs.away = False
    assert jobs.take()


def test_messages_name_their_job_or_slice_for_workers_of_the_previous_version(
    broker: WakefulBroker, mailbox: Mailbox
) -> None:
    job_id, one = uuid4(), PostedSlice(uuid4(), uuid4())
    mailbox.submit(job_id)
    mailbox.post([one])

    [message] = map(dramatiq.Message.decode, broker.client.hvals("dramatiq:scrape.msgs"))
    [of_slice] = map(dramatiq.Message.decode, broker.client.hvals("dramatiq:pages.msgs"))
    assert (message.actor_name, message.args) == ("run", (str(job_id),))
    assert (of_slice.actor_name, of_slice.args) == ("run_slice", (str(one.job_id), str(one.id)))
    assert broker.client.lrange("dramatiq:scrape", 0, -1) == [message.options["redis_message_id"].encode()]
    assert message.message_id.startswith(f"{job_id}/")


def test_taken_messages_are_deleted(broker: WakefulBroker, jobs: Jobs, mailbox: Mailbox) -> None:
    for _ in range(3):
        mailbox.submit(uuid4())

    wait_until(
        lambda: next(jobs.consumer) or not broker.client.hlen("dramatiq:scrape.msgs"), seconds=30, what="no message"
    )


def test_a_worker_runs_all_work_once_within_its_slots_and_claims_no_more_while_it_stops(
    broker: WakefulBroker, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dramatiq.worker.QUEUE_PREFETCH", 16)
    names = deque(f"{number}" for number in range(30))
    running, ended, ends = set[str](), list[str](), threading.Semaphore(0)

    def run(name: str) -> None:
        running.add(name)
        assert ends.acquire(timeout=60)
        running.discard(name)
        ended.append(name)

    def claim(queue_name: str, slots: Slots, with_lost: bool) -> Claimed:
        number = min(len(names), slots.number - slots.used)
        work = [Work(uuid4(), partial(run, names.popleft()), lambda: None) for _ in range(number)]
        return Claimed(work, len(names))

    broker.claim = claim
    dramatiq.actor(lambda work: work.run(), actor_name=RUN_ACTOR, queue_name=SCRAPE_QUEUE, broker=broker)
    worker = dramatiq.Worker(broker, worker_threads=16, worker_timeout=100)
    worker.start()
    slots = wait_until(lambda: broker.slots.get(SCRAPE_QUEUE), seconds=90, what="the consumer")
    wait_until(lambda: len(running) == slots, seconds=90, what="work in all slots")
    ends.release(10)
    wait_until(lambda: len(ended) == 10 and len(running) == slots, seconds=90, what="the next work")
    assert set(broker.slots) == {SCRAPE_QUEUE}, "there is no queue for delayed messages"

    broker.stopping = True
    time.sleep(0.3)
    ends.release(100)
    worker.stop(60_000)

    assert len(ended) == len(set(ended)) == 10 + slots and len(names) == 30 - len(ended)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


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
        return Mailbox(WakefulBroker(NOBODY))

    def test_submit_reports_and_does_not_raise(self, away: Mailbox) -> None:
        assert away.submit(uuid4()) is False

    def test_many_slices_take_no_longer_than_one(self, away: Mailbox) -> None:
        started = time.monotonic()

        away.post([PostedSlice(uuid4(), uuid4()) for _ in range(100)])
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
        made = WakefulBroker(f"redis://127.0.0.1:{proxy.port}/9")
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
        assert mailbox.is_away
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

    def test_consumer_looks_in_postgres_meanwhile(self, behind: WakefulBroker, proxy: TcpProxy) -> None:
        jobs = Jobs(behind)
        wait_until(lambda: next(jobs.consumer) or jobs.looks, seconds=90, what="the first look")
        proxy.stop_forwarding()
        wait_until(lambda: next(jobs.consumer) or behind.breaker.is_open, seconds=90, what="the breaker")

        jobs.waiting.append("a")
        message = jobs.take(seconds=2)
        assert seconds_of(lambda: jobs.end(message)) < 0.4
        proxy.forward()
        wait_until(lambda: not behind.breaker.is_open, seconds=60, what="the trial")
        jobs.waiting.append("b")
        Mailbox(behind).submit(uuid4())
        jobs.take(seconds=60)

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


def test_message_of_a_paused_queue_is_left_until_the_queue_continues(
    broker: WakefulBroker, jobs: Jobs, mailbox: Mailbox
) -> None:
    broker.paused = {SCRAPE_QUEUE}
    jobs.waiting.append("a")
    mailbox.submit(uuid4())

    assert jobs.takes_nothing(1) and mailbox.waiting()[SCRAPE_QUEUE] == 1

    broker.paused = ()
    jobs.take(seconds=60)


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
    assert overview.depths(WakefulBroker(NOBODY)) is None
