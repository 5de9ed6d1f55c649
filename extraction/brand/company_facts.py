"""What a company says about itself beside its looks: address, phone, e-mail, founding year, industry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import unquote

from contract.results.brands.brand import FieldSource
from contract.results.brands.company import Address
from extraction.brand import clean_text
from extraction.brand.organization import Organization, properties_of
from extraction.brand.page_areas import PageAreas
from extraction.declared.structured import EntityObject
from extraction.document.document import Document
from extraction.links.sites import site_of, site_of_host

ANCHORS_MAX = 5_000
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_EMAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,24}$", re.I)
_PHONE = re.compile(r"\+?[\d\s().\-/–]{6,30}$")
_PARTS = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
# Types that say nothing about an industry.
_GENERAL = frozenset(
    "Organization Corporation LocalBusiness Brand Company OnlineBusiness Business NGO Project Consortium Service Thing Place "
    "Agency Publisher Team Store Shop".split()
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts, each None if the page does not state it, and where each is."""

    address: Address | None = None
    phone: str | None = None
    email: str | None = None
    founding_year: int | None = None
    industry: str | None = None
    sources: tuple[tuple[str, FieldSource], ...] = ()


def read(document: Document, organization: Organization | None, areas: PageAreas) -> Facts:
    """The facts that the page declares, otherwise those of its links to call and to write."""
    declared = _declared(organization) if organization else {}
    linked: dict[str, Any] = {name: value for name, value in _linked(document, areas) if name not in declared}
    source = organization.source if organization else ""
    sources = [(name, FieldSource(origin="declared", source=source, url=document.url)) for name in declared]
    sources += [(name, FieldSource(origin="harvested", source="anchor", url=document.url)) for name in linked]
    return Facts(**declared, **linked, sources=tuple(sources))


def _declared(organization: Organization) -> dict[str, Any]:
    values = organization.properties
    points = _entities(values.get("contactPoint"))
    found = {
        "address": _address(values.get("address")),
        "phone": next((phone for each in (values, *points) if (phone := _phone(_text(each.get("telephone"))))), None),
        "email": next((email for each in (values, *points) if (email := _email(_text(each.get("email"))))), None),
        "founding_year": _year(_text(values.get("foundingDate"))),
        "industry": clean_text.line(_text(values.get("industry")), 100) or _kind(organization.types),
    }
    return {name: value for name, value in found.items() if value is not None}


def _linked(document: Document, areas: PageAreas) -> Iterator[tuple[str, str]]:
    """The first number and the first address of the company's own domain, in header and footer."""
    site, found = site_of(document.url), set()
    for anchor in islice(document.body.iter("a"), ANCHORS_MAX):
        scheme, _, rest = (anchor.get("href") or "").strip()[:300].partition(":")
        value = unquote(rest.partition("?")[0]).strip()
        phone = _phone(value) if scheme.lower() == "tel" else None
        email = _email(value) if scheme.lower() == "mailto" else None
        if email and site_of_host(email.rpartition("@")[2], None) != site:
            continue
        name = "phone" if phone else "email"
        if (phone or email) and name not in found and areas.in_header_or_footer(anchor):
            found.add(name)
            yield name, phone or email or ""


def _entities(value: Any) -> list[EntityObject]:
    items = value if isinstance(value, list) else [value]
    return [properties_of(item) for item in items[:10] if isinstance(item, dict)]


def _text(value: Any) -> str | None:
    item = value[0] if isinstance(value, list) and value else value
    if isinstance(item, dict):
        item = item.get("@value") or item.get("name")
    return str(item) if isinstance(item, (str, int)) and not isinstance(item, bool) else None


def _address(value: Any) -> Address | None:
    if isinstance(value, str):
        text = clean_text.line(value, 300)
        return Address(text=text) if text else None
    entity = next(iter(_entities(value)), None)
    if entity is None:
        return None
    parts = [clean_text.line(_text(entity.get(name)), 200) for name in _PARTS]
    if sum(part is not None for part in parts) < 2:
        return None
    street, code, city, region, country = parts
    locality = " ".join(part for part in (code, city) if part)
    text = ", ".join(part for part in (street, locality, region, country) if part)
    return Address(text=text, street=street, postal_code=code, city=city, region=region, country=country)


def _phone(text: str | None) -> str | None:
    line = clean_text.line((text or "").removeprefix("tel:"), 40)
    digits = sum(char.isdigit() for char in line or "")
    return line if line and _PHONE.match(line) and 6 <= digits <= 15 else None


def _email(text: str | None) -> str | None:
    line = clean_text.line((text or "").strip().removeprefix("mailto:"), 120)
    return line if line and _EMAIL.match(line) else None


def _year(text: str | None) -> int | None:
    match = _YEAR.search(text or "")
    return int(match[1]) if match else None


def _kind(types: tuple[str, ...]) -> str | None:
    """`HealthAndBeautyBusiness` -> `Health And Beauty Business`."""
    name = next((one for one in types if one not in _GENERAL), None)
    return " ".join(_WORD.findall(name))[:100] if name else None
