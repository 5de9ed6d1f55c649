"""`orbweaver images`: lists the images of one page, without a server."""

from __future__ import annotations

import json
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.operations import IMAGES
from contract.options.images import ImagesOptions
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from


@click.command()
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON object.")
@options_from(ImagesOptions, without=("url", "maxAge"))
def command(url: str, as_json: bool, **given: Any) -> None:
    """List the images of one page: one URL per line, or the whole result with --json."""
    result = perform(IMAGES, from_arguments(ImagesOptions, {"url": url, **arguments_of(given)}))
    if as_json:
        click.echo(json.dumps(dump(result), ensure_ascii=False))
        return
    if result.warning:
        click.echo(f"orbweaver: {result.warning}", err=True)
    for image in result.images:
        click.echo(image.src)
