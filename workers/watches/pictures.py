"""The screenshots of a check: one background job of the operation `screenshot` for each page of `urls`."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Connection

from contract.declare import stored
from contract.operation_rows.watch import PATH
from contract.operations import SCREENSHOT
from contract.options.batch import BatchOptions
from contract.options.screenshot import ScreenshotOptions
from contract.options.watch import WatchOptions
from models.base import new_id
from models.jobs import new_job, outcome
from models.watches.watch import WatchRow

_NOT_TAKEN = "The screenshot could not be taken"


class TooFewCredits(Exception):
    """The workspace has too few credits for all screenshots of a check."""


@dataclass(frozen=True)
class Shot:
    """The screenshot of one page: its bytes, or why there is none."""

    image: bytes | None
    error: str | None = None
    credits: int = 0


def urls(options: WatchOptions) -> list[str]:
    """The pages that a check takes a screenshot of."""
    return list(dict.fromkeys(options.urls)) if "screenshot" in options.compare else []


def start(connection: Connection, row: WatchRow, options: WatchOptions) -> list[UUID]:
    """The ids of the jobs, in the order of `urls`.

    Raises:
        TooFewCredits: the jobs that were made must be rolled back.
    """
    return [_start(connection, row, options, url) for url in urls(options)]


def _start(connection: Connection, row: WatchRow, options: WatchOptions, url: str) -> UUID:
    run = options.run_options()
    assert isinstance(run, BatchOptions)
    given = run.scrape_options
    shot = ScreenshotOptions(
        url=url, full_page=True, format="jpeg", max_age=0, wait_for=given.wait_for, timeout=given.timeout
    )
    job_id = new_job.create(
        connection, workspace_id=row.workspace_id, operation=SCREENSHOT.name, options=stored(shot), path=PATH,
        in_background=True, price=SCREENSHOT.price(shot), job_id=new_id(), watch_id=row.id,
    )  # fmt: skip
    if job_id is None:
        raise TooFewCredits
    return job_id


def read(connection: Connection, workspace_id: UUID, job_id: UUID) -> Shot:
    """What a job took. A picture of an error page or a bot check is not one of the page."""
    ended = outcome.find_background(connection, job_id, workspace_id, SCREENSHOT.name)
    if ended is None or ended.result is None:
        reason = (ended.error or {}).get("message") if ended else None
        return Shot(None, f"{_NOT_TAKEN}: {reason}" if reason else f"{_NOT_TAKEN}.")
    result = json.loads(ended.result)
    credits = result["usage"]["creditsUsed"]
    if not credits:
        return Shot(None, f"{_NOT_TAKEN}: {result.get('warning') or 'the site returned another page.'}")
    return Shot(base64.b64decode(result["image"]), credits=credits)
