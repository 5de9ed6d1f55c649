"""How a worker takes messages of queues from Redis and claims the work in Postgres. Redis may be flushed at any time.

A message says that a queue has work now. What the work is, a worker asks Postgres (`Claim`), which decides whose is next. So a
lost message costs some seconds, and one too many a query. `workers/mailbox.py` sends the messages.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import dramatiq
import redis
from dramatiq.brokers.redis import RedisBroker

from contract.queues import JOBS_QUEUE, PAGES_QUEUE
from models.jobs.next_job import Slots
from models.schedule.slice import SLICES_AT_ONCE
from workers.redis_connections import RedisClients, log_away

# Maximum number of a worker's threads that run long jobs. Those that run slices are `SLICES_AT_ONCE`; the others run scrapes.
LONG_JOBS_MAX = 40
RUN_ACTOR = "run"
# How often a consumer of a paused queue looks whether the queue is still paused.
PAUSED_SECONDS = 0.2
# A command that waits for work is answered within 1 s, also when there is none.
WAITING_READ_SECONDS = 2.0
WAIT_SECONDS = 1
# A worker with free slots asks Postgres this often without a message, which may have been lost, and for jobs of lost workers.
LOOK_SECONDS = 5.0
# How often it asks while Redis is unavailable, and while work waits that may not run yet.
AWAY_SECONDS = 0.2
LEFT_SECONDS = 0.1


@dataclass(frozen=True)
class Work:
    """Claimed work. `give_back` ends the claim of work that was not begun."""

    id: UUID
    run: Callable[[], None] = field(repr=False)
    give_back: Callable[[], None] = field(repr=False)


@dataclass(frozen=True)
class Claimed:
    """What a claim returned.

    `left` is how much waits that was not claimed. `is_missed`: some of it was locked, and a claim that follows at once may get
    more.
    """

    work: Sequence[Work] = ()
    left: int = 0
    is_missed: bool = False


# Claims the next work of a queue for its free slots. The last argument: whether that of lost workers too.
Claim = Callable[[str, Slots, bool], Claimed | None]


class ClaimingConsumer(dramatiq.Consumer):
    """Gives a worker's threads the work of one queue that it claims in Postgres, as much as has a free slot.

    It claims when a message comes, when work ends while other work waits, and every `LOOK_SECONDS`. Each message that it takes
    is followed by a claim. It returns the messages of work that it may not run, so that they wake other workers.
    """

    def __init__(self, broker: WakefulBroker, queue_name: str, slots: int) -> None:
        self._broker, self._queue_name, self._slots = broker, queue_name, slots
        self._key = f"{broker.namespace}:{queue_name}"
        self._ready: deque[dramatiq.MessageProxy] = deque()
        self._running: set[str] = set()
        self._ended = threading.Event()
        # Taken messages that are still to be deleted.
        self._spent: list[bytes] = []
        # After the last claim: how much work waited, and how many slots were free.
        self._left = self._free_then = 0
        self._look_at = 0.0

    def __next__(self) -> dramatiq.MessageProxy | None:
        if self._ready:
            return self._ready.popleft()
        if self._broker.is_held(self._queue_name):
            time.sleep(PAUSED_SECONDS)
            return None
        free = self._slots - len(self._running)
        if free <= 0:
            self._wait_for_end()
            return None
        try:
            taken = self._take(free)
        except redis.RedisError:
            time.sleep(AWAY_SECONDS)
            taken = []
            is_due = True
        else:
            is_due = bool(taken or self._left) or time.monotonic() >= self._look_at
        if is_due:
            self._look(taken)
        return self._ready.popleft() if self._ready else None

    def _take(self, free: int) -> list[bytes]:
        """Messages. Waits for some, or while work waits that may not run yet, for the end of other work."""
        if self._spent:
            self._broker.client.hdel(f"{self._key}.msgs", *self._spent)
            self._spent.clear()
        if self._left:
            if free <= self._free_then:
                self._wait_for_end()
            return self._pop(free)
        first: Any = self._broker.waiting_client.blpop([self._key], timeout=WAIT_SECONDS)
        return [] if first is None else [first[1], *self._pop(free - 1)]

    def _pop(self, most: int) -> list[bytes]:
        taken: Any = self._broker.client.lpop(self._key, most) if most else None
        return taken or []

    def _wait_for_end(self) -> None:
        self._ended.wait(LEFT_SECONDS)
        self._ended.clear()

    def _look(self, taken: list[bytes]) -> None:
        """Claim the next work, and return the messages of the rest."""
        now = time.monotonic()
        is_regular = now >= self._look_at
        slots = Slots(self._slots, len(self._running))
        claimed = self._broker.claim(self._queue_name, slots, is_regular)
        if claimed is None:
            self._return(taken)
            time.sleep(AWAY_SECONDS)
            return
        if is_regular:
            self._look_at = now + LOOK_SECONDS
        for work in claimed.work:
            message: dramatiq.Message[Any] = dramatiq.Message(
                queue_name=self._queue_name, actor_name=RUN_ACTOR, args=(work,), kwargs={}, options={}
            )
            self._running.add(message.message_id)
            self._ready.append(dramatiq.MessageProxy(message))
        self._left = claimed.left
        self._free_then = -1 if claimed.is_missed else slots.number - len(self._running)
        spare = min(len(taken) - len(claimed.work), claimed.left)
        self._return(taken[:spare] if spare > 0 else [])
        self._spent += taken[max(spare, 0) :]

    def _return(self, messages: list[bytes]) -> None:
        if messages:
            try:
                self._broker.client.lpush(self._key, *messages)
            except redis.RedisError as error:
                log_away("other workers find the work of queue %s in Postgres", self._queue_name, error)

    def ack(self, message: Any) -> None:
        self._running.discard(message.message_id)
        self._ended.set()

    nack = ack

    def requeue(self, messages: Iterable[Any]) -> None:
        """End the claims of work that was not begun, when the worker stops."""
        for message in messages:
            message.args[0].give_back()
            self.ack(message)


class WakefulBroker(RedisBroker):
    """A RedisBroker whose messages wake workers, and whose consumers claim their work in Postgres.

    It has none of dramatiq's retries, time limits and results: jobs store their own in Postgres.
    """

    def __init__(self, redis_url: str, *middleware: dramatiq.Middleware) -> None:
        clients = RedisClients(redis_url)
        self.breaker = clients.breaker
        super().__init__(client=clients.new(), middleware=list(middleware))
        self.waiting_client = clients.new(answer_seconds=WAITING_READ_SECONDS)
        # How much work of a queue this process runs at a time.
        self.slots: dict[str, int] = {}
        # The names of the paused queues (`models/queues/pause.py`), as the worker's heartbeat last read them.
        self.paused: Collection[str] = frozenset()
        # Whether this process begins no work, because it stops or its event loop is blocked.
        self.stopping = False
        self.stalled: Callable[[], bool] = lambda: False
        # None: Postgres is unavailable.
        self.claim: Claim = lambda queue_name, slots, with_lost: None

    def is_held(self, queue_name: str) -> bool:
        """Whether this process begins no work of a queue now."""
        return self.stopping or queue_name in self.paused or self.stalled()

    def declare_queue(self, queue_name: str) -> None:
        """Declare a queue. As in the base class, but without one for delayed messages, which would have a consumer too."""
        if queue_name not in self.queues:
            self.emit_before("declare_queue", queue_name)
            self.queues.add(queue_name)
            self.emit_after("declare_queue", queue_name)

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 5000) -> ClaimingConsumer:
        """A consumer of one queue. `prefetch` is the number of threads: every queue has its own part of them.

        So no queue can keep the work of another one waiting, and work that was claimed starts at once.
        """
        long_jobs = max(1, min(prefetch // 4, LONG_JOBS_MAX))
        parts = {JOBS_QUEUE: long_jobs, PAGES_QUEUE: SLICES_AT_ONCE}
        number = self.slots[queue_name] = parts.get(queue_name, max(1, prefetch - sum(parts.values())))
        return ClaimingConsumer(self, queue_name, number)

    def enqueue(self, message: dramatiq.Message[Any], *, delay: int | None = None) -> dramatiq.Message[Any]:
        """Put a message into its queue. Delays are not supported."""
        # As in the base class, but with an id that names the job or slice: workers of the previous version read it.
        sent = message.copy(options={"redis_message_id": message.message_id})
        self.emit_before("enqueue", sent, delay)
        self.do_enqueue(sent.queue_name, sent.message_id, sent.encode())
        self.emit_after("enqueue", sent, delay)
        return sent

    def length(self, queue_name: str) -> int:
        """The number of messages that no worker has taken yet."""
        return int(self.client.llen(f"{self.namespace}:{queue_name}"))
