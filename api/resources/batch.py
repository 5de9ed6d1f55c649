"""Batch: scrapes a list of URLs as one background job."""

from __future__ import annotations

from api.checks.request_json import Blueprint
from api.resources.page_jobs import routes
from contract.operations import BATCH
from contract.results.job import BatchAck

blueprint = Blueprint("batch", __name__, url_prefix="/v1/web", description="Scrape a list of URLs in the background.")
routes.register(blueprint, BATCH, BatchAck)
