"""Registers the endpoints of one kind of job, crawl or batch."""

from __future__ import annotations

from api.checks.request_json import Blueprint
from api.resources.page_jobs import cancel, deliveries, delivery_retry, events, start, status
from contract.operations import Operation
from contract.results.job import BatchAck, CrawlAck


def register(blueprint: Blueprint, operation: Operation, ack: type[CrawlAck] | type[BatchAck]) -> None:
    """Add start, status, cancel, deliveries with their retry, and events of `operation` to the blueprint."""
    start.register(blueprint, operation, ack)
    status.register(blueprint, operation)
    cancel.register(blueprint, operation)
    deliveries.register(blueprint, operation)
    delivery_retry.register(blueprint, operation)
    events.register(blueprint, operation)
