"""Candidates outside the page's content: structured data, icon links, manifest, `/favicon.ico`, cover image, BIMI."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

from extraction.brand.manifest import Manifest, edge_of
from extraction.brand.marks.candidate import LARGE_ICON_PX, TRUST, Candidate, scheme_of
from extraction.brand.marks.image_address import data_of
from extraction.brand.organization import Organization
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.tree import Tree

LINKS_MAX = 500
# Icons that starter templates and page builders bring. They are not logos of a company, except of those that make them.
_TEMPLATE_ICON = re.compile(
    r"/(?:vite|react|next|vercel|svelte|nuxt|astro|angular|gatsby-icon|joomla-favicon|tildafavicon)\.(?:svg|png|ico)$|"
    r"/w-logo-(?:blue|gray)|/wp-includes/images/|/universal/default-favicon|/sites/icons/default-|"
    r"(?:website-files\.com|webflow\.com)/img/(?:webclip|favicon)|/pfavico\.ico|^https?://[\w.]*\b(?:wix|weebly|jimdo|blogger)\.com/favicon|"
    r"/core/misc/favicon\.ico|/Magento_(?:Theme|Backend)/favicon|/isteam/ip/static/pwa-app/logo-default"
)
_LOGO_NAME = re.compile(r"logo|brand|wordmark", re.I)


def read(document: Document, organization: Organization | None, manifest: Manifest) -> Iterator[Candidate]:
    """The candidates, without order."""
    for address in organization.logos if organization else ():
        assert organization is not None
        yield _declared(address, organization.source, TRUST[organization.source])
    links = (_of_link(document, link) for link in islice(document.tree.iter("link"), LINKS_MAX))
    favicon = _declared(urljoin(document.url, "/favicon.ico"), "favicon-ico", TRUST["favicon-ico"])
    for icon in (*(candidate for candidate in links if candidate), favicon):
        if not _TEMPLATE_ICON.search(icon.url or "") and icon.url not in manifest.template_icons:
            yield icon
    yield from _of_manifest(manifest)
    yield from _of_metas(document)


def of_bimi(records: Sequence[str]) -> Iterator[Candidate]:
    """The logo that a domain declares for its e-mail: `v=BIMI1; l=https://…/logo.svg; a=…`."""
    for record in records:
        tags = {
            name.strip().lower(): value.strip() for name, _, value in (tag.partition("=") for tag in record.split(";"))
        }
        address = tags.get("l", "")
        if tags.get("v", "").upper() == "BIMI1" and address and (found := http_address(address, address)):
            yield _declared(found, "bimi", TRUST["bimi"])


def _declared(address: str, source: str, trust: float, theme: Literal["light", "dark"] | None = None) -> Candidate:
    return Candidate(url=address, source=source, origin="declared", trust=trust, theme=theme)


def _of_link(document: Document, link: Tree) -> Candidate | None:
    kinds = (link.get("rel") or "").lower().split()
    href = link.get("href") or ""
    if href.lstrip().startswith("data:") and "icon" in kinds and (body := data_of(href.strip())):
        trust = TRUST["link-icon-svg" if "svg" in href[:40] else "link-icon"]
        return Candidate(body=body, source="link-icon", origin="declared", trust=trust)
    address = http_address(document.base_url, href) if href else None
    if address is None:
        return None
    edge = edge_of(link.get("sizes"))
    if "apple-touch-icon" in kinds or "apple-touch-icon-precomposed" in kinds:
        return _declared(address, "apple-touch-icon", TRUST["apple-touch-icon"] + min(edge, 512) / 10_000)
    if "mask-icon" in kinds:
        return _declared(address, "mask-icon", TRUST["mask-icon"])
    if "icon" not in kinds:
        return None
    is_svg = "svg" in (link.get("type") or "") or urlsplit(address).path.lower().endswith(".svg")
    trust = TRUST["link-icon-svg" if is_svg else "link-icon-large" if edge >= LARGE_ICON_PX else "link-icon"]
    return _declared(address, "link-icon", trust + min(edge, 512) / 10_000, scheme_of(link.get("media") or ""))


def _of_manifest(manifest: Manifest) -> Iterator[Candidate]:
    sources = {"any": "manifest", "maskable": "manifest-maskable", "monochrome": "manifest-monochrome"}
    for icon in manifest.icons:
        trust = TRUST[sources.get(icon.purpose, "manifest")]
        yield _declared(icon.url, "manifest", trust + min(icon.edge, 512) / 10_000)


def _of_metas(document: Document) -> Iterator[Candidate]:
    for meta in document.tree.iter("meta"):
        name = (meta.get("property") or meta.get("name") or "").lower()
        address = http_address(document.base_url, meta.get("content") or "") if meta.get("content") else None
        if address is None:
            continue
        if name in ("og:logo", "logo"):
            yield _declared(address, "opengraph", TRUST["microdata"] - 1)
        elif name == "msapplication-tileimage":
            yield _declared(address, "meta", TRUST["tile-image"])
        elif name in ("og:image", "twitter:image") and _LOGO_NAME.search(
            unquote(urlsplit(address).path).rpartition("/")[2]
        ):
            yield Candidate(url=address, source="og-image", origin="declared", trust=TRUST["og-image"])
