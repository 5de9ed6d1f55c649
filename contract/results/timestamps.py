"""Times as the interface shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import overload


@overload
def timestamp(moment: datetime) -> str: ...
@overload
def timestamp(moment: None) -> None: ...
@overload
def timestamp(moment: datetime | None) -> str | None: ...
def timestamp(moment: datetime | None) -> str | None:
    """A time in UTC as ISO 8601, ending in Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None
