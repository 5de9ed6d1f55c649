"""Made-up products and listings."""

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
    URL,
    MadePage,
    marked_up,
    schema,
)
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
    rows,
)

# name, sku, brand, price as declared, price as shown, currency, stock, rating, reviews
_PRODUCTS = (
    ("Aurora Desk Lamp", "ADL-100", "Lumina", "1299.00", "1.299,00 €", "EUR", "InStock", "4.5", "128"),
    ("Granite Chef Knife 20 cm", "GCK20", "Stonecut", "89.95", "$89.95", "USD", "OutOfStock", "4.8", "2041"),
    ("Trail Runner 5 Shoe", "TR5-42", "Fellwind", "119", "£119", "GBP", "InStock", "4.1", "77"),
    ("Nordic Wool Blanket", "NWB-9", "Vidda", "1299", "1 299 kr", "SEK", "PreOrder", "3.9", "12"),
)


def products() -> Iterator[MadePage]:
    wanted = schema(
        productName=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, brand=TEXT, inStock=FLAG, rating=NUMBER, reviewCount=INTEGER,
        availability={"type": "string", "enum": ["in_stock", "out_of_stock", "pre_order"]}, image=URL, warranty=TEXT,
    )  # fmt: skip
    for record, format in zip(_PRODUCTS, FORMATS, strict=True):
        name, sku, brand, price, shown, currency, stock, rating, reviews = record
        thing: Thing = {
            "@type": "Product", "name": name, "sku": sku, "brand": {"@type": "Brand", "name": brand},
            "image": "https://site.example/i/a.jpg",
            "offers": {"@type": "Offer", "price": price, "priceCurrency": currency, "availability": f"https://schema.org/{stock}"},
            "aggregateRating": {"@type": "AggregateRating", "ratingValue": rating, "reviewCount": reviews},
            "review": [{"@type": "Review", "author": {"@type": "Person", "name": "A. Buyer"}, "reviewRating": {
            "@type": "Rating", "ratingValue": "1"}}],
        }  # fmt: skip
        truth: dict[str, Any] = {
            "productName": name, "price": float(price), "currency": currency, "sku": sku, "brand": brand, "rating": float(rating),
            "reviewCount": int(reviews), "image": "https://site.example/i/a.jpg",
            "availability": {"InStock": "in_stock", "OutOfStock": "out_of_stock", "PreOrder": "pre_order"}[stock],
        }  # fmt: skip
        if stock != "PreOrder":
            truth["inStock"] = stock == "InStock"
        head, body = marked_up(format, thing, RELATED_PRODUCT)
        shown_part = (
            f"<p>{shown}</p><p>Rated {rating} out of 5 by {reviews} customers.</p><div class='customer-reviews'>"
            f"<p>Price: too high, 1 star</p></div>"
        )
        yield MadePage("product", format, document(name, head, body + shown_part, aside=RELATED), wanted, truth)
    plain = schema(name=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, brand=TEXT, material=TEXT, ean=TEXT)
    labels = (
        ("Price", "249,90 €"),
        ("SKU", "KL-77"),
        ("Brand", "Holzmann"),
        ("Material", "Oak"),
        ("EAN", "4006381333931"),
    )
    german = (
        ("Preis", "249,90 €"),
        ("Artikelnummer", "KL-77"),
        ("Marke", "Holzmann"),
        ("Material", "Eiche"),
        ("EAN", "4006381333931"),
    )
    truth = {
        "name": "Kitchen Ladder",
        "price": 249.9,
        "currency": "EUR",
        "sku": "KL-77",
        "brand": "Holzmann",
        "material": "Oak",
        "ean": "4006381333931",
    }
    for style, pairs, language in (
        ("table", labels, "en"),
        ("dl", german, "de"),
        ("bold", labels, "en"),
        ("boxes", german, "de"),
    ):
        head = open_graph(
            og__type="product",
            og__title="Kitchen Ladder",
            product__price__currency="EUR",
            product__price__amount="249.90",
        )
        html = document("Kitchen Ladder", head, rows(style, list(pairs)), language=language, aside=RELATED)
        yield MadePage("product", style, html, plain, {**truth, "material": pairs[3][1]})
    state = {
        "id": 77,
        "title": "Cedar Birdhouse",
        "price": {"amount": 34.5, "currency": "EUR"},
        "sku": "CB-1",
        "vendor": "Waldhaus",
        "inStock": True,
    }
    html = document("Cedar Birdhouse", next_data(state), "<p>34,50 €</p><p>Vendor: Waldhaus</p>", aside=RELATED)
    yield MadePage(
        "product", "state", html, schema(title=TEXT, price=NUMBER, currency=TEXT, sku=TEXT, vendor=TEXT),
        {"title": "Cedar Birdhouse", "price": 34.5, "currency": "EUR", "sku": "CB-1", "vendor": "Waldhaus"},
    )  # fmt: skip
    lying = {
        "@type": "Product",
        "name": "Copper Kettle",
        "sku": "CK-2",
        "offers": {"@type": "AggregateOffer", "lowPrice": "30", "highPrice": "60", "priceCurrency": "USD"},
    }
    html = document("Copper Kettle", json_ld(lying, RELATED_PRODUCT), "<p>From $30</p>", aside=RELATED)
    yield MadePage(
        "product", "range", html, schema(name=TEXT, price=NUMBER, lowPrice=NUMBER, high_price=NUMBER, currency=TEXT, sku=TEXT),
        {"name": "Copper Kettle", "lowPrice": 30, "high_price": 60, "currency": "USD", "sku": "CK-2"},
    )  # fmt: skip


