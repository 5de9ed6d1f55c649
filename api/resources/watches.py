"""`/v1/web/watch`: the routes of watches, made from `contract.operation_rows.watch`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from flask import Response, g
from sqlalchemy import Connection

from api import database, repeat, state
from api.checks import admission, auth, idempotency_key, targets
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources import watch_records
from api.resources.acknowledgement import LOCATION
from contract import limits
from contract.addresses import Policy
from contract.declare import dump, load, schema_of, stored
from contract.errors import IdempotencyKeyReused, InvalidRequest, NotFound, ServiceUnavailable
from contract.fields.identifier import parse_id
from contract.model_formats import require_model
from contract.operation_rows.watch import PATH, TAG, TAG_SUMMARY, WATCH_CALLS, WatchCall
from contract.options.watch import CheckQuery, ChecksPage, WatchChanges, WatchesPage, WatchOptions
from contract.results.watch import DeletedWatch, Watch, WatchCheckList, WatchList, with_addresses
from contract.watch_times import next_time
from extraction.changes.judgement import Asked, compare_versions
from models import base
from models.accounts import member
from models.jobs.idempotency import REUSED
from models.watches import check, version, watch
from models.watches.check import CheckRow
from models.watches.watch import Watch as WatchTable
from models.watches.watch import WatchRow

UNKNOWN_WATCH = "The workspace has no watch with this id."
UNKNOWN_CHECK = "The watch has no check with this id."
_STATUSES, _OF_POST, _OF_BODY = (400, 401, 403, 404, 429, 500, 503), (408, 413), (415,)
# Two checks are compared in the API process, for at most this time and one page more.
COMPARE_SECONDS = 5.0
# Of the options that a watch shows, these are left out: they may be keys of the receiver or of the watched site.
_HIDDEN = ("headers", "secret")
_WITH_HIDDEN = ("webhook", "site", "scrapeOptions")


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
    _require_possible(options)
    caller, new_id = auth.caller(), base.new_id()
    key = idempotency_key.given()

    def write(connection: Connection) -> UUID:
        admission.require_watch(connection, caller.workspace_id)
        if key is not None and (first := watch.find_by_request(connection, caller.workspace_id, key.value)) is not None:
            if first[1] != key.digest:
                raise IdempotencyKeyReused.of(idempotency_key.HEADER, REUSED)
            return first[0]
        _require_members(connection, options.emails)
        watch.create(
            connection, new_id, caller.workspace_id, stored(options),
            request_key=key.value if key else None, request_digest=key.digest if key else None,
        )  # fmt: skip
        return new_id

    made = database.transact(write)
    if made != new_id:
        repeat.mark_answer()
    response = _answer(str(made), 201)
    response.headers["Location"] = f"{PATH}/{made}"
    return response


def _require_possible(options: Any) -> None:
    environment = state.of().environment
    targets.require_permitted(options, Policy(environment.allowed_networks))
    if isinstance(options, WatchOptions):
        require_model(options, environment.unset_model_settings)
    if options.summary and environment.unset_model_settings:
        unset = " and ".join(environment.unset_model_settings)
        raise ServiceUnavailable(f"The summary of changes needs a language model: set {unset}.")
    if options.emails and environment.smtp_url is None:
        raise InvalidRequest.of("emails", "cannot be used: the operator has not set a mail server (ORBWEAVER_SMTP_URL)")


def _require_members(connection: Connection, emails: Sequence[str]) -> None:
    """Check the receivers of e-mail. Otherwise a key could send texts of any page to any person.

    Raises:
        InvalidRequest: some are not addresses of members who have joined.
    """
    strangers = member.not_joined(connection, auth.caller().workspace_id, emails)
    for number, address in enumerate(emails):
        if address in strangers:
            raise InvalidRequest.of(f"emails[{number}]", "must be the address of a member who has joined the workspace")


def _list(page: WatchesPage) -> Response:
    workspace_id = auth.caller().workspace_id
    before = UUID(page.cursor) if page.cursor else None

    def read(connection: Connection) -> tuple[list[WatchRow], dict[UUID, CheckRow]]:
        rows = watch.list_watches(connection, workspace_id, page.limit + 1, before=before, status=page.status)
        return rows, _checks_of(connection, rows)

    rows, checks = database.snapshot(read)
    shown = rows[: page.limit]
    next_cursor = shown[-1].id.hex if len(rows) > page.limit else None
    watches = tuple(_written(row, checks) for row in shown)
    return respond(dump(WatchList(watches=watches, next_cursor=next_cursor)))


def _get(watch_id: str) -> Response:
    return _answer(watch_id)


def _update(changes: WatchChanges, watch_id: str) -> Response:
    _require_possible(changes)
    is_cleared = "webhook" in g.null_options

    def work(connection: Connection) -> None:
        row = _require(connection, watch_id, lock=True)
        _require_members(connection, changes.emails or ())
        given = stored(changes)
        status = given.pop("status", row.status)
        options = {**row.options, **given}
        if is_cleared:
            options.pop("webhook", None)
        loaded = load(WatchOptions, options)
        values: dict[Any, Any] = {WatchTable.options: options, WatchTable.status: status}
        if row.next_check_id is None:
            values |= _planned(row, status, loaded, is_new=changes.schedule is not None)
        watch.change(connection, row.id, values)

    database.transact(work)
    return _answer(watch_id)


def _planned(row: WatchRow, status: str, options: WatchOptions, *, is_new: bool) -> dict[Any, Any]:
    """When the next check of the schedule is due, for a watch that is paused, is resumed, or has a new schedule.

    Not for a watch with a check that a caller has asked for: that one is made, and the next one is planned then.
    """
    is_resumed = status == "active" and row.status == "paused"
    if status == "paused":
        return {WatchTable.next_at: None}
    if not is_resumed and not is_new:
        return {}
    failures = 0 if is_resumed else row.failures
    planned = next_time(options.schedule, row.id, row.now, failures)
    return {WatchTable.next_at: planned, WatchTable.planned_at: row.now}


def _delete(watch_id: str) -> Response:
    key = _parse(watch_id, UNKNOWN_WATCH)
    if not database.transact(lambda connection: watch.remove(connection, key, auth.caller().workspace_id)):
        raise NotFound(UNKNOWN_WATCH)
    return respond({"data": dump(DeletedWatch(id=str(key)))})


def _run(watch_id: str) -> Response:
    new_id = base.new_id()

    def work(connection: Connection) -> CheckRow:
        row = _require(connection, watch_id, lock=True)
        if row.check_id is None and row.next_check_id is None:
            watch.request_check(connection, row, new_id)
        running = check.find(connection, row.id, row.check_id) if row.check_id else None
        return running or check.queued(row, row.next_check_id or new_id)

    started = database.transact(work)
    response = respond({"data": dump(watch_records.check_of(started))}, 201)
    response.headers["Location"] = f"{PATH}/{started.watch_id}/checks/{started.id}"
    return response


def _list_checks(page: ChecksPage, watch_id: str) -> Response:
    before = int(page.cursor) if page.cursor else None

    def read(connection: Connection) -> list[CheckRow]:
        row = _require(connection, watch_id)
        return check.list_checks(connection, row.id, page.limit + 1, before=before)

    rows = database.snapshot(read)
    shown = rows[: page.limit]
    next_cursor = str(shown[-1].number) if len(rows) > page.limit else None
    return respond(dump(WatchCheckList(checks=tuple(map(watch_records.check_of, shown)), next_cursor=next_cursor)))


def _get_check(query: CheckQuery, watch_id: str, check_id: str) -> Response:
    key = _parse(check_id, UNKNOWN_CHECK)
    other_id = None if query.compare_to is None else _parse(query.compare_to, UNKNOWN_CHECK)

    def read(connection: Connection) -> tuple[WatchRow, CheckRow, list[dict[str, Any]]]:
        row = _require(connection, watch_id)
        return row, *_find_check(connection, row, key)

    row, found, pages = database.snapshot(read)
    if other_id is None:
        left_out = sum(count for result, count in found.summary.items() if result != "same") - len(pages)
        return respond({"data": watch_records.details(found, pages, max(0, left_out))})
    other, _ = database.snapshot(lambda connection: _find_check(connection, row, other_id))
    return respond({"data": watch_records.details(found, *_differences(row, other, found), other)})


def _find_check(connection: Connection, row: WatchRow, check_id: UUID) -> tuple[CheckRow, list[dict[str, Any]]]:
    """A check of a watch, with its pages.

    Raises:
        NotFound: the watch has none with this id.
    """
    found = check.find(connection, row.id, check_id)
    if found is not None:
        return found, check.read_pages(connection, check_id)
    if row.next_check_id == check_id:
        return check.queued(row, check_id), []
    raise NotFound(UNKNOWN_CHECK)


def _differences(row: WatchRow, other: CheckRow, found: CheckRow) -> tuple[list[dict[str, Any]], int]:
    """The pages that differ between two checks, from their stored versions, and how many pages were not compared.

    No transaction is open while they are compared.
    """
    options = load(WatchOptions, row.options)
    asked = Asked(compare=options.compare, selectors=options.selectors, diff_max_chars=limits.WATCH_DIFF_MAX_CHARS)
    pages: list[dict[str, Any]] = []
    numbers, until = (other.number, found.number), time.monotonic() + COMPARE_SECONDS
    urls = database.ask(partial(version.list_changed, watch_id=row.id, numbers=numbers))
    for index, url in enumerate(urls):
        if len(pages) == limits.WATCH_LISTED_PAGES_MAX or time.monotonic() > until:
            return pages, len(urls) - index
        before, after = database.ask(partial(_read_versions, row=row, url=url, numbers=numbers))
        if before != after:
            page = compare_versions(url, before, after, asked)
            pages.append(with_addresses(page, state.of().environment.base_url, row.feed_token))
    return pages, 0


def _read_versions(connection: Connection, row: WatchRow, url: str, numbers: tuple[int, ...]) -> list[str | None]:
    return [version.read(connection, row.id, url, number) for number in numbers]


def _parse(text: str, message: str) -> UUID:
    if (found := parse_id(text)) is None:
        raise NotFound(message)
    return found


def _require(connection: Connection, watch_id: str, *, lock: bool = False) -> WatchRow:
    """The caller's watch.

    Raises:
        NotFound: the caller's workspace has none with this id.
    """
    row = watch.find(connection, _parse(watch_id, UNKNOWN_WATCH), auth.caller().workspace_id, lock=lock)
    if row is None:
        raise NotFound(UNKNOWN_WATCH)
    return row


def _answer(watch_id: str, status: int = 200) -> Response:
    def read(connection: Connection) -> Watch:
        row = _require(connection, watch_id)
        return _written(row, _checks_of(connection, [row]))

    return respond({"data": dump(database.snapshot(read))}, status)


def _checks_of(connection: Connection, rows: list[WatchRow]) -> dict[UUID, CheckRow]:
    ids = [each for row in rows for each in (row.last_check_id, row.last_change_id) if each is not None]
    return check.find_all(connection, ids)


def _written(row: WatchRow, checks: dict[UUID, CheckRow]) -> Watch:
    return watch_records.watch_of(row, _shown(row.options), checks, state.of().environment.base_url)


def _shown(options: dict[str, Any]) -> dict[str, Any]:
    """The options without what may be a key."""
    parts = {name: _shown(options[name]) for name in _WITH_HIDDEN if options.get(name)}
    return {name: parts.get(name, value) for name, value in options.items() if name not in _HIDDEN}


_VIEWS: dict[str, Callable[..., Response]] = {
    "create_watch": _create, "watches": _list, "watch": _get, "update_watch": _update, "delete_watch": _delete,
    "run_watch": _run, "watch_checks": _list_checks, "watch_check": _get_check,
}  # fmt: skip
