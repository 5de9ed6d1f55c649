"""A database that no worker looks into, and one with nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from sqlalchemy import Engine, text

from contract.environment import Environment


@pytest.fixture(scope="session")
def database(isolated_database: Engine) -> Engine:
    return isolated_database


@pytest.fixture
def empty_database(environment: Environment, database: Engine) -> Iterator[str]:
    """The URL of a fresh database on the session's server."""
    name = f"empty_{uuid4().hex}"
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield environment.database_url.replace("/orbweaver?", f"/{name}?")
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
