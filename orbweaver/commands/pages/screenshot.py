"""`orbweaver screenshot`: writes a picture of one page to a file, without a server."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from contract.declare import dump
from contract.operations import SCREENSHOT
from orbweaver.local.operation import perform, print_warning
from orbweaver.local.option_flags import options_from, options_of


@click.command()
@click.argument("url")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path), required=True,
    help="The PNG file to write.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result without the image as one JSON object.")
@options_from(SCREENSHOT.options, without=("url", "maxAge"))
def command(url: str, output: Path, as_json: bool, **given: Any) -> None:
    """Take a screenshot of one page. The viewport is a JSON object: --viewport '{"width": 390, "height": 844}'."""
    result = perform(SCREENSHOT, options_of(SCREENSHOT, given, url=url))
    output.write_bytes(base64.b64decode(result.image))
    print_warning(result.warning)
    if as_json:
        described = {**dump(replace(result, image="")), "file": str(output)}
        del described["image"]
        click.echo(json.dumps(described, ensure_ascii=False))
    else:
        click.echo(f"{output}: {result.width} x {result.height} pixels, HTTP {result.status}", err=True)
