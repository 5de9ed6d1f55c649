"""Job messages through Redis: posts job ids and reports ended jobs. Redis may be flushed at any time.

`broker_of` creates a Dramatiq broker with settings that were measured as safe. `Mailbox` posts job ids and wakes
threads that wait for a job. Neither imports an actor: a message holds the actor's name.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID, uuid4

import dramatiq
import redis
from dramatiq.brokers.redis import RedisBroker, _RedisConsumer
from dramatiq.errors import ConnectionClosed

from contract.process import log_context
from contract.queues import JOBS_QUEUE, MESSAGE_QUEUES, PAGES_QUEUE, SCRAPE_QUEUE
from models.schedule.slice import SLICES_AT_ONCE, PostedSlice
from workers.redis_connections import RedisClients, RedisUnavailable

log = logging.getLogger(__name__)
T = TypeVar("T")

# Maximum number of a worker's threads that run long jobs. Those that run slices are `SLICES_AT_ONCE`; the others run scrapes.
LONG_JOBS_MAX = 40
RUN_ACTOR = "run"
# The option of a message that names the workspace of its job (`shares.py`).
WORKSPACE = "workspace_id"
# The option that names the request which started the job. The worker's log lines show it.
REQUEST = "request_id"
SLICE_ACTOR = "run_slice"
FINISHED_CHANNEL = "orbweaver:finished"
# Announces that a crawl or batch was cancelled.
CANCELLED_CHANNEL = "orbweaver:cancelled"
# After this long without a heartbeat a worker counts as dead, and its unprocessed messages are queued again.
HEARTBEAT_TIMEOUT_MS = 15_000
# Maintenance runs per million commands. With dramatiq's default (1,000), messages of a killed worker waited 15 minutes.
MAINTENANCE_CHANCE = 20_000
WAKE_LIMIT = 1024
# How often a consumer of a paused queue looks whether the queue is still paused.
PAUSED_SECONDS = 0.2


# A command that waits for work is answered within 1 s, also when there is none.
WAITING_READ_SECONDS = 2.0
# While Redis is unavailable, Postgres is asked for waiting jobs this often.
AWAY_SECONDS = 0.2
# How the ids of messages end that were made from rows of Postgres. Redis does not know them.
FROM_POSTGRES = "/postgres"

WaitingJobs = Callable[[str, int], Iterable[tuple[UUID, UUID]]]


class WakefulConsumer(_RedisConsumer):
    """Waits for a wake-up token instead of polling. An idle queue responds within 2 ms instead of 250 ms.

    Uses internals of dramatiq, whose version is pinned. Tokens remain in Redis without a consumer, so none is lost.
    An extra token causes only one poll without a message. While Redis is unavailable, it takes waiting jobs from Postgres.
    """

    def __next__(self) -> Any:
        if self.message_cache:
            return super().__next__()
        if self.queue_name in self.broker.paused:
            time.sleep(PAUSED_SECONDS)
            return None
        free = 0 if self.broker.stopping else self.prefetch - self.outstanding_message_count
        if free <= 0:
            time.sleep(0.005)
            return None
        self.message_cache = self._fetch(free)
        return super().__next__() if self.message_cache else None

    def _fetch(self, free: int) -> list[bytes]:
        """Messages, or an empty list after waiting for some."""
        try:
            if found := self.broker.do_fetch(self.queue_name, free):
                return list(found)
            self.broker.waiting_client.blpop([wake_key(self.queue_name)], timeout=self.timeout / 1000)
        except redis.RedisError:
            time.sleep(AWAY_SECONDS)
            return self._fetch_from_postgres(free)
        return []

    def _fetch_from_postgres(self, free: int) -> list[bytes]:
        # Jobs that wait for a thread of this process are found again until they are claimed.
        waiting = self.broker.waiting_jobs(self.queue_name, free + len(self.queued_message_ids))
        messages = (message_of_waiting(self.queue_name, job_id, workspace_id) for job_id, workspace_id in waiting)
        new = (message for message in messages if message.message_id not in self.queued_message_ids)
        return [message.encode() for message in itertools.islice(new, free)]

    def ack(self, message: Any) -> None:
        self._settle(super().ack, message)

    def nack(self, message: Any) -> None:
        self._settle(super().nack, message)

    def _settle(self, how: Callable[[Any], None], message: Any) -> None:
        """Tell Redis that a message has ended; dramatiq tries again after ConnectionClosed."""
        if message.message_id.endswith(FROM_POSTGRES):
            self.queued_message_ids.discard(message.message_id)
            return
        try:
            how(message)
        except redis.RedisError as error:
            raise ConnectionClosed(error) from None

    def requeue(self, messages: Iterable[Any]) -> None:
        """Give messages back to Redis. If it is unavailable, the sweeper posts their jobs again."""
        try:
            super().requeue([one for one in messages if not one.message_id.endswith(FROM_POSTGRES)])
        except redis.RedisError as error:
            raise ConnectionClosed(error) from None


def message_of_waiting(queue_name: str, job_id: UUID, workspace_id: UUID) -> dramatiq.Message[Any]:
    """The message of a waiting job that Redis did not deliver. A job always gets the same id here."""
    key = f"{job_id}{FROM_POSTGRES}"
    options = {WORKSPACE: str(workspace_id), "redis_message_id": key}
    return dramatiq.Message(
        queue_name=queue_name, actor_name=RUN_ACTOR, args=(str(job_id),), kwargs={}, options=options, message_id=key
    )


def wake_key(queue_name: str) -> str:
    return f"orbweaver:wake:{queue_name}"


class WakefulBroker(RedisBroker):
    """A RedisBroker that wakes a consumer for each message."""

    def __init__(self, redis_url: str, *, middleware: list[dramatiq.Middleware]) -> None:
        clients = RedisClients(redis_url)
        self.breaker = clients.breaker
        super().__init__(
            client=clients.new(),
            middleware=middleware,
            maintenance_chance=MAINTENANCE_CHANCE,
            heartbeat_timeout=HEARTBEAT_TIMEOUT_MS,
        )
        self.waiting_client = clients.new(answer_seconds=WAITING_READ_SECONDS)
        # How many messages of a queue this process runs at a time.
        self.slots: dict[str, int] = {}
        # Whether this process takes no further messages, because it stops.
        self.stopping = False
        # The names of the paused queues (`models/queues/pause.py`), as the worker's heartbeat last read them.
        self.paused: Collection[str] = frozenset()
        # (job, workspace) of the jobs of a queue that no worker has claimed (`lost_job.list_unclaimed`), at most a number.
        self.waiting_jobs: WaitingJobs = lambda queue_name, most: ()

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 5000) -> Any:
        """A consumer of one queue. `prefetch` is the number of threads: every queue has its own part of them.

        So no queue can keep the messages of another one waiting, and a message that was received starts at once.
        """
        long_jobs = max(1, min(prefetch // 4, LONG_JOBS_MAX))
        parts = {JOBS_QUEUE: long_jobs, PAGES_QUEUE: SLICES_AT_ONCE}
        number = self.slots[queue_name] = parts.get(queue_name, max(1, prefetch - sum(parts.values())))
        return super().consume(queue_name, number, timeout)

    @property
    def consumer_class(self) -> type[_RedisConsumer]:
        return WakefulConsumer

    def enqueue(self, message: dramatiq.Message[Any], *, delay: int | None = None) -> dramatiq.Message[Any]:
        """Put a message into its queue and wake one consumer. Delays are not supported."""
        # As in the base class, but with an id that names the job or slice (`queued`).
        sent = message.copy(options={"redis_message_id": message.message_id})
        self.emit_before("enqueue", sent, delay)
        self.do_enqueue(sent.queue_name, sent.message_id, sent.encode())
        self.emit_after("enqueue", sent, delay)
        key = wake_key(message.queue_name)
        with self.client.pipeline(transaction=False) as pipe:
            pipe.lpush(key, 1)
            pipe.ltrim(key, 0, WAKE_LIMIT - 1)
            pipe.execute()
        return sent

    def length(self, queue_name: str) -> int:
        """The number of messages that no worker has received yet."""
        return int(self.client.llen(f"{self.namespace}:{queue_name}"))

    def queued(self, queue_name: str) -> set[UUID]:
        """The jobs or slices whose messages no worker has received yet."""
        ids: Any = self.client.lrange(f"{self.namespace}:{queue_name}", 0, -1)
        return {UUID(each.decode().partition("/")[0]) for each in ids}


def broker_of(redis_url: str, *, middleware: list[dramatiq.Middleware] | None = None) -> WakefulBroker:
    """A broker without dramatiq's retries, time limits and results: jobs store their own in Postgres."""
    return WakefulBroker(redis_url, middleware=middleware or [])


