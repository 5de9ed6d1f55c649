"""Statements that go to Postgres together: one round trip and one transaction for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, Connection, CursorResult, Executable, TextClause, bindparam, text
from sqlalchemy.dialects.postgresql.psycopg2 import PGDialect_psycopg2

_NAMED = PGDialect_psycopg2(paramstyle="named")
_PARAMETER = re.compile(r"(?<!:):(\w+)")


class Together:
    """Statements that are built once. Parameters of one name have the same value in all of them.

    They run in their order, and each sees what other transactions have committed before it began. So a statement that follows
    a lock sees what the lock protects, as in a transaction of several round trips. Only the rows of the last one are returned.
    """

    def __init__(self, *statements: Executable) -> None:
        self._parameters: dict[str, BindParameter[Any]] = {}
        parts = [self._written(statement, number) for number, statement in enumerate(statements)]
        self._text: TextClause = text(";\n".join(parts)).bindparams(*self._parameters.values())

    def run(self, connection: Connection, values: Mapping[str, object]) -> CursorResult[Any]:
        """The rows of the last statement. On a connection without a transaction, all are committed before this returns."""
        return connection.execute(self._text, dict(values))

    def _written(self, statement: Executable, number: int) -> str:
        compiled = statement.compile(dialect=_NAMED)  # type: ignore[attr-defined]
        names = {}
        for parameter, name in compiled.bind_names.items():
            # Constants in a statement get names from SQLAlchemy, which are the same in another statement.
            names[name] = f"{name}_in_{number}" if parameter.unique else name
            own = {"value": parameter.value} if parameter.unique else {}
            self._parameters[names[name]] = bindparam(names[name], type_=parameter.type, **own)
        # The blank separates a name from a cast, `::`, which `text` would not recognise.
        return _PARAMETER.sub(lambda found: f":{names[found[1]]} ", compiled.string)
