"""Schedules in words, such as `every 30 minutes` or `daily at 9:00`, as schedules of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from api.firecrawl.failures import bad_request
from contract.fields.schedule import DEFAULT_TIME_ZONE

_MINUTES = {"minute": 1, "hour": 60, "day": 1_440, "week": 10_080}
_DAY, _WEEK = _MINUTES["day"], _MINUTES["week"]
_EVERY = re.compile(r"(?:every|each) (?:(\d{1,5}) ?)?(min|minute|hour|day|week)s?")
_AT = re.compile(r"(.+?),? at (\d{1,2})(?::(\d\d))? ?(am|pm)?")
_ONE_WORD = {"hourly": "every hour", "daily": "every day", "weekly": "every week"}
_WEEKDAYS = {"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}
_WEEKDAY = re.compile(
    r"(?:weekly on |every |each |on )?(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?s?"
)
_WORKDAYS = re.compile(r"(?:every |each |on )?(?:weekday|workday)s?")
_HELP = "is not understood. Use cron, or words such as: every 30 minutes, hourly, daily at 9:00, every monday at 8am"


def schedule_of(text: str) -> dict[str, Any]:
    """The member `cron` or `everyMinutes` of our schedule.

    Raises:
        Refused: the text is not understood.
    """
    words = " ".join(text.lower().split())
    at = _AT.fullmatch(words)
    head, (hour, minute) = (at[1], _time(at, text)) if at else (words, (0, 0))
    head = _ONE_WORD.get(head, head)
    if (every := _EVERY.fullmatch(head)) is not None:
        minutes = int(every[1] or 1) * _MINUTES["minute" if every[2] == "min" else every[2]]
        if at is None:
            return of_interval(minutes)
        days = {_DAY: "*", _WEEK: "0"}.get(minutes)
    elif (weekday := _WEEKDAY.fullmatch(head)) is not None:
        days = str(_WEEKDAYS[weekday[1]])
    elif _WORKDAYS.fullmatch(head):
        days = "1-5"
    else:
        days = {"monthly": "", "every month": ""}.get(head)
    if days is None:
        raise bad_request("schedule", f"text {text[:60]!r} {_HELP}")
    return {"cron": f"{minute} {hour} * * {days}" if days else f"{minute} {hour} 1 * *"}


def _time(at: re.Match[str], text: str) -> tuple[int, int]:
    hour, minute, half = int(at[2]), int(at[3] or 0), at[4]
    if hour > (12 if half else 23) or minute > 59 or (half and hour == 0):
        raise bad_request("schedule", f"text {text[:60]!r} {_HELP}")
    return (hour % 12 + (12 if half == "pm" else 0) if half else hour), minute


def of_interval(minutes: int) -> dict[str, Any]:
    """A schedule at an interval: as a cron expression, because Firecrawl shows one, if there is one for it."""
    if 0 < minutes < 60 and 60 % minutes == 0:
        return {"cron": f"*/{minutes} * * * *" if minutes > 1 else "* * * * *"}
    if minutes % 60 == 0 and 0 < minutes < _DAY and 24 % (minutes // 60) == 0:
        return {"cron": f"0 */{minutes // 60} * * *" if minutes > 60 else "0 * * * *"}
    if minutes in (_DAY, _WEEK):
        return {"cron": "0 0 * * *" if minutes == _DAY else "0 0 * * 0"}
    return {"everyMinutes": minutes}


def shown(schedule: Mapping[str, Any]) -> dict[str, Any]:
    """A schedule of ours as Firecrawl shows it. An interval that no cron expression has is shown in words."""
    minutes = int(schedule.get("everyMinutes") or 0)
    cron = schedule.get("cron") or of_interval(minutes).get("cron")
    words = {} if cron else {"text": f"every {minutes} minutes"}
    return {"cron": cron, **words, "timezone": schedule.get("timeZone", DEFAULT_TIME_ZONE)}
