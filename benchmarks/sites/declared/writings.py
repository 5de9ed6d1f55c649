"""Made-up articles, recipes and questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.sites.declared.made_page import (
    DAY,
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
from benchmarks.sites.declared.markup import Thing, document, open_graph, rows

_ARTICLES = (
    ("Harbour reopens after repairs", "Jane Doe", "2024-03-12T08:00:00+01:00", "12 March 2024", "News", "en"),
    ("Neue Brücke über die Elbe", "Karl Möller", "2023-10-02", "2. Oktober 2023", "Regional", "de"),
    ("Le marché du samedi déménage", "Anne Petit", "2022-08-03T10:00:00Z", "3 août 2022", "Ville", "fr"),
    ("Why slow lakes freeze first", "Ola Berg", "2021-01-15", "January 15, 2021", "Science", "en"),
)


def articles() -> Iterator[MadePage]:
    wanted = schema(title=TEXT, author=TEXT, publishedDate=DAY, section=TEXT, description=TEXT, image=URL, tags=TEXTS)
    for record, format in zip(_ARTICLES, FORMATS, strict=True):
        title, author, moment, shown, section, language = record
        thing: Thing = {
            "@type": "NewsArticle", "headline": title, "author": [{"@type": "Person", "name": author}], "datePublished": moment,
            "dateModified": "2024-12-24", "articleSection": section, "description": f"In short: {title}.",
            "image": "https://site.example/i/b.jpg",
            "keywords": "harbour, city, repairs", "publisher": {"@type": "Organization", "name": "The Site"},
        }  # fmt: skip
        truth: dict[str, Any] = {
            "title": title, "author": author, "publishedDate": moment[:10], "section": section,
            "description": f"In short: {title}.",
            "image": "https://site.example/i/b.jpg", "tags": ["harbour", "city", "repairs"],
        }  # fmt: skip
        head, body = marked_up(format, thing)
        main = (
            f"<p>By {author}, {shown}</p>{body}<p>The story goes on for a while and names Peter Other, 4 May 2020.</p>"
        )
        yield MadePage("article", format, document(title, head, main, language=language), wanted, truth)
    for title, author, moment, shown, section, language in _ARTICLES:
        head = open_graph(
            og__type="article",
            og__title=title,
            og__description=f"Shortly: {title}",
            article__published_time=moment,
            article__section=section,
        )
        head += f'<meta name="author" content="{author}">'
        html = document(title, head, f"<p>{shown}</p><p>Text of the story.</p>", language=language)
        truth = {"headline": title, "author_name": author, "published_at": moment[:10], "summary": f"Shortly: {title}"}
        yield MadePage(
            "article", "opengraph", html, schema(headline=TEXT, author_name=TEXT, published_at=DAY, summary=TEXT), truth
        )


def recipes() -> Iterator[MadePage]:
    wanted = schema(
        title=TEXT, ingredients=TEXTS, instructions=TEXTS, prepTimeMinutes=INTEGER, totalTime=TEXT, servings=INTEGER,
        calories=INTEGER,
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
            instructions = [
                {
                    "@type": "HowToSection",
                    "name": "Soup",
                    "itemListElement": [{"@type": "HowToStep", "text": step} for step in steps],
                }
            ]
        thing: Thing = {
            "@type": "Recipe", "name": name, "recipeIngredient": ingredients, "recipeInstructions": instructions,
            "prepTime": "PT15M", "totalTime": "PT45M",
            "recipeYield": "4 servings", "nutrition": {"@type": "NutritionInformation", "calories": "320 kcal"},
            "recipeCuisine": "Turkish",
            "author": {"@type": "Person", "name": "Mina Kaya"}, "aggregateRating": {"@type": "AggregateRating",
            "ratingValue": 4.7, "ratingCount": 31},
        }  # fmt: skip
        truth: dict[str, Any] = {
            "title": name, "ingredients": ingredients, "instructions": steps, "prepTimeMinutes": 15, "totalTime": "PT45M",
            "servings": 4, "calories": 320,
            "cuisine": "Turkish", "author": "Mina Kaya", "rating": 4.7,
        }  # fmt: skip
        head, body = marked_up(
            "json-ld" if format == "sections" else format,
            thing,
            {"@type": "BlogPosting", "headline": "Our summer menu", "author": "Other Cook"},
        )
        shown = "".join(f"<li>{line}</li>" for line in (*ingredients, *steps))
        yield MadePage(
            "recipe", format, document(name, head, f"{body}<ul>{shown}</ul><p>Serves 4. 320 kcal.</p>"), wanted, truth
        )
    labels = [("Prep time", "15 min"), ("Cook time", "1 hr 10 min"), ("Servings", "6"), ("Cuisine", "Greek")]
    truth = {
        "name": "Baked Giant Beans",
        "prep_time_minutes": 15,
        "cook_time_minutes": 70,
        "servings": 6,
        "cuisine": "Greek",
    }
    for style in ("bold", "table"):
        html = document("Baked Giant Beans", "", rows(style, labels))
        yield MadePage(
            "recipe",
            style,
            html,
            schema(name=TEXT, prep_time_minutes=INTEGER, cook_time_minutes=INTEGER, servings=INTEGER, cuisine=TEXT),
            truth,
        )


def questions() -> Iterator[MadePage]:
    wanted = schema(faqs={"type": "array", "items": schema(question=TEXT, answer=TEXT)})
    pairs = [
        ("How long does delivery take?", "Two to four working days."),
        ("Can I return an item?", "Yes, within 30 days of delivery."),
        ("Do you ship abroad?", "Only within the EU for now."),
    ]
    truth: dict[str, Any] = {"faqs": [{"question": question, "answer": answer} for question, answer in pairs]}
    thing: Thing = {
        "@type": "FAQPage", "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer",
            "text": f"<p>{answer}</p>" if place == 1 else answer}}
            for place, (question, answer) in enumerate(pairs)
        ],
    }  # fmt: skip
    shown = "".join(f"<h3>{question}</h3><p>{answer}</p>" for question, answer in pairs)
    for format in ("json-ld", "graph", "microdata"):
        head, body = marked_up(format, thing)
        yield MadePage(
            "faq",
            format,
            document("Frequently asked questions", head, body or shown),
            wanted,
            truth,
            "https://site.example/faq",
        )
    details = "".join(f"<details><summary>{question}</summary><p>{answer}</p></details>" for question, answer in pairs)
    terms = "<dl>" + "".join(f"<dt>{question}</dt><dd>{answer}</dd>" for question, answer in pairs) + "</dl>"
    for format, main in (("details", details), ("dl", terms), ("headings", shown)):
        yield MadePage(
            "faq",
            format,
            document("FAQ", "", main),
            schema(questions=wanted["properties"]["faqs"]),
            {"questions": truth["faqs"]},
            "https://site.example/faq",
        )
