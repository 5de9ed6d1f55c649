"""`GET /v1/jobs`: the background jobs of the workspace."""

from __future__ import annotations

from uuid import UUID

from flask import Response

from api import database, state
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from contract.declare import dump, schema_of
from contract.fields import instant
from contract.options.paging import JobsPage
from contract.results.account import JobList, JobSummary
from contract.results.timestamps import timestamp
from models.base import LAST_ID
from models.jobs import listing

blueprint = Blueprint("jobs", __name__, url_prefix="/v1", description="The background jobs of the workspace.")


@blueprint.route("/jobs", methods=["GET"])
@grouped("status")
@blueprint.arguments(schema_of(JobsPage), location="query")
@blueprint.response(200, documented(JobList, nested=False), description="The jobs.")
@failures(blueprint, 400, 401, 403, 429, 500, 503)
def list_jobs(page: JobsPage) -> Response:
    """List jobs

    Background scrapes, crawls, batches and extracts, newest first. Jobs are stored for 7 days.
    """
    workspace_id = auth.caller().workspace_id
    before = UUID(page.cursor) if page.cursor else LAST_ID
    created_after = instant.parse(page.created_after) if page.created_after else listing.SINCE_ALL
    rows = database.ask(
        lambda connection: listing.list_jobs(
            connection,
            workspace_id,
            page.limit + 1,
            before=before,
            operation=page.kind,
            statuses=(page.status,) if page.status else None,
            created_after=created_after,
        )
    )  # one more than requested shows whether there is a next page
    shown = rows[: page.limit]
    next_cursor = shown[-1].id.hex if len(rows) > page.limit else None
    return respond(dump(JobList(jobs=tuple(map(_summary, shown)), next_cursor=next_cursor)))


def _summary(row: listing.Listed) -> JobSummary:
    return JobSummary(
        id=str(row.id),
        kind=row.operation,
        status=row.status,
        status_url=f"{state.of().environment.base_url}/v1/web/{row.operation}/{row.id}",
        url=row.url,
        created_at=timestamp(row.created_at),
        finished_at=timestamp(row.finished_at),
    )
