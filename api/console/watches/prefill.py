"""The options of a watch like another call: of a scrape, of a page of a job, of a crawl."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Connection

from api import database
from api.console.watches import inputs
from api.resources import watch_reads
from contract import limits
from contract.errors import NotFound
from contract.operations import BATCH, CRAWL, SCRAPE
from models.jobs import listing
from models.jobs.listing import Background
from models.pages import page_entry
from models.pages.page_entry import StoredPage

# Options of a crawl that a watch of a site does not have.
_NOT_OF_SITE = frozenset(("webhook",))
UNKNOWN = "The workspace has no scrape, crawl or page with this id. Jobs are stored for some days only."


def of_scrape(options: Mapping[str, Any]) -> dict[str, Any]:
    """A watch of the page of a scrape, read as the scrape with these options reads it."""
    return _of_page(options, options["url"])


def _of_page(options: Mapping[str, Any], url: str) -> dict[str, Any]:
    has_schema = "json" in (options.get("formats") or ())
    names = {each.name for each in inputs.READING.inner} - (set() if has_schema else {"jsonOptions"})
    return {
        "urls": [url],
        "compare": ["markdown", "json"] if has_schema else ["markdown"],
        "scrapeOptions": {name: value for name, value in options.items() if name in names},
    }


def of_crawl(options: Mapping[str, Any]) -> dict[str, Any]:
    """A watch of a site, visited as a crawl with these options visits it."""
    site = {name: value for name, value in options.items() if name not in _NOT_OF_SITE}
    page = _of_page(options.get("scrapeOptions") or {}, "")
    if "limit" in site:
        site["limit"] = min(site["limit"], limits.WATCH_SITE_PAGES_MAX)
    return {"site": {**site, "scrapeOptions": page["scrapeOptions"]}, "compare": page["compare"]}


def of_job(workspace_id: UUID, job_id: UUID, number: int | None) -> dict[str, Any]:
    """A watch like a background scrape or a crawl; with `number`, of one page of a crawl or batch. Without headers.

    Raises:
        NotFound: the workspace has no such job or page.
    """

    def read(connection: Connection) -> tuple[Background | None, StoredPage | None]:
        job = listing.find(connection, job_id, workspace_id)
        return job, page_entry.find(connection, job_id, number) if job and number is not None else None

    job, page = database.snapshot(read)
    if job is None:
        raise NotFound(UNKNOWN)
    return watch_reads.shown_options(_like(job, page, is_page=number is not None))


def _like(job: Background, page: StoredPage | None, *, is_page: bool) -> dict[str, Any]:
    if not is_page and job.operation in (SCRAPE.name, CRAWL.name):
        return of_scrape(job.options) if job.operation == SCRAPE.name else of_crawl(job.options)
    if page is None or job.operation not in (CRAWL.name, BATCH.name):
        raise NotFound(UNKNOWN)
    return _of_page(job.options.get("scrapeOptions") or {}, page.url)
