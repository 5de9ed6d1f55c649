"""Made-up pages that were designed after those of `unseen_pages`, with other templates, languages and field names.

Their result is reported as it was on the first run. Do not change rules because of these pages; make a new set instead.
"""

from __future__ import annotations

from benchmarks.sites.declared.made_page import DAY, FLAG, INTEGER, NUMBER, TEXT, TEXTS, URL, MadePage, listed, schema
from benchmarks.sites.declared.markup import (
    RELATED,
    RELATED_PRODUCT,
    Thing,
    document,
    graph,
    json_ld,
    microdata,
    next_data,
    open_graph,
    rdfa,
    rows,
)


def made_pages() -> list[MadePage]:
    """All pages, in a fixed order."""
    return [_kettle(), _boots(), _report(), _concert(), _soup(), _vacancy(), _clinic(), _help(), _flats(), _film()]


def _kettle() -> MadePage:
    kettle: Thing = {
        "@type": "Product", "name": "Kettle K2", "mpn": "K2-BLK", "color": "Black", "description": "Boils in two minutes.",
        "brand": "Vesu", "image": ["https://site.example/k2.jpg"], "weight": {"@type": "QuantitativeValue", "value": 1.2,
        "unitText": "kg"},
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4,3", "reviewCount": 87},
        "offers": {"@type": "AggregateOffer", "lowPrice": "39.90", "highPrice": "44.90", "priceCurrency": "CHF", "offerCount": 3},
    }  # fmt: skip
    wanted = schema(
        productTitle=TEXT, manufacturer=TEXT, mpn=TEXT, colour=TEXT, short_description=TEXT, mainImage=URL, lowestPrice=NUMBER,
        highestPrice=NUMBER, currency=TEXT, average_rating=NUMBER, numberOfReviews=INTEGER, warranty=TEXT,
    )  # fmt: skip
    truth = {
        "productTitle": "Kettle K2", "manufacturer": "Vesu", "mpn": "K2-BLK", "colour": "Black",
        "short_description": "Boils in two minutes.", "mainImage": "https://site.example/k2.jpg", "lowestPrice": 39.9,
        "highestPrice": 44.9, "currency": "CHF", "average_rating": 4.3, "numberOfReviews": 87,
    }  # fmt: skip
    return MadePage(
        "product",
        "json-ld",
        document("Kettle K2", json_ld(RELATED_PRODUCT, kettle), "<p>From CHF 39.90</p>"),
        wanted,
        truth,
    )


def _boots() -> MadePage:
    pairs = [
        ("Prix", "89,95 €"),
        ("Marque", "Alpina"),
        ("Couleur", "Brun"),
        ("Réf.", "AL-771"),
        ("Matière", "Cuir"),
        ("Poids", "1,4 kg"),
    ]
    wanted = schema(
        nom=TEXT,
        prix=NUMBER,
        marque=TEXT,
        couleur=TEXT,
        reference={**TEXT, "description": "Réf. du produit"},
        matiere=TEXT,
        devise=TEXT,
    )
    truth = {
        "nom": "Bottes de montagne", "prix": 89.95, "marque": "Alpina", "couleur": "Brun", "reference": "AL-771", "matiere": "Cuir",
        "devise": "EUR",
    }  # fmt: skip
    page = document("Bottes de montagne", "", rows("table", pairs), language="fr", aside=RELATED)
    return MadePage("product", "french table", page, wanted, truth)


def _report() -> MadePage:
    report: Thing = {
        "@type": "NewsArticle", "headline": "Harbour reopens", "alternativeHeadline": "After two years",
        "author": [{"@type": "Person", "name": "Ines Prado"}, {"@type": "Person", "name": "Tom Reed"}],
        "datePublished": "2025-03-04T08:30:00+01:00", "dateModified": "2025-03-05T10:00:00+01:00", "articleSection": "Local",
        "keywords": "harbour, ships, trade", "publisher": {"@type": "Organization", "name": "Coast Daily"}, "inLanguage": "en",
    }  # fmt: skip
    wanted = schema(
        headline=TEXT, subtitle=TEXT, writers=TEXTS, first_published=DAY, lastUpdated=DAY, section=TEXT, tags=TEXTS, newspaper={
        **TEXT, "title": "Publisher"}, language=TEXT, wordcount=INTEGER,
    )  # fmt: skip
    truth = {
        "headline": "Harbour reopens", "subtitle": "After two years", "writers": ["Ines Prado", "Tom Reed"],
        "first_published": "2025-03-04", "lastUpdated": "2025-03-05", "section": "Local", "tags": ["harbour", "ships", "trade"],
        "newspaper": "Coast Daily", "language": "en",
    }  # fmt: skip
    return MadePage(
        "article", "graph", document("Harbour reopens", graph(report), "<p>The harbour is open.</p>"), wanted, truth
    )


