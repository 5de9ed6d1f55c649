"""Metrics of the queues and of the live workers, read at each scrape of `/metrics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from api.state import State
from models import worker
from models.worker import LiveWorker
from workers import overview
from workers.overview import Queue

# Name, description, and the value of a queue. A queue without a value has no sample.
OF_QUEUES: tuple[tuple[str, str, Callable[[Queue], float | None]], ...] = (
    ("paused", "1 while an operator has paused the queue.", lambda queue: queue.pause is not None),
    ("delayed", "Work without a message: its workspace has its share, or its time has not come.", lambda queue: queue.delayed),
    ("oldest_seconds", "Age of the oldest work that waits for a worker, in seconds.", lambda queue: queue.oldest_seconds or 0),
    ("running", "Jobs, slices or deliveries that run.", lambda queue: queue.running),
    ("places", "How many of them the live workers run at a time.", lambda queue: queue.places),
    ("ended_per_minute", "What the live workers ended per minute, on average over 5 minutes.", lambda queue: queue.per_minute),
    ("dead_letters", "Failures of the service that are not tried again, counted up to 10,000.", lambda queue: queue.dead_letters),
    ("rejected_messages", "Messages whose actor raised an error.", lambda queue: queue.rejected_messages),
)  # fmt: skip


class QueueState(Collector):
    """A metric per row of `OF_QUEUES`, and the workers' memory and browsers. None while Postgres is unavailable."""

    def __init__(self, shared: State) -> None:
        self._shared = shared

    def collect(self) -> Iterator[GaugeMetricFamily]:
        messages = overview.depths(self._shared.mailbox.broker)
        try:
            with self._shared.database.connect() as connection:
                workers = worker.list_live(connection)
                queues = overview.read_queues(connection, messages, workers)
        except SQLAlchemyError:
            return
        for name, description, value in OF_QUEUES:
            metric = GaugeMetricFamily(f"orbweaver_queue_{name}", description, labels=["queue"])
            for queue in queues:
                if (found := value(queue)) is not None:
                    metric.add_metric([queue.name], float(found))
            yield metric
        yield from _of_workers(workers)


def _of_workers(workers: Sequence[LiveWorker]) -> Iterator[GaugeMetricFamily]:
    memory = GaugeMetricFamily(
        "orbweaver_worker_memory_bytes", "Private memory of the live workers, in bytes.", labels=["kind"]
    )
    for kind in ("worker", "reading", "browser"):
        memory.add_metric([kind], sum(one.number("memoryBytes", kind) for one in workers))
    yield memory
    pages = sum(one.number("browserState", "openPages") for one in workers)
    yield GaugeMetricFamily("orbweaver_browser_pages", "Pages that are open in the workers' browsers.", value=pages)
    states = Counter((one.about.get("browserState") or {}).get("status", "unknown") for one in workers)
    browsers = GaugeMetricFamily("orbweaver_browsers", "Live workers by the state of their browser.", labels=["status"])
    for status in ("on", "off", "missing", "unknown"):
        browsers.add_metric([status], states[status])
    yield browsers
