"""Pages that use CSS frameworks as their documentation shows, and the values that the frameworks' sources declare.

To add one: the package's style sheet, the classes of its components, and values from its source files, not from a browser.
Sizes are pixels at a window width of 1440.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Value = str | float | None


@dataclass(frozen=True, kw_only=True)
class Framework:
    """One framework. `sheet` is a path in node_modules; `right` maps paths of the record to declared values."""

    name: str
    sheet: str
    right: Mapping[str, Value]
    head: str = ""
    body: str = ""
    headings: tuple[str, ...] = ("", "", "", "", "", "")
    buttons: str = ""
    card: str = ""
    attributes: str = ""
    muted: str = ""

    @property
    def page(self) -> str:
        """The page's HTML."""
        titles = "".join(
            f'<h{level} class="{names}">Heading of level {level}</h{level}>'
            for level, names in enumerate(self.headings, start=1)
        )
        words = "A paragraph of running text with as many words as paragraphs usually have on the pages of companies. "
        text = f"<p>{words * 3}<a href='/more'>Read more about it</a>.</p>"
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{self.name}</title>'
            f'<link rel="stylesheet" href="/sheet.css">{self.head}</head><body {self.attributes}>'
            f"{self.body.format(content=titles + text * 3 + self.muted + self.buttons + self.card)}</body></html>"
        )


def _headings(*sizes: float) -> dict[str, Value]:
    return {f"typography.h{level}.fontSize": size for level, size in enumerate(sizes, start=1)}


_MAIN = "<main>{content}</main>"

