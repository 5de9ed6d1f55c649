"""When a watch checks: five cron fields, and the name of a time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice, pairwise
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError
from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import Text

# The gaps between this many times are checked. A day with a time every five minutes has 288.
_TIMES_CHECKED = 300
DEFAULT_TIME_ZONE = "UTC"
_REFERENCE = datetime(2024, 1, 1, tzinfo=UTC)


class Cron(Text):
    """Five cron fields: minute, hour, day of the month, month, day of the week."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_chars=limits.WATCH_CRON_MAX_CHARS, **kwargs)
        self.metadata = {**self.metadata, "example": "0 9 * * 1-5"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if len(text) > limits.WATCH_CRON_MAX_CHARS:
            raise ValidationError(f"must be at most {limits.WATCH_CRON_MAX_CHARS} characters long")
        if len(text.split()) != 5:
            raise ValidationError("must have five fields: minute, hour, day of the month, month, day of the week")
        try:
            times = list(islice(CronSim(text, _REFERENCE), _TIMES_CHECKED))
        except CronSimError as error:
            raise ValidationError(f"is not valid: {error}") from error
        if not times:
            raise ValidationError("has no time")
        shortest = min((later - earlier for earlier, later in pairwise(times)), default=None)
        if shortest is not None and shortest.total_seconds() < 60 * limits.WATCH_INTERVAL_MIN_MINUTES:
            raise ValidationError(f"must leave at least {limits.WATCH_INTERVAL_MIN_MINUTES} minutes between two checks")
        return " ".join(text.split())


class TimeZone(Text):
    """A time zone of the IANA database, such as `Europe/Berlin`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_chars=100, **kwargs)
        self.metadata = {**self.metadata, "example": "Europe/Berlin"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            ZoneInfo(text)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValidationError("must be a time zone of the IANA database, such as Europe/Berlin or UTC") from error
        return text
