"""The second set: articles, recipes and questions."""

from __future__ import annotations

from typing import Any

from benchmarks.sites.declared.made_page import DAY, INTEGER, NUMBER, TEXT, TEXTS, URL, MadePage, listed, schema
from benchmarks.sites.declared.markup import RELATED, Thing, document, json_ld, microdata, open_graph


def articles() -> list[MadePage]:
    nodes: Thing = {
        "@graph": [
            {"@type": "Article", "@id": "https://blog.example/x/#article", "headline": "Ten quiet beaches", "author": {
            "@id": "https://blog.example/#/person/1"},
             "datePublished": "2024-07-09T23:30:00-05:00", "dateModified": "2024-08-01T10:00:00+00:00", "wordCount": 812,
             "commentCount": 4,
             "articleSection": ["Travel", "Coast"], "publisher": {"@id": "https://blog.example/#org"}, "inLanguage": "en-US"},
            {"@type": "Person", "@id": "https://blog.example/#/person/1", "name": "Rosa Lind",
            "url": "https://blog.example/author/rosa"},
            {"@type": "Organization", "@id": "https://blog.example/#org", "name": "Blog Example"},
            {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Home"}, {
            "@type": "ListItem", "position": 2, "name": "Travel"}]},
        ]
    }  # fmt: skip
    wanted = schema(
        title=TEXT, author={"type": "object", "properties": {"name": TEXT, "url": URL}}, datePublished=DAY,
        last_updated=DAY, wordCount=INTEGER,
        comments_count=INTEGER, categories=TEXTS, publisher=TEXT, breadcrumbs=TEXTS, language=TEXT,
    )  # fmt: skip
    truth: dict[str, Any] = {
        "title": "Ten quiet beaches", "author": {"name": "Rosa Lind", "url": "https://blog.example/author/rosa"},
        "datePublished": "2024-07-09",
        "last_updated": "2024-08-01", "wordCount": 812, "comments_count": 4, "categories": ["Travel", "Coast"],
        "publisher": "Blog Example",
        "breadcrumbs": ["Home", "Travel"], "language": "en-US",
    }  # fmt: skip
    first = MadePage(
        "article",
        "yoast",
        document("Ten quiet beaches", json_ld(nodes), "<p>By Rosa Lind. July 9, 2024</p>"),
        wanted,
        truth,
    )
    head = (
        '<meta name="parsely-title" content="El mercado"><meta property="article:published_time" '
        'content="2023-05-06"><meta name="author" content="Luz Vega">'
    )
    html = document(
        "El mercado vuelve al puerto",
        head + open_graph(og__title="El mercado vuelve al puerto", og__type="article"),
        "<p>6 de mayo de 2023</p>",
        language="es",
    )
    wanted = schema(titular={"type": "string", "description": "Headline of the story"}, autor=TEXT, fecha=DAY)
    second = MadePage(
        "article",
        "metas",
        html,
        wanted,
        {"titular": "El mercado vuelve al puerto", "autor": "Luz Vega", "fecha": "2023-05-06"},
    )
    body = (
        '<article itemscope itemtype="http://schema.org/BlogPosting"><h2 itemprop="headline">Fixing an old '
        'radio</h2><span itemprop="author" itemscope itemtype="http://schema.org/Person"><span '
        'itemprop="name">Ib Holm</span></span> <time itemprop="datePublished" datetime="2022-02-03T08:00">3 '
        'Feb 2022</time><div itemprop="articleBody"><p>First the valves.</p><p>Then the coil.</p></div>'
        "</article>"
    )
    wanted = schema(headline=TEXT, writer=TEXT, published_on=DAY, body=TEXT)
    truth = {
        "headline": "Fixing an old radio",
        "writer": "Ib Holm",
        "published_on": "2022-02-03",
        "body": "First the valves. Then the coil.",
    }
    third = MadePage("article", "blog microdata", document("Fixing an old radio", "", body), wanted, truth)
    return [first, second, third]


