"""The allowance of logo serving: logos delivered per workspace and calendar month (UTC).

API processes count in memory and add their counts here about once a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import BigInteger, Connection, Date, ForeignKey, case, cast, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models.base import Base


class LogoUse(Base):
    """The logos that a workspace was delivered in one cycle. `exceeded_at` is when the allowance was used up."""

    __tablename__ = "logo_use"

    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), primary_key=True)
    cycle: Mapped[date] = mapped_column(Date, primary_key=True)
    delivered: Mapped[int] = mapped_column(BigInteger)
    exceeded_at: Mapped[datetime | None]


class Use(NamedTuple):
    """The use of a workspace in the current cycle. `exceeded_seconds` counts from the end of the allowance."""

    delivered: int
    exceeded_seconds: float | None


_cycle = cast(func.date_trunc("month", func.now()), Date)
_exceeded_seconds = func.extract("epoch", func.now() - LogoUse.exceeded_at)


def add(connection: Connection, counts: Mapping[UUID, int]) -> dict[UUID, Use]:
    """Add delivered logos per workspace, also 0, and return each workspace's use."""
    if not counts:
        return {}
    rows = [
        {
            LogoUse.workspace_id: key, LogoUse.cycle: _cycle, LogoUse.delivered: counts[key],
            LogoUse.exceeded_at: func.now() if counts[key] >= limits.LOGO_ALLOWANCE else None,
        }
        for key in sorted(counts)
    ]  # fmt: skip
    statement = insert(LogoUse).values(rows)
    total = LogoUse.delivered + statement.excluded.delivered
    used_up = func.coalesce(LogoUse.exceeded_at, case((total >= limits.LOGO_ALLOWANCE, func.now())))
    statement = statement.on_conflict_do_update(
        index_elements=[LogoUse.workspace_id, LogoUse.cycle],
        set_={LogoUse.delivered: total, LogoUse.exceeded_at: used_up},
    )
    found = connection.execute(statement.returning(LogoUse.workspace_id, LogoUse.delivered, _exceeded_seconds))
    return {key: _use(delivered, seconds) for key, delivered, seconds in found}


def current(connection: Connection, workspace_id: UUID) -> Use:
    """The use of a workspace in the current cycle. Counts of the last second may be missing."""
    of_cycle = (LogoUse.workspace_id == workspace_id, LogoUse.cycle == _cycle)
    row = connection.execute(select(LogoUse.delivered, _exceeded_seconds).where(*of_cycle)).one_or_none()
    return _use(0, None) if row is None else _use(*row)


def _use(delivered: int, exceeded_seconds: Any) -> Use:
    return Use(delivered, None if exceeded_seconds is None else float(exceeded_seconds))


def cycle_end(now: datetime) -> datetime:
    """When the current cycle ends: the first of the next month, UTC."""
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1)
