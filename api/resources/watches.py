"""`/v1/web/watch`: the routes of watches, made from `contract.operation_rows.watch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Response, g, request
from sqlalchemy import Connection

from api import database, repeat, state
from api.checks import auth, idempotency_key
from api.checks.request_json import Blueprint
from api.dispatch import WEBHOOK_FORM_KEY
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources import watch_changes, watch_reads, watch_records
from api.resources.acknowledgement import LOCATION
from contract.declare import dump, schema_of
from contract.operation_rows.watch import PATH, TAG, TAG_SUMMARY, WATCH_CALLS, WatchCall
from contract.options.paging import CheckQuery, ChecksPage, WatchesPage
from contract.options.watch import WatchChanges, WatchOptions
from contract.results.watch import DeletedWatch, Watch, WatchCheckList, WatchList
from models.watches import check, watch
from models.watches.check import CheckRow
from models.watches.watch import WatchRow

_STATUSES, _OF_POST, _OF_BODY = (400, 401, 403, 404, 429, 500, 503), (408, 413), (415,)


def blueprint() -> Blueprint:
    """The routes of all calls."""
    made = Blueprint(TAG, __name__, url_prefix=PATH, description=TAG_SUMMARY)
    for call in WATCH_CALLS:
        _register(made, call, _VIEWS[call.name])
    return made


def _register(blueprint: Blueprint, call: WatchCall, answer: Callable[..., Response]) -> None:
    def view(*options: Any, **ids: str) -> Response:
        return answer(*options, **ids)

    view.__name__ = call.name
    decorators: list[Callable[[Any], Any]] = [blueprint.doc(summary=call.summary, description=call.description)]
    if call.options is not None:
        location = "query" if call.method == "GET" else "json"
        decorators.append(blueprint.arguments(schema_of(call.options), location=location))
    result = documented(call.result, nested=call.nested)
    located = LOCATION if call.status == 201 else None
    decorators.append(blueprint.response(call.status, result, description=call.answer, headers=located))
    decorators.append(failures(blueprint, *_statuses(call)))
    decorated: Any = view
    for decorate in decorators:
        decorated = decorate(decorated)
    rule = call.rule.replace("{", "<").replace("}", ">")
    blueprint.route(rule, methods=[call.method], endpoint=call.name)(grouped(call.group)(decorated))


def _statuses(call: WatchCall) -> tuple[int, ...]:
    """The HTTP statuses that a call may fail with."""
    has_body = call.changes and call.options is not None
    more = _OF_POST if has_body or call.method == "POST" else ()
    return (*_STATUSES, *more, *(_OF_BODY if has_body else ()))


def _create(options: WatchOptions) -> Response:
    made = watch_changes.create(
        options, auth.caller(), idempotency_key.given(), webhook_form=request.environ.get(WEBHOOK_FORM_KEY)
    )
    if not made.is_new:
        repeat.mark_answer()
    response = _answer(str(made.watch_id), 201)
    response.headers["Location"] = f"{PATH}/{made.watch_id}"
    return response


def _list(page: WatchesPage) -> Response:
    workspace_id = auth.caller().workspace_id
    before = UUID(page.cursor) if page.cursor else None

    def read(connection: Connection) -> tuple[list[WatchRow], dict[UUID, CheckRow]]:
        rows = watch.list_watches(connection, workspace_id, page.limit + 1, before=before, status=page.status)
        return rows, watch_reads.checks_of(connection, rows)

    rows, checks = database.snapshot(read)
    shown = rows[: page.limit]
    next_cursor = shown[-1].id.hex if len(rows) > page.limit else None
    watches = tuple(_written(row, checks) for row in shown)
    return respond(dump(WatchList(watches=watches, next_cursor=next_cursor)))


def _get(watch_id: str) -> Response:
    return _answer(watch_id)


def _update(changes: WatchChanges, watch_id: str) -> Response:
    watch_changes.update(
        changes, watch_id, auth.caller(), without_webhook="webhook" in g.null_options,
        webhook_form=request.environ.get(WEBHOOK_FORM_KEY),
    )  # fmt: skip
    return _answer(watch_id)


def _delete(watch_id: str) -> Response:
    return respond({"data": dump(DeletedWatch(id=str(watch_changes.delete(watch_id, auth.caller()))))})


def _run(watch_id: str) -> Response:
    row, started = watch_changes.run(watch_id, auth.caller())
    response = respond({"data": dump(watch_records.check_of(started, row))}, 201)
    response.headers["Location"] = f"{PATH}/{started.watch_id}/checks/{started.id}"
    return response


def _list_checks(page: ChecksPage, watch_id: str) -> Response:
    before, caller = int(page.cursor) if page.cursor else None, auth.caller()

    def read(connection: Connection) -> tuple[WatchRow, list[CheckRow]]:
        row = watch_reads.require(connection, watch_id, caller)
        return row, check.list_checks(connection, row.id, page.limit + 1, before=before)

    row, rows = database.snapshot(read)
    shown = rows[: page.limit]
    next_cursor = str(shown[-1].number) if len(rows) > page.limit else None
    return respond(
        dump(WatchCheckList(checks=tuple(watch_records.check_of(each, row) for each in shown), next_cursor=next_cursor))
    )


def _get_check(query: CheckQuery, watch_id: str, check_id: str) -> Response:
    read = watch_reads.read_check(watch_id, check_id, query.compare_to, auth.caller())
    return respond({"data": watch_records.details(read.row, read.found, read.pages, read.left_out, read.other)})


def _answer(watch_id: str, status: int = 200) -> Response:
    caller = auth.caller()

    def read(connection: Connection) -> Watch:
        row = watch_reads.require(connection, watch_id, caller)
        return _written(row, watch_reads.checks_of(connection, [row]))

    return respond({"data": dump(database.snapshot(read))}, status)


def _written(row: WatchRow, checks: dict[UUID, CheckRow]) -> Watch:
    options, base_url = watch_reads.shown_options(row.options), state.of().environment.base_url
    return watch_records.watch_of(row, options, checks, base_url)


_VIEWS: dict[str, Callable[..., Response]] = {
    "create_watch": _create, "watches": _list, "watch": _get, "update_watch": _update, "delete_watch": _delete,
    "run_watch": _run, "watch_checks": _list_checks, "watch_check": _get_check,
}  # fmt: skip
