"""The options that remove elements before the content is read."""

from __future__ import annotations

import pytest

TEXT = "The council agreed on Tuesday to repair the bridge before winter, and the work begins next week. " * 5

ADVERTISING = """
<div class="advertisement">X</div>
<div id="google_ads_iframe_1">X</div>
<aside class="ad-banner">X</aside>
<ins class="adsbygoogle">X</ins>
<div class="taboola-widget">X</div>
<div class="sponsored-content">X</div>
<div class="AdSlot">X</div>
<div class="ads">X</div>
<div class="box cookies">X</div>
<div id="div-gpt-ad-123">X</div>
<div class="ad__wrapper">X</div>
<div class="promo-ad">X</div>
<div class="widget_ad">X</div>
<div class="OUTBRAIN">X</div>
<section class="native-ad">X</section>
<div class="adblock-notice">X</div>
<div class="fc-ab-root">X</div>
<div data-ad-slot="1">X</div>
<div aria-label="Advertisement">X</div>
<amp-ad>X</amp-ad>
<a href="https://www.googleadservices.com/pagead/aclk">X</a>
<div class="cookie-consent">X</div>
<div id="onetrust-banner-sdk">X</div>
<div id="CybotCookiebotDialog">X</div>
<div class="gdpr-banner">X</div>
"""
# Names that resemble advertising but are not.
CONTENT = """
<div class="adventure">X</div>
<div class="header-add">X</div>
<div class="ad-hoc">X</div>
<div class="ad-astra">X</div>
<div class="chocolate-cookies">X</div>
<div class="recipe-cookies-list">X</div>
<div class="download">X</div>
<p class="address">X</p>
<div class="badge">X</div>
<div class="radar">X</div>
<main class="page ads">X</main>
<section id="ads"><h2>Ads</h2><p>X</p></section>
<section class="ads">X</section>
<h2 id="cookies">Cookies X</h2>
<h2 class="cookies">Cookies X</h2>
<p id="cookie">X</p>
<div class="cookies"><h3>Cookies</h3><p>X</p></div>
"""


def page(part: str) -> str:
    return f"<html><body><article><h1>Bridge</h1><p>{TEXT}</p></article>{part}</body></html>"


@pytest.mark.parametrize("part", ADVERTISING.split("\n")[1:-1])
def test_advertising_is_removed_unless_requested(read, part: str) -> None:
    assert "X" not in read(page(part), only_main_content=False).markdown
    assert "X" in read(page(part), only_main_content=False, block_ads=False).markdown


@pytest.mark.parametrize("part", CONTENT.split("\n")[1:-1])
def test_names_that_resemble_advertising_stay(read, part: str) -> None:
    assert "X" in read(page(part), only_main_content=False).markdown


def test_element_with_half_the_page_is_not_advertising(read) -> None:
    assert "council agreed" in read(f"<body><div class='with-ads ads'><p>{TEXT}</p></div></body>").markdown


def test_excluded_parts_keep_the_text_after_them(read) -> None:
    found = read(page("<p>before <b class=gone>X</b> after</p>"), exclude_tags=(".gone",), only_main_content=False)
    assert "before after" in " ".join(found.markdown.split()) and "X" not in found.markdown


def test_included_parts_are_retained_once_in_document_order(read) -> None:
    body = page("<div class=a>one<p class=b>two</p></div><p class=b>three</p>")
    text = read(body, include_tags=(".b", ".a")).markdown
    assert text.split() == ["one", "two", "three"]


def test_included_parts_are_retained_even_if_the_model_rejects_them(read) -> None:
    assert read(page("<nav><a href=/>Home</a></nav>"), include_tags=("nav",)).markdown == "Home\n"


def test_element_with_an_advertising_class_is_removed(read) -> None:
    body = "<div id=ads>Buy this</div><section id=ads><h2>Ads</h2><p>How they are sold.</p></section>"
    found = read(page(body), only_main_content=False).markdown
    assert "Buy this" not in found and "How they are sold." in found


@pytest.mark.parametrize("selector", ["html", "body", ":root"])
def test_including_the_whole_page_keeps_it(read, selector: str) -> None:
    assert "The council agreed" in read(f"<p>{TEXT}</p>", include_tags=(selector,)).markdown
