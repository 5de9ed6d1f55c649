"""The state of all queues at one moment, for operators: from Redis the messages, from Postgres everything else.

The command line, the console and `/metrics` use it. Its cost does not grow with the number of finished jobs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import redis
from sqlalchemy import Connection

from contract.queues import MESSAGE_QUEUES, QUEUES, WEBHOOKS_QUEUE
from models import worker
from models.queues import backlog, dead_letter, pause, running
from models.queues.dead_letter import DeadLetter
from models.queues.pause import Pause
from models.queues.running import Running
from models.schedule import lost_slice
from models.worker import LiveWorker
from workers.queue import WakefulBroker


class Depth(NamedTuple):
    """Messages of a queue in Redis: those that wait, the age of the oldest, and those whose actor raised an error."""

    waiting: int
    oldest_seconds: float | None
    rejected: int


@dataclass(frozen=True, kw_only=True)
class Queue:
    """One queue.

    `messages` wait in Redis; None while Redis is unavailable. `posted` should have one: for webhooks, that are events which
    are due. `delayed` has none yet. `oldest_seconds` is the age of the oldest work that waits for a worker. `per_minute` is
    what the live workers ended, on average over 5 minutes. `places` are those of the live workers.
    """

    name: str
    pause: Pause | None
    messages: int | None
    posted: int
    delayed: int
    oldest_seconds: float | None
    running: int
    places: int
    per_minute: float
    dead_letters: int
    rejected_messages: int | None


@dataclass(frozen=True, kw_only=True)
class Overview:
    """All queues, and what belongs to them."""

    redis_available: bool
    queues: Sequence[Queue]
    jobs: Sequence[Running]
    slices: Sequence[lost_slice.SliceCount]
    workers: Sequence[LiveWorker]
    dead_letters: Sequence[DeadLetter]


def depths(broker: WakefulBroker) -> dict[str, Depth] | None:
    """The messages by queue, or None while Redis is unavailable."""
    try:
        return {queue: _depth(broker, queue) for queue in MESSAGE_QUEUES}
    except redis.RedisError:
        return None


def _depth(broker: WakefulBroker, queue: str) -> Depth:
    key = f"{broker.namespace}:{queue}"
    with broker.client.pipeline(transaction=False) as pipe:
        pipe.llen(key)
        pipe.lindex(key, 0)  # New messages are added at the other end.
        pipe.zcard(f"{key}.XQ")
        waiting, first, rejected = pipe.execute()
    found: Any = None if first is None else broker.client.hget(f"{key}.msgs", first)
    return Depth(waiting, None if found is None else _age_of(found), rejected)


def _age_of(message: bytes) -> float:
    return max(0.0, time.time() - json.loads(message)["message_timestamp"] / 1000)


def read_queues(
    connection: Connection, messages: Mapping[str, Depth] | None, workers: Sequence[LiveWorker]
) -> list[Queue]:
    """Every queue. `messages` is the result of `depths`, which is read before, outside the transaction."""
    found, dead = backlog.read(connection), dead_letter.count(connection)
    pauses = {one.queue: one for one in pause.list_pauses(connection)}
    return [
        _queue(name, found[name], None if messages is None else messages.get(name), workers, pauses.get(name), dead)
        for name in QUEUES
    ]


def _queue(
    name: str, found: backlog.Backlog, depth: Depth | None, workers: Sequence[LiveWorker], paused: Pause | None,
    dead: Mapping[str, int],
) -> Queue:  # fmt: skip
    ages = [age for age in (found.oldest_seconds, depth.oldest_seconds if depth else None) if age is not None]
    return Queue(
        name=name,
        pause=paused,
        messages=depth.waiting if depth else None,
        posted=found.posted,
        delayed=found.delayed,
        oldest_seconds=max(ages, default=None),
        running=sum(one.number("running", name) for one in workers) if name == WEBHOOKS_QUEUE else found.running,
        places=sum(one.number("places", name) for one in workers),
        per_minute=round(sum(one.fraction("perMinute", name) for one in workers), 1),
        dead_letters=dead.get(name, 0),
        rejected_messages=depth.rejected if depth else None,
    )


def read(connection: Connection, messages: Mapping[str, Depth] | None) -> Overview:
    """The whole overview. `messages` is the result of `depths`."""
    workers = worker.list_live(connection)
    return Overview(
        redis_available=messages is not None,
        queues=read_queues(connection, messages, workers),
        jobs=running.list_running(connection),
        slices=lost_slice.count(connection),
        workers=workers,
        dead_letters=dead_letter.list_newest(connection),
    )


def as_record(overview: Overview) -> dict[str, Any]:
    """The overview as JSON."""
    return {
        "redisAvailable": overview.redis_available,
        "queues": [_queue_record(one) for one in overview.queues],
        "jobs": [_fields(one._asdict()) for one in overview.jobs],
        "slices": [_fields(one._asdict()) for one in overview.slices],
        "workers": [_worker_record(one) for one in overview.workers],
        "deadLetters": [_fields(one._asdict()) for one in overview.dead_letters],
    }


def _queue_record(queue: Queue) -> dict[str, Any]:
    paused = queue.pause
    names = (
        "name", "messages", "posted", "delayed", "oldest_seconds", "running", "places", "per_minute", "dead_letters",
        "rejected_messages",
    )  # fmt: skip
    return {
        **_fields({name: getattr(queue, name) for name in names}),
        "paused": paused is not None,
        "pausedBy": paused.paused_by if paused else None,
        "pausedAt": paused.paused_at.isoformat() if paused else None,
    }


def _worker_record(one: LiveWorker) -> dict[str, Any]:
    return {"id": one.id, "startedAt": one.started_at.isoformat(), "beatSeconds": one.beat_seconds, **one.about}


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Names in camel case, values as JSON."""
    return {_camel(name): _value(value) for name, value in values.items()}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


def _value(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 1)
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, (str, int, bool)) or value is None else str(value)
