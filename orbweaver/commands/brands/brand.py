"""`orbweaver brand`: looks up the brand of a domain, without a server."""

from __future__ import annotations

import json

import click

from contract.declare import dump, from_arguments
from contract.operations import BRAND
from contract.options.brand import BrandOptions
from orbweaver.local.operation import perform


@click.command()
@click.argument("domain")
@click.option("--json", "as_json", is_flag=True, help="Print the whole record as one JSON object.")
def command(domain: str, as_json: bool) -> None:
    """Look up the brand of a domain: name, colours, fonts, profiles and logos."""
    brand = perform(BRAND, from_arguments(BrandOptions, {"domain": domain}))
    if as_json:
        click.echo(json.dumps(dump(brand), ensure_ascii=False))
        return
    click.echo(f"{brand.name} ({brand.url})")
    if brand.description:
        click.echo(brand.description)
    for label, values in (
        ("Colours", [f"{color.hex} {color.role}" for color in brand.colors]),
        ("Fonts", [f"{font.family} {font.role}" for font in brand.fonts]),
        ("Profiles", [social.url for social in brand.socials]),
        ("Logos", [f"{logo.type} for {logo.theme} {logo.source_url or logo.source}" for logo in brand.logos]),
    ):
        click.echo(f"{label}: {', '.join(values) or 'none found'}")
