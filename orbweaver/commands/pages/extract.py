"""`orbweaver extract`: extracts data that follows a schema from pages and sites, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump
from contract.operations import EXTRACT
from contract.results.extract import ExtractResult
from contract.schemas.argument import read_schema
from orbweaver.local.operation import perform, print_json, print_warning, result_option
from orbweaver.local.option_flags import options_from, options_of

EXIT_FAILED = 2


@click.command()
@click.argument("urls", nargs=-1, metavar="URL...")
@click.option("--schema", metavar="FILE", help="JSON Schema of the output: a file, or JSON text.")
@result_option
@options_from(EXTRACT.options, without=("urls", "schema", "maxAge"))
def command(urls: tuple[str, ...], schema: str | None, as_json: bool, **given: Any) -> int:
    """Extract data from pages: one JSON line per page with data, or the whole result with --json.

    A URL that ends in /* is a crawl scope: the pages found under that path are extracted too. Quote it.
    """
    if schema is not None:
        given["schema"] = read_schema(schema)
    result: ExtractResult = perform(EXTRACT, options_of(EXTRACT, given, urls=json.dumps(urls)))
    if as_json:
        print_json(result)
    else:
        _print(result)
    return EXIT_FAILED if result.results and all(page.error for page in result.results) else 0


def _print(result: ExtractResult) -> None:
    print_warning(result.warning)
    for page in result.results:
        if page.data is None:
            click.echo(f"orbweaver: {page.url}: {page.error or 'nothing matched'}", err=True)
            continue
        shown = {name: value for name, value in dump(page).items() if name not in ("error", "errorCode")}
        click.echo(json.dumps(shown, ensure_ascii=False))
    for row in result.collection or ():
        print_json(row)
