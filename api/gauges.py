"""Counts of connections and requests in this process, for `/metrics`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge


class Gauges:
    """`listening` is the number of open event streams. `refused` counts requests that reached no view, by reason."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.listening = 0
        self.refused = Counter(
            "orbweaver_refused",
            "Requests that were rejected before they were processed, by reason.",
            ["reason"],
            registry=registry,
        )
        listening = Gauge("orbweaver_listeners", "Open event streams.", registry=registry)
        listening.set_function(lambda: self.listening)
