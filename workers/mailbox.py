"""Messages through Redis that wake workers for jobs, and wake threads that wait for the end of a job."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid4

import dramatiq
import redis

from contract.queues import MESSAGE_QUEUES, PAGES_QUEUE, SCRAPE_QUEUE
from models.schedule.slice import PostedSlice
from workers.queue import RUN_ACTOR, WakefulBroker
from workers.redis_connections import log_away

# Only workers of the previous version run this actor. They read the id of the job or slice from the message.
SLICE_ACTOR = "run_slice"
FINISHED_CHANNEL = "orbweaver:finished"
# Announces that a crawl or batch was cancelled.
CANCELLED_CHANNEL = "orbweaver:cancelled"


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

    def submit(self, job_id: UUID, queue: str = SCRAPE_QUEUE) -> bool:
        """Wake a worker for a job. Returns False when Redis is unavailable: workers then find the job in Postgres."""
        try:
            self._send(queue, RUN_ACTOR, job_id, str(job_id))
        except redis.RedisError as error:
            log_away("workers will find job %s in Postgres", job_id, error)
            return False
        return True

    def post(self, slices: Sequence[PostedSlice]) -> None:
        """Wake workers for slices."""
        for one in slices:
            try:
                self._send(PAGES_QUEUE, SLICE_ACTOR, one.id, str(one.job_id), str(one.id))
            except redis.RedisError as error:
                log_away("workers will find the slices of job %s in Postgres", one.job_id, error)
                return

    def _send(self, queue: str, actor: str, key: UUID, *args: str) -> None:
        message: dramatiq.Message[Any] = dramatiq.Message(
            queue_name=queue, actor_name=actor, args=args, kwargs={}, options={}, message_id=f"{key}/{uuid4()}"
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
            log_away("waiters for job %s will poll Postgres", job_id, error)

    def is_paused(self, queue: str) -> bool:
        """Whether a queue was paused at this worker's last heartbeat."""
        return queue in self.broker.paused

    def waiting(self) -> Counter[str]:
        """The number of messages not yet taken, by queue. Raises RedisError when Redis is unavailable."""
        return Counter({queue: self.broker.length(queue) for queue in MESSAGE_QUEUES})

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
                log_away("waiters of %s poll Postgres", channel, error)
                self._stopping.wait(1.0)
