"""What the tests use: real Postgres and Valkey, a running service, loopback sites, and a workspace per test."""

from __future__ import annotations

import gc
import ipaddress
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from sqlalchemy import Engine, text

ROOT = Path(__file__).resolve().parent.parent
# The test helpers are not an installed package, and importlib mode does not add them to the path.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from contract.environment import Environment  # noqa: E402 (after the path)
from crawler.rendering.browser import REMEDY, find  # noqa: E402
from models import schema, session  # noqa: E402
from models.accounts import credits, workspace  # noqa: E402
from orbweaver.embedded import servers  # noqa: E402
from tests import distribution, model_server, prepared_process  # noqa: E402
from tests.model_server import ModelServer  # noqa: E402
from tests.prepared_process import PreparedProcess  # noqa: E402
from tests.service import Client, Prepared, Service, environ_of  # noqa: E402
from tests.sites import site as sites  # noqa: E402
from tests.sites.origin import Origin  # noqa: E402
from tests.sites.site import Site  # noqa: E402

# Fetches from this country go through the tests' own proxy, where hosts have names.
NAMED = "AQ"
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
# The shared service believes what this peer reports about callers.
PROXY_ADDRESS = "127.0.0.2"
CREDITS = 1_000
# The same examples in each run: a new one would fail a change that it has nothing to do with.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "faults: kills, floods and flushes of a service of their own; each takes seconds"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    distribution.sort(items)


def pytest_collection_finish() -> None:
    # Tests and modules live as long as the process: collections that looked at them took a third of the time of short tests.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> distribution.SlowestFirst | None:
    if config.getvalue("dist") != "loadfile":
        return None
    return distribution.SlowestFirst(config, log)


@dataclass(frozen=True)
class Account:
    """A workspace with credits and its secret key."""

    workspace_id: UUID
    key: str


@pytest.fixture(scope="session")
def browser() -> str:
    """Path of a browser. Root (the build) can install one, so its absence is a failure there."""
    path = find(Environment())
    if path is None:
        if os.geteuid() == 0:
            pytest.fail(f"{REMEDY} Or: apt-get install chromium-headless-shell.")
        pytest.skip(REMEDY)
    return path


@pytest.fixture(scope="session")
def prepared() -> PreparedProcess:
    """Runs commands of `python -m` without the time that their imports take."""
    return prepared_process.of_crawler()


@pytest.fixture(scope="session")
def prepared_service() -> Iterator[Prepared]:
    """Starts workers and API processes without the time that their imports take."""
    made = Prepared(PreparedProcess(prepared_process.API), PreparedProcess(prepared_process.WORKER))
    yield made
    made.close()


@pytest.fixture(scope="session")
def data_dir() -> Iterator[Path]:
    """A short path (for sockets) that an unprivileged account may pass."""
    made = Path(tempfile.mkdtemp(prefix="ow", dir="/tmp"))
    if os.geteuid() == 0:
        made.chmod(0o711)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def environment(data_dir: Path) -> Iterator[Environment]:
    """Where the session's servers answer; loopback may be fetched."""
    made = Environment(data_dir=data_dir, allowed_networks=LOOPBACK)
    with servers.started(made):
        run_alone(made, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")  # This server is never killed.
        schema.migrate(made.database_url)
        yield made


@pytest.fixture(scope="session")
def database(environment: Environment) -> Iterator[Engine]:
    engine = session.create(environment.database_url, pool_size=20)
    yield engine
    engine.dispose()


def run_alone(environment: Environment, *statements: str) -> None:
    """Run statements that belong to no transaction."""
    engine = session.create(environment.database_url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def with_own_database(environment: Environment, name: str) -> Environment:
    """The same servers with a fresh, migrated database."""
    # It exists if the tests that use it are repeated after a failed start.
    run_alone(environment, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    made = replace(environment, given_database_url=environment.database_url.replace("/orbweaver?", f"/{name}?"))
    schema.migrate(made.database_url)
    return made


@pytest.fixture(scope="session")
def isolated(environment: Environment) -> Environment:
    """A database and a Redis space of their own: no worker of the session's service sees what is left lying there."""
    return replace(with_own_database(environment, "isolated"), given_redis_url=f"{environment.redis_url}?db=5")


@pytest.fixture(scope="session")
def isolated_database(isolated: Environment) -> Iterator[Engine]:
    engine = session.create(isolated.database_url, pool_size=20)
    yield engine
    engine.dispose()


@pytest.fixture
def make_account(database: Engine) -> Callable[..., Account]:
    """`make_account(credits=1000, plan="standard")`."""

    def make(amount: int = CREDITS, *, plan: str = "standard", kind: str = "secret") -> Account:
        with database.begin() as connection:
            made = workspace.create(connection, "test", plan=plan)
            if amount:
                credits.grant(connection, made, amount, key=f"first:{made}")
            key = workspace.create_key(connection, made, kind=kind)
        return Account(made, key.key)

    return make


@pytest.fixture
def account(make_account: Callable[..., Account]) -> Account:
    """A fresh workspace: rate limits, credits and private captures are nobody else's."""
    return make_account()


@pytest.fixture(scope="session")
def origin() -> Iterator[Origin]:
    """The loopback sites."""
    with Origin() as started:
        yield started


@pytest.fixture(scope="session")
def started_model(origin: Origin) -> Iterator[ModelServer]:
    """The stand-in model."""
    with model_server.opened(origin.loop) as started:
        yield started


@pytest.fixture
def model(started_model: ModelServer) -> ModelServer:
    """The stand-in model, which behaves and has received no calls."""
    started_model.behave("right")
    return started_model


@pytest.fixture
def make_site(origin: Origin) -> Iterator[Callable[[], Site]]:
    """`make_site()`: an empty site that nobody has been to."""
    with ExitStack() as opened:
        yield lambda: opened.enter_context(sites.opened(origin.loop))


@pytest.fixture
def site(make_site: Callable[[], Site]) -> Site:
    """One such site."""
    return make_site()


@pytest.fixture(scope="session")
def named_hosts(origin: Origin) -> Iterator[Site]:
    """Hosts with names, for fetches with the location `NAMED`."""
    with sites.opened(origin.loop) as made:
        yield made


@pytest.fixture(scope="session")
def service(
    environment: Environment, data_dir: Path, named_hosts: Site, started_model: ModelServer, prepared_service: Prepared
) -> Iterator[Service]:
    """API and worker on the session's servers, with the stand-in model."""
    own = environ_of(
        environment, ORBWEAVER_PROXY_URL=f"{NAMED}={named_hosts.base}", ORBWEAVER_WEBHOOK_RETRY_SECONDS="1,1,1",
        ORBWEAVER_TRUSTED_PROXIES=PROXY_ADDRESS,
        **started_model.settings(),
    )  # fmt: skip
    started = Service(own, data_dir / "logs", prepared_service)
    try:
        started.start_worker()
        started.start_api()
        started.wait_until_ready()
        yield started
    finally:
        started.stop()


@pytest.fixture
def client(service: Service, account: Account) -> Client:
    """The running service as the fresh workspace sees it."""
    return Client(service.base_url, account.key)


@pytest.fixture
def unique() -> str:
    """A word that no other test uses: keeps pages apart in the cache."""
    return uuid4().hex
