"""The text of `orbweaver queues`: tables of queues, jobs, workers and dead letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from api.console.formats import duration, megabytes
from contract.queues import PAGES_QUEUE, QUEUES, WEBHOOKS_QUEUE
from models.queues.dead_letter import DeadLetter
from models.queues.running import Running
from models.worker import LiveWorker
from workers.overview import Overview, Queue

QUEUE_HEAD = ("QUEUE", "MESSAGES", "POSTED", "DELAYED", "OLDEST", "RUNNING", "PLACES", "PER MINUTE", "DEAD", "STATE")
JOB_HEAD = ("JOB", "OPERATION", "AGE", "ATTEMPT", "LEASE", "PROGRESS", "WORKER")
WORKER_HEAD = ("WORKER", "HEARTBEAT", *map(str.upper, QUEUES), "BROWSER", "MEMORY")
DEAD_HEAD = ("DEAD LETTER", "QUEUE", "OPERATION", "ATTEMPTS", "FAILED AT (UTC)", "ERROR")
ERROR_MAX = 80


def overview_text(overview: Overview) -> str:
    """All tables. A table without rows is left out, except that of the queues and of the workers."""
    parts = [table(QUEUE_HEAD, map(_queue_row, overview.queues))]
    if not overview.redis_available:
        parts.append("Redis is not reachable: the number of messages is unknown.")
    if overview.jobs:
        parts.append(table(JOB_HEAD, map(_job_row, overview.jobs)))
    parts.append(table(WORKER_HEAD, map(_worker_row, overview.workers)) if overview.workers else "No worker is alive.")
    if overview.dead_letters:
        parts.append(table(DEAD_HEAD, map(_dead_row, overview.dead_letters)))
    return "\n\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows in aligned columns under a heading."""
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
    return "\n".join(line.rstrip() for line in padded)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _queue_row(queue: Queue) -> tuple[str, ...]:
    messages = "-" if queue.name == WEBHOOKS_QUEUE else _number(queue.messages)
    state = f"paused by {queue.pause.paused_by}" if queue.pause else "running"
    return (
        queue.name, messages, str(queue.posted), str(queue.delayed), duration(queue.oldest_seconds), str(queue.running),
        str(queue.places), f"{queue.per_minute:g}", str(queue.dead_letters), state,
    )  # fmt: skip


def _job_row(job: Running) -> tuple[str, ...]:
    progress = (
        f"{job.done}/{job.total} pages, {job.running} running, {job.slices} slices" if job.queue == PAGES_QUEUE else "-"
    )
    attempt = "-" if job.attempt is None else str(job.attempt)
    return (
        str(job.id), job.operation, duration(job.age_seconds), attempt, duration(job.lease_seconds), progress,
        job.owner or "-",
    )  # fmt: skip


def _worker_row(worker: LiveWorker) -> tuple[str, ...]:
    used = [f"{worker.number('running', name)}/{worker.number('places', name)}" for name in QUEUES]
    browser = worker.about.get("browserState") or {}
    shown = f"{browser.get('status', '?')}, {browser.get('openPages', 0)} pages"
    memory = sum((worker.about.get("memoryBytes") or {}).values())
    return worker.id, f"{duration(worker.beat_seconds)} ago", *used, shown, megabytes(memory)


def _dead_row(letter: DeadLetter) -> tuple[str, ...]:
    error = " ".join((letter.error or "").split())[:ERROR_MAX]
    return (
        str(letter.id), letter.queue, letter.operation, str(letter.attempts), f"{letter.failed_at:%Y-%m-%d %H:%M}", error,
    )  # fmt: skip
