"""Creates, changes, runs and deletes watches, for a caller with a key and for a person in the console."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection

from api import database, dispatch, state
from api.checks import admission, targets
from api.checks.idempotency_key import HEADER
from api.resources.watch_reads import UNKNOWN_WATCH, parse, require
from contract.addresses import Policy
from contract.declare import load, stored
from contract.errors import IdempotencyKeyReused, InvalidRequest, NotFound, ServiceUnavailable
from contract.model_formats import require_model
from contract.options.watch import WatchChanges, WatchOptions
from contract.watch_times import next_time
from models import base
from models.accounts import member
from models.accounts.caller import Caller
from models.base import JsonObject
from models.jobs.idempotency import REUSED, IdempotencyKey
from models.watches import check, watch
from models.watches.check import CheckRow
from models.watches.deletion import delete_watch
from models.watches.watch import Watch, WatchRow


class Created(NamedTuple):
    """A watch. `is_new` is False when an earlier call with the same idempotency key created it."""

    watch_id: UUID
    is_new: bool


def create(
    options: WatchOptions, caller: Caller, key: IdempotencyKey | None = None, *, webhook_form: JsonObject | None = None
) -> Created:
    """A new watch, whose first check is due now.

    Args:
        webhook_form: what Firecrawl's interface stores beside the webhook that it sets (`contract.firecrawl.webhook`).
    Raises:
        InvalidRequest: a URL is not permitted, or e-mail cannot be sent to a receiver.
        ServiceUnavailable: a value or the summary needs a language model, and none is configured.
        TooManyRequests: the workspace has too many watches.
    """
    _require_possible(options)
    new_id = base.new_id()

    def write(connection: Connection) -> UUID:
        admission.require_watch(connection, caller.workspace_id)
        if key is not None and (first := watch.find_by_request(connection, caller.workspace_id, key.value)) is not None:
            if first[1] != key.digest:
                raise IdempotencyKeyReused.of(HEADER, REUSED)
            return first[0]
        _require_members(connection, options.emails, caller)
        watch.create(
            connection, new_id, caller.workspace_id, stored(options), webhook_form=webhook_form,
            request_key=key.value if key else None, request_digest=key.digest if key else None,
        )  # fmt: skip
        return new_id

    made = database.transact(write)
    return Created(made, made == new_id)


def _require_possible(options: WatchOptions | WatchChanges) -> None:
    environment = state.of().environment
    targets.require_permitted(options, Policy(environment.allowed_networks))
    if isinstance(options, WatchOptions):
        require_model(options, environment.unset_model_settings)
    if options.summary and environment.unset_model_settings:
        unset = " and ".join(environment.unset_model_settings)
        raise ServiceUnavailable(f"The summary of changes needs a language model: set {unset}.")
    if options.emails and environment.smtp_url is None:
        raise InvalidRequest.of("emails", "cannot be used: the operator has not set a mail server (ORBWEAVER_SMTP_URL)")


def _require_members(connection: Connection, emails: Sequence[str], caller: Caller) -> None:
    """Check the receivers of e-mail. Otherwise a key could send texts of any page to any person.

    Raises:
        InvalidRequest: some are not addresses of members who have joined.
    """
    strangers = member.not_joined(connection, caller.workspace_id, emails)
    for number, address in enumerate(emails):
        if address in strangers:
            raise InvalidRequest.of(f"emails[{number}]", "must be the address of a member who has joined the workspace")


def update(
    changes: WatchChanges, watch_id: str, caller: Caller, *, without_webhook: bool = False,
    webhook_form: JsonObject | None = None,
) -> None:  # fmt: skip
    """Change a watch. What `changes` omits stays as it is.

    Args:
        without_webhook: remove the webhook.
        webhook_form: as for `create`.
    Raises:
        InvalidRequest: as for `create`.
        NotFound: the workspace has no watch with this id.
    """
    _require_possible(changes)

    def work(connection: Connection) -> None:
        row = require(connection, watch_id, caller, lock=True)
        _require_members(connection, changes.emails or (), caller)
        given = stored(changes)
        status = given.pop("status", row.status)
        options = {**row.options, **given}
        if without_webhook:
            options.pop("webhook", None)
        values: dict[Any, Any] = {Watch.options: options, Watch.status: status}
        if without_webhook or changes.webhook is not None:
            values[Watch.webhook_form] = webhook_form
        loaded = load(WatchOptions, options)
        if row.next_check_id is None:
            values |= _planned(row, status, loaded, is_new=changes.schedule is not None)
        watch.change(connection, row.id, values)

    database.transact(work)


def _planned(row: WatchRow, status: str, options: WatchOptions, *, is_new: bool) -> dict[Any, Any]:
    """When the next check of the schedule is due, for a watch that is paused, is resumed, or has a new schedule.

    Not for a watch with a check that a caller has asked for: that one is made, and the next one is planned then.
    """
    is_resumed = status == "active" and row.status == "paused"
    if status == "paused":
        return {Watch.next_at: None}
    if not is_resumed and not is_new:
        return {}
    failures = 0 if is_resumed else row.failures
    return {Watch.next_at: next_time(options.schedule, row.id, row.now, failures), Watch.planned_at: row.now}


def run(watch_id: str, caller: Caller) -> tuple[WatchRow, CheckRow]:
    """The watch, and the check that starts, or the one that runs already.

    Raises:
        NotFound: the workspace has no watch with this id.
    """
    new_id = base.new_id()

    def work(connection: Connection) -> tuple[WatchRow, CheckRow]:
        row = require(connection, watch_id, caller, lock=True)
        if row.check_id is None and row.next_check_id is None:
            watch.request_check(connection, row, new_id)
        running = check.find(connection, row.id, row.check_id) if row.check_id else None
        return row, running or check.queued(row, row.next_check_id or new_id)

    return database.transact(work)


def delete(watch_id: str, caller: Caller) -> UUID:
    """Delete a watch with its checks and versions, and stop the job of the check that runs.

    Raises:
        NotFound: the workspace has no watch with this id.
    """
    key = parse(watch_id, UNKNOWN_WATCH)
    deleted = database.transact(lambda connection: delete_watch(connection, key, caller.workspace_id))
    if deleted is None:
        raise NotFound(UNKNOWN_WATCH)
    if deleted.cancelled is not None:
        dispatch.announce_cancelled(deleted.cancelled, caller)
    return key
