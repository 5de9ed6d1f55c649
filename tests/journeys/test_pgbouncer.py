"""The service behind PgBouncer in transaction mode: each transaction may run on another connection of Postgres."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg2
import pytest
import requests
from sqlalchemy import Engine, text

from contract.environment import Environment
from models import books, schema, session
from models.accounts import credits, workspace
from models.session import AdvisoryLocks
from tests.conftest import LOOPBACK
from tests.service import Client, Prepared, Service, environ_of, free_port, wait_until
from tests.sites.brands import put_company
from tests.sites.site import Site

# Fewer connections to Postgres than the processes open to PgBouncer. `migrate` needs two.
SETTINGS = """
[databases]
* = host={sockets} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
admin_users = postgres
pool_mode = transaction
default_pool_size = 3
max_client_conn = 300
server_check_delay = 5
"""
DATABASE = "bounced"


@pytest.fixture(scope="module")
def pgbouncer(environment: Environment, data_dir: Path) -> Iterator[Environment]:
    """A fresh, migrated database that is reached through PgBouncer only."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed (Debian: apt-get install pgbouncer)")
    settings, port = data_dir / "pgbouncer.ini", free_port()
    settings.write_text(SETTINGS.format(sockets=environment.run_dir, port=port))
    settings.chmod(0o644)
    # It refuses to run as root, and only the account of Postgres can enter the folder of its socket.
    owner = environment.run_dir.stat()
    account = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    with (data_dir / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen([program, str(settings)], stdout=log, stderr=log, **account)  # type: ignore[call-overload]
    plain = session.create(environment.database_url)
    with plain.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {DATABASE}"))
    plain.dispose()
    url = f"postgresql+psycopg2://postgres@127.0.0.1:{port}/{DATABASE}"
    try:
        wait_until(lambda: _administered(port, "SHOW VERSION"), seconds=90, what="PgBouncer")
        schema.migrate(url)
        # Connections that were opened before the first migration do not have the role's limits.
        assert _administered(port, "RECONNECT")
        yield replace(
            environment, given_database_url=url, given_redis_url=f"{environment.redis_url}?db=7",
            allowed_networks=LOOPBACK,
        )  # fmt: skip
    finally:
        process.terminate()
        process.wait(10)


def _administered(port: int, command: str) -> bool:
    """Whether PgBouncer carried out a command of its console."""
    try:
        console = psycopg2.connect(host="127.0.0.1", port=port, user="postgres", dbname="pgbouncer")
    except psycopg2.OperationalError:
        return False
    console.autocommit = True
    console.cursor().execute(command)
    console.close()
    return True


@pytest.fixture(scope="module")
def bounced(pgbouncer: Environment) -> Iterator[Engine]:
    engine = session.create(pgbouncer.database_url, pool_size=20)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def client(pgbouncer: Environment, bounced: Engine, data_dir: Path, prepared_service: Prepared) -> Iterator[Client]:
    service = Service(environ_of(pgbouncer), data_dir / "bounced", prepared_service)
    try:
        service.start_worker()
        service.start_api()
        service.wait_until_ready()
        with bounced.begin() as connection:
            payer = workspace.create(connection, "bounced")
            credits.grant(connection, payer, 100, key="first")
            key = workspace.create_key(connection, payer).key
        yield Client(service.base_url, key)
    finally:
        service.stop()


def test_service_works(client: Client, bounced: Engine, make_site: Callable[[], Site]) -> None:
    """Scrapes at the same time, a crawl with its claims, and a batch."""
    site = make_site()
    site.tree(30)

    with ThreadPoolExecutor(12) as pool:
        scraped = list(pool.map(lambda number: client.try_scrape(site.url(f"/p{number}")), range(1, 13)))
    crawl = client.run("crawl", url=site.url("/"), limit=25)
    batch = client.run("batch", urls=[site.url("/p2"), site.url("/p3")])

    assert {answer.status_code for answer in scraped} == {200}
    assert (crawl["status"], crawl["completed"]) == ("completed", 25)
    assert (batch["status"], batch["completed"]) == ("completed", 2)
    with bounced.connect() as connection:
        assert books.drift(connection) == []


def test_revoked_key_serves_no_logo(client: Client, bounced: Engine, make_site: Callable[[], Site]) -> None:
    """Notices of Postgres do not arrive through a pooler in transaction mode, so each request checks its key."""
    site = make_site()
    put_company(site)
    with bounced.begin() as connection:
        owner = workspace.create(connection, "logos")
        kept, revoked = (workspace.create_key(connection, owner) for _ in range(2))
    address = f"{client.base_url}/v1/web/logo/{quote(site.base, safe='')}"

    def statuses() -> list[int]:
        headers = [{"X-API-Key": key.key} for key in (kept, revoked)]
        return [requests.get(address, headers=one, timeout=30).status_code for one in headers]

    for _ in range(3):
        assert statuses() == [200, 200]
    with bounced.begin() as connection:
        workspace.revoke_key(connection, revoked.id)

    assert statuses() == [200, 401]
    with bounced.begin() as connection:
        workspace.set_suspended(connection, owner, True)
    assert statuses() == [403, 401]


def test_limits_of_postgres_hold_for_every_connection(bounced: Engine) -> None:
    held = [bounced.connect() for _ in range(3)]
    for connection in held:
        shown = [connection.execute(text(f"SHOW {name}")).scalar_one() for name in ("statement_timeout", "timezone")]
        assert shown == ["30s", "UTC"]
    for connection in held:
        connection.close()


def test_nothing_of_one_transaction_is_left_for_the_next(pgbouncer: Environment, bounced: Engine) -> None:
    """Connections are shared: a lock or a setting of a session would reach other processes."""
    schema.migrate(pgbouncer.database_url)

    with bounced.connect() as connection:
        locks = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :key")
        assert connection.execute(locks, {"key": AdvisoryLocks.MIGRATION}).scalar_one() == 0
        prepared = connection.execute(text("SELECT count(*) FROM pg_prepared_statements")).scalar_one()
        assert prepared == 0
