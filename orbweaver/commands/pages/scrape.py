"""`orbweaver scrape`: scrapes one page to standard output, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.environment import Environment
from contract.model_formats import require_model
from contract.operations import SCRAPE
from contract.options.scrape import ScrapeOptions
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from


@click.command()
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(ScrapeOptions, without=("url", "async", "history"))
def command(url: str, as_json: bool, **given: Any) -> None:
    """Scrape one page. Prints its Markdown, or the whole result as JSON with --json or other formats."""
    options = from_arguments(ScrapeOptions, {"url": url, **arguments_of(given)})
    require_model(options, Environment.read().unset_model_settings)
    result = perform(SCRAPE, options)
    only_markdown = options.formats == ("markdown",) and not as_json
    if only_markdown and result.warning:
        click.echo(f"orbweaver: {result.warning}", err=True)
    click.echo(result.markdown if only_markdown else json.dumps(dump(result), ensure_ascii=False), nl=not only_markdown)