FRAMEWORKS = (
    Framework(  # scss/_variables.scss
        name="bootstrap", sheet="bootstrap/dist/css/bootstrap.min.css", body='<main class="container">{content}</main>',
        buttons='<button class="btn btn-primary">Get started</button> <button class="btn btn-secondary">Other</button>'
        ' <button class="btn btn-danger">Delete</button> <button class="btn btn-link">Cancel</button>'
        '<input class="form-control" type="text">',
        card='<div class="card" style="width:18rem"><div class="card-body"><p>A card with words.</p></div></div>',
        muted='<p class="text-body-secondary">Small words</p>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#212529", "colors.accent.hex": "#0d6efd",
            "typography.body.fontSize": 16, "typography.body.lineHeight": 1.5, "typography.h1.fontWeight": 500,
            "typography.h1.lineHeight": 1.2, **_headings(40, 32, 28, 24, 20, 16), "radius.button": 6, "radius.card": 6,
            "radius.input": 6, "buttons.primary.background": "#0d6efd", "buttons.primary.paddingX": 12,
            "buttons.primary.paddingY": 6, "buttons.primary.fontSize": 16, "buttons.primary.color": "#ffffff",
            "buttons.secondary.background": "#6c757d", "buttons.link.color": "#0d6efd",
        },
    ),
    Framework(  # sass/utilities/initial-variables.scss, derived-variables.scss
        name="bulma", sheet="bulma/css/bulma.min.css",
        body='<section class="section"><div class="container">{content}</div></section>',
        headings=tuple(f"title is-{level}" for level in range(1, 7)),
        buttons='<div class="buttons"><button class="button is-primary">Get started</button>'
        '<button class="button">Other</button>'
        '<button class="button is-text">Cancel</button><button class="button is-danger">Delete</button></div>'
        '<input class="input" type="text">',
        card='<div class="box" style="width:20rem"><p>A box with words.</p></div>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#404654", "colors.accent.hex": "#00d1b2",
            "typography.body.fontSize": 16, "typography.h1.fontWeight": 800, **_headings(48, 40, 32, 24, 20, 16),
            "radius.button": 6, "radius.input": 6, "radius.card": 12, "buttons.primary.background": "#00d1b2",
            "buttons.secondary.background": "#ffffff", "buttons.primary.fontSize": 16,
        },
    ),
    Framework(  # scss/themes/default/_light.scss, _styles.scss; the root is 125 % from 1280 pixels on
        name="pico", sheet="@picocss/pico/css/pico.min.css", body='<main class="container">{content}</main>',
        buttons='<button>Get started</button><button class="secondary">Other</button><input type="text">',
        card="<article><p>An article with words.</p></article>",
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#373c44", "colors.accent.hex": "#0172ad",
            "typography.body.fontSize": 20, "typography.body.lineHeight": 1.5, "typography.h1.lineHeight": 1.125,
            **_headings(40, 35, 30, 25, 22.5, 20), "radius.button": 5, "radius.input": 5,
            "buttons.primary.background": "#0172ad", "buttons.primary.paddingX": 20, "buttons.primary.paddingY": 15,
        },
    ),
    Framework(  # scss/settings/_settings.scss
        name="foundation", sheet="foundation-sites/dist/css/foundation.min.css",
        body='<div class="grid-container">{content}</div>',
        buttons='<button class="button">Get started</button> <button class="button secondary">Other</button>'
        ' <button class="button alert">Delete</button> <button class="clear button">Cancel</button><input type="text">',
        card='<div class="card" style="width:300px"><div class="card-section"><p>A card with words.</p></div></div>',
        right={
            "colors.background.hex": "#fefefe", "colors.text.hex": "#0a0a0a", "colors.accent.hex": "#1779ba",
            "typography.body.fontSize": 16, "typography.body.lineHeight": 1.5, "typography.h1.lineHeight": 1.4,
            **_headings(48, 40, 31, 25, 20, 16), "radius.button": 0, "radius.card": 0, "radius.input": 0,
            "buttons.primary.background": "#1779ba", "buttons.primary.fontSize": 14.4, "buttons.primary.paddingX": 14.4,
            "buttons.primary.paddingY": 12.24, "buttons.secondary.background": "#767676", "buttons.link.color": "#1779ba",
        },
    ),
    Framework(  # src/less/components/variables.less, base.less, button.less, card.less
        name="uikit", sheet="uikit/dist/css/uikit.min.css", body='<div class="uk-container">{content}</div>',
        buttons='<button class="uk-button uk-button-primary">Get started</button> <button class="uk-button uk-button-default">'
        'Other</button> <button class="uk-button uk-button-danger">Delete</button> <button class="uk-button uk-button-text">'
        'Cancel</button><input class="uk-input" type="text">',
        card='<div class="uk-card uk-card-default uk-card-body" style="width:300px"><p>A card with words.</p></div>',
        muted='<p class="uk-text-muted">Small words</p>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#666666", "colors.accent.hex": "#1e87f0",
            "colors.mutedText.hex": "#999999", "typography.body.fontSize": 16, "typography.body.lineHeight": 1.5,
            **_headings(42, 32, 24, 20, 16, 14), "radius.button": 0, "radius.card": 0, "radius.input": 0,
            "buttons.primary.background": "#1e87f0", "buttons.primary.paddingX": 30, "buttons.primary.color": "#ffffff",
        },
    ),
    Framework(  # components/site.css, button.css of the package
        name="fomantic", sheet="fomantic-ui-css/semantic.min.css", body='<div class="ui container">{content}</div>',
        buttons='<button class="ui primary button">Get started</button><button class="ui button">Other</button>'
        '<button class="ui negative button">Delete</button>',
        card='<div class="ui segment" style="width:300px"><p>A segment with words.</p></div>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#212121", "colors.accent.hex": "#2185d0",
            "typography.body.fontSize": 14, "typography.body.fontFamily": "Lato", **_headings(28, 24, 18, 15, 14),
            "radius.button": 4, "radius.card": 4, "buttons.primary.background": "#2185d0",
            "buttons.primary.fontWeight": 700, "buttons.secondary.background": "#e0e1e2",
        },
    ),
    Framework(  # src/_Color.sass, _Base.sass, _Typography.sass, _Button.sass
        name="milligram", sheet="milligram/dist/milligram.min.css", body='<div class="container">{content}</div>',
        buttons='<button class="button">Get started</button> <button class="button button-outline">Other</button>'
        ' <button class="button button-clear">Cancel</button><input type="text">',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#606c76", "colors.accent.hex": "#9b4dca",
            "typography.body.fontSize": 16, "typography.body.fontWeight": 300, "typography.body.lineHeight": 1.6,
            "typography.body.fontFamily": "Roboto", "typography.h1.lineHeight": 1.2, **_headings(46, 36, 28, 22, 18, 16),
            "radius.button": 4, "radius.input": 4, "buttons.primary.background": "#9b4dca", "buttons.primary.paddingX": 30,
            "buttons.primary.fontSize": 11, "buttons.primary.fontWeight": 700, "buttons.primary.textTransform": "uppercase",
            "buttons.secondary.borderColor": "#9b4dca", "buttons.link.color": "#9b4dca",
        },
    ),
    Framework(  # src/_variables.scss, _typography.scss
        name="spectre", sheet="spectre.css/dist/spectre.min.css", body='<div class="container">{content}</div>',
        buttons='<button class="btn btn-primary">Get started</button> <button class="btn">Other</button>'
        ' <button class="btn btn-error">Delete</button> <button class="btn btn-link">Cancel</button>'
        '<input class="form-input" type="text">',
        card='<div class="card" style="width:300px"><div class="card-body"><p>A card with words.</p></div></div>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#3b4351", "colors.accent.hex": "#5755d9",
            "typography.body.fontSize": 16, "typography.body.lineHeight": 1.5, "typography.h1.fontWeight": 500,
            **_headings(40, 32, 28, 24, 20, 16), "radius.button": 2, "radius.card": 2, "radius.input": 2,
            "buttons.primary.background": "#5755d9", "buttons.secondary.borderColor": "#5755d9",
            "buttons.link.color": "#5755d9",
        },
    ),
    Framework(  # build/buttons.css, base.css (the browser's own headings)
        name="pure", sheet="purecss/build/pure-min.css", body=_MAIN,
        buttons='<button class="pure-button pure-button-primary">Get started</button> <button class="pure-button">Other</button>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#000000", "colors.accent.hex": "#0078e7",
            "typography.body.fontSize": 16, "typography.h1.fontSize": 32, "radius.button": 2,
            "buttons.primary.background": "#0078e7", "buttons.primary.color": "#ffffff", "buttons.primary.paddingX": 16,
            "buttons.primary.paddingY": 8, "buttons.secondary.background": "#e6e6e6",
        },
    ),
    Framework(  # sass/components/_variables.scss, _typography.scss
        name="materialize", sheet="materialize-css/dist/css/materialize.min.css",
        body='<nav><div class="nav-wrapper"><a href="/" class="brand-logo">Acme</a></div></nav>'
        '<main class="container">{content}</main>',
        buttons='<button class="btn waves-effect">Get started</button> <button class="btn-flat">Cancel</button>',
        card='<div class="card" style="width:300px"><div class="card-content"><p>A card with words.</p></div></div>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#212121", "colors.accent.hex": "#26a69a",
            "typography.body.fontSize": 15, "typography.body.lineHeight": 1.5, "typography.h1.lineHeight": 1.1,
            **_headings(63, 53.4, 43.8, 34.2, 24.6, 17.25), "radius.button": 2, "radius.card": 2,
            "buttons.primary.background": "#26a69a", "buttons.primary.fontSize": 14, "buttons.primary.paddingX": 16,
            "buttons.primary.textTransform": "uppercase",
        },
    ),
    Framework(  # README and out/light.css
        name="water", sheet="water.css/out/light.min.css", body=_MAIN,
        buttons='<button>Get started</button><input type="text">',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#363636", "colors.accent.hex": "#0076d1",
            "typography.body.fontSize": 16, "typography.body.lineHeight": 1.4, "typography.h1.fontSize": 35.2,
            "radius.button": 6, "radius.input": 6, "buttons.primary.background": "#d0cfcf", "buttons.primary.paddingX": 30,
        },
    ),
    Framework(  # src/_type-scale.css, _colors.css, _border-radius.css, _spacing.css
        name="tachyons", sheet="tachyons/css/tachyons.min.css", body='<main class="mw8 center ph3">{content}</main>',
        attributes='class="sans-serif dark-gray bg-white"', headings=("f1", "f2", "f3", "f4", "f5", "f6"),
        buttons='<a class="f6 link dim br2 ph3 pv2 mb2 dib white bg-dark-blue" href="/start">Get started</a>'
        '<a class="f6 link dim br2 ba ph3 pv2 mb2 dib dark-blue" href="/other">Other</a>',
        muted='<p class="gray">Small words</p>',
        right={
            "colors.background.hex": "#ffffff", "colors.text.hex": "#333333", "colors.accent.hex": "#00449e",
            "colors.mutedText.hex": "#777777", "typography.body.fontSize": 16, **_headings(48, 36, 24, 20, 16, 14),
            "radius.button": 4, "buttons.primary.background": "#00449e", "buttons.primary.paddingX": 16,
            "buttons.primary.paddingY": 8, "buttons.primary.fontSize": 14, "buttons.secondary.borderColor": "#00449e",
        },
    ),
)  # fmt: skip
