"""`/metrics` for Prometheus: calls with status and duration, and the state of queue, jobs and workers.

The registry belongs to the application, so that tests do not share counters. Labels are routes, never URLs or workspaces.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import redis
from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from api.monitoring.queue_metrics import QueueState
from api.monitoring.remembered import Remembered
from api.state import State
from models import worker
from models.jobs import open_jobs
from models.schedule import lost_slice

REMEMBERED_SECONDS = 1.0
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90)


class JobMetrics(Collector):
    """Queue, jobs and workers, read at each scrape. A metric is omitted when its source is not reachable."""

    def __init__(self, shared: State) -> None:
        self._shared = shared

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            waiting = GaugeMetricFamily("orbweaver_queue_messages", "Messages waiting in the queue.", labels=["queue"])
            for queue, length in self._shared.mailbox.waiting().items():
                waiting.add_metric([queue], length)
            yield waiting
        except redis.RedisError:
            pass
        try:
            with self._shared.database.connect() as connection:
                jobs_now, workers = open_jobs.count_open(connection), len(worker.list_live(connection))
                slices = lost_slice.count(connection)
        except SQLAlchemyError:
            return
        jobs = GaugeMetricFamily("orbweaver_jobs_open", "Jobs that have not ended.", labels=["operation", "status"])
        oldest = GaugeMetricFamily(
            "orbweaver_jobs_oldest_seconds",
            "Age of the oldest job that has not ended, in seconds.",
            labels=["operation", "status"],
        )
        for operation, status, number, age in jobs_now:
            jobs.add_metric([operation, status], number)
            oldest.add_metric([operation, status], age)
        yield from (jobs, oldest, *_of_slices(slices))
        yield GaugeMetricFamily("orbweaver_workers_alive", "Worker processes with a recent heartbeat.", value=workers)


def _of_slices(slices: Iterable[lost_slice.SliceCount]) -> Iterator[GaugeMetricFamily]:
    numbers = GaugeMetricFamily("orbweaver_slices", "Slices of crawls and batches.", labels=["status"])
    late = GaugeMetricFamily(
        "orbweaver_slices_late_seconds",
        "How long the longest slice has been due or posted, in seconds.",
        labels=["status"],
    )
    for status, number, seconds in slices:
        numbers.add_metric([status], number)
        late.add_metric([status], seconds)
    yield from (numbers, late)


def install(app: Flask, shared: State, registry: CollectorRegistry) -> None:
    """Count every call and register `/metrics`."""
    registry.register(JobMetrics(shared))
    registry.register(QueueState(shared))
    waiting = Gauge("orbweaver_waiting_calls", "Calls that wait for a job.", registry=registry)
    waiting.set_function(lambda: len(shared.waiting))
    calls = Counter("orbweaver_calls", "API calls.", ["route", "status"], registry=registry)
    seconds = Histogram(
        "orbweaver_call_seconds", "Duration of API calls in seconds.", ["route"], buckets=SECONDS, registry=registry
    )

    @app.before_request
    def begin() -> None:
        g.started_at = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        if "waiting" in g:
            return response  # Counted when it is answered.
        route = request.url_rule.rule if request.url_rule else "unknown"
        calls.labels(route, str(response.status_code)).inc()
        if "started_at" in g:
            seconds.labels(route).observe(time.perf_counter() - g.started_at)
        return response

    shown = Remembered(REMEMBERED_SECONDS, lambda: generate_latest(registry))

    @app.get("/metrics")
    def metrics() -> Response:
        return Response(shown(), content_type=CONTENT_TYPE_LATEST)
