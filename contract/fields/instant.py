"""Instants: a day, or a time with its time zone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from marshmallow import ValidationError

from contract.fields.basic import Text

# Exactly the moments of the years 1970 to 2099, so that the published pattern accepts no more than the service. In these years
# every fourth is a leap year.
_DAYS = (
    "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])"
)  # fmt: skip
_LEAP_DAYS = "(19(7[26]|8[048]|9[26])|20([02468][048]|[13579][26]))-02-29"
_DATE = f"((19[7-9][0-9]|20[0-9]{{2}})-({_DAYS})|{_LEAP_DAYS})"
_CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9]"
_PATTERN = rf"{_DATE}(T{_CLOCK}(:[0-5][0-9](\.[0-9]{{1,6}})?)?(Z|[+-]{_CLOCK}))?"
_INSTANT = re.compile(_PATTERN)
EXAMPLE = "2026-11-22T10:00:00Z"
MESSAGE = f"must be a day or a time with its time zone, such as 2026-11-22 or {EXAMPLE}"


class Instant(Text):
    """A day such as `2026-11-22`, which begins at midnight UTC, or a time such as `2026-11-22T10:00:00Z`.

    It stays text, as the Python client sends it. `parse` returns the moment.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {**self.metadata, "published": {"pattern": f"^{_PATTERN}$"}, "example": EXAMPLE}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            parse(text)
        except ValueError as error:
            raise ValidationError(MESSAGE) from error
        return text


def parse(text: str) -> datetime:
    """The moment in UTC.

    Raises:
        ValueError: the text has another form, or there is no such moment in the years 1970 to 2099.
    """
    if not _INSTANT.fullmatch(text):
        raise ValueError(MESSAGE)
    # Python 3.11 reads a fraction of 3 or 6 digits only.
    text = re.sub(r"\.\d+", lambda fraction: fraction[0].ljust(7, "0"), text)
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
