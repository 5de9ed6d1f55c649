"""`orbweaver scrape`: one page to standard output, no server needed."""

from __future__ import annotations

import json
import logging
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.environment import Environment
from contract.errors import ServiceUnavailable
from contract.options.page import MODEL_FORMATS
from contract.options.scrape import ScrapeOptions
from orbweaver.reading_options import arguments_of, options_from


@click.command()
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(ScrapeOptions, without=("url", "async"))
def command(url: str, as_json: bool, **given: Any) -> None:
    """Scrape one page: its Markdown, or with other formats or --json the whole result."""
    options = from_arguments(ScrapeOptions, {"url": url, **arguments_of(given)})
    if MODEL_FORMATS.intersection(options.formats):
        raise ServiceUnavailable("The summary and json formats need the running service and a language model.")
    result = _run(options)
    plain = options.formats == ("markdown",) and not as_json
    if plain and result.warning:
        click.echo(f"orbweaver: {result.warning}", err=True)
    click.echo(result.markdown if plain else json.dumps(dump(result), ensure_ascii=False), nl=not plain)


def _run(options: ScrapeOptions) -> Any:
    from crawler.runner import Reactor, engine_of

    logging.basicConfig(level=logging.ERROR)
    reactor = Reactor()
    reactor.start()

    async def work() -> Any:
        engine = engine_of(Environment.read())
        try:
            await engine.start()
            return await engine.run("scrape", options, None, "orbweaver scrape")
        finally:
            await engine.close()

    try:
        return reactor.call(work())
    finally:
        reactor.stop()
