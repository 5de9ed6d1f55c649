"""`orbweaver logo`: saves a domain's logo as a file, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contract.declare import load
from contract.options.brand import BrandOptions
from contract.results.brands.brand import LOGO_TYPES
from contract.results.brands.served_logo import LADDER, SERVED_THEMES, ServedLogo, choose_file
from orbweaver.local.operation import with_engine

if TYPE_CHECKING:
    from crawler.runner import Engine

SUFFIXES = {"image/svg+xml": (".svg",), "image/png": (".png",), "image/jpeg": (".jpg", ".jpeg")}


@click.command()
@click.argument("domain")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
@click.option(
    "--theme",
    type=click.Choice(SERVED_THEMES),
    default="light",
    show_default=True,
    help="Background that the logo must suit.",
)
@click.option(
    "--type", "logo_type", type=click.Choice(LOGO_TYPES), default="icon", show_default=True, help="Requested type."
)
@click.option(
    "--size",
    type=click.IntRange(LADDER[0], LADDER[-1]),
    default=LADDER[-1],
    show_default=True,
    help="Longest edge in pixels.",
)
def command(domain: str, output: Path, theme: str, logo_type: str, size: int) -> None:
    """Save the logo of a domain. An SVG stays an SVG; an image is never enlarged."""
    load(BrandOptions, {"domain": domain})
    file = choose_file(_files(domain), logo_type, theme, size)
    if file is None:
        raise click.ClickException(f"No logo was found for {domain}.")
    output.write_bytes(file.body)
    kind = file.content_type.removeprefix("image/").removesuffix("+xml")
    click.echo(f"{output}: {file.type}, {kind}, {file.width} x {file.height} pixels")
    if output.suffix.lower() not in SUFFIXES[file.content_type]:
        click.echo(f"orbweaver: the file contains {kind}, which does not match its extension", err=True)


def _files(domain: str) -> tuple[ServedLogo, ...]:
    async def work(engine: Engine) -> tuple[ServedLogo, ...]:
        from crawler.spiders.brands.stored_brands import StoredBrands

        async with engine.crawler() as crawler:
            return (await StoredBrands(crawler, None).get(domain, None)).files

    return with_engine(work)
