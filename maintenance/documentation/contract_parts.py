"""Parts about the whole service: error codes, prices, limits, rate limits, settings and MCP tools."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from api.asgi.mcp.tools import TOOLS
from api.ratelimit import PER_MINUTE
from contract import limits
from contract.environment import Environment
from contract.errors import CODES, ServiceError
from contract.operations import OPERATIONS, offered
from maintenance.documentation.limit_meanings import GROUPS
from maintenance.documentation.markdown_table import code, table

# A group of `api.ratelimit` -> the calls in it.
RATE_GROUPS = {
    "scrape": "calls that fetch a page, and lookups",
    "start": "new crawls and batches",
    "cancel": "cancelled jobs",
    "retry": "retried webhook deliveries",
    "status": "reads of a status, of lists and of the account",
}
_UNITS = {"_MS": "ms", "_BYTES": "bytes", "_CHARS": "characters", "_DIGITS": "digits", "_TOKENS": "tokens"}
_SPANS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def error_codes() -> str:
    """Every error class: its status, its code and when it is returned."""
    rows = sorted((str(each.status), code(each.code), _first_paragraph(each)) for each in _errors(ServiceError))
    return table(("Status", "Code", "When"), rows)


def _errors(cls: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for below in cls.__subclasses__():
        if below.__module__ == ServiceError.__module__ and below.code in CODES:
            yield below
            yield from _errors(below)


def _first_paragraph(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n\n")[0]


def price_list(*names: str) -> str:
    """The prices of these operations, or of all that callers can start."""
    priced = [OPERATIONS[name] for name in names] or offered()
    return table(("Operation", "Credits"), [(code(each.name), f"{each.credits} {each.unit}") for each in priced])


def limit_list(group: str) -> str:
    """The limits of a group."""
    rows = [(row.subject, limit_value(row.names)) for row in GROUPS[group]]
    return table(("What", "Limit"), rows)


def limit_value(names: tuple[str, ...]) -> str:
    """A limit with its unit, or a lower and an upper limit."""
    values = [getattr(limits, name) for name in names]
    if names[-1].endswith("_SECONDS"):
        return _span(values[-1])
    text = " to ".join(f"{value:,}" for value in values)
    unit = next((unit for ending, unit in _UNITS.items() if names[-1].endswith(ending)), "")
    return f"{text} {unit}".strip()


def _span(seconds: float) -> str:
    for size, name in _SPANS:
        # 90 seconds are not shown as 1.5 minutes, and 1 day not as 24 hours.
        if seconds >= size and seconds % size == 0:
            count = int(seconds // size)
            return f"{count} {name}" if count == 1 else f"{count} {name}s"
    return f"{seconds:g} seconds"


def rate_limits() -> str:
    """Calls per minute, by plan."""
    rows = [(RATE_GROUPS[group], *(f"{PER_MINUTE[plan][group]:,}" for plan in PER_MINUTE)) for group in RATE_GROUPS]
    return table(("Per minute and workspace", *(f"plan `{plan}`" for plan in PER_MINUTE)), rows)


def settings() -> str:
    """Every environment variable."""
    rows = [(code(f.metadata["variable"]), _default(f), f.metadata["meaning"]) for f in dataclasses.fields(Environment)]
    return table(("Variable", "Default", "Meaning"), rows)


def _default(declared: dataclasses.Field[Any]) -> str:
    if shown := declared.metadata["shown_default"]:
        return str(shown)
    value = declared.default
    if value in (None, (), frozenset(), dataclasses.MISSING):
        return "none"
    if isinstance(value, tuple):
        return code(",".join(f"{each:g}" if isinstance(each, float) else each for each in value))
    return code(f"{value:g}" if isinstance(value, float) else value)


def tools() -> str:
    """The MCP tools."""
    rows = [(code(tool.name), code(f"{tool.method} {tool.path}"), tool.price.rstrip("."), _without(tool.without))
            for tool in TOOLS.values()]  # fmt: skip
    return table(("Tool", "Same as", "Price", "Without"), rows)


def _without(names: frozenset[str]) -> str:
    return ", ".join(map(code, sorted(names)))
