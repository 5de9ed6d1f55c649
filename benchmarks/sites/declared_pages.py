"""Sixty made-up pages of eight kinds with hand-made truth, for `benchmarks.extract`. The rules were written with these pages.

To add a page: a record in the table of its kind, or a format in `FORMATS`. Truth holds what the page says, as the schema wants it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.sites.declared_markup import (
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

TEXT, NUMBER, INTEGER, FLAG = {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"}
URL, DAY, TEXTS = {"type": "string", "format": "uri"}, {"type": "string", "format": "date"}, {"type": "array", "items": {"type": "string"}}


@dataclass(frozen=True)
class MadePage:
    """A page, the schema asked of it, and the true answer. Fields that are not in `truth` must stay unanswered."""

    kind: str
    format: str
    html: str
    schema: dict[str, Any]
    truth: dict[str, Any]
    url: str = "https://site.example/a/page"


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def marked_up(format: str, thing: Thing, *beside: Thing) -> tuple[str, str]:
    """The head and the body that declare a thing in a format."""
    if format == "json-ld":
        return json_ld(*beside, thing), ""
    if format == "graph":
        return graph(thing, *beside), ""
    if format == "microdata":
        return json_ld(*beside) if beside else "", microdata(thing)
    return "", rdfa(thing)


FORMATS = ("json-ld", "graph", "microdata", "rdfa")

# name, sku, brand, price as declared, price as shown, currency, stock, rating, reviews
_PRODUCTS = (
    ("Aurora Desk Lamp", "ADL-100", "Lumina", "1299.00", "1.299,00 €", "EUR", "InStock", "4.5", "128"),
    ("Granite Chef Knife 20 cm", "GCK20", "Stonecut", "89.95", "$89.95", "USD", "OutOfStock", "4.8", "2041"),
    ("Trail Runner 5 Shoe", "TR5-42", "Fellwind", "119", "£119", "GBP", "InStock", "4.1", "77"),
    ("Nordic Wool Blanket", "NWB-9", "Vidda", "1299", "1 299 kr", "SEK", "PreOrder", "3.9", "12"),
)


def _products() -> Iterator[MadePage]:
    wanted = schema(
        productName=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, brand=TEXT, inStock=FLAG, rating=NUMBER, reviewCount=INTEGER,
        availability={"type": "string", "enum": ["in_stock", "out_of_stock", "pre_order"]}, image=URL, warranty=TEXT,
    )  # fmt: skip
    for record, format in zip(_PRODUCTS, FORMATS, strict=True):
        name, sku, brand, price, shown, currency, stock, rating, reviews = record
        thing = {
            "@type": "Product", "name": name, "sku": sku, "brand": {"@type": "Brand", "name": brand}, "image": "https://site.example/i/a.jpg",
            "offers": {"@type": "Offer", "price": price, "priceCurrency": currency, "availability": f"https://schema.org/{stock}"},
            "aggregateRating": {"@type": "AggregateRating", "ratingValue": rating, "reviewCount": reviews},
            "review": [{"@type": "Review", "author": {"@type": "Person", "name": "A. Buyer"}, "reviewRating": {"@type": "Rating", "ratingValue": "1"}}],
        }  # fmt: skip
        truth = {
            "productName": name, "price": float(price), "currency": currency, "sku": sku, "brand": brand, "rating": float(rating),
            "reviewCount": int(reviews), "image": "https://site.example/i/a.jpg",
            "availability": {"InStock": "in_stock", "OutOfStock": "out_of_stock", "PreOrder": "pre_order"}[stock],
        }  # fmt: skip
        if stock != "PreOrder":
            truth["inStock"] = stock == "InStock"
        head, body = marked_up(format, thing, RELATED_PRODUCT)
        shown_part = f"<p>{shown}</p><p>Rated {rating} out of 5 by {reviews} customers.</p><div class='customer-reviews'><p>Price: too high, 1 star</p></div>"
        yield MadePage("product", format, document(name, head, body + shown_part, aside=RELATED), wanted, truth)
    plain = schema(name=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, brand=TEXT, material=TEXT, ean=TEXT)
    labels = (("Price", "249,90 €"), ("SKU", "KL-77"), ("Brand", "Holzmann"), ("Material", "Oak"), ("EAN", "4006381333931"))
    german = (("Preis", "249,90 €"), ("Artikelnummer", "KL-77"), ("Marke", "Holzmann"), ("Material", "Eiche"), ("EAN", "4006381333931"))
    truth = {"name": "Kitchen Ladder", "price": 249.9, "currency": "EUR", "sku": "KL-77", "brand": "Holzmann", "material": "Oak", "ean": "4006381333931"}
    for style, pairs, language in (("table", labels, "en"), ("dl", german, "de"), ("bold", labels, "en"), ("boxes", german, "de")):
        head = open_graph(og__type="product", og__title="Kitchen Ladder", product__price__currency="EUR", product__price__amount="249.90")
        html = document("Kitchen Ladder", head, rows(style, list(pairs)), language=language, aside=RELATED)
        yield MadePage("product", style, html, plain, {**truth, "material": pairs[3][1]})
    state = {"id": 77, "title": "Cedar Birdhouse", "price": {"amount": 34.5, "currency": "EUR"}, "sku": "CB-1", "vendor": "Waldhaus", "inStock": True}
    html = document("Cedar Birdhouse", next_data(state), "<p>34,50 €</p><p>Vendor: Waldhaus</p>", aside=RELATED)
    yield MadePage(
        "product", "state", html, schema(title=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, vendor=TEXT),
        {"title": "Cedar Birdhouse", "price": 34.5, "currency": "EUR", "sku": "CB-1", "vendor": "Waldhaus"},
    )  # fmt: skip
    lying = {"@type": "Product", "name": "Copper Kettle", "sku": "CK-2", "offers": {"@type": "AggregateOffer", "lowPrice": "30", "highPrice": "60", "priceCurrency": "USD"}}
    html = document("Copper Kettle", json_ld(lying, RELATED_PRODUCT), "<p>From $30</p>", aside=RELATED)
    yield MadePage(
        "product", "range", html, schema(name=TEXT, price=NUMBER, lowPrice=NUMBER, high_price=NUMBER, currency=TEXT, sku=TEXT),
        {"name": "Copper Kettle", "lowPrice": 30, "high_price": 60, "currency": "USD", "sku": "CK-2"},
    )  # fmt: skip


_ARTICLES = (
    ("Harbour reopens after repairs", "Jane Doe", "2024-03-12T08:00:00+01:00", "12 March 2024", "News", "en"),
    ("Neue Brücke über die Elbe", "Karl Möller", "2023-10-02", "2. Oktober 2023", "Regional", "de"),
    ("Le marché du samedi déménage", "Anne Petit", "2022-08-03T10:00:00Z", "3 août 2022", "Ville", "fr"),
    ("Why slow lakes freeze first", "Ola Berg", "2021-01-15", "January 15, 2021", "Science", "en"),
)


def _articles() -> Iterator[MadePage]:
    wanted = schema(title=TEXT, author=TEXT, publishedDate=DAY, section=TEXT, description=TEXT, image=URL, tags=TEXTS)
    for record, format in zip(_ARTICLES, FORMATS, strict=True):
        title, author, moment, shown, section, language = record
        thing = {
            "@type": "NewsArticle", "headline": title, "author": [{"@type": "Person", "name": author}], "datePublished": moment,
            "dateModified": "2024-12-24", "articleSection": section, "description": f"In short: {title}.", "image": "https://site.example/i/b.jpg",
            "keywords": "harbour, city, repairs", "publisher": {"@type": "Organization", "name": "The Site"},
        }  # fmt: skip
        truth = {
            "title": title, "author": author, "publishedDate": moment[:10], "section": section, "description": f"In short: {title}.",
            "image": "https://site.example/i/b.jpg", "tags": ["harbour", "city", "repairs"],
        }  # fmt: skip
        head, body = marked_up(format, thing)
        main = f"<p>By {author}, {shown}</p>{body}<p>The story goes on for a while and names Peter Other, 4 May 2020.</p>"
        yield MadePage("article", format, document(title, head, main, language=language), wanted, truth)
    for title, author, moment, shown, section, language in _ARTICLES:
        head = open_graph(og__type="article", og__title=title, og__description=f"Shortly: {title}", article__published_time=moment, article__section=section)
        head += f'<meta name="author" content="{author}">'
        html = document(title, head, f"<p>{shown}</p><p>Text of the story.</p>", language=language)
        truth = {"headline": title, "author_name": author, "published_at": moment[:10], "summary": f"Shortly: {title}"}
        yield MadePage("article", "opengraph", html, schema(headline=TEXT, author_name=TEXT, published_at=DAY, summary=TEXT), truth)


_EVENTS = (
    ("Jazz by the River", "2025-06-14T19:30:00+02:00", "2025-06-14T23:00:00+02:00", "Pier Hall", "Quay 1", "Hamburg", "20457", "DE", "Blue Notes", "25.00", "EUR"),
    ("Open Code Summit", "2025-09-01T09:00:00-07:00", "2025-09-02T17:00:00-07:00", "Expo West", "100 Main St", "Portland", "97201", "US", "Open Code", "199", "USD"),
    ("Marathon de la Côte", "2025-04-20T08:00:00+02:00", "2025-04-20T16:00:00+02:00", "Stade Bleu", "2 rue Verte", "Nice", "06000", "FR", "Club Azur", "40", "EUR"),
    ("Quilt Fair", "2025-11-08T10:00:00+00:00", "2025-11-09T18:00:00+00:00", "Old Mill", "Mill Lane", "Leeds", "LS1 1AA", "GB", "Stitch Co", "5.50", "GBP"),
)


def _events() -> Iterator[MadePage]:
    wanted = schema(
        name=TEXT, startDate={"type": "string", "format": "date-time"}, endDate={"type": ["string", "null"], "format": "date-time"}, venue=TEXT,
        address=schema(street=TEXT, city=TEXT, postalCode=TEXT, country=TEXT), organizer=TEXT, ticketPrice=NUMBER, currency=TEXT,
    )  # fmt: skip
    for record, format in zip(_EVENTS, FORMATS, strict=True):
        name, start, end, venue, street, city, code, country, host, price, currency = record
        address = {"@type": "PostalAddress", "streetAddress": street, "addressLocality": city, "postalCode": code, "addressCountry": country}
        thing = {
            "@type": "MusicEvent" if format == "json-ld" else "Event", "name": name, "startDate": start, "endDate": end,
            "location": {"@type": "Place", "name": venue, "address": address}, "organizer": {"@type": "Organization", "name": host},
            "offers": {"@type": "Offer", "price": price, "priceCurrency": currency},
        }  # fmt: skip
        truth = {
            "name": name, "startDate": start, "endDate": end, "venue": venue, "organizer": host, "ticketPrice": float(price), "currency": currency,
            "address": {"street": street, "city": city, "postalCode": code, "country": country},
        }  # fmt: skip
        head, body = marked_up(format, thing)
        yield MadePage("event", format, document(name, head, f"{body}<p>{venue}, {street}, {city}</p><p>Hosted by {host}</p>"), wanted, truth)
    labels = (("Date", "12 March 2025"), ("Venue", "Town Hall"), ("Organizer", "Garden Club"), ("Price", "€12.50"))
    german = (("Datum", "12. März 2025"), ("Ort", "Town Hall"), ("Veranstalter", "Garden Club"), ("Eintritt", "12,50 €"))
    truth = {"event_name": "Seed Swap Evening", "date": "2025-03-12", "venue": "Town Hall", "organizer": "Garden Club", "price": 12.5}
    for style, pairs in (("table", labels), ("dl", german), ("lines", labels), ("boxes", german)):
        html = document("Seed Swap Evening", "", rows(style, list(pairs)), language="de" if pairs is german else "en", aside=RELATED)
        yield MadePage("event", style, html, schema(event_name=TEXT, date=DAY, venue=TEXT, organizer=TEXT, price=NUMBER), truth)


def _recipes() -> Iterator[MadePage]:
    wanted = schema(
        title=TEXT, ingredients=TEXTS, instructions=TEXTS, prepTimeMinutes=INTEGER, totalTime=TEXT, servings=INTEGER, calories=INTEGER,
        cuisine=TEXT, author=TEXT, rating=NUMBER,
    )  # fmt: skip
    ingredients = ["200 g red lentils", "1 onion, chopped", "2 tbsp olive oil"]
    steps = ["Fry the onion until golden.", "Add the lentils and 600 ml of water.", "Simmer for 20 minutes."]
    for place, format in enumerate((*FORMATS, "sections")):
        name = ("Red Lentil Soup", "Winter Lentil Pot", "Lentil Bowl", "Quick Lentils", "Lentils in Steps")[place]
        instructions: Any = steps
        if format in ("json-ld", "microdata"):
            instructions = [{"@type": "HowToStep", "text": step} for step in steps]
        if format == "sections":
            instructions = [{"@type": "HowToSection", "name": "Soup", "itemListElement": [{"@type": "HowToStep", "text": step} for step in steps]}]
        thing = {
            "@type": "Recipe", "name": name, "recipeIngredient": ingredients, "recipeInstructions": instructions, "prepTime": "PT15M", "totalTime": "PT45M",
            "recipeYield": "4 servings", "nutrition": {"@type": "NutritionInformation", "calories": "320 kcal"}, "recipeCuisine": "Turkish",
            "author": {"@type": "Person", "name": "Mina Kaya"}, "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.7, "ratingCount": 31},
        }  # fmt: skip
        truth = {
            "title": name, "ingredients": ingredients, "instructions": steps, "prepTimeMinutes": 15, "totalTime": "PT45M", "servings": 4, "calories": 320,
            "cuisine": "Turkish", "author": "Mina Kaya", "rating": 4.7,
        }  # fmt: skip
        head, body = marked_up("json-ld" if format == "sections" else format, thing, {"@type": "BlogPosting", "headline": "Our summer menu", "author": "Other Cook"})
        shown = "".join(f"<li>{line}</li>" for line in (*ingredients, *steps))
        yield MadePage("recipe", format, document(name, head, f"{body}<ul>{shown}</ul><p>Serves 4. 320 kcal.</p>"), wanted, truth)
    labels = [("Prep time", "15 min"), ("Cook time", "1 hr 10 min"), ("Servings", "6"), ("Cuisine", "Greek")]
    truth = {"name": "Baked Giant Beans", "prep_time_minutes": 15, "cook_time_minutes": 70, "servings": 6, "cuisine": "Greek"}
    for style in ("bold", "table"):
        html = document("Baked Giant Beans", "", rows(style, labels))
        yield MadePage("recipe", style, html, schema(name=TEXT, prep_time_minutes=INTEGER, cook_time_minutes=INTEGER, servings=INTEGER, cuisine=TEXT), truth)


def _jobs() -> Iterator[MadePage]:
    wanted = schema(
        jobTitle=TEXT, company=TEXT, location=TEXT, salaryMin=NUMBER, salaryMax=NUMBER, salaryCurrency=TEXT, datePosted=DAY, validThrough=DAY,
        employmentType={"type": "string", "enum": ["full-time", "part-time", "contract", "internship"]}, remote=FLAG,
    )  # fmt: skip
    for place, format in enumerate(FORMATS):
        title, city, low, high = (("Data Engineer", "Berlin", 60000, 80000), ("Night Nurse", "Lyon", 2100, 2600), ("Baker", "Oslo", 38000, 42000), ("Sound Designer", "Leeds", 30000, 45000))[place]
        thing: Thing = {
            "@type": "JobPosting", "title": title, "hiringOrganization": {"@type": "Organization", "name": "Acme Works"}, "datePosted": "2025-01-10",
            "validThrough": "2025-02-28T23:59:00Z", "employmentType": "FULL_TIME" if place % 2 == 0 else "PART_TIME",
            "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": city, "addressCountry": "DE"}},
            "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue", "minValue": low, "maxValue": high, "unitText": "YEAR"}},
        }  # fmt: skip
        truth = {
            "jobTitle": title, "company": "Acme Works", "location": city, "salaryMin": low, "salaryMax": high, "salaryCurrency": "EUR", "datePosted": "2025-01-10",
            "validThrough": "2025-02-28", "employmentType": "full-time" if place % 2 == 0 else "part-time",
        }  # fmt: skip
        if place == 0:
            thing["jobLocationType"], truth["remote"] = "TELECOMMUTE", True
        head, body = marked_up(format, thing, {"@type": "Organization", "name": "Jobs Board Ltd"})
        yield MadePage("job", format, document(title, head, f"{body}<p>Acme Works is looking for a {title} in {city}.</p>", aside="<aside><p>Location: Paris</p></aside>"), wanted, truth)
    labels = [("Company", "Nordlicht GmbH"), ("Location", "Kiel"), ("Employment type", "Full time"), ("Application deadline", "28.02.2025"), ("Salary", "52.000 €")]
    german = [("Unternehmen", "Nordlicht GmbH"), ("Standort", "Kiel"), ("Anstellungsart", "Vollzeit"), ("Bewerbungsfrist", "28.02.2025"), ("Gehalt", "52.000 €")]
    truth = {"title": "Windmill Technician", "company": "Nordlicht GmbH", "location": "Kiel", "employment_type": "full_time", "deadline": "2025-02-28", "salary": 52000}
    kinds = {"type": "string", "enum": ["full_time", "part_time"]}
    for style, pairs in (("dl", labels), ("boxes", german), ("lines", german)):
        html = document("Windmill Technician", "", rows(style, pairs), language="de")
        yield MadePage("job", style, html, schema(title=TEXT, company=TEXT, location=TEXT, employment_type=kinds, deadline=DAY, salary=NUMBER), truth)


def _organizations() -> Iterator[MadePage]:
    wanted = schema(
        name=TEXT, phone=TEXT, email={"type": "string", "format": "email"}, address=schema(street=TEXT, city=TEXT, zip=TEXT, country=TEXT), openingHours=TEXTS,
        latitude=NUMBER, longitude=NUMBER, founded=INTEGER, socialLinks={"type": "array", "items": URL}, priceRange=TEXT,
    )  # fmt: skip
    for place, format in enumerate(FORMATS):
        name = ("Café Morgenrot", "Hill Dental Care", "Bike Barn", "Studio Norte")[place]
        thing = {
            "@type": ("CafeOrCoffeeShop", "Dentist", "LocalBusiness", "LocalBusiness")[place], "name": name, "telephone": "+49 40 1234567", "email": "hello@shop.example",
            "address": {"@type": "PostalAddress", "streetAddress": "Hafenstr. 12", "addressLocality": "Hamburg", "postalCode": "20457", "addressCountry": "DE"},
            "openingHours": ["Mo-Fr 09:00-18:00", "Sa 10:00-14:00"], "geo": {"@type": "GeoCoordinates", "latitude": "53.5461", "longitude": "9.9937"},
            "foundingDate": "1998", "sameAs": ["https://social.example/shop", "https://video.example/shop"], "priceRange": "€€",
        }  # fmt: skip
        truth = {
            "name": name, "phone": "+49 40 1234567", "email": "hello@shop.example", "latitude": 53.5461, "longitude": 9.9937, "founded": 1998, "priceRange": "€€",
            "address": {"street": "Hafenstr. 12", "city": "Hamburg", "zip": "20457", "country": "DE"},
            "openingHours": ["Mo-Fr 09:00-18:00", "Sa 10:00-14:00"], "socialLinks": ["https://social.example/shop", "https://video.example/shop"],
        }  # fmt: skip
        head, body = marked_up(format, thing)
        yield MadePage("organization", format, document("Contact", head, f"{body}<h2>{name}</h2><p>Hafenstr. 12, 20457 Hamburg</p>"), wanted, truth)
    pairs = [("Phone", "+1 503 555 0100"), ("Email", "desk@mill.example"), ("Address", "1 Mill Rd, Portland, OR 97201"), ("Opening hours", "Mon-Sat 8am-6pm")]
    truth = {"telephone": "+1 503 555 0100", "email": "desk@mill.example", "address": "1 Mill Rd, Portland, OR 97201", "opening_hours": "Mon-Sat 8am-6pm"}
    for style in ("lines", "dl", "table"):
        html = document("Contact us", "", rows(style, pairs))
        yield MadePage("organization", style, html, schema(telephone=TEXT, email=TEXT, address=TEXT, opening_hours=TEXT), truth, "https://site.example/contact")


def _questions() -> Iterator[MadePage]:
    wanted = schema(faqs={"type": "array", "items": schema(question=TEXT, answer=TEXT)})
    pairs = [("How long does delivery take?", "Two to four working days."), ("Can I return an item?", "Yes, within 30 days of delivery."), ("Do you ship abroad?", "Only within the EU for now.")]
    truth = {"faqs": [{"question": question, "answer": answer} for question, answer in pairs]}
    thing = {
        "@type": "FAQPage", "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": f"<p>{answer}</p>" if place == 1 else answer}}
            for place, (question, answer) in enumerate(pairs)
        ],
    }  # fmt: skip
    shown = "".join(f"<h3>{question}</h3><p>{answer}</p>" for question, answer in pairs)
    for format in ("json-ld", "graph", "microdata"):
        head, body = marked_up(format, thing)
        yield MadePage("faq", format, document("Frequently asked questions", head, body or shown), wanted, truth, "https://site.example/faq")
    details = "".join(f"<details><summary>{question}</summary><p>{answer}</p></details>" for question, answer in pairs)
    terms = "<dl>" + "".join(f"<dt>{question}</dt><dd>{answer}</dd>" for question, answer in pairs) + "</dl>"
    for format, main in (("details", details), ("dl", terms), ("headings", shown)):
        yield MadePage("faq", format, document("FAQ", "", main), schema(questions=wanted["properties"]["faqs"]), {"questions": truth["faqs"]}, "https://site.example/faq")


def _listings() -> Iterator[MadePage]:
    wanted = schema(products={"type": "array", "items": schema(name=TEXT, price=NUMBER, currency=TEXT, url=URL)})
    items = [("Oak Stool", "59.00", "/p/1"), ("Pine Shelf", "120.50", "/p/2"), ("Ash Bench", "340.00", "/p/3"), ("Elm Table", "1150.00", "/p/4")]
    things = [
        {"@type": "Product", "name": name, "url": f"https://site.example{path}", "offers": {"@type": "Offer", "price": price, "priceCurrency": "EUR"}}
        for name, price, path in items
    ]
    truth = {"products": [{"name": name, "price": float(price), "currency": "EUR", "url": f"https://site.example{path}"} for name, price, path in items]}
    entries = [{"@type": "ListItem", "position": place, "item": thing} for place, thing in enumerate(things, 1)]
    cards = "".join(f"<div class='card'><a href='{path}'>{name}</a> <span>€{price}</span></div>" for name, price, path in items)
    for format, head, body in (
        ("json-ld", json_ld({"@type": "ItemList", "itemListElement": entries}), cards),
        ("collection", json_ld({"@type": "CollectionPage", "mainEntity": {"@type": "ItemList", "itemListElement": entries}}), cards),
        ("nodes", json_ld(*things), cards),
        ("microdata", "", "".join(map(microdata, things))),
    ):
        yield MadePage("listing", format, document("Wooden furniture", head, body), wanted, truth, "https://site.example/c/wood")
    table = "<table><thead><tr><th>Job title</th><th>Location</th><th>Deadline</th></tr></thead>" + "".join(
        f'<tr><td><a href="/jobs/{place}">{title}</a></td><td>{city}</td><td>{day}</td></tr>'
        for place, (title, city, day) in enumerate((("Welder", "Kiel", "1 May 2025"), ("Cook", "Bonn", "15 May 2025"), ("Pilot", "Ulm", "2 June 2025")))
    ) + "</table>"  # fmt: skip
    wanted = schema(jobs={"type": "array", "items": schema(title=TEXT, location=TEXT, deadline=DAY, url=URL)})
    truth = {"jobs": [
        {"title": title, "location": city, "deadline": day, "url": f"https://site.example/jobs/{place}"}
        for place, (title, city, day) in enumerate((("Welder", "Kiel", "2025-05-01"), ("Cook", "Bonn", "2025-05-15"), ("Pilot", "Ulm", "2025-06-02")))
    ]}  # fmt: skip
    yield MadePage("listing", "table", document("Open positions", "", table), wanted, truth)
    events = [{"@type": "Event", "name": name, "startDate": day, "location": {"@type": "Place", "name": place}} for name, day, place in (("Spring Fair", "2025-04-01", "Hall 1"), ("Summer Fair", "2025-07-01", "Hall 2"))]
    wanted = schema(events={"type": "array", "items": schema(name=TEXT, date=DAY, venue=TEXT)})
    truth = {"events": [{"name": event["name"], "date": event["startDate"], "venue": event["location"]["name"]} for event in events]}
    for format, head in (("json-ld", json_ld(*events)), ("graph", graph(*events))):
        yield MadePage("listing", format, document("All our fairs", head, "<p>Spring Fair, Hall 1</p><p>Summer Fair, Hall 2</p>"), wanted, truth)


def made_pages() -> list[MadePage]:
    """All pages, in a fixed order."""
    return [*_products(), *_articles(), *_events(), *_recipes(), *_jobs(), *_organizations(), *_questions(), *_listings()]
