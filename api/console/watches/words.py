"""Schedules and conditions of watches in words."""

from __future__ import annotations

from datetime import UTC, datetime

from cronsim import CronSim

from api.console import formats
from contract.options.watch import WatchCondition, WatchSchedule

# The largest first.
UNITS = (("days", 1_440), ("hours", 60), ("minutes", 1))
COMPARED = {
    "markdown": "text of the page", "selectors": "selectors", "json": "values of the schema", "status": "HTTP status",
    "title": "title", "price": "price", "screenshot": "screenshot",
}  # fmt: skip
# Each kind of condition: its title in a list, and a condition of that kind.
_CONDITIONS = {
    "contains": ("Text appears", "{field} contains “{text}”"),
    "contains_not": ("Text is gone", "{field} no longer contains “{text}”"),
    "above": ("Number rises above", "{field} rises above {number}"),
    "below": ("Number falls below", "{field} falls below {number}"),
    "increases": ("Number increases", "{field} increases{amount}"),
    "decreases": ("Number decreases", "{field} decreases{amount}"),
    "share": ("Share of the words changes", "at least {percent} of the words change"),
}
KINDS = (("", "No condition"), *((kind, title) for kind, (title, _) in _CONDITIONS.items()))


def schedule(given: WatchSchedule) -> str:
    """`Every 6 hours`; `At 09:00 on Monday through Friday, Europe/Berlin`."""
    if given.cron is not None:
        return f"{CronSim(given.cron, datetime.now(UTC)).explain()}, {given.time_zone}"
    number, unit = interval(given.every_minutes or 0)
    return f"Every {unit[:-1]}" if number == 1 else f"Every {number} {unit}"


def interval(minutes: int) -> tuple[int, str]:
    """A number of minutes in the largest unit that it is a multiple of."""
    return next((minutes // size, name) for name, size in UNITS if minutes % size == 0)


def condition(given: WatchCondition) -> str:
    """`price falls below 30`."""
    number = "" if given.number is None else f"{given.number:g}"
    amount = f" by at least {number}{'%' if given.percent else ''}" if number else ""
    _, sentence = _CONDITIONS[given.kind]
    return sentence.format(
        field=given.field, number=number, text=given.text, amount=amount, percent=f"{(given.number or 0) * 100:g}%"
    )


def results(summary: dict[str, int]) -> str:
    """The pages of a check by result: `1 changed, 4 same`."""
    return ", ".join(f"{formats.number(count)} {result}" for result, count in summary.items() if count)
