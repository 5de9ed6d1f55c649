"""The second set: events, jobs and organisations."""

from __future__ import annotations

from typing import Any

from benchmarks.sites.declared.made_page import DAY, FLAG, INTEGER, NUMBER, TEXT, TEXTS, URL, MadePage, listed, schema
from benchmarks.sites.declared.markup import Thing, document, json_ld, rows


def events() -> list[MadePage]:
    thing: Thing = {
        "@type": ["Event", "EducationEvent"], "name": "Night of Science", "startDate": "2025-05-09",
        "endDate": "2025-05-10", "location": "Technopark, Zürich",
        "performer": [{"@type": "Person", "name": "Dr. Ada Kern"}, {"@type": "Person", "name": "Prof. Li Wen"}],
        "eventStatus": "https://schema.org/EventScheduled",
        "offers": [{"@type": "Offer", "name": "Regular", "price": "20", "priceCurrency": "CHF"}, {"@type": "Offer",
        "name": "Student", "price": "12", "priceCurrency": "CHF"}],
    }  # fmt: skip
    wanted = schema(
        title=TEXT, startDate=DAY, endDate=DAY, location=TEXT, speakers=TEXTS, price=NUMBER, status={"enum": ["scheduled",
        "cancelled", "postponed"]},
        tickets=listed(schema(name=TEXT, price=NUMBER, currency=TEXT)),
    )  # fmt: skip
    truth: dict[str, Any] = {
        "title": "Night of Science", "startDate": "2025-05-09", "endDate": "2025-05-10", "location": "Technopark, Zürich",
        "speakers": ["Dr. Ada Kern", "Prof. Li Wen"],
        "status": "scheduled", "tickets": [{"name": "Regular", "price": 20, "currency": "CHF"}, {"name": "Student",
        "price": 12, "currency": "CHF"}],
    }  # fmt: skip
    first = MadePage(
        "event",
        "two offers",
        document("Night of Science", json_ld(thing), "<p>Regular CHF 20, students CHF 12</p>"),
        wanted,
        truth,
    )
    pairs = [
        ("Fecha", "14 de junio de 2025"),
        ("Lugar", "Teatro Real"),
        ("Organizador", "Peña Azul"),
        ("Precio", "15,00 €"),
    ]
    wanted = schema(
        event={
            "type": "object",
            "properties": {"name": TEXT, "date": DAY, "venue": TEXT, "organizer": TEXT, "price": NUMBER},
        }
    )
    truth = {
        "event": {
            "name": "Noche de Guitarra",
            "date": "2025-06-14",
            "venue": "Teatro Real",
            "organizer": "Peña Azul",
            "price": 15,
        }
    }
    second = MadePage(
        "event", "spanish labels", document("Noche de Guitarra", "", rows("dl", pairs), language="es"), wanted, truth
    )
    online: Thing = {
        "@type": "BusinessEvent", "name": "Cloud Cost Clinic", "startDate": "2025-03-04T16:00:00Z",
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "location": {"@type": "VirtualLocation", "url": "https://meet.example/ccc"}, "organizer": {"@type": "Organization",
        "name": "Ops Guild", "url": "https://ops.example"},
        "isAccessibleForFree": True,
    }  # fmt: skip
    wanted = schema(
        eventName=TEXT,
        when={"type": "string", "format": "date-time"},
        attendanceMode={"enum": ["online", "offline", "mixed"]},
        host=TEXT,
        isFree=FLAG,
        venue=TEXT,
    )
    truth = {
        "eventName": "Cloud Cost Clinic",
        "when": "2025-03-04T16:00:00Z",
        "attendanceMode": "online",
        "host": "Ops Guild",
        "isFree": True,
    }
    return [
        first,
        second,
        MadePage(
            "event",
            "online",
            document("Cloud Cost Clinic", json_ld(online), "<p>Free online clinic</p>"),
            wanted,
            truth,
        ),
    ]


