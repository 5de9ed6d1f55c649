"""`orbweaver images`: lists the images of one page, without a server."""

from __future__ import annotations

from typing import Any

import click

from contract.operations import IMAGES
from orbweaver.local.operation import perform, print_json, print_warning, result_option
from orbweaver.local.option_flags import options_from, options_of


@click.command()
@click.argument("url")
@result_option
@options_from(IMAGES.options, without=("url", "maxAge"))
def command(url: str, as_json: bool, **given: Any) -> None:
    """List the images of one page: one URL per line, or the whole result with --json."""
    result = perform(IMAGES, options_of(IMAGES, given, url=url))
    if as_json:
        print_json(result)
        return
    print_warning(result.warning)
    for image in result.images:
        click.echo(image.src)
