"""The second set: products and listings."""

from __future__ import annotations

from typing import Any

from benchmarks.sites.declared.made_page import DAY, FLAG, INTEGER, NUMBER, TEXT, TEXTS, URL, MadePage, schema
from benchmarks.sites.declared.markup import (
    RELATED,
    RELATED_PRODUCT,
    Thing,
    document,
    json_ld,
    next_data,
    open_graph,
    rows,
)


def goods() -> list[MadePage]:
    """Products, then listings."""
    return [*_products(), *_listings()]


def _products() -> list[MadePage]:
    group = {
        "@type": "ProductGroup", "name": "Fjord Jacket", "brand": {"@type": "Brand", "name": "Havn"}, "productGroupID": "FJ",
        "hasVariant": [
            {"@type": "Product", "name": f"Fjord Jacket {size}", "sku": f"FJ-{size}", "size": size, "offers": {
            "@type": "Offer", "price": "149.00", "priceCurrency": "EUR"}}
            for size in ("S", "M")
        ],
    }  # fmt: skip
    wanted = schema(
        title=TEXT, vendor=TEXT, brand=TEXT, price=schema(value=NUMBER, currency=TEXT),
        variants={"type": "array", "items": schema(name=TEXT, sku=TEXT, size=TEXT, price=NUMBER)},
    )  # fmt: skip
    truth: dict[str, Any] = {
        "title": "Fjord Jacket", "brand": "Havn", "price": {"value": 149, "currency": "EUR"},
        "variants": [{"name": f"Fjord Jacket {size}", "sku": f"FJ-{size}", "size": size, "price": 149} for size in ("S", "M")],
    }  # fmt: skip
    first = MadePage(
        "product",
        "group",
        document("Fjord Jacket", json_ld(group), "<p>149,00 €</p>", language="de", aside=RELATED),
        wanted,
        truth,
    )
    body = (
        '<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">Ceramic Teapot</h2><img itemprop="image" '
        'src="/t.jpg">'
        '<span itemprop="sku">TP-8</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta '
        'itemprop="priceCurrency" content="GBP">'
        '<span itemprop="price" content="38.5">£38.50</span><link itemprop="availability" href="https://schema.org/SoldOut"></div>'
        '<div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><span '
        'itemprop="ratingValue">4.6</span>/5 '
        '(<span itemprop="reviewCount">19</span> reviews)</div></div>'
    )
    wanted = schema(
        name=TEXT,
        mainImage=URL,
        articleNumber=TEXT,
        price=NUMBER,
        priceCurrency=TEXT,
        available=FLAG,
        stars=NUMBER,
        reviews_count=INTEGER,
    )
    truth = {
        "name": "Ceramic Teapot",
        "mainImage": "https://site.example/t.jpg",
        "articleNumber": "TP-8",
        "price": 38.5,
        "priceCurrency": "GBP",
        "available": False,
        "stars": 4.6,
        "reviews_count": 19,
    }
    second = MadePage(
        "product",
        "shop microdata",
        document("Ceramic Teapot", json_ld(RELATED_PRODUCT), body, aside=RELATED),
        wanted,
        truth,
    )
    pairs = [("Prezzo", "79,90 €"), ("Marca", "Luce Blu"), ("Materiale", "Vetro"), ("Peso", "1,2 kg")]
    wanted = schema(nome=TEXT, prezzo=NUMBER, marca=TEXT, materiale=TEXT, peso=TEXT, valuta=TEXT)
    truth = {
        "nome": "Lampada Alba",
        "prezzo": 79.9,
        "marca": "Luce Blu",
        "materiale": "Vetro",
        "peso": "1,2 kg",
        "valuta": "EUR",
    }
    third = MadePage(
        "product",
        "italian labels",
        document("Lampada Alba", "", rows("table", pairs), language="it", aside=RELATED),
        wanted,
        truth,
    )
    state = {
        "product": {
            "name": "Volt Charger",
            "sku": "VC-65",
            "brand": {"name": "Voltix"},
            "rating": {"average": 4.2, "count": 310},
            "price": {"value": 49, "currencyCode": "USD"},
        }
    }
    wanted = schema(name=TEXT, sku=TEXT, brand=TEXT, price=NUMBER)
    html = document("Volt Charger", next_data(state), "<p>$49.00</p><p>4.2 (310)</p>")
    fourth = MadePage(
        "product", "next", html, wanted, {"name": "Volt Charger", "sku": "VC-65", "brand": "Voltix", "price": 49}
    )
    app = {
        "@type": "MobileApplication",
        "name": "Tide Clock",
        "operatingSystem": "Android",
        "applicationCategory": "Weather",
        "offers": {"@type": "Offer", "price": "0", "priceCurrency": "USD"},
        "aggregateRating": {"ratingValue": 4.4, "ratingCount": "8864"},
    }
    wanted = schema(
        appName=TEXT, operatingSystem=TEXT, price=NUMBER, rating=NUMBER, ratingCount=INTEGER, application_category=TEXT
    )
    truth = {
        "appName": "Tide Clock",
        "operatingSystem": "Android",
        "price": 0,
        "rating": 4.4,
        "ratingCount": 8864,
        "application_category": "Weather",
    }
    fifth = MadePage("product", "app", document("Tide Clock", json_ld(app), "<p>Free</p>"), wanted, truth)
    head = open_graph(
        og__type="og:product",
        og__title="Linen Apron",
        product__price__amount="24,00",
        product__price__currency="EUR",
        product__availability="in stock",
        product__brand="Weberei",
    )
    wanted = schema(name=TEXT, price=NUMBER, currency=TEXT, in_stock=FLAG, brand=TEXT)
    sixth = MadePage(
        "product",
        "opengraph",
        document("Linen Apron", head, "<p>24,00 €</p>", language="de"),
        wanted,
        {"name": "Linen Apron", "price": 24, "currency": "EUR", "in_stock": True, "brand": "Weberei"},
    )
    return [first, second, third, fourth, fifth, sixth]


