"""`orbweaver extract`: extracts data that follows a schema from pages and sites, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.operations import EXTRACT
from contract.options.extract import ExtractOptions
from contract.results.extract import ExtractResult
from contract.schemas.argument import read_schema
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from

EXIT_FAILED = 2


@click.command()
@click.argument("urls", nargs=-1, metavar="URL...")
@click.option("--schema", metavar="FILE", help="JSON Schema of the output: a file, or JSON text.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(ExtractOptions, without=("urls", "schema", "maxAge"))
def command(urls: tuple[str, ...], schema: str | None, as_json: bool, **given: Any) -> int:
    """Extract data from pages: one JSON line per page with data, or the whole result with --json.

    A URL that ends in /* is a crawl scope: the pages found under that path are extracted too. Quote it.
    """
    arguments = {"urls": json.dumps(urls), **arguments_of(given)}
    if schema is not None:
        arguments["schema"] = read_schema(schema)
    result: ExtractResult = perform(EXTRACT, from_arguments(ExtractOptions, arguments))
    if as_json:
        click.echo(json.dumps(dump(result), ensure_ascii=False))
    else:
        _print(result)
    return EXIT_FAILED if result.results and all(page.error for page in result.results) else 0


def _print(result: ExtractResult) -> None:
    if result.warning:
        click.echo(f"orbweaver: {result.warning}", err=True)
    for page in result.results:
        if page.data is None:
            click.echo(f"orbweaver: {page.url}: {page.error or 'nothing matched'}", err=True)
            continue
        shown = {name: value for name, value in dump(page).items() if name not in ("error", "errorCode")}
        click.echo(json.dumps(shown, ensure_ascii=False))
    for row in result.collection or ():
        click.echo(json.dumps(dump(row), ensure_ascii=False))
