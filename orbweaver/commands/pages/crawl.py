"""`orbweaver crawl`: scrapes a whole site into files, without a server."""

from __future__ import annotations

from typing import Any

import click

from contract.operations import CRAWL
from contract.options.batch import PageOptions
from contract.options.crawl import CrawlOptions
from orbweaver.local.job_command import job_options, perform_job
from orbweaver.local.option_flags import arguments_of, names_of, options_from


@click.command()
@click.argument("url")
@options_from(CrawlOptions, without=("url", "scrapeOptions", "webhook"))
@job_options
def command(url: str, output: str | None, resume: bool, as_json: bool, **given: Any) -> None:
    """Scrape a site, starting at URL. Progress is shown on standard error. Ctrl-C stops the run; --resume continues it."""
    pages = {name: given.pop(name) for name in names_of(PageOptions) & given.keys()}
    perform_job(CRAWL, {"url": url, **arguments_of(given)}, pages, output, resume, as_json)