def jobs() -> list[MadePage]:
    thing: Thing = {
        "@type": "JobPosting", "title": "Pflegefachkraft (m/w/d)", "identifier": {"@type": "PropertyValue",
        "name": "Klinik Nord", "value": "REQ-4711"},
        "hiringOrganization": {"@type": "Organization", "name": "Klinik Nord", "sameAs": "https://klinik.example",
        "logo": "https://klinik.example/l.png"},
        "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "streetAddress": "Am Deich 3",
        "addressLocality": "Husum", "postalCode": "25813", "addressCountry": {"@type": "Country", "name": "DE"}}},
        "employmentType": ["FULL_TIME", "PART_TIME"], "datePosted": "2025-02-03T00:00:00+01:00", "validThrough": "2025-03-31",
        "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue", "value": 3400,
        "unitText": "MONTH"}},
        "description": "<p>Wir suchen <b>Sie</b>.</p><ul><li>Schichtdienst</li></ul>",
    }  # fmt: skip
    wanted = schema(
        position=TEXT, employer=TEXT, city=TEXT, address=schema(street=TEXT, zip=TEXT, country=TEXT),
        employmentTypes=listed({"enum": ["full_time", "part_time", "temporary"]}),
        salary=schema(amount=NUMBER, currency=TEXT, period={"enum": ["month", "year", "hour"]}), posted_at=DAY, expires=DAY,
        reference_number=TEXT, benefits=TEXT,
    )  # fmt: skip
    truth: dict[str, Any] = {
        "position": "Pflegefachkraft (m/w/d)", "employer": "Klinik Nord", "city": "Husum", "address": {
        "street": "Am Deich 3", "zip": "25813", "country": "DE"},
        "employmentTypes": ["full_time", "part_time"], "salary": {"amount": 3400, "currency": "EUR", "period": "month"},
        "posted_at": "2025-02-03",
        "expires": "2025-03-31", "reference_number": "REQ-4711",
    }  # fmt: skip
    first = MadePage(
        "job",
        "google",
        document("Pflegefachkraft (m/w/d)", json_ld(thing), "<p>Klinik Nord, Husum</p>", language="de"),
        wanted,
        truth,
    )
    pairs = [
        ("Entreprise", "Atelier Vert"),
        ("Lieu", "Nantes"),
        ("Type de contrat", "Temps plein"),
        ("Salaire", "2 300 €"),
    ]
    wanted = schema(
        job_title=TEXT,
        company_name=TEXT,
        location=TEXT,
        contract_type={"enum": ["full_time", "part_time"]},
        salary=NUMBER,
    )
    truth = {
        "job_title": "Menuisier",
        "company_name": "Atelier Vert",
        "location": "Nantes",
        "contract_type": "full_time",
        "salary": 2300,
    }
    return [
        first,
        MadePage("job", "french labels", document("Menuisier", "", rows("table", pairs), language="fr"), wanted, truth),
    ]


def organizations() -> list[MadePage]:
    hours = [
        {"@type": "OpeningHoursSpecification", "dayOfWeek": ["Monday", "Tuesday"], "opens": "09:00", "closes": "17:30"},
        {
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": "https://schema.org/Saturday",
            "opens": "10:00",
            "closes": "13:00",
        },
    ]
    thing: Thing = {
        "@graph": [
            {"@type": "WebSite", "name": "Marsh & Sons", "url": "https://marsh.example/"},
            {"@type": ["Organization", "Plumber"], "@id": "https://marsh.example/#org", "name": "Marsh & Sons",
            "legalName": "Marsh & Sons Ltd", "url": "https://marsh.example/",
             "contactPoint": {"@type": "ContactPoint", "telephone": "+44 20 7946 0000", "email": "office@marsh.example"},
             "logo": {"@type": "ImageObject", "url": "https://marsh.example/logo.png"},
             "address": {"@type": "PostalAddress", "streetAddress": "8 Canal St", "addressLocality": "London",
             "postalCode": "N1 7AA", "addressCountry": "GB"},
             "openingHoursSpecification": hours, "vatID": "GB123456789", "numberOfEmployees": {"@type": "QuantitativeValue",
             "value": 14}, "foundingDate": "1987-04-01"},
        ]
    }  # fmt: skip
    wanted = schema(
        company=schema(name=TEXT, legalName=TEXT, website=URL, logo=URL), phone=TEXT, email=TEXT, address=TEXT,
        postcode=TEXT, vatNumber=TEXT, employees=INTEGER, foundedYear=INTEGER,
        hours=listed(schema(day=TEXT, opens=TEXT, closes=TEXT)),
    )  # fmt: skip
    truth: dict[str, Any] = {
        "company": {"name": "Marsh & Sons", "legalName": "Marsh & Sons Ltd", "website": "https://marsh.example/",
        "logo": "https://marsh.example/logo.png"},
        "phone": "+44 20 7946 0000", "email": "office@marsh.example", "address": "8 Canal St, London, N1 7AA, GB",
        "postcode": "N1 7AA", "vatNumber": "GB123456789",
        "employees": 14, "foundedYear": 1987,
        "hours": [{"day": day, "opens": opens, "closes": closes} for day, opens, closes in (("Monday", "09:00", "17:30"), (
        "Tuesday", "09:00", "17:30"), ("Saturday", "10:00", "13:00"))],
    }  # fmt: skip
    first = MadePage(
        "organization",
        "yoast",
        document("Plumbers in Islington", json_ld(thing), "<p>8 Canal St, London</p>"),
        wanted,
        truth,
        "https://marsh.example/",
    )
    body = (
        '<p><strong>Adresse</strong> 5 rue du Lac, 74000 Annecy</p><p><a href="tel:+33450000000">04 50 00 00 '
        '00</a></p><p><a href="mailto:bonjour@lac.example">Écrivez-nous</a></p>'
    )
    wanted = schema(telephone=TEXT, mail={"type": "string", "format": "email", "title": "Email"}, adresse=TEXT)
    truth = {"telephone": "04 50 00 00 00", "mail": "bonjour@lac.example", "adresse": "5 rue du Lac, 74000 Annecy"}
    return [
        first,
        MadePage(
            "organization",
            "links",
            document("Contact", "", body, language="fr"),
            wanted,
            truth,
            "https://lac.example/contact",
        ),
    ]
