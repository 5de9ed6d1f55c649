"""`orbweaver brand`: looks up the brand of a domain, without a server."""

from __future__ import annotations

import click

from contract.operations import BRAND
from orbweaver.local.operation import perform, print_json, result_option
from orbweaver.local.option_flags import options_of


@click.command()
@click.argument("domain")
@result_option
def command(domain: str, as_json: bool) -> None:
    """Look up the brand of a domain: name, colours, fonts, profiles and logos."""
    brand = perform(BRAND, options_of(BRAND, {}, domain=domain))
    if as_json:
        print_json(brand)
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
