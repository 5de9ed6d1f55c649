"""The form of a watch as it was sent: the options that it describes, its problems by input, and the texts to show again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from api.console.playground.filled_form import FilledForm, Problem, Texts, owner, texts_of
from api.console.playground.inputs import Input
from api.console.watches import inputs, words
from contract import limits
from contract.fields.schedule import DEFAULT_TIME_ZONE
from contract.options import defaults
from contract.options.batch import PageOptions
from contract.options.watch import EVENTS, INTERVALS

DEFAULT_EVERY, DEFAULT_CRON = ("6", "hours"), "0 9 * * 1-5"
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,15}")
_CONDITION = "conditions[{}].{}"
_PARTS = ("kind", "field", "number", "percent", "text")


@dataclass(frozen=True)
class ConditionRow:
    """The texts of one condition. `percent` is `true` or empty."""

    kind: str = ""
    field: str = ""
    number: str = ""
    percent: str = ""
    text: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.kind or self.field or self.number or self.text)

    @property
    def body(self) -> dict[str, Any]:
        """The condition as JSON. A text that is not a number stays as it is: the check reports it."""
        values: dict[str, Any] = {"kind": self.kind, "field": self.field, "text": self.text}
        if self.number:
            values["number"] = float(self.number) if _NUMBER.fullmatch(self.number) else self.number
        if self.percent:
            values["percent"] = True
        return {name: value for name, value in values.items() if value != "" or name == "kind"}


@dataclass(frozen=True)
class WatchForm:
    """A form with these texts. `is_new` is False for the form that changes a watch, which has fewer inputs."""

    texts: Texts
    is_new: bool = True
    default_options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """`pages`, `site` or `search`."""
        return self._chosen("subject", tuple(inputs.SUBJECTS))

    @property
    def timing(self) -> str:
        """`interval` or `cron`."""
        return self._chosen("timing", ("interval", "cron"))

    @cached_property
    def reading(self) -> Input:
        """The group of how pages are read."""
        return inputs.reading(self.default_options)

    @cached_property
    def filled(self) -> FilledForm:
        """The form of all inputs, to be shown."""
        return FilledForm(tuple(self.reading if each is inputs.READING else each for each in inputs.EVERY), self.texts)

    @cached_property
    def conditions(self) -> tuple[ConditionRow, ...]:
        """The conditions that have a text, in their order."""
        rows = (
            ConditionRow(*(self.text(_CONDITION.format(number, part)) for part in _PARTS))
            for number in range(limits.WATCH_CONDITIONS_MAX + 1)
        )
        return tuple(row for row in rows if not row.is_empty)

    def text(self, name: str, default: str = "") -> str:
        """The text of an input that has one text."""
        return self.texts.get(name, (default,))[-1].strip()

    def _chosen(self, name: str, allowed: Sequence[str]) -> str:
        text = self.text(name)
        return text if text in allowed else allowed[0]

    @cached_property
    def _read(self) -> FilledForm:
        """The form of the inputs that count."""
        if not self.is_new:
            return FilledForm((inputs.NAME, *inputs.REPORTS), self.texts)
        subject = inputs.SUBJECTS[self.subject]
        about = (inputs.COMPARE, inputs.SELECTORS, self.reading) if self.subject != "search" else ()
        return FilledForm((inputs.NAME, *subject, *about, *inputs.REPORTS), self.texts)

    @cached_property
    def body(self) -> dict[str, Any]:
        """The options of the watch that the form describes, or the changes, without those of the webhook."""
        body = {**self._read.body, "schedule": self._schedule()}
        if self._sent_webhook is None:
            body.pop("webhook", None)
        if self.conditions or not self.is_new:
            body["conditions"] = [row.body for row in self.conditions]
        return self._completed(body) if self.is_new else self._changes(body)

    def _completed(self, body: dict[str, Any]) -> dict[str, Any]:
        """A new watch. What is watched is named even if it is empty, so that the check reports it."""
        if self.subject == "search":
            return {"query": "", **body}
        reading = defaults.fill(PageOptions, body.pop("scrapeOptions", {}), self.default_options)
        if self.subject == "site":
            return {**body, "site": {**body.get("site", {}), **({"scrapeOptions": reading} if reading else {})}}
        return {"urls": [], **body, **({"scrapeOptions": reading} if reading else {})}

    def _changes(self, body: dict[str, Any]) -> dict[str, Any]:
        body.pop("webhook", None)
        return {
            "name": self.text("name"), "emails": [], "confirm": True, "summary": False,
            "failuresBeforeError": inputs.FAILURES.default, **body,
        }  # fmt: skip

    def _schedule(self) -> dict[str, Any]:
        if self.timing == "cron":
            return {
                "cron": self.text("schedule.cron"), "timeZone": self.text("schedule.timeZone") or DEFAULT_TIME_ZONE
            }  # fmt: skip
        every, size = self.text("every"), dict(words.UNITS).get(self.text("unit"), 1)
        return {"everyMinutes": int(every) * size if _WHOLE_NUMBER.fullmatch(every) else every}

    @property
    def _sent_webhook(self) -> dict[str, Any] | None:
        """The webhook that was sent. Events alone make none: its URL was emptied."""
        sent: dict[str, Any] = self._read.body.get("webhook", {})
        return sent if sent.keys() - {"events"} else None

    def webhook(self, stored: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """The webhook that the form describes. Headers and secret of the stored one stay, if its URL stays.

        They are not in the form. Another receiver must not get them.
        """
        sent = self._sent_webhook
        if sent is None or stored is None or sent.get("url") != stored.get("url"):
            return sent
        return {**stored, "events": list(EVENTS), **sent}

    def problems(self, cls: type, body: Mapping[str, Any] | None = None) -> dict[str, str]:
        """The messages by the path of an input. Those of no input are under `form`. Empty when the form is valid."""
        return self.errors_of(self._read.problems(cls, body=self.body if body is None else body))

    def errors_of(self, problems: Sequence[Problem]) -> dict[str, str]:
        """The messages of problems by the path of an input."""
        found: dict[str, str] = {}
        for problem in problems:
            path, message = self._placed(problem)
            found.setdefault(path, message)
        return found

    def _placed(self, problem: Problem) -> tuple[str, str]:
        field = problem.field.removeprefix("site.") if problem.field.startswith("site.scrapeOptions") else problem.field
        if field == "urls" and not self.body["urls"]:
            return field, "is required"
        if field == "schedule.everyMinutes":
            is_number = _WHOLE_NUMBER.fullmatch(self.text("every"))
            return "every", f"must be {INTERVALS}" if is_number else "must be a whole number"
        if field.startswith(("conditions[", "schedule.")):
            return field, problem.message
        # Rules of the options of a page name their option alone.
        each = owner(self.filled.inputs, field) or owner(self.filled.inputs, f"{inputs.READING.name}.{field}")
        if each is None:
            return "form", f"{problem.field}: {problem.message}" if problem.field else problem.message
        is_inside = field not in (each.path, each.name)
        return each.path, f"{field} {problem.message}" if is_inside else problem.message


def texts_from(options: Mapping[str, Any]) -> dict[str, list[str]]:
    """The texts of a form with these options of a watch, without headers and secrets."""
    site = options.get("site") or {}
    given = {**options, "scrapeOptions": site.get("scrapeOptions") or options.get("scrapeOptions") or {}}
    texts = texts_of(inputs.EVERY, given)
    texts |= {"subject": ["site" if site else "search" if options.get("query") else "pages"]}
    schedule = options.get("schedule") or {}
    texts["timing"] = ["cron" if schedule.get("cron") else "interval"]
    if schedule.get("cron"):
        texts |= {
            "schedule.cron": [schedule["cron"]],
            "schedule.timeZone": [schedule.get("timeZone", DEFAULT_TIME_ZONE)],
        }
    elif schedule.get("everyMinutes"):
        number, unit = words.interval(schedule["everyMinutes"])
        texts |= {"every": [str(number)], "unit": [unit]}
    for number, condition in enumerate(options.get("conditions") or ()):
        texts |= {_CONDITION.format(number, name): [_text(value)] for name, value in condition.items()}
    return texts


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else ""
    return f"{value:.15g}" if isinstance(value, float) else "" if value is None else str(value)