class Mailbox:
    """Posts jobs and reports when they have ended. One per process. Call `stop` at the end."""

    def __init__(self, broker: WakefulBroker) -> None:
        self.broker = broker
        self._stopping = threading.Event()

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Call `heard` with each job id that is announced on a channel. A separate thread listens until `stop`.

        An announcement is lost while Redis is unavailable.
        """
        threading.Thread(target=self._listen, args=(channel, heard), name=f"{channel} listener", daemon=True).start()

    def stop(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self.broker.breaker.stop()

    @property
    def is_away(self) -> bool:
        """Whether Redis is unavailable."""
        return self.broker.breaker.is_open

    def submit(self, job_id: UUID, queue: str = SCRAPE_QUEUE, workspace_id: UUID | None = None) -> bool:
        """Post a job id. If its workspace is given, that one's jobs cannot take all slots of a worker (`shares.py`).

        Returns False when Redis is unavailable: workers then find the job in Postgres.
        """
        try:
            options = {WORKSPACE: str(workspace_id)} if workspace_id else {}
            ids = log_context.current()
            if ids.request_id and ids.job_id == str(job_id):  # Other jobs of the workspace may be posted as well.
                options[REQUEST] = ids.request_id
            self._send(queue, RUN_ACTOR, job_id, str(job_id), **options)
        except redis.RedisError as error:
            _log("workers will find job %s in Postgres", job_id, error)
            return False
        return True

    def post(self, slices: Sequence[PostedSlice]) -> Sequence[PostedSlice]:
        """Send the messages of slices. Returns those that could not be sent."""
        for index, one in enumerate(slices):
            try:
                self._send(PAGES_QUEUE, SLICE_ACTOR, one.id, str(one.job_id), str(one.id))
            except redis.RedisError as error:
                _log("slices of job %s are not posted", one.job_id, error)
                return slices[index:]
        return ()

    def _send(self, queue: str, actor: str, key: UUID, *args: str, **options: str) -> None:
        message: dramatiq.Message[Any] = dramatiq.Message(
            queue_name=queue, actor_name=actor, args=args, kwargs={}, options=options, message_id=f"{key}/{uuid4()}"
        )
        self.broker.enqueue(message)

    def announce(self, job_id: UUID) -> None:
        """Wake the threads that wait for the job."""
        self._publish(FINISHED_CHANNEL, job_id)

    def announce_cancelled(self, job_id: UUID) -> None:
        """Let all workers look for cancelled crawls and batches."""
        self._publish(CANCELLED_CHANNEL, job_id)

    def _publish(self, channel: str, job_id: UUID) -> None:
        try:
            self.broker.client.publish(channel, str(job_id))
        except redis.RedisError as error:
            _log("waiters for job %s will poll Postgres", job_id, error)

    def is_paused(self, queue: str) -> bool:
        """Whether a queue was paused at this worker's last heartbeat."""
        return queue in self.broker.paused

    def waiting(self) -> Counter[str]:
        """The number of messages not yet received, by queue. Raises RedisError when Redis is unavailable."""
        return Counter({queue: self.broker.length(queue) for queue in MESSAGE_QUEUES})

    def queued(self) -> set[UUID]:
        """The jobs and slices whose messages are not yet received. Raises RedisError when Redis is unavailable."""
        return set().union(*(self.broker.queued(queue) for queue in MESSAGE_QUEUES))

    def _listen(self, channel: str, heard: Callable[[str], None]) -> None:
        while not self._stopping.is_set():
            try:
                subscription = self.broker.waiting_client.pubsub(ignore_subscribe_messages=True)
                subscription.subscribe(channel)
                while not self._stopping.is_set():
                    message = subscription.get_message(timeout=5.0)
                    if message:
                        heard(message["data"].decode())
                subscription.close()
            except (redis.RedisError, OSError) as error:
                _log("waiters of %s poll Postgres", channel, error)
                self._stopping.wait(1.0)


def _log(what: str, which: object, error: Exception) -> None:
    """Log that a command failed. The breaker has logged it already if the command was not sent."""
    level = logging.DEBUG if isinstance(error, RedisUnavailable) else logging.WARNING
    log.log(level, f"Redis is unavailable; {what}: %s", which, error)
