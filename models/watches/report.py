"""Events of watches in the outbox: each check is reported once to each receiver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import Connection, bindparam, insert, select

from contract.declare import dump, load
from contract.firecrawl.webhook import FORM, MONITOR_CHECK, MONITOR_EVENTS, MONITOR_PAGE
from contract.options.watch import EVENTS, WatchOptions
from contract.results.watch import WatchSummary
from models.accounts import member
from models.accounts.workspace import Workspace
from models.base import JsonObject, new_id
from models.pages.event import FORMER_SECRET, Due, Event, Message, valid_secrets
from models.watches import check
from models.watches.check import Check
from models.watches.watch import Watch, WatchRow

CHANGED, ERROR, RECOVERED = EVENTS
MAIL = "mailto:"
# Larger diffs are cut in events. The check has them whole.
DIFF_MAX_CHARS = 20_000
PAGES_MAX = 50


def _receivers(connection: Connection, row: WatchRow, kind: str) -> list[str]:
    """The URLs that get events of this kind. A person who has left the workspace gets no more e-mail."""
    webhook = row.options.get("webhook")
    found = [webhook["url"]] if webhook and row.webhook_form is None and kind in webhook["events"] else []
    not_members = member.not_joined(connection, row.workspace_id, row.options.get("emails", ()))
    return found + [MAIL + address for address in row.options.get("emails", ()) if address not in not_members]


def add(connection: Connection, row: WatchRow, check_id: UUID, kinds: Sequence[str], *, has_pages: bool) -> None:
    """Write the events of a check. The caller has locked its watch. `has_pages`: not all pages are the same as before."""
    receivers = [(kind, url) for kind in kinds for url in _receivers(connection, row, kind)]
    values: list[dict[str, Any]] = [
        {
            "id": new_id(), "watch_check_id": check_id, "type": kind, "url": url,
            "host": url if url.startswith(MAIL) else (urlsplit(url).hostname or "").lower(),
        }
        for kind, url in dict.fromkeys((*receivers, *_monitor_events(row, has_pages)))
    ]  # fmt: skip
    written = connection.execute(select(Event.type, Event.url).where(Event.watch_check_id == check_id)).all()
    values = [each for each in values if (each["type"], each["url"]) not in {tuple(row) for row in written}]
    if values:
        connection.execute(insert(Event).values(values))


def _monitor_events(row: WatchRow, has_pages: bool) -> list[tuple[str, str]]:
    """The events of every check for a webhook that was set by Firecrawl's interface: (type, URL)."""
    webhook = row.options.get("webhook")
    if row.webhook_form is None or not webhook:
        return []
    happened = (MONITOR_PAGE, MONITOR_CHECK) if has_pages else (MONITOR_CHECK,)
    return [(kind, webhook["url"]) for kind in happened if kind in row.webhook_form["events"]]


_CHECK = (
    select(
        Watch.id, Watch.options, Watch.webhook_form, Check.id, Check.result, Check.summary, Check.error, Check.credits_used,
        Watch.failures, Workspace.webhook_secret, FORMER_SECRET,
    )
    .select_from(Check)
    .join(Watch, Watch.id == Check.watch_id)
    .join(Workspace, Workspace.id == Watch.workspace_id)
    .where(Check.id == bindparam("check"))
)  # fmt: skip


def read_message(connection: Connection, due: Due) -> Message | None:
    """What an event of a check reports. None when the watch was deleted."""
    row = connection.execute(_CHECK, {"check": due.check_id}).one_or_none()
    if row is None or due.url is None:
        return None
    watch_id, options, form, check_id, result, summary, error, credits, failures, secret, former = row
    webhook = options.get("webhook") or {}
    # The headers and the secret belong to this receiver only.
    is_own = webhook.get("url") == due.url
    about: JsonObject = {
        "watchId": str(watch_id), "name": load(WatchOptions, options).shown_name, "checkId": str(check_id), "result": result,
        "summary": dump(WatchSummary(**summary)), "creditsUsed": credits,
    }  # fmt: skip
    if error is not None:
        about["error"] = error
    if due.type == ERROR:
        about["failures"] = failures
    if due.type in (CHANGED, MONITOR_PAGE):
        pages = check.read_pages(connection, check_id)
        reported = [page for page in pages if page["reported"] or due.type == MONITOR_PAGE]
        about["pages"] = [_cut(page) for page in reported[:PAGES_MAX]]
        about["pagesLeftOut"] = max(0, len(reported) - PAGES_MAX)
    secrets = valid_secrets(webhook.get("secret") if is_own else None, secret, former)
    sent = {"url": due.url, "headers": webhook.get("headers") if is_own else None}
    if due.type in MONITOR_EVENTS:
        # The webhook may have been set elsewhere since.
        sent[FORM] = form or {"events": [], "metadata": {}}
    return Message(webhook=sent, secrets=secrets, page=None, job=about)


def _cut(page: JsonObject) -> JsonObject:
    diff = page["diff"]
    return page if len(diff) <= DIFF_MAX_CHARS else {**page, "diff": diff[:DIFF_MAX_CHARS] + "\n… the diff was cut\n"}
