"""Makes the brand record from a read home page and the bytes of its logos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from urllib.parse import urlsplit

from contract.fields.brand_domain import parse
from contract.results.brands.brand import Brand, FieldSource, ResolvedBrand, Sources
from contract.results.brands.served_logo import ServedLogo
from extraction.brand import measured_logos, palette_roles
from extraction.brand.company_names import Sourced
from extraction.brand.home_page import HomePage
from extraction.brand.measured_logos import MeasuredLogo
from extraction.brand.palette_roles import Primary
from extraction.links.sites import site_of_host
from extraction.logo import served

PARKED_CONFIDENCE = 0.05
# What each field adds to the confidence.
_NAME_SHARE, _LOGO_SHARE, _COLOR_SHARE = 0.35, 0.4, 0.25
_NAME_CONFIDENCE = {
    "jsonld": 1.0,
    "microdata": 1.0,
    "rdfa": 1.0,
    "opengraph": 0.95,
    "meta": 0.9,
    "manifest": 0.9,
    "title": 0.7,
    "page-text": 0.6,
}


def with_served_files(
    home: HomePage, images: Mapping[str, bytes], queried: str, domain: str
) -> tuple[Brand, tuple[ServedLogo, ...]]:
    """The record of `resolve`, and the files that serve its logos. Takes up to a second for a large image."""
    resolved = resolve(home, images, queried, domain)
    return resolved.brand, served.build(resolved)


def resolve(home: HomePage, images: Mapping[str, bytes], queried: str, domain: str) -> ResolvedBrand:
    """The record of a brand, with the files of its logos. Pure.

    Args:
        images: the downloaded bytes by URL, as many as could be fetched.
        queried: the domain or URL as the caller wrote it.
        domain: the host that the brand is stored under.
    """
    logos = measured_logos.read(home.candidates, images)
    primary = palette_roles.primary(logos, home.colors)
    records = tuple(logo.logo() for logo in logos)
    names = home.names
    brand = Brand(
        domain=domain, queried_domain=queried, url=home.url, name=names.name.text,
        legal_name=_text(names.legal_name), description=_text(names.description), slogan=_text(names.slogan),
        resolved_at=home.captured_at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        confidence=_confidence(home, logos, primary), primary_logo=records[0] if records else None,
        primary_color=primary.hex if primary else None, logos=records,
        colors=palette_roles.read(logos, home.colors, primary), fonts=home.fonts, socials=home.socials,
        address=home.facts.address, phone=home.facts.phone, email=home.facts.email, founding_year=home.facts.founding_year,
        industry=home.facts.industry, pages=home.pages, parked=home.is_parked, redirected_to=_other_domain(home.url, queried),
        sources=_sources(home, logos, primary),
    )  # fmt: skip
    return ResolvedBrand(brand=brand, files=tuple(logo.file() for logo in logos))


def _other_domain(url: str, queried: str) -> str | None:
    """The host of the home page if it belongs to another domain than the queried one."""
    try:
        asked = parse(queried).host
    except ValueError:
        return None
    found = urlsplit(url).hostname or ""
    return found if site_of_host(found, None) != site_of_host(asked, None) else None


def _text(value: Sourced | None) -> str | None:
    return value.text if value else None


def _sources(home: HomePage, logos: Sequence[MeasuredLogo], primary: Primary | None) -> Sources:
    names, best = home.names, logos[0].candidate if logos else None
    return Sources(
        name=names.name.source, legal_name=names.legal_name.source if names.legal_name else None,
        description=names.description.source if names.description else None,
        slogan=names.slogan.source if names.slogan else None,
        primary_logo=FieldSource(origin=best.origin, source=best.source, url=best.url or home.url) if best else None,
        primary_color=FieldSource(origin=primary.origin, source=primary.source, url=home.url) if primary else None,
        **dict(home.facts.sources),
    )  # fmt: skip


def _confidence(home: HomePage, logos: Sequence[MeasuredLogo], primary: Primary | None) -> float:
    if home.is_parked:
        return PARKED_CONFIDENCE
    name = home.names.name
    of_name = _NAME_CONFIDENCE.get(name.source.source, 0.3)
    of_logo = max(0.0, min(1.0, logos[0].trust / 90)) if logos else 0.0
    of_color = 0.0
    if primary is not None:
        of_color = 1.0 if primary.is_confirmed else 0.8 if primary.origin == "declared" or logos else 0.5
    return round(_NAME_SHARE * of_name + _LOGO_SHARE * of_logo + _COLOR_SHARE * of_color, 2)
