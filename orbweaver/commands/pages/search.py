"""`orbweaver search`: searches the web, without a server."""

from __future__ import annotations

from typing import Any

import click

from contract.operations import SEARCH
from orbweaver.local.operation import perform, print_json, result_option
from orbweaver.local.option_flags import options_from, options_of


@click.command()
@click.argument("query")
@result_option
@options_from(SEARCH.options, without=("query",))
def command(query: str, as_json: bool, **given: Any) -> None:
    """Search with the search engines of ORBWEAVER_SEARCH_PROVIDER: rank, title, URL and snippet of each result.

    The engine `index` needs the service's database: a running `orbweaver up`, or DATABASE_URL. The page options are a JSON
    object: --scrape-options '{"formats": ["links"]}'.
    """
    result = perform(SEARCH, options_of(SEARCH, given, query=query))
    if as_json:
        print_json(result)
        return
    if not result.results:
        click.echo("orbweaver: No page was found.", err=True)
    for entry in result.results:
        click.echo(f"{entry.rank}. {entry.title}\n   {entry.url}\n   {entry.snippet}")
        if entry.data is not None and entry.data.markdown:
            click.echo(f"\n{entry.data.markdown}")
