"""`GET /v1/account` and `GET /v1/account/ledger`: the workspace of the key, and its credit ledger."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from flask import Response

from api import database
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import PER_MINUTE, grouped
from contract import limits
from contract.declare import dump, schema_of
from contract.options.paging import LedgerPage
from contract.results.account import Account, AccountLimits, Ledger, LedgerEntry, LogoAllowance
from contract.results.timestamps import timestamp
from models import closed_months, usage
from models.accounts import credits, workspace
from models.brands import allowance

blueprint = Blueprint("account", __name__, url_prefix="/v1", description="The workspace of the key.")
# Ledger keys of work: the job's id, then the page's number, then `refund`.
_WORK = re.compile(r"([0-9a-f]{8}-[0-9a-f-]{27})(?::([0-9]+))?(?::refund)?")


@blueprint.route("/account", methods=["GET"])
@grouped("status")
@blueprint.response(200, documented(Account, nested=True), description="The workspace.")
@failures(blueprint, 400, 401, 403, 429, 500, 503)
def account() -> Response:
    """Get the workspace

    Its plan, its balance and its limits.
    """
    workspace_id = auth.caller().workspace_id
    row, used = database.ask(
        lambda connection: (workspace.require(connection, workspace_id), allowance.current(connection, workspace_id))
    )
    result = Account(
        workspace_id=str(row.id),
        name=row.name,
        plan=row.plan,
        balance=row.balance,
        held=row.reserved,
        limits=_limits(row.plan),
        logos=LogoAllowance(
            delivered=used.delivered,
            allowance=limits.LOGO_ALLOWANCE,
            cycle_ends_at=timestamp(allowance.cycle_end(datetime.now(UTC))),
        ),
        created_at=timestamp(row.created_at),
        default_options=auth.caller().default_options,
    )
    return respond({"data": dump(result)})


def _limits(plan: str) -> AccountLimits:
    per_minute = PER_MINUTE.get(plan, PER_MINUTE["free"])
    return AccountLimits(
        scrapes_per_minute=per_minute["scrape"],
        starts_per_minute=per_minute["start"],
        status_reads_per_minute=per_minute["status"],
        concurrent_requests=limits.INLINE_CALLS_MAX,
        background_scrapes=limits.ASYNC_SCRAPES_MAX,
        running_jobs=limits.PAGE_JOBS_MAX,
    )


@blueprint.route("/account/ledger", methods=["GET"])
@grouped("status")
@blueprint.arguments(schema_of(LedgerPage), location="query")
@blueprint.response(200, documented(Ledger, nested=False), description="The entries.")
@failures(blueprint, 400, 401, 403, 429, 500, 503)
def ledger(page: LedgerPage) -> Response:
    """List the entries of the credit ledger

    Charges, refunds and grants of the workspace, newest first.
    """
    workspace_id = auth.caller().workspace_id
    before = int(page.cursor) if page.cursor else credits.AFTER_ALL
    rows = database.ask(
        lambda connection: credits.list_movements(connection, workspace_id, page.limit + 1, before=before)
    )  # one more than requested shows whether there is a next page
    shown = rows[: page.limit]
    next_cursor = str(shown[-1].id) if len(rows) > page.limit else None
    return respond(dump(Ledger(entries=tuple(map(entry, shown)), next_cursor=next_cursor)))


def entry(row: credits.Movement) -> LedgerEntry:
    work = _WORK.fullmatch(row.key)
    return LedgerEntry(
        id=str(row.id),
        kind=_kind(row.key, is_of_job=work is not None),
        amount=row.delta,
        balance_after=row.balance_after,
        job_id=work[1] if work else None,
        page_number=int(work[2]) if work and work[2] else None,
        created_at=timestamp(row.created_at),
    )


def _kind(key: str, *, is_of_job: bool) -> str:
    """What an entry of the ledger is, by its key."""
    if key.startswith((closed_months.KEY, usage.WATCH_KEY)):
        return "charge"
    if not is_of_job:
        return "grant"
    return "refund" if key.endswith(":refund") else "charge"
