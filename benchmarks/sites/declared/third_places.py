"""The third set: events, jobs and organisations. See `third_pages`."""

from __future__ import annotations

from typing import Any

from benchmarks.sites.declared.made_page import DAY, FLAG, INTEGER, NUMBER, TEXT, TEXTS, URL, MadePage, schema
from benchmarks.sites.declared.markup import (
    document,
    graph,
    json_ld,
    rows,
)


def events() -> list[MadePage]:
    match = {
        "@type": "SportsEvent", "name": "Harbour FC v Mill Town", "startDate": "2025-08-16T15:00+01:00",
        "location": {"@type": "StadiumOrArena", "name": "Dock Park", "address": "Dock Rd, Hull, HU1 2AB",
                     "geo": {"@type": "GeoCoordinates", "latitude": 53.74, "longitude": -0.33}},
        "offers": {"@type": "AggregateOffer", "lowPrice": "18", "highPrice": "45", "priceCurrency": "GBP",
        "url": "https://tickets.example/7"},
        "eventStatus": "EventPostponed",
    }  # fmt: skip
    wanted = schema(
        name=TEXT, start={"type": "string"}, venue=schema(name=TEXT, address=TEXT, latitude=NUMBER, longitude=NUMBER),
        min_price=NUMBER,
        max_price=NUMBER, currency=TEXT, ticketUrl=URL, status=TEXT, organizer=TEXT,
    )  # fmt: skip
    truth: dict[str, Any] = {
        "name": "Harbour FC v Mill Town", "start": "2025-08-16T15:00+01:00",
        "venue": {"name": "Dock Park", "address": "Dock Rd, Hull, HU1 2AB", "latitude": 53.74, "longitude": -0.33}, "min_price": 18,
        "max_price": 45, "currency": "GBP", "ticketUrl": "https://tickets.example/7", "status": "EventPostponed",
    }  # fmt: skip
    first = MadePage(
        "event", "match", document("Harbour FC v Mill Town", graph(match), "<p>Dock Park</p>"), wanted, truth
    )
    pairs = [
        ("Date et heure", "3 mai 2025, 20h"),
        ("Lieu", "Salle Verte"),
        ("Tarif", "8 €"),
        ("Organisateur", "Le Chœur"),
    ]
    wanted = schema(nom=TEXT, date={**DAY, "title": "Date et heure"}, lieu=TEXT, organisateur=TEXT, prix=NUMBER)
    truth = {"nom": "Nuit des voix", "date": "2025-05-03", "lieu": "Salle Verte", "organisateur": "Le Chœur", "prix": 8}
    return [
        first,
        MadePage(
            "event", "french labels", document("Nuit des voix", "", rows("bold", pairs), language="fr"), wanted, truth
        ),
    ]


def jobs() -> list[MadePage]:
    post = {
        "@type": "JobPosting", "title": "Frontend Developer", "hiringOrganization": "Pixelhof", "datePosted": "2025-04-01",
        "jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": {"@type": "Country", "name": "Austria"},
        "employmentType": "CONTRACTOR",
        "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue",
        "minValue": "45", "maxValue": "60", "unitText": "HOUR"}},
        "skills": "TypeScript, CSS", "industry": "Software", "responsibilities": "Build interfaces.",
    }  # fmt: skip
    wanted = schema(
        role=TEXT, hiring_company=TEXT, isRemote=FLAG, contract={"enum": ["permanent", "contractor"]}, skills=TEXTS, industry=TEXT,
        pay=schema(from_=NUMBER, to=NUMBER, currency=TEXT, per={"enum": ["hour", "day", "year"]}), responsibilities=TEXT,
        closing_date=DAY,
    )  # fmt: skip
    truth: dict[str, Any] = {
        "role": "Frontend Developer", "hiring_company": "Pixelhof", "isRemote": True, "contract": "contractor", "skills": [
        "TypeScript", "CSS"],
        "industry": "Software", "pay": {"from_": 45, "to": 60, "currency": "EUR", "per": "hour"},
        "responsibilities": "Build interfaces.",
    }  # fmt: skip
    first = MadePage(
        "job", "remote", document("Frontend Developer", json_ld(post), "<p>At Pixelhof</p>"), wanted, truth
    )
    pairs = [
        ("Arbeitgeber", "Stadt Ulm"),
        ("Einsatzort", "Ulm"),
        ("Arbeitszeit", "Teilzeit"),
        ("Bewerbungsfrist", "15. Mai 2025"),
    ]
    wanted = schema(
        title=TEXT,
        employer=TEXT,
        city=TEXT,
        workingTime={"title": "Arbeitszeit", "enum": ["full_time", "part_time"]},
        apply_by=DAY,
    )
    truth = {
        "title": "Gärtnerin",
        "employer": "Stadt Ulm",
        "city": "Ulm",
        "workingTime": "part_time",
        "apply_by": "2025-05-15",
    }
    return [
        first,
        MadePage("job", "german table", document("Gärtnerin", "", rows("table", pairs), language="de"), wanted, truth),
    ]


def organizations() -> list[MadePage]:
    inn = {
        "@type": "Restaurant", "name": "Zum Anker", "telephone": "0431 55555", "servesCuisine": ["German", "Fish"],
        "priceRange": "$$",
        "address": {"@type": "PostalAddress", "streetAddress": "Kai 2", "addressLocality": "Kiel", "postalCode": "24103"},
        "openingHours": "Tu-Su 17:00-23:00", "hasMenu": "https://anker.example/menu", "acceptsReservations": True,
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.3", "reviewCount": "210"}, "founder": {
        "@type": "Person", "name": "Uwe Petersen"},
    }  # fmt: skip
    wanted = schema(
        restaurant=schema(name=TEXT, phoneNumber=TEXT, cuisine=TEXTS, priceRange=TEXT, menuUrl=URL, openingHours=TEXT,
        street=TEXT, city=TEXT,
                          rating=NUMBER, reviewCount=INTEGER, acceptsReservations=FLAG, founder=TEXT, email=TEXT)
    )  # fmt: skip
    truth: dict[str, Any] = {
        "restaurant": {"name": "Zum Anker", "phoneNumber": "0431 55555", "cuisine": ["German", "Fish"], "priceRange": "$$",
                       "menuUrl": "https://anker.example/menu", "openingHours": "Tu-Su 17:00-23:00", "street": "Kai 2",
                       "city": "Kiel",
                       "rating": 4.3, "reviewCount": 210, "acceptsReservations": True, "founder": "Uwe Petersen"}
    }  # fmt: skip
    first = MadePage(
        "organization",
        "restaurant",
        document("Zum Anker in Kiel", json_ld(inn), "<p>Kai 2, 24103 Kiel</p>"),
        wanted,
        truth,
    )
    pairs = [
        ("Telefon", "+41 44 555 00 00"),
        ("Fax", "+41 44 555 00 01"),
        ("E-Mail", "info@werk.example"),
        ("Öffnungszeiten", "Mo–Fr 8–17 Uhr"),
    ]
    wanted = schema(phone=TEXT, fax=TEXT, email=TEXT, hours=TEXT, vat=TEXT)
    truth = {
        "phone": "+41 44 555 00 00",
        "fax": "+41 44 555 00 01",
        "email": "info@werk.example",
        "hours": "Mo–Fr 8–17 Uhr",
    }
    html = document("Kontakt", "", rows("boxes", pairs), language="de")
    return [first, MadePage("organization", "german boxes", html, wanted, truth, "https://werk.example/kontakt")]
