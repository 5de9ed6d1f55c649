"""Made-up events, jobs and organisations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.sites.declared.made_page import (
    DAY,
    FLAG,
    FORMATS,
    INTEGER,
    NUMBER,
    TEXT,
    TEXTS,
    URL,
    MadePage,
    marked_up,
    schema,
)
from benchmarks.sites.declared.markup import RELATED, Thing, document, rows

_EVENTS = (
    (
        "Jazz by the River",
        "2025-06-14T19:30:00+02:00",
        "2025-06-14T23:00:00+02:00",
        "Pier Hall",
        "Quay 1",
        "Hamburg",
        "20457",
        "DE",
        "Blue Notes",
        "25.00",
        "EUR",
    ),
    (
        "Open Code Summit",
        "2025-09-01T09:00:00-07:00",
        "2025-09-02T17:00:00-07:00",
        "Expo West",
        "100 Main St",
        "Portland",
        "97201",
        "US",
        "Open Code",
        "199",
        "USD",
    ),
    (
        "Marathon de la Côte",
        "2025-04-20T08:00:00+02:00",
        "2025-04-20T16:00:00+02:00",
        "Stade Bleu",
        "2 rue Verte",
        "Nice",
        "06000",
        "FR",
        "Club Azur",
        "40",
        "EUR",
    ),
    (
        "Quilt Fair",
        "2025-11-08T10:00:00+00:00",
        "2025-11-09T18:00:00+00:00",
        "Old Mill",
        "Mill Lane",
        "Leeds",
        "LS1 1AA",
        "GB",
        "Stitch Co",
        "5.50",
        "GBP",
    ),
)


def events() -> Iterator[MadePage]:
    wanted = schema(
        name=TEXT, startDate={"type": "string", "format": "date-time"}, endDate={"type": ["string", "null"],
        "format": "date-time"}, venue=TEXT,
        address=schema(street=TEXT, city=TEXT, postalCode=TEXT, country=TEXT), organizer=TEXT, ticketPrice=NUMBER, currency=TEXT,
    )  # fmt: skip
    for record, format in zip(_EVENTS, FORMATS, strict=True):
        name, start, end, venue, street, city, code, country, host, price, currency = record
        address = {
            "@type": "PostalAddress",
            "streetAddress": street,
            "addressLocality": city,
            "postalCode": code,
            "addressCountry": country,
        }
        thing: Thing = {
            "@type": "MusicEvent" if format == "json-ld" else "Event", "name": name, "startDate": start, "endDate": end,
            "location": {"@type": "Place", "name": venue, "address": address}, "organizer": {"@type": "Organization", "name": host},
            "offers": {"@type": "Offer", "price": price, "priceCurrency": currency},
        }  # fmt: skip
        truth: dict[str, Any] = {
            "name": name, "startDate": start, "endDate": end, "venue": venue, "organizer": host, "ticketPrice": float(
            price), "currency": currency,
            "address": {"street": street, "city": city, "postalCode": code, "country": country},
        }  # fmt: skip
        head, body = marked_up(format, thing)
        yield MadePage(
            "event",
            format,
            document(name, head, f"{body}<p>{venue}, {street}, {city}</p><p>Hosted by {host}</p>"),
            wanted,
            truth,
        )
    labels = (("Date", "12 March 2025"), ("Venue", "Town Hall"), ("Organizer", "Garden Club"), ("Price", "€12.50"))
    german = (
        ("Datum", "12. März 2025"),
        ("Ort", "Town Hall"),
        ("Veranstalter", "Garden Club"),
        ("Eintritt", "12,50 €"),
    )
    truth = {
        "event_name": "Seed Swap Evening",
        "date": "2025-03-12",
        "venue": "Town Hall",
        "organizer": "Garden Club",
        "price": 12.5,
    }
    for style, pairs in (("table", labels), ("dl", german), ("lines", labels), ("boxes", german)):
        html = document(
            "Seed Swap Evening", "", rows(style, list(pairs)), language="de" if pairs is german else "en", aside=RELATED
        )
        yield MadePage(
            "event", style, html, schema(event_name=TEXT, date=DAY, venue=TEXT, organizer=TEXT, price=NUMBER), truth
        )


def jobs() -> Iterator[MadePage]:
    wanted = schema(
        jobTitle=TEXT, company=TEXT, location=TEXT, salaryMin=NUMBER, salaryMax=NUMBER, salaryCurrency=TEXT, datePosted=DAY,
        validThrough=DAY,
        employmentType={"type": "string", "enum": ["full-time", "part-time", "contract", "internship"]}, remote=FLAG,
    )  # fmt: skip
    for place, format in enumerate(FORMATS):
        title, city, low, high = (
            ("Data Engineer", "Berlin", 60000, 80000),
            ("Night Nurse", "Lyon", 2100, 2600),
            ("Baker", "Oslo", 38000, 42000),
            ("Sound Designer", "Leeds", 30000, 45000),
        )[place]
        thing: Thing = {
            "@type": "JobPosting", "title": title, "hiringOrganization": {"@type": "Organization", "name": "Acme Works"},
            "datePosted": "2025-01-10",
            "validThrough": "2025-02-28T23:59:00Z", "employmentType": "FULL_TIME" if place % 2 == 0 else "PART_TIME",
            "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": city,
            "addressCountry": "DE"}},
            "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue",
            "minValue": low, "maxValue": high, "unitText": "YEAR"}},
        }  # fmt: skip
        truth: dict[str, Any] = {
            "jobTitle": title, "company": "Acme Works", "location": city, "salaryMin": low, "salaryMax": high,
            "salaryCurrency": "EUR", "datePosted": "2025-01-10",
            "validThrough": "2025-02-28", "employmentType": "full-time" if place % 2 == 0 else "part-time",
        }  # fmt: skip
        if place == 0:
            thing["jobLocationType"], truth["remote"] = "TELECOMMUTE", True
        head, body = marked_up(format, thing, {"@type": "Organization", "name": "Jobs Board Ltd"})
        yield MadePage(
            "job",
            format,
            document(
                title,
                head,
                f"{body}<p>Acme Works is looking for a {title} in {city}.</p>",
                aside="<aside><p>Location: Paris</p></aside>",
            ),
            wanted,
            truth,
        )
    labels = [
        ("Company", "Nordlicht GmbH"),
        ("Location", "Kiel"),
        ("Employment type", "Full time"),
        ("Application deadline", "28.02.2025"),
        ("Salary", "52.000 €"),
    ]
    german = [
        ("Unternehmen", "Nordlicht GmbH"),
        ("Standort", "Kiel"),
        ("Anstellungsart", "Vollzeit"),
        ("Bewerbungsfrist", "28.02.2025"),
        ("Gehalt", "52.000 €"),
    ]
    truth = {
        "title": "Windmill Technician",
        "company": "Nordlicht GmbH",
        "location": "Kiel",
        "employment_type": "full_time",
        "deadline": "2025-02-28",
        "salary": 52000,
    }
    kinds = {"type": "string", "enum": ["full_time", "part_time"]}
    for style, pairs in (("dl", labels), ("boxes", german), ("lines", german)):
        html = document("Windmill Technician", "", rows(style, pairs), language="de")
        yield MadePage(
            "job",
            style,
            html,
            schema(title=TEXT, company=TEXT, location=TEXT, employment_type=kinds, deadline=DAY, salary=NUMBER),
            truth,
        )


def organizations() -> Iterator[MadePage]:
    wanted = schema(
        name=TEXT, phone=TEXT, email={"type": "string", "format": "email"}, address=schema(street=TEXT, city=TEXT, zip=TEXT,
        country=TEXT), openingHours=TEXTS,
        latitude=NUMBER, longitude=NUMBER, founded=INTEGER, socialLinks={"type": "array", "items": URL}, priceRange=TEXT,
    )  # fmt: skip
    for place, format in enumerate(FORMATS):
        name = ("Café Morgenrot", "Hill Dental Care", "Bike Barn", "Studio Norte")[place]
        thing: Thing = {
            "@type": ("CafeOrCoffeeShop", "Dentist", "LocalBusiness", "LocalBusiness")[place], "name": name,
            "telephone": "+49 40 1234567", "email": "hello@shop.example",
            "address": {"@type": "PostalAddress", "streetAddress": "Hafenstr. 12", "addressLocality": "Hamburg",
            "postalCode": "20457", "addressCountry": "DE"},
            "openingHours": ["Mo-Fr 09:00-18:00", "Sa 10:00-14:00"], "geo": {"@type": "GeoCoordinates",
            "latitude": "53.5461", "longitude": "9.9937"},
            "foundingDate": "1998", "sameAs": ["https://social.example/shop", "https://video.example/shop"], "priceRange": "€€",
        }  # fmt: skip
        truth: dict[str, Any] = {
            "name": name, "phone": "+49 40 1234567", "email": "hello@shop.example", "latitude": 53.5461,
            "longitude": 9.9937, "founded": 1998, "priceRange": "€€",
            "address": {"street": "Hafenstr. 12", "city": "Hamburg", "zip": "20457", "country": "DE"},
            "openingHours": ["Mo-Fr 09:00-18:00", "Sa 10:00-14:00"], "socialLinks": ["https://social.example/shop",
            "https://video.example/shop"],
        }  # fmt: skip
        head, body = marked_up(format, thing)
        yield MadePage(
            "organization",
            format,
            document("Contact", head, f"{body}<h2>{name}</h2><p>Hafenstr. 12, 20457 Hamburg</p>"),
            wanted,
            truth,
        )
    pairs = [
        ("Phone", "+1 503 555 0100"),
        ("Email", "desk@mill.example"),
        ("Address", "1 Mill Rd, Portland, OR 97201"),
        ("Opening hours", "Mon-Sat 8am-6pm"),
    ]
    truth = {
        "telephone": "+1 503 555 0100",
        "email": "desk@mill.example",
        "address": "1 Mill Rd, Portland, OR 97201",
        "opening_hours": "Mon-Sat 8am-6pm",
    }
    for style in ("lines", "dl", "table"):
        html = document("Contact us", "", rows(style, pairs))
        yield MadePage(
            "organization",
            style,
            html,
            schema(telephone=TEXT, email=TEXT, address=TEXT, opening_hours=TEXT),
            truth,
            "https://site.example/contact",
        )
