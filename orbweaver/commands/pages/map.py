"""`orbweaver map`: lists the URLs of a site, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.operations import MAP
from contract.options.map import MapOptions
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from


@click.command()
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(MapOptions, without=("url",))
def command(url: str, as_json: bool, **given: Any) -> None:
    """List the URLs of a site: one per line, or the whole result with --json."""
    result = perform(MAP, from_arguments(MapOptions, {"url": url, **arguments_of(given)}))
    if as_json:
        click.echo(json.dumps(dump(result), ensure_ascii=False))
        return
    if result.truncated:
        click.echo("orbweaver: the site has more URLs than are listed (see --limit and --search)", err=True)
    for link in result.links:
        click.echo(link)