def _concert() -> MadePage:
    concert: Thing = {
        "@type": "MusicEvent", "name": "Strings at Dusk", "startDate": "2025-06-21T19:30", "endDate": "2025-06-21T22:00",
        "location": {"@type": "Place", "name": "Old Mill", "address": {"@type": "PostalAddress", "streetAddress": "Mill Lane 4",
        "addressLocality": "Ghent", "postalCode": "9000", "addressCountry": "BE"}},
        "performer": {"@type": "MusicGroup", "name": "Quartet Nord"}, "organizer": {"@type": "Organization", "name": "Dusk Music"},
        "offers": {"@type": "Offer", "price": "18", "priceCurrency": "EUR", "url": "https://site.example/tickets/7"},
        "eventStatus": "https://schema.org/EventScheduled",
    }  # fmt: skip
    wanted = schema(
        eventName=TEXT, event_date=DAY, venueName=TEXT, venue_city=TEXT, postal_code=TEXT, country=TEXT, artist=TEXT, host={
        **TEXT, "description": "Organiser of the event"}, ticket_price=NUMBER, bookingUrl=URL,
        status={"enum": ["scheduled", "cancelled", "postponed"]},
    )  # fmt: skip
    truth = {
        "eventName": "Strings at Dusk", "event_date": "2025-06-21", "venueName": "Old Mill", "venue_city": "Ghent",
        "postal_code": "9000",
        "country": "BE", "artist": "Quartet Nord", "host": "Dusk Music", "ticket_price": 18,
        "bookingUrl": "https://site.example/tickets/7",
        "status": "scheduled",
    }  # fmt: skip
    return MadePage("event", "microdata", document("Strings at Dusk", "", microdata(concert)), wanted, truth)


def _soup() -> MadePage:
    soup: Thing = {
        "@type": "Recipe", "name": "Beet soup", "author": {"@type": "Person", "name": "Olha"}, "prepTime": "PT20M",
        "cookTime": "PT1H10M",
        "totalTime": "PT1H30M", "recipeYield": "6 servings", "recipeCuisine": "Ukrainian", "recipeCategory": "Soup",
        "recipeIngredient": ["3 beets", "1 onion", "2 l stock"], "recipeInstructions": [{"@type": "HowToStep", "text": "Chop."},
        {"@type": "HowToStep", "text": "Simmer."}], "nutrition": {"@type": "NutritionInformation", "calories": "210 kcal"},
    }  # fmt: skip
    wanted = schema(
        dish=TEXT, chef=TEXT, preparation_minutes=INTEGER, cooking_minutes=INTEGER, total_minutes=INTEGER, portions=INTEGER,
        cuisine=TEXT,
        course=TEXT, ingredients=TEXTS, method={**TEXTS, "title": "Steps"}, calories=NUMBER,
    )  # fmt: skip
    truth = {
        "dish": "Beet soup", "chef": "Olha", "preparation_minutes": 20, "cooking_minutes": 70, "total_minutes": 90, "portions": 6,
        "cuisine": "Ukrainian", "course": "Soup", "ingredients": ["3 beets", "1 onion", "2 l stock"], "method": ["Chop.",
        "Simmer."],
        "calories": 210,
    }  # fmt: skip
    return MadePage("recipe", "rdfa", document("Beet soup", "", rdfa(soup)), wanted, truth)


def _vacancy() -> MadePage:
    vacancy: Thing = {
        "@type": "JobPosting", "title": "Site Manager", "hiringOrganization": {"@type": "Organization", "name": "Brickworks"},
        "datePosted": "2025-01-10", "validThrough": "2025-02-28", "employmentType": "FULL_TIME", "jobLocation": {"@type": "Place",
        "address": {"@type": "PostalAddress", "addressLocality": "Leeds", "addressCountry": "GB"}},
        "baseSalary": {"@type": "MonetaryAmount", "currency": "GBP", "value": {"@type": "QuantitativeValue", "minValue": 42000,
        "maxValue": 48000, "unitText": "YEAR"}}, "jobLocationType": "TELECOMMUTE",
    }  # fmt: skip
    wanted = schema(
        position=TEXT, company=TEXT, posted_on=DAY, application_deadline=DAY, contract_type=TEXT, city=TEXT, min_salary=NUMBER,
        max_salary=NUMBER, salary_currency=TEXT, remote=FLAG,
    )  # fmt: skip
    truth = {
        "position": "Site Manager", "company": "Brickworks", "posted_on": "2025-01-10", "application_deadline": "2025-02-28",
        "contract_type": "FULL_TIME", "city": "Leeds", "min_salary": 42000, "max_salary": 48000, "salary_currency": "GBP",
        "remote": True,
    }  # fmt: skip
    return MadePage(
        "job", "json-ld", document("Site Manager", json_ld(vacancy), "<p>Lead our sites.</p>"), wanted, truth
    )


