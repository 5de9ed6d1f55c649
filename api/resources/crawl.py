"""Crawl: scrapes a whole site as one background job."""

from __future__ import annotations

from api.checks.request_json import Blueprint
from api.resources.page_jobs import routes
from contract.operations import CRAWL
from contract.results.job import CrawlAck

blueprint = Blueprint("crawl", __name__, url_prefix="/v1/web", description="Scrape a whole site in the background.")
routes.register(blueprint, CRAWL, CrawlAck)
