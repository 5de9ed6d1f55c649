"""Scrapy's signals, without most of the work that sending them takes.

Scrapy sends about ten signals for each page. Most have no receiver, but looking for one takes 0.2 ms of a page. Looking at the
code of each receiver, to find out which arguments it takes, takes another 10 µs. Here that is done once.
"""

from __future__ import annotations

import inspect
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.signalmanager import SignalManager
from twisted.python.failure import Failure

log = logging.getLogger(__name__)

# Sent for each page. Their receivers are plain functions.
PER_PAGE = frozenset(
    (signals.response_received, signals.item_scraped, signals.item_dropped, signals.item_error, signals.spider_error)
)


class QuietSignals(SignalManager):
    """Sends only signals to which a receiver was connected through this object, as all components of Scrapy do."""

    def __init__(self, sender: Any) -> None:
        super().__init__(sender)
        self._received: set[Any] = set()
        # The receivers of signals of each page, with the names of the arguments that they take.
        self._per_page: defaultdict[Any, list[tuple[Callable[..., Any], frozenset[str]]]] = defaultdict(list)

    def connect(self, receiver: Any, signal: Any, **named: Any) -> None:
        """Connect a receiver to a signal."""
        self._received.add(signal)
        if signal in PER_PAGE:
            self._per_page[signal].append((receiver, frozenset(inspect.signature(receiver).parameters)))
        else:
            super().connect(receiver, signal, **named)

    def send_catch_log(self, signal: Any, **named: Any) -> list[tuple[Any, Any]]:
        """The receivers' results. Empty if the signal never had a receiver."""
        if signal in PER_PAGE:
            return [(receiver, _result(receiver, names, named)) for receiver, names in self._per_page[signal]]
        return super().send_catch_log(signal, **named) if signal in self._received else []

    async def send_catch_log_async(self, signal: Any, **named: Any) -> list[tuple[Any, Any]]:
        """The receivers' results."""
        if signal in PER_PAGE or signal not in self._received:
            return self.send_catch_log(signal, **named)
        return await super().send_catch_log_async(signal, **named)


def _result(receiver: Callable[..., Any], names: frozenset[str], given: dict[str, Any]) -> Any:
    """What a receiver returns. A failure if it raises: no receiver keeps a signal from the others."""
    try:
        return receiver(**{name: given[name] for name in names if name in given})
    except Exception:
        log.exception("A receiver of a signal failed: %r", receiver)
        return Failure()


def use(crawler: Crawler) -> None:
    """Let a new crawler send its signals in this way. Nothing must be connected to it yet."""
    crawler.signals = QuietSignals(crawler)
