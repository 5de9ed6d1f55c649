"""`orbweaver search`: searches the web, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.operations import SEARCH
from contract.options.search import SearchOptions
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from


@click.command()
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(SearchOptions, without=("query",))
def command(query: str, as_json: bool, **given: Any) -> None:
    """Search with the search engines of ORBWEAVER_SEARCH_PROVIDER: rank, title, URL and snippet of each result.

    The engine `index` needs the service's database: a running `orbweaver up`, or DATABASE_URL. The page options are a JSON
    object: --scrape-options '{"formats": ["links"]}'.
    """
    result = perform(SEARCH, from_arguments(SearchOptions, {"query": query, **arguments_of(given)}))
    if as_json:
        click.echo(json.dumps(dump(result), ensure_ascii=False))
        return
    if not result.results:
        click.echo("orbweaver: No page was found.", err=True)
    for entry in result.results:
        click.echo(f"{entry.rank}. {entry.title}\n   {entry.url}\n   {entry.snippet}")
        if entry.data is not None and entry.data.markdown:
            click.echo(f"\n{entry.data.markdown}")
