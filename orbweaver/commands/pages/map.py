"""`orbweaver map`: lists the URLs of a site, without a server."""

from __future__ import annotations

from typing import Any

import click

from contract.operations import MAP
from orbweaver.local.operation import perform, print_json, result_option
from orbweaver.local.option_flags import options_from, options_of


@click.command()
@click.argument("url")
@result_option
@options_from(MAP.options, without=("url",))
def command(url: str, as_json: bool, **given: Any) -> None:
    """List the URLs of a site: one per line, or the whole result with --json."""
    result = perform(MAP, options_of(MAP, given, url=url))
    if as_json:
        print_json(result)
        return
    if result.truncated:
        click.echo("orbweaver: the site has more URLs than are listed (see --limit and --search)", err=True)
    for link in result.links:
        click.echo(link)