def listings() -> Iterator[MadePage]:
    wanted = schema(products={"type": "array", "items": schema(name=TEXT, price=NUMBER, currency=TEXT, url=URL)})
    items = [
        ("Oak Stool", "59.00", "/p/1"),
        ("Pine Shelf", "120.50", "/p/2"),
        ("Ash Bench", "340.00", "/p/3"),
        ("Elm Table", "1150.00", "/p/4"),
    ]
    things = [
        {
            "@type": "Product",
            "name": name,
            "url": f"https://site.example{path}",
            "offers": {"@type": "Offer", "price": price, "priceCurrency": "EUR"},
        }
        for name, price, path in items
    ]
    truth: dict[str, Any] = {
        "products": [
            {"name": name, "price": float(price), "currency": "EUR", "url": f"https://site.example{path}"}
            for name, price, path in items
        ]
    }
    entries: list[Thing] = [
        {"@type": "ListItem", "position": place, "item": thing} for place, thing in enumerate(things, 1)
    ]
    cards = "".join(
        f"<div class='card'><a href='{path}'>{name}</a> <span>€{price}</span></div>" for name, price, path in items
    )
    for format, head, body in (
        ("json-ld", json_ld({"@type": "ItemList", "itemListElement": entries}), cards),
        (
            "collection",
            json_ld({"@type": "CollectionPage", "mainEntity": {"@type": "ItemList", "itemListElement": entries}}),
            cards,
        ),
        ("nodes", json_ld(*things), cards),
        ("microdata", "", "".join(map(microdata, things))),
    ):
        yield MadePage(
            "listing", format, document("Wooden furniture", head, body), wanted, truth, "https://site.example/c/wood"
        )
    table = "<table><thead><tr><th>Job title</th><th>Location</th><th>Deadline</th></tr></thead>" + "".join(
        f'<tr><td><a href="/jobs/{place}">{title}</a></td><td>{city}</td><td>{day}</td></tr>'
        for place, (title, city, day) in enumerate((("Welder", "Kiel", "1 May 2025"), ("Cook", "Bonn", "15 May 2025"), (
        "Pilot", "Ulm", "2 June 2025")))
    ) + "</table>"  # fmt: skip
    wanted = schema(jobs={"type": "array", "items": schema(title=TEXT, location=TEXT, deadline=DAY, url=URL)})
    truth = {"jobs": [
        {"title": title, "location": city, "deadline": day, "url": f"https://site.example/jobs/{place}"}
        for place, (title, city, day) in enumerate((("Welder", "Kiel", "2025-05-01"), ("Cook", "Bonn", "2025-05-15"), (
        "Pilot", "Ulm", "2025-06-02")))
    ]}  # fmt: skip
    yield MadePage("listing", "table", document("Open positions", "", table), wanted, truth)
    events: list[Thing] = [
        {"@type": "Event", "name": name, "startDate": day, "location": {"@type": "Place", "name": place}}
        for name, day, place in (("Spring Fair", "2025-04-01", "Hall 1"), ("Summer Fair", "2025-07-01", "Hall 2"))
    ]
    wanted = schema(events={"type": "array", "items": schema(name=TEXT, date=DAY, venue=TEXT)})
    truth = {
        "events": [
            {"name": event["name"], "date": event["startDate"], "venue": event["location"]["name"]} for event in events
        ]
    }
    for format, head in (("json-ld", json_ld(*events)), ("graph", graph(*events))):
        yield MadePage(
            "listing",
            format,
            document("All our fairs", head, "<p>Spring Fair, Hall 1</p><p>Summer Fair, Hall 2</p>"),
            wanted,
            truth,
        )
