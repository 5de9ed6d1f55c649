"""Replicas whose titles are not names."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite
from benchmarks.sites.built.replica import Maker, own, page


def _titled(head: Callable[[BrandSite], tuple[str, str]], alt: bool = True) -> Maker:
    def make(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
        mark = own(site, logos, "/l.svg")
        title, more = head(site)
        shown = site.name if alt else ""
        return page(
            site,
            f'<header><a href="/"><img src="{mark}" alt="{shown}"></a></header><h1>Boats</h1><footer><p>\u00a9 2026 {site.name}. All rights reserved.</p></footer>',
            title=title,
            head=more,
        )

    return make


def _website(site: BrandSite) -> tuple[str, str]:
    data = json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "WebSite",
            "name": f"{site.origin.removeprefix('https://')}",
            "url": site.origin,
        }
    )
    return (
        "Home",
        f'<script type="application/ld+json">{data}</script><meta property="og:site_name" content="{site.origin.removeprefix("https://")}">',
    )


KINDS: dict[str, Maker] = {
    "sign in": _titled(lambda site: (f"Sign in - {site.name}", '<meta name="application-name" content="Sign in">')),
    "loading": _titled(lambda site: ("Loading\u2026", "")),
    "page not found": _titled(lambda site: (f"Page not found \u2013 {site.name}", "")),
    "word for home": _titled(lambda site: (f"\u30db\u30fc\u30e0 | {site.name}", '<meta property="og:site_name" content="\u0413\u043b\u0430\u0432\u043d\u0430\u044f">')),
    "host name": _titled(_website),
    "slogan": _titled(lambda site: ("Home", f'<meta property="og:site_name" content="{site.name} - Ferries that leave when they say they do">')),
}  # fmt: skip
