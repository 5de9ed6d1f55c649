"""The metrics for Prometheus."""

from __future__ import annotations

import pytest
from flask import Flask

from api.app import create_app
from contract.environment import Environment


@pytest.fixture
def app(environment: Environment) -> Flask:
    return create_app(environment)


def test_calls_are_counted_by_route_and_status(app: Flask) -> None:
    client = app.test_client()

    client.post("/v1/web/scrape", json={"url": "https://example.com"})
    client.get("/no/such/page")

    reported = client.get("/metrics").get_data(as_text=True)
    assert 'orbweaver_calls_total{route="/v1/web/scrape",status="401"} 1.0' in reported
    assert 'orbweaver_calls_total{route="unknown",status="404"} 1.0' in reported
    assert "example.com" not in reported


def test_queue_and_workers_are_reported(app: Flask) -> None:
    reported = app.test_client().get("/metrics").get_data(as_text=True)

    assert 'orbweaver_queue_messages{queue="scrape"}' in reported
    assert "orbweaver_workers_alive" in reported and "orbweaver_slices_late_seconds" in reported
