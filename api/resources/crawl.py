"""Crawl: a whole site as one background job."""

from __future__ import annotations

from api.resources import page_jobs
from api.wire import Blueprint
from contract.operations import CRAWL
from contract.results.job import CrawlAck

blueprint = Blueprint("crawl", __name__, url_prefix="/v1/web", description="A whole site in the background.")
page_jobs.register(blueprint, CRAWL, CrawlAck, "Crawl a site\n\nAnswers with a job id at once.")