def recipes() -> list[MadePage]:
    thing: Thing = {
        "@type": "Recipe", "name": "Pão de Queijo", "recipeYield": ["24", "24 rolls"], "prepTime": "PT20M",
        "cookTime": "PT0H25M", "totalTime": "PT45M",
        "recipeIngredient": ["500 g tapioca flour", "2 eggs", "200 g cheese"], "recipeCategory": ["Snack"],
        "recipeCuisine": ["Brazilian"],
        "recipeInstructions": [{"@type": "HowToStep", "name": "Heat", "text": "Heat milk and oil."}, {"@type": "HowToStep",
        "name": "Mix", "text": "Mix in flour, eggs and cheese."}],
        "nutrition": {"@type": "NutritionInformation", "calories": "97 kcal", "proteinContent": "3 g", "fatContent": "5 g"},
        "keywords": "cheese bread, brazil", "aggregateRating": {"ratingValue": "4.91", "ratingCount": "57"},
        "suitableForDiet": "https://schema.org/GlutenFreeDiet",
    }  # fmt: skip
    wanted = schema(
        recipeName=TEXT, yield_count=INTEGER, servings=INTEGER, prep_minutes=INTEGER, cook_time=TEXT, ingredient_list=TEXTS,
        category=TEXT, keywords=TEXTS,
        steps=listed(schema(title=TEXT, text=TEXT)), nutrition=schema(calories=INTEGER, protein=TEXT, fat_grams=NUMBER),
        rating=schema(value=NUMBER, count=INTEGER),
        directions=TEXT,
    )  # fmt: skip
    steps = thing["recipeInstructions"]
    truth: dict[str, Any] = {
        "recipeName": "Pão de Queijo", "servings": 24, "prep_minutes": 20, "cook_time": "PT0H25M", "ingredient_list": thing[
        "recipeIngredient"], "category": "Snack",
        "keywords": ["cheese bread", "brazil"], "steps": [{"title": step["name"], "text": step["text"]} for step in steps],
        "nutrition": {"calories": 97, "protein": "3 g", "fat_grams": 5}, "rating": {"value": 4.91, "count": 57},
        "directions": "Heat milk and oil.\nMix in flour, eggs and cheese.",
    }  # fmt: skip
    shown = (
        "<ul><li>500 g tapioca flour</li><li>2 eggs</li><li>200 g cheese</li></ul><p>Heat milk and oil.</p>"
        "<p>Mix in flour, eggs and cheese.</p>"
    )
    first = MadePage(
        "recipe",
        "plugin",
        document(
            "Pão de Queijo", json_ld({"@graph": [{"@type": "Article", "headline": "Pão de Queijo"}, thing]}), shown
        ),
        wanted,
        truth,
    )
    old: Thing = {
        "@type": "Recipe",
        "name": "Oat Bars",
        "ingredients": ["2 cups oats", "1 cup honey"],
        "recipeInstructions": "Mix all. Bake 20 minutes.",
        "cookTime": "20 minutes",
        "recipeYield": "12",
    }
    wanted = schema(name=TEXT, ingredients=TEXTS, instructions=TEXT, cookTimeMinutes=INTEGER, yield_=TEXT)
    truth = {
        "name": "Oat Bars",
        "ingredients": old["ingredients"],
        "instructions": "Mix all. Bake 20 minutes.",
        "cookTimeMinutes": 20,
        "yield_": "12",
    }
    return [first, MadePage("recipe", "old microdata", document("Oat Bars", "", microdata(old)), wanted, truth)]


def questions() -> list[MadePage]:
    pairs = [("Is the tap water safe?", "Yes, everywhere in town."), ("Where can I park?", "In the east garage.")]
    truth: dict[str, Any] = {"faq": [{"q": question, "a": answer} for question, answer in pairs]}
    wanted = schema(faq=listed(schema(q=TEXT, a=TEXT)))
    accordion = "".join(
        f'<div class="acc"><h4><button>{question}</button></h4><div class="panel"><p>{answer}</p></div></div>'
        for question, answer in pairs
    )
    wrapped = "".join(f"<section><h3>{question}</h3><div><p>{answer}</p></div></section>" for question, answer in pairs)
    main = {
        "@type": ["WebPage", "FAQPage"],
        "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
            for question, answer in pairs
        ],
    }
    return [
        MadePage("faq", "two types", document("Visitor questions", json_ld(main), accordion), wanted, truth),
        MadePage("faq", "accordion", document("Visitor questions", "", accordion), wanted, truth),
        MadePage("faq", "sections", document("Visitor questions", "", wrapped, aside=RELATED), wanted, truth),
    ]
