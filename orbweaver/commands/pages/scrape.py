"""`orbweaver scrape`: scrapes one page to standard output, without a server."""

from __future__ import annotations

from typing import Any

import click

from contract.environment import Environment
from contract.model_formats import require_model
from contract.operations import SCRAPE
from orbweaver.local.operation import perform, print_json, print_warning, result_option
from orbweaver.local.option_flags import options_from, options_of


@click.command()
@click.argument("url")
@result_option
@options_from(SCRAPE.options, without=("url", "async", "history"))
def command(url: str, as_json: bool, **given: Any) -> None:
    """Scrape one page. Prints its Markdown, or the whole result as JSON with --json or other formats."""
    options = options_of(SCRAPE, given, url=url)
    require_model(options, Environment.read().unset_model_settings)
    result = perform(SCRAPE, options)
    if as_json or options.formats != ("markdown",):
        print_json(result)
        return
    print_warning(result.warning)
    click.echo(result.markdown, nl=False)
