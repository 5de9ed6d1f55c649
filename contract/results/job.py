"""What a caller sees of work that goes on behind the answer: acknowledgements and statuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import ScrapeResult

SCRAPE_STATUSES = ("waiting", "active", "completed", "failed")


@dataclass(frozen=True)
class ScrapeAck:
    """A scrape that was accepted."""

    job_id: str = option(fields.String(), "Ask GET /v1/web/scrape/{id} for the result.")
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued` on creation.", default="queued")


@dataclass(frozen=True)
class JobError:
    """Why a job failed: the code and message that the synchronous call would have answered."""

    code: str = option(fields.String(), "Stable code.")
    message: str = option(fields.String(), "For people; the wording may change.")
    details: Any = option(fields.Raw(), "More, where there is more.", default=None, sparse=True)


@dataclass(frozen=True)
class ScrapeStatus:
    """Where a scrape job stands."""

    id: str = option(fields.String(), "Job id.")
    status: str = option(fields.String(metadata={"enum": list(SCRAPE_STATUSES)}), "Where the job stands.")
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult)), "The result, once completed.", default=None, sparse=True
    )
    error: JobError | None = option(fields.Nested(schema_of(JobError)), "Why it failed.", default=None, sparse=True)
