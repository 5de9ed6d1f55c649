"""What a home page says about the company beside its looks; domains that nobody uses."""
# ruff: noqa: E501 - pages, one a line

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from extraction.brand import home_page, resolve
from extraction.brand.side_files import FetchedFiles
from tests.extraction.brand.test_home_page import captured, json_ld, read

ADDRESS = {
    "@type": "PostalAddress",
    "streetAddress": "1 Pier Rd",
    "postalCode": "PL1",
    "addressLocality": "Plymouth",
    "addressCountry": "GB",
}


def test_declared_facts_join_the_record_with_their_sources() -> None:
    head = json_ld(
        name="Acme",
        address=ADDRESS,
        telephone="+44 1752 000000",
        email="mailto:hello@acme.example",
        foundingDate="1987-04-01",
        industry="Ferries",
    )

    brand = resolve.resolve(read(head), {}, "acme.example", "acme.example").brand

    assert brand.address is not None
    assert (brand.address.text, brand.address.city) == ("1 Pier Rd, PL1 Plymouth, GB", "Plymouth")
    assert (brand.phone, brand.email, brand.founding_year, brand.industry) == (
        "+44 1752 000000",
        "hello@acme.example",
        1987,
        "Ferries",
    )
    sources = brand.sources
    assert {
        one.origin
        for one in (sources.address, sources.phone, sources.email, sources.founding_year, sources.industry)
        if one
    } == {"declared"}


def test_links_to_call_and_to_write_are_harvested() -> None:
    footer = '<footer><a href="mailto:sales@globex.example">x</a><a href="mailto:hi@acme.example?subject=x">Write</a><a href="tel:+49%2030%2012345">Call</a></footer>'

    brand = resolve.resolve(read("", footer), {}, "acme.example", "acme.example").brand

    assert (brand.email, brand.phone) == ("hi@acme.example", "+49 30 12345")
    assert brand.sources.email is not None and brand.sources.email.origin == "harvested"
    assert (brand.address, brand.founding_year, brand.industry) == (None, None, None)


@pytest.mark.parametrize(
    "properties",
    [
        {"telephone": "call us"},
        {"email": "at acme"},
        {"foundingDate": "long ago"},
        {"address": {"@type": "PostalAddress", "addressCountry": "GB"}},
        {"telephone": {"x": []}, "email": 5, "address": [[]], "foundingDate": None, "contactPoint": "x"},
    ],
)
def test_facts_that_are_none_are_left_out(properties: dict[str, Any]) -> None:
    facts = read(json_ld(name="Acme", **properties)).facts

    assert (facts.address, facts.phone, facts.email, facts.founding_year) == (None, None, None, None)


def test_kind_of_business_is_the_industry() -> None:
    page = '<script type="application/ld+json">{"@type": ["LocalBusiness", "AutoRepair"], "name": "Acme"}</script>'

    assert read(page).facts.industry == "Auto Repair"


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        ('<a href="/company">About us</a>', "about"),
        ('<a href="/ueber">\u00dcber uns</a>', "about"),
        ('<a href="/k">Kontakt</a>', "contact"),
        ('<a href="https://jobs.example/acme">Careers</a>', "careers"),
        ('<a href="/plans">Plans &amp; pricing</a>', "pricing"),
        ('<a href="/agb">AGB</a>', "terms"),
        ('<a href="/x" rel="privacy-policy">Data</a>', "privacy"),
        ('<a href="/privacy-policy/">\u2026</a>', "privacy"),
        ('<a href="https://globex.example/privacy">Privacy</a>', None),
        (
            '<a href="/news/storm-in-the-harbour">About the storm that closed the harbour for two days in winter</a>',
            None,
        ),
    ],
)
def test_key_pages_are_found_by_their_links(link: str, kind: str | None) -> None:
    assert [page.type for page in read("", f"<footer>{link}</footer>").pages] == ([kind] if kind else [])


@pytest.mark.parametrize(
    "page",
    [
        "<title>acme.example is for sale</title><h1>Buy this domain</h1>",
        "<p>Diese Domain steht zum Verkauf.</p>",
        "<p>Ce nom de domaine est \u00e0 vendre</p>",
        "<p>\u8be5\u57df\u540d\u6b63\u5728\u51fa\u552e</p>",
        "<p>acme.example is parked free, courtesy of a registrar.</p>",
        '<script src="https://img.sedoparking.com/x.js"></script><div id="c"></div>',
        "<p>This domain name has been registered.</p>",
        "<p>Diese Domain wurde erfolgreich bei Globex registriert.</p>",
        "<p>Ce nom de domaine a \u00e9t\u00e9 enregistr\u00e9 chez Globex</p>",
        "<title>Apache2 Ubuntu Default Page: It works</title>",
        "<title>Welcome to nginx!</title>",
    ],
)
def test_domain_that_is_for_sale_is_parked(page: str) -> None:
    home = home_page.read(captured(f"{page}<img class=logo src=/l.svg>"), FetchedFiles())

    brand = resolve.resolve(home, {}, "acme.example", "acme.example").brand

    assert brand.parked and brand.confidence < 0.1 and brand.primary_logo is None and brand.name == "Acme"


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Boats for sale</h1><p>This boat is for sale.</p>",
        "<p>We sell domains and help with every domain.</p>",
        "<title>Welcome to nginxia</title><p>Boats</p>",
        "<title>The default page of a book</title>",
        "<p>How to buy this domain</p>" + "<p>A long guide about names.</p>" * 100,
        "",
    ],
)
def test_page_about_sales_is_not_parked(page: str) -> None:
    assert not home_page.read(captured(page), FetchedFiles()).is_parked


@pytest.mark.parametrize(
    ("final", "other", "is_parked"),
    [
        ("https://globex.example/acquired", "globex.example", False),
        ("https://shop.acme.example/", None, False),
        ("https://www.hugedomains.com/domain_profile.cfm?d=acme", "www.hugedomains.com", True),
    ],
)
def test_redirect_to_another_domain_says_so(final: str, other: str | None, is_parked: bool) -> None:
    capture = replace(captured("<title>Globex</title><h1>Globex</h1>"), final_url=final)

    brand = resolve.resolve(home_page.read(capture, FetchedFiles()), {}, "acme.example", "acme.example").brand

    assert (brand.redirected_to, brand.parked) == (other, is_parked)
