"""A service that sends its traces to a receiver in the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine

from contract.environment import Environment
from models import session
from models.accounts import credits, workspace
from tests import trace_receiver
from tests.conftest import with_own_database
from tests.model_server import ModelServer
from tests.service import Client, Prepared, Process, Service, environ_of
from tests.trace_receiver import TraceReceiver


@pytest.fixture(scope="module")
def own(environment: Environment) -> Environment:
    return replace(with_own_database(environment, "traced"), given_redis_url=f"{environment.redis_url}?db=8")


@pytest.fixture(scope="module")
def own_database(own: Environment) -> Iterator[Engine]:
    engine = session.create(own.database_url)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def receiver() -> Iterator[TraceReceiver]:
    with trace_receiver.opened() as made:
        yield made


@pytest.fixture(scope="module")
def started(
    own: Environment,
    receiver: TraceReceiver,
    started_model: ModelServer,
    data_dir: Path,
    prepared_service: Prepared,
) -> Iterator[tuple[Service, Process]]:
    """API and worker with traces, and the worker's process."""
    settings = started_model.settings(OTEL_EXPORTER_OTLP_ENDPOINT=receiver.url, OTEL_BSP_SCHEDULE_DELAY="100")
    made = Service(environ_of(own, ORBWEAVER_LOG_FORMAT="json", **settings), data_dir / "traced", prepared_service)
    try:
        worker = made.start_worker()
        made.start_api()
        made.wait_until_ready()
        yield made, worker
    finally:
        made.stop()


@pytest.fixture(scope="module")
def traced(started: tuple[Service, Process]) -> Service:
    """API and worker with traces."""
    return started[0]


@pytest.fixture
def make_client(traced: Service, own_database: Engine) -> Callable[[int], Client]:
    """`make_client(credits)`: a client of a workspace of its own."""

    def make(granted: int) -> Client:
        with own_database.begin() as connection:
            me = workspace.create(connection, "traces")
            credits.grant(connection, me, granted, key=f"first:{me}")
            key = workspace.create_key(connection, me).key
        return Client(traced.base_url, key)

    return make


@pytest.fixture
def client(make_client: Callable[[int], Client]) -> Client:
    return make_client(1_000)
