"""The page type: the page's main entity decides, not others that it describes."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

SITE = "https://www.example.com"
PROSE = "<p>The river rose by two metres on Monday, and nobody had seen the like of it before in this valley.</p>" * 20
ITEM = '<div itemscope itemtype="https://schema.org/{}"><b itemprop=name>{}</b>{}</div>'
LAMP: dict[str, Any] = {"@type": "Product", "name": "Desk lamp", "offers": {"@type": "Offer", "price": "12"}}


def ld(*entities: dict[str, Any]) -> str:
    return f'<script type="application/ld+json">{json.dumps(list(entities))}</script>'


def og(**properties: str) -> str:
    return "".join(
        f'<meta property="{name.replace("_", ":", 1)}" content="{said}">' for name, said in properties.items()
    )


# name: (kind, path, head, body)
PAGES = {
    "article with a product's microdata in a sidebar": (
        "article", "/river", "<title>The river rises</title>" + og(og_type="article"),
        f"<article><h1>The river rises</h1>{PROSE}</article><aside>{ITEM.format('Product', 'Boots', '')}</aside>",
    ),
    "article with a product's microdata in it, its type declared as microdata too": (
        "article", "/river", "",
        ITEM.format("NewsArticle", "The river rises", PROSE + ITEM.format("Product", "Boots", "Waterproof.")),
    ),
    "article that sells a product beside it": (
        "article", "/a", "<title>The river rises</title>" + ld({"@type": "Article", "headline": "The river rises"}, LAMP),
        f"<h1>The river rises</h1>{PROSE}",
    ),
    "article that says which page is its own": (
        "article", "/a", ld(LAMP, {"@type": "Article", "mainEntityOfPage": {"@id": f"{SITE}/a/#webpage"}}), PROSE,
    ),
    "article whose page names it": (
        "article", "/a", ld({"@type": "WebPage", "mainEntity": {"@id": "#it"}}, LAMP, {"@type": "Article", "@id": "#it"}), PROSE,
    ),
    "article under an address of products, with a date": (
        "article", "/p/why-rivers-rise", og(og_type="article", article_published_time="2024-05-01"), PROSE,
    ),
    "article under an address of products, by its Open Graph type": ("article", "/p/why-rivers-rise", og(og_type="article"), PROSE),
    "article with comments that are articles": (
        "article", "/river", "", f"<article><h1>The river</h1>{PROSE}</article>" + "<article><p>Indeed.</p></article>" * 3,
    ),
    "product page with an article's review": (
        "product", "/lamp", "<title>Desk lamp | Shop</title>" + ld(LAMP, {"@type": "Article", "headline": "How we test lamps"}),
        "<h1>Desk lamp</h1><p>Bright.</p>",
    ),
    "product in microdata that fills the page": (
        "product", "/lamp", "", ITEM.format("Product", "Desk lamp", PROSE) + "<footer>Shop</footer>",
    ),
    "product page with a block of questions": (
        "product", "/lamp", "<title>Desk lamp</title>" + ld({"@type": "FAQPage"}, LAMP), "<h1>Desk lamp</h1><p>Bright.</p>",
    ),
    "product by its address": ("product", "/products/desk-lamp", "", "<h1>Desk lamp</h1>"),
    "page of questions": ("faq", "/help", "<title>FAQ</title>" + ld({"@type": "FAQPage"}), "<h1>FAQ</h1><p>Why?</p>"),
    "list of products in a list's own markup": (
        "collection", "/lamps", "<title>Lamps</title>" + ld({"@type": "ItemList", "name": "Lamps", "itemListElement": [
            {"@type": "ListItem", "item": {"@type": "Product", "name": name}} for name in ("A", "B", "C")]}),
        "<h1>Lamps</h1>",
    ),
    "list of products in microdata": ("collection", "/lamps", "", "".join(ITEM.format("Product", n, "") for n in "ABCDEF")),
    "list of products by its cards": ("collection", "/lamps", "", "<div>Lamp<i class=card-price>12</i></div>" * 10),
    "group of products by Open Graph": ("collection", "/lamps", og(og_type="product.group"), "<h1>Lamps</h1>"),
    "list of articles in microdata": (
        "listing", "/magazine", "", "".join(ITEM.format("BlogPosting", n, "<p>Read more</p>") for n in "ABCDEF"),
    ),
    "list of articles by its cards": ("listing", "/magazine", "", "<article><h2><a href=/a>A</a></h2></article>" * 8),
    "archive of a content system": ("listing", "/rivers", "<body class='archive category rivers'>", PROSE),
    "article with a sidebar's list": (
        "article", "/river", "<title>The river rises</title>" + ld(
            {"@type": "ItemList", "name": "Most read", "itemListElement": [{"@type": "ListItem", "url": "/a"}]},
            {"@type": "NewsArticle", "headline": "The river rises"}),
        f"<h1>The river rises</h1>{PROSE}",
    ),
    "forum thread as a page of questions and answers": (
        "forum", "/a", ld({"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Why?"}}), "<h1>Why?</h1>" + PROSE,
    ),
    "forum thread in microdata": ("forum", "/a", "", ITEM.format("DiscussionForumPosting", "Rivers", PROSE)),
    "forum by its address": ("forum", "/viewtopic.php?t=12", "", PROSE),
    "forum by its software": ("forum", "/a/12", '<meta name="generator" content="phpBB">', PROSE),
    "recipe": ("article", "/soup", "<title>Soup</title>" + ld({"@type": "Recipe", "name": "Soup"}), "<h1>Soup</h1><p>Boil.</p>"),
    "documentation by its software": ("docs", "/start", '<meta name="generator" content="MkDocs 1.5">', PROSE),
    "documentation by its address": ("docs", "/docs/install", og(og_type="article"), PROSE),
    "documentation by its code": ("docs", "/install", "", "<p>Run:</p><pre>make</pre>" * 6),
    "home page": ("home", "/", "<title>Example</title>" + ld({"@type": "LocalBusiness", "name": "Example"}), PROSE),
    "home page with a tracking parameter": ("home", "/?utm_source=mail", og(og_type="website"), PROSE),
    "page of a site's root with a parameter of its own": ("other", "/?id=12", "", "<p>Words.</p>"),
    "profile": ("profile", "/ada", ld({"@type": "ProfilePage", "mainEntity": {"@type": "Person", "name": "Ada"}}), "<h1>Ada</h1>"),
    "search results": ("search", "/search?q=river", "", PROSE),
    "service": ("service", "/services/repair", "", "<h1>Repair</h1>" + PROSE),
    "service page of a business": (
        "service", "/repair", "<title>Repair</title>" + ld({"@type": "Service", "name": "Repair"}), "<h1>Repair</h1>",
    ),
    "article of a site that declares its business": (
        "article", "/river", ld({"@type": "LocalBusiness", "name": "Example"}) + og(og_type="article"), PROSE,
    ),
    "video": ("video", "/v", "<title>A flood</title>" + ld({"@type": "VideoObject", "name": "A flood"}), "<h1>A flood</h1>"),
    "article with a video": (
        "article", "/a", "<title>The river</title>" + ld(
            {"@type": "VideoObject", "name": "Drone"}, {"@type": "NewsArticle", "headline": "The river"}),
        f"<h1>The river</h1>{PROSE}",
    ),
    "nothing that says anything": ("other", "/a", "", "<p>Words.</p>"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_page_type_is_what_the_page_is_about(read, name: str) -> None:
    kind, path, head, body = PAGES[name]

    assert read(f"<html><head>{head}</head>{body}", url=SITE + path).metadata.page_type == kind


@pytest.mark.parametrize(
    "entities",
    [
        [{"@type": "Article", "mainEntityOfPage": [1, None], "headline": ["x"], "name": {"@value": "x"}}],
        [{"@type": ["Article", 3], "@id": {"a": 1}}],
        [{"@type": "WebPage", "mainEntity": [{"@id": ["x"]}, "x", None]}, {"@type": "Product", "@id": ["x"]}],
        [{"@type": "ItemList", "name": "Lamps", "itemListElement": {"item": "https://www.example.com/a"}}],
    ],
)
def test_odd_structured_data_is_read_without_an_error(read, entities: list[dict[str, Any]]) -> None:
    page = f"<title>Lamps</title>{ld(*entities)}<h1>Lamps</h1><div itemscope itemtype=' '></div>{PROSE}"

    assert read(page).metadata.page_type in ("article", "other", "listing", "product")


@pytest.mark.parametrize(
    "many", [ITEM.format("Product", "x", ""), "<article><h2>x</h2></article>", "<i class=price>1</i>"]
)
def test_page_type_takes_linear_time(read, many: str) -> None:
    began = time.process_time()

    read(f"<main>{many * (600_000 // len(many))}</main>", formats=())

    assert time.process_time() - began < 12
