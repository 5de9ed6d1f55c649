"""Writes one schema.org thing in the formats that pages use: JSON-LD, a graph, microdata, RDFa, Open Graph, application state."""

from __future__ import annotations

import json
from html import escape
from typing import Any

Thing = dict[str, Any]


def json_ld(*things: Thing) -> str:
    """One script per thing."""
    return "".join(
        f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **thing}, ensure_ascii=False)}</script>'
        for thing in things
    )


def graph(*things: Thing) -> str:
    """All things in one `@graph`, each with an id, beside the site, the page and breadcrumbs. ASCII with escaped slashes."""
    nodes = [
        {
            "@type": "WebSite",
            "@id": "https://site.example/#website",
            "name": "Site Example",
            "url": "https://site.example/",
        },
        {"@type": "WebPage", "@id": "https://site.example/#webpage", "name": "A page of Site Example"},
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Home"}]},
        *({**thing, "@id": f"https://site.example/#{place}"} for place, thing in enumerate(things)),
    ]
    text = json.dumps({"@context": "https://schema.org", "@graph": nodes}).replace("/", "\\/")
    return f'<script type="application/ld+json">{text}</script>'


def microdata(thing: Thing) -> str:
    """Nested items. Texts are visible; URLs, dates and codes are attributes."""
    return _item(thing, "")


def _item(thing: Thing, prop: str) -> str:
    name = f' itemprop="{prop}"' if prop else ""
    inner = "".join(_member(key, value) for key, value in thing.items() if key != "@type")
    return f'<div{name} itemscope itemtype="https://schema.org/{thing["@type"]}">{inner}</div>'


def _member(key: str, value: Any) -> str:
    if isinstance(value, list):
        return "".join(_member(key, item) for item in value)
    if isinstance(value, dict):
        return _item(value, key)
    text = str(value)
    if text.startswith("http"):
        return f'<link itemprop="{key}" href="{escape(text)}">'
    if key in ("name", "headline", "description", "text", "recipeIngredient", "title"):
        return f'<p itemprop="{key}">{escape(text)}</p>'
    return f'<meta itemprop="{key}" content="{escape(text)}">'


def rdfa(thing: Thing) -> str:
    """Nested subjects of RDFa Lite."""
    return f'<div vocab="https://schema.org/">{_subject(thing, "")}</div>'


def _subject(thing: Thing, prop: str) -> str:
    name = f' property="{prop}"' if prop else ""
    inner = ""
    for key, value in thing.items():
        for item in value if isinstance(value, list) else [value]:
            if key == "@type":
                continue
            if isinstance(item, dict):
                inner += _subject(item, key)
            elif str(item).startswith("http"):
                inner += f'<a property="{key}" href="{escape(str(item))}"></a>'
            else:
                inner += f'<span property="{key}">{escape(str(item))}</span> '
    return f'<div{name} typeof="{thing["@type"]}">{inner}</div>'


def open_graph(**properties: str) -> str:
    """Meta elements. `price__amount` stands for `product:price:amount`."""
    return "".join(
        f'<meta property="{name.replace("__", ":")}" content="{escape(value)}">' for name, value in properties.items()
    )


def next_data(thing: Thing) -> str:
    """The state of a Next.js page with one object beside the usual noise."""
    state = {
        "props": {"pageProps": {"data": thing, "flags": {"beta": True}, "locale": "en"}},
        "page": "/p/[id]",
        "buildId": "x1",
    }
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(state)}</script>'


def rows(style: str, pairs: list[tuple[str, str]]) -> str:
    """Labels with values as a table, a definition list, lines, bold labels or pairs of boxes."""
    made = {
        "table": lambda label, value: f"<tr><th>{label}</th><td>{escape(value)}</td></tr>",
        "dl": lambda label, value: f"<dt>{label}</dt><dd>{escape(value)}</dd>",
        "lines": lambda label, value: f"<p>{label}: {escape(value)}</p>",
        "bold": lambda label, value: f"<li><strong>{label}:</strong> {escape(value)}</li>",
        "boxes": lambda label, value: f'<div class="row"><span>{label}</span><span>{escape(value)}</span></div>',
    }[style]
    inner = "".join(made(label, value) for label, value in pairs)
    return {"table": f"<table>{inner}</table>", "dl": f"<dl>{inner}</dl>", "bold": f"<ul>{inner}</ul>"}.get(
        style, inner
    )


def document(title: str, head: str, main: str, *, language: str = "en", aside: str = "") -> str:
    """A whole page with the usual noise around its content."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)} | Site '
        f"Example</title>{head}</head>"
        '<body><header><nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/sale">Sale: up to 50% off</a></nav></header>'
        f"<main><h1>{escape(title)}</h1>{main}</main>{aside}"
        "<footer><p>Copyright 2019 Site Example. Version: 3. Status: online. Price: free.</p><p>Author: Web "
        "Team</p></footer></body></html>"
    )


RELATED = (
    '<aside><h2>You may also like</h2><div class="card"><a href="/p/9">Other Gadget</a> <span>Price: $9.99</span> '
    "<span>SKU: OTH-9</span>"
    '</div></aside><section class="related-products"><table><tr><th>Price</th><td>$8.49</td></tr><tr>'
    "<th>Brand</th><td>Decoy Co</td></tr>"
    "</table></section>"
)
RELATED_PRODUCT: Thing = {
    "@type": "Product", "name": "Other Gadget", "sku": "OTH-9", "brand": {"@type": "Brand", "name": "Decoy Co"},
    "offers": {"@type": "Offer", "price": "9.99", "priceCurrency": "USD"},
}  # fmt: skip
