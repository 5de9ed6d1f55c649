"""Does what operators ask for (`models/queues/intervention.py`), and sends the messages that this needs after its commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from sqlalchemy import Connection

from contract.errors import InsufficientCredits, InvalidRequest, NotFound
from models.base import LAST_ID
from models.queues import intervention, retry_all
from models.queues.intervention import Intervention
from workers.mailbox import Mailbox

# Why work cannot be retried or cancelled.
REFUSALS = (InvalidRequest, InsufficientCredits, NotFound)
JOBS_PER_BATCH, DELIVERIES_PER_BATCH = 50, 500
# Runs a function in a transaction and returns its result.
Transact = Callable[[Callable[[Connection], Any]], Any]


def send(mailbox: Mailbox, done: Intervention) -> None:
    """Send the messages and announcements. While Redis is unavailable, workers find the work in Postgres."""
    for one in done.jobs:
        mailbox.submit(one.id, one.queue)
    mailbox.post(done.slices)
    for job_id in done.ended:
        mailbox.announce(job_id)
    for job_id in done.cancelled:
        mailbox.announce_cancelled(job_id)


@dataclass(frozen=True)
class Retried:
    """How many dead letters were retried. `refused` are jobs that could not. `has_more` if the time was up before the end."""

    jobs: int
    deliveries: int
    refused: int
    has_more: bool


def retry_dead_letters(transact: Transact, mailbox: Mailbox, actor: str, *, seconds: float | None = None) -> Retried:
    """Retry every dead letter once, in batches. With `seconds`, no batch begins after this time."""
    deadline = None if seconds is None else time.monotonic() + seconds
    retried = {"jobs": 0, "deliveries": 0, "refused": 0}
    has_more = False
    for kind, number in chain(_deliveries(transact, actor), _jobs(transact, mailbox, actor)):
        retried[kind] += number
        if deadline is not None and time.monotonic() > deadline:
            has_more = True
            break
    return Retried(**retried, has_more=has_more)


def _deliveries(transact: Transact, actor: str) -> Iterator[tuple[str, int]]:
    before = LAST_ID
    while True:
        work = partial(retry_all.retry_deliveries, before=before, most=DELIVERIES_PER_BATCH, actor=actor)
        ids = transact(work)
        yield "deliveries", len(ids)
        if not ids:
            return
        before = ids[-1]


def _jobs(transact: Transact, mailbox: Mailbox, actor: str) -> Iterator[tuple[str, int]]:
    position = transact(retry_all.start)
    while jobs := transact(partial(retry_all.list_jobs, after=position, most=JOBS_PER_BATCH)):
        for job in jobs:
            try:
                done = transact(partial(intervention.retry, work_id=job.id, actor=actor))
            except REFUSALS:
                yield "refused", 1
                continue
            send(mailbox, done)
            yield "jobs", 1
        position = jobs[-1]
