"""Access to the service's database, for commands that read or change it directly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from contract.environment import Environment
from contract.errors import ServiceUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Id(click.ParamType):
    """A UUID argument."""

    name = "id"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> UUID:
        try:
            return UUID(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a valid id.", param, ctx)


@contextmanager
def transaction() -> Iterator[Connection]:
    """A transaction on the service's database.

    Raises:
        ServiceUnavailable: the database is not reachable, or has no schema.
    """
    with _engine() as engine, engine.begin() as connection:
        yield connection


@contextmanager
def transactions() -> Iterator[Callable[[Callable[[Connection], Any]], Any]]:
    """Runs functions, each in its own transaction on the service's database, and returns their results.

    Raises:
        ServiceUnavailable: the database is not reachable, or has no schema.
    """
    from models import session

    with _engine() as engine:
        yield partial(session.transact, engine)


@contextmanager
def _engine() -> Iterator[Engine]:
    from sqlalchemy.exc import OperationalError, ProgrammingError

    from models import session

    engine = session.create(Environment.read().database_url, pool_size=1)
    try:
        yield engine
    except OperationalError as error:
        raise ServiceUnavailable("Postgres is not reachable. Start `orbweaver up`, or check DATABASE_URL.") from error
    except ProgrammingError as error:
        raise ServiceUnavailable("The database has no schema. Run `orbweaver migrate`.") from error
    finally:
        engine.dispose()