def _listings() -> list[MadePage]:
    entries: list[Thing] = [
        {"@type": "ListItem", "position": place, "url": f"https://site.example/r/{place}", "name": name}
        for place, name in enumerate(("Soup", "Stew", "Curry"), 1)
    ]
    html = document(
        "Winter recipes",
        json_ld({"@type": "ItemList", "itemListElement": entries}),
        "<p>Soup</p><p>Stew</p><p>Curry</p>",
    )
    wanted = schema(recipes={"type": "array", "items": schema(name=TEXT, url=URL)})
    truth: dict[str, Any] = {"recipes": [{"name": entry["name"], "url": entry["url"]} for entry in entries]}
    first = MadePage("listing", "urls only", html, wanted, truth)
    cells = (("Laptop A", "999.00", "4.5"), ("Laptop B", "1,249.00", "4.1"), ("Laptop C", "649.50", "3.9"))
    table = (
        "<table><tr><th>Model</th><th>Price (USD)</th><th>Rating</th></tr>"
        + "".join(f"<tr><td>{a}</td><td>${b}</td><td>{c}</td></tr>" for a, b, c in cells)
        + "</table>"
    )
    wanted = schema(laptops={"type": "array", "items": schema(model=TEXT, price=NUMBER, rating=NUMBER)})
    truth = {"laptops": [{"model": a, "price": float(b.replace(",", "")), "rating": float(c)} for a, b, c in cells]}
    second = MadePage("listing", "comparison table", document("Laptops compared", "", table), wanted, truth)
    posts: list[Thing] = [
        {
            "@type": "BlogPosting",
            "headline": name,
            "datePublished": day,
            "author": {"@type": "Person", "name": "Kai"},
            "url": f"https://site.example/b/{day}",
        }
        for name, day in (("First", "2024-01-01"), ("Second", "2024-02-01"))
    ]
    html = document(
        "Our blog", json_ld({"@type": "Blog", "name": "Our blog", "blogPost": posts}), "<p>First</p><p>Second</p>"
    )
    wanted = schema(posts={"type": "array", "items": schema(title=TEXT, date=DAY, author=TEXT, link=URL)}, tags=TEXTS)
    truth = {
        "posts": [
            {"title": post["headline"], "date": post["datePublished"], "author": "Kai", "link": post["url"]}
            for post in posts
        ]
    }
    return [first, second, MadePage("listing", "blog", html, wanted, truth)]
