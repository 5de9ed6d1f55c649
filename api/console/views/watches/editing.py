"""The form of a watch: a new one, one like another call, and the changes of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from api import database
from api.checks.request_json import read_json
from api.console import pages, visitor
from api.console.playground.filled_form import problems_of
from api.console.playground.help_text import INPUT_TEXTS
from api.console.watches import form, inputs, prefill, words
from api.console.watches.form import ConditionRow, WatchForm, texts_from
from api.envelope import failure_headers
from api.resources import watch_changes, watch_reads
from contract import limits
from contract.declare import load
from contract.errors import InvalidRequest, NotFound, ServiceError
from contract.fields.identifier import parse_id, parse_number
from contract.fields.schedule import DEFAULT_TIME_ZONE
from contract.options.scrape import ScrapeOptions
from contract.options.watch import INTERVALS, WatchChanges, WatchOptions
from models.watches.watch import WatchRow

blueprint = Blueprint("editing", __name__)
MORE = "add-condition"


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone or zone == DEFAULT_TIME_ZONE))


@blueprint.get("/<uuid:workspace_id>/watches/new")
def new(workspace_id: UUID) -> Response:
    """The form of a new watch. Texts of the query string fill it; `job` (and `page`) or `watch` make it like another one."""
    if job_id := parse_id(request.args.get("job", "")):
        given = request.args.get("page", "")
        if (page := parse_number(given)) is None and given:
            raise NotFound(prefill.UNKNOWN)
        return _new(texts_from(prefill.of_job(workspace_id, job_id, page)))
    if watch_id := request.args.get("watch"):
        return _new(texts_from(watch_reads.shown_options(_row(watch_id).options)))
    return _new({name: texts for name, texts in request.args.lists()})


@blueprint.post("/<uuid:workspace_id>/watches/new/from-scrape")
def from_scrape(workspace_id: UUID) -> Response:
    """The form of a watch like a scrape, whose options were sent as JSON: headers are not put into an address."""
    options = read_json(request.form.get("options", "").encode("utf-8", "surrogatepass"))
    load(ScrapeOptions, options)
    return _new(texts_from(prefill.of_scrape(options)))


@blueprint.post("/<uuid:workspace_id>/watches")
def create(workspace_id: UUID) -> AnyResponse:
    """Create a watch."""
    sent = _sent(is_new=True)
    if MORE in request.form:
        return _page(sent, more=True)

    def work() -> AnyResponse:
        made = watch_changes.create(load(WatchOptions, sent.body), visitor.counted("start"))
        return pages.go(
            "watches.listing.show", notice="watch-created", workspace_id=workspace_id, watch_id=made.watch_id
        )

    return _checked(sent, WatchOptions, sent.body, work)


@blueprint.get("/<uuid:workspace_id>/watches/<uuid:watch_id>/edit")
def edit(workspace_id: UUID, watch_id: UUID) -> Response:
    """The form that changes a watch."""
    row = _row(str(watch_id))
    options = watch_reads.shown_options(row.options)
    texts = texts_from(options) | {"name": [load(WatchOptions, row.options).shown_name]}
    return _page(WatchForm(texts, is_new=False), row=row)


@blueprint.post("/<uuid:workspace_id>/watches/<uuid:watch_id>/edit")
def change(workspace_id: UUID, watch_id: UUID) -> AnyResponse:
    """Change a watch."""
    row, sent = _row(str(watch_id)), _sent(is_new=False)
    if MORE in request.form:
        return _page(sent, row=row, more=True)
    webhook = sent.webhook(row.options.get("webhook"))
    body = {**sent.body, **({"webhook": webhook} if webhook else {})}

    def work() -> AnyResponse:
        changes, caller = load(WatchChanges, body), visitor.counted("cancel")
        watch_changes.update(changes, str(watch_id), caller, without_webhook=webhook is None)
        return pages.go("watches.listing.show", notice="watch-changed", workspace_id=workspace_id, watch_id=watch_id)

    return _checked(sent, WatchChanges, body, work, row)


def _row(watch_id: str) -> WatchRow:
    caller = visitor.caller()
    return database.ask(lambda connection: watch_reads.require(connection, watch_id, caller))


def _checked(
    sent: WatchForm, cls: type, body: Mapping[str, Any], work: Callable[[], AnyResponse], row: WatchRow | None = None
) -> AnyResponse:
    """The answer of `work`, or the form again with what was typed and what is wrong with it."""
    if errors := sent.problems(cls, body):
        return _page(sent, 400, errors=errors, row=row)
    try:
        return work()
    except InvalidRequest as error:
        return _page(sent, error.status, errors=sent.errors_of(problems_of(error)), row=row)
    except ServiceError as error:
        response = _page(sent, error.status, errors={"form": error.message}, row=row)
        response.headers.update(failure_headers(error))
        return response


def _sent(*, is_new: bool) -> WatchForm:
    return WatchForm({name: texts for name, texts in request.form.lists()}, is_new, _defaults())


def _defaults() -> Mapping[str, Any]:
    return visitor.membership().default_options


def _new(texts: Mapping[str, Any]) -> Response:
    return _page(WatchForm(texts, default_options=_defaults()))


def _page(
    shown: WatchForm, status: int = 200, *, errors: dict[str, str] | None = None, row: WatchRow | None = None,
    more: bool = False,
) -> Response:  # fmt: skip
    """The form. `more` adds the inputs of one more condition."""
    problems = errors or {}
    rows = [*shown.conditions, *([ConditionRow()] if more or not shown.conditions else [])]
    return pages.render(
        "watches/form.html", status, watch_form=shown, form=shown.filled, inputs=inputs, errors=problems, row=row,
        conditions=rows[: limits.WATCH_CONDITIONS_MAX + 1], kinds=words.KINDS, compared=words.COMPARED, zones=_zones(),
        units=[name for name, _ in words.UNITS], defaults=form, open_groups=_open_groups(shown, problems),
        **INPUT_TEXTS,
        conditions_max=limits.WATCH_CONDITIONS_MAX, intervals=INTERVALS, interval_min=limits.WATCH_INTERVAL_MIN_MINUTES,
        default_zone=DEFAULT_TIME_ZONE,
    )  # fmt: skip


def _open_groups(shown: WatchForm, problems: Mapping[str, str]) -> set[str]:
    """The paths of the groups with values or problems, which are unfolded."""
    body = shown.filled.body
    groups = (shown.reading, *shown.reading.inner, inputs.WEBHOOK)
    with_values = {name for name in body} | {
        f"{inputs.READING.name}.{name}" for name in body.get(inputs.READING.name, ())
    }
    return {
        each.path
        for each in groups
        if each.inner and (each.path in with_values or any(path.startswith(f"{each.path}.") for path in problems))
    }