def _clinic() -> MadePage:
    clinic: Thing = {
        "@type": "Dentist", "name": "Clinic North", "telephone": "+46 8 123 45 67", "email": "hello@clinic.example",
        "address": {"@type": "PostalAddress", "streetAddress": "Storgatan 1", "addressLocality": "Umeå", "postalCode": "903 26"},
        "geo": {"@type": "GeoCoordinates", "latitude": 63.82, "longitude": 20.26}, "openingHours": "Mo-Fr 08:00-16:00",
        "founder": {"@type": "Person", "name": "Åsa Lind"}, "foundingDate": "1998", "vatID": "SE556677",
        "sameAs": ["https://social.example/clinicnorth"],
    }  # fmt: skip
    wanted = schema(
        business_name=TEXT, phone_number=TEXT, email_address=TEXT, street=TEXT, town=TEXT, zip=TEXT, lat=NUMBER, lng=NUMBER,
        opening_times=TEXT, founder=TEXT, founding_year=INTEGER, vat_number=TEXT, social_profiles=TEXTS,
    )  # fmt: skip
    truth = {
        "business_name": "Clinic North", "phone_number": "+46 8 123 45 67", "email_address": "hello@clinic.example",
        "street": "Storgatan 1",
        "town": "Umeå", "zip": "903 26", "lat": 63.82, "lng": 20.26, "opening_times": "Mo-Fr 08:00-16:00", "founder": "Åsa Lind",
        "founding_year": 1998, "vat_number": "SE556677", "social_profiles": ["https://social.example/clinicnorth"],
    }  # fmt: skip
    return MadePage("organisation", "graph", document("Clinic North", graph(clinic), "<p>Welcome.</p>"), wanted, truth)


def _help() -> MadePage:
    pairs = [
        ("Can I return an item?", "Yes, within 30 days."),
        ("Who pays for shipping?", "We do."),
        ("Is there a shop?", "In Oslo."),
    ]
    body = "".join(f"<details><summary>{question}</summary><p>{answer}</p></details>" for question, answer in pairs)
    wanted = schema(questions=listed(schema(q={**TEXT, "title": "Question"}, a={**TEXT, "title": "Answer"})))
    truth = {"questions": [{"q": question, "a": answer} for question, answer in pairs]}
    return MadePage("questions", "details", document("Help", "", body), wanted, truth)


def _flats() -> MadePage:
    table = (
        "<table><caption>Flats to let</caption><thead><tr><th>Address</th><th>Rooms</th><th>Rent</th>"
        "<th>Size (m²)</th></tr></thead>"
        "<tbody><tr><td>Elm Road 2</td><td>3</td><td>£1,150</td><td>64</td></tr>"
        "<tr><td>Oak Street 9</td><td>2</td><td>£920</td><td>48</td>"
        "</tr></tbody></table>"
    )
    wanted = schema(listings=listed(schema(address=TEXT, rooms=INTEGER, rent=NUMBER, size=NUMBER)))
    truth = {
        "listings": [
            {"address": "Elm Road 2", "rooms": 3, "rent": 1150, "size": 64}, {"address": "Oak Street 9", "rooms": 2, "rent": 920,
            "size": 48},
        ]
    }  # fmt: skip
    return MadePage("listing", "table", document("Flats to let", "", table), wanted, truth)


def _film() -> MadePage:
    state: Thing = {
        "title": "The Lighthouse Keeper", "director": "Mira Holt", "releaseDate": "2024-11-08", "runtimeMinutes": 104,
        "rating": 7.4,
        "genres": ["Drama", "Mystery"],
    }  # fmt: skip
    head = next_data(state) + open_graph(
        og__title="The Lighthouse Keeper", og__type="video.movie", og__image="https://site.example/l.jpg"
    )
    wanted = schema(
        title=TEXT,
        director=TEXT,
        release_date=DAY,
        runtime_minutes=INTEGER,
        genres=TEXTS,
        poster={**URL, "title": "Image"},
    )
    truth = {
        "title": "The Lighthouse Keeper", "director": "Mira Holt", "release_date": "2024-11-08", "runtime_minutes": 104,
        "genres": ["Drama", "Mystery"], "poster": "https://site.example/l.jpg",
    }  # fmt: skip
    return MadePage(
        "film", "application state", document("The Lighthouse Keeper", head, "<p>A film.</p>"), wanted, truth
    )
