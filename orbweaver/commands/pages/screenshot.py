"""`orbweaver screenshot`: writes a picture of one page to a file, without a server."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from contract.declare import dump, from_arguments
from contract.operations import SCREENSHOT
from contract.options.screenshot import ScreenshotOptions
from orbweaver.local.operation import perform
from orbweaver.local.option_flags import arguments_of, options_from


@click.command()
@click.argument("url")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path), required=True,
    help="The PNG file to write.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result without the image as one JSON object.")
@options_from(ScreenshotOptions, without=("url", "maxAge"))
def command(url: str, output: Path, as_json: bool, **given: Any) -> None:
    """Take a screenshot of one page. The viewport is a JSON object: --viewport '{"width": 390, "height": 844}'."""
    result = perform(SCREENSHOT, from_arguments(ScreenshotOptions, {"url": url, **arguments_of(given)}))
    output.write_bytes(base64.b64decode(result.image))
    if result.warning:
        click.echo(f"orbweaver: {result.warning}", err=True)
    if as_json:
        described = {**dump(replace(result, image="")), "file": str(output)}
        del described["image"]
        click.echo(json.dumps(described, ensure_ascii=False))
    else:
        click.echo(f"{output}: {result.width} x {result.height} pixels, HTTP {result.status}", err=True)
