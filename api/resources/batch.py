"""Batch: a list of pages as one background job."""

from __future__ import annotations

from api.resources import page_jobs
from api.wire import Blueprint
from contract.operations import BATCH
from contract.results.job import BatchAck

blueprint = Blueprint("batch", __name__, url_prefix="/v1/web", description="A list of pages in the background.")
page_jobs.register(blueprint, BATCH, BatchAck, "Scrape a list of URLs\n\nAnswers with a job id at once.")
