"""`orbweaver styleguide`: reads the design system of a site, without a server."""

from __future__ import annotations

from collections.abc import Iterator

import click

from contract.operations import STYLEGUIDE
from contract.results.brands.styleguide import RoleColor, Styleguide, TypeStyle
from orbweaver.local.operation import perform, print_json, result_option
from orbweaver.local.option_flags import options_of


@click.command()
@click.argument("domain")
@result_option
def command(domain: str, as_json: bool) -> None:
    """Read the design system of a site: colours, type, radii, spacing, shadows and buttons."""
    found = perform(STYLEGUIDE, options_of(STYLEGUIDE, {}, domain=domain))
    if as_json:
        print_json(found)
        return
    for line in _lines(found):
        click.echo(line)
    for warning in found.warnings:
        click.echo(f"orbweaver: {warning.field}: {warning.reason}", err=True)


def _lines(found: Styleguide) -> Iterator[str]:
    colors, type_styles = found.colors, found.typography
    dark = "dark mode" if found.supports_dark else "no dark mode"
    yield f"{found.final_url} ({found.color_scheme}, {dark})"
    for name in ("background", "surface", "text", "muted_text", "accent"):
        yield f"{name.replace('_', ' ').capitalize()}: {_color(getattr(colors, name))}"
    for name in ("body", "h1", "h2", "h3", "h4", "h5", "h6", "button"):
        yield f"{name.capitalize()}: {_type(getattr(type_styles, name))}"
    yield f"Radii: {', '.join(f'{size.value:g}' for size in found.radius.scale) or 'none found'}"
    yield f"Spacing: {', '.join(f'{size:g}' for size in found.spacing.scale) or 'none found'}"
    for name in ("primary", "secondary", "link"):
        button = getattr(found.buttons, name)
        looks = (
            f"{button.color} on {button.background or 'no background'}, radius {button.radius:g}"
            if button
            else "none found"
        )
        yield f"{name.capitalize()} button: {looks}"


def _color(found: RoleColor | None) -> str:
    if found is None:
        return "none found"
    contrast = found.contrast
    return f"{found.hex} ({contrast.ratio} {contrast.level} against {contrast.against})" if contrast else found.hex


def _type(found: TypeStyle | None) -> str:
    return f"{found.font_family} {found.font_size:g} px, weight {found.font_weight}" if found else "none found"
