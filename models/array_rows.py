"""Many rows as parameters of one statement, one array per column: one round trip for any number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import TableValuedAlias, bindparam, cast, column, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.types import TypeEngine


class ArrayRows:
    """The table `unnest(:name_a, :name_b) AS name(a, b)`, for a statement that is built once.

    `with_position` adds the column `position`, the row's number from 1.
    """

    def __init__(self, name: str, *, with_position: bool = False, **types: TypeEngine[Any]) -> None:
        self._parameters = [f"{name}_{key}" for key in types]
        arrays = [
            cast(bindparam(parameter), ARRAY(kind))
            for parameter, kind in zip(self._parameters, types.values(), strict=True)
        ]
        columns = [column(key, kind) for key, kind in types.items()]
        position = "position" if with_position else None
        self.table: TableValuedAlias = (
            func.unnest(*arrays).table_valued(*columns, with_ordinality=position).render_derived(name=name)
        )

    @property
    def c(self) -> ReadOnlyColumnCollection[str, Any]:
        """The columns."""
        return self.table.c

    def parameters(self, rows: Iterable[Sequence[object]]) -> dict[str, list[object]]:
        """The statement's parameters for these rows. Values are in the order of the columns."""
        columns = list(zip(*rows, strict=True)) or [()] * len(self._parameters)
        return {name: list(values) for name, values in zip(self._parameters, columns, strict=True)}
