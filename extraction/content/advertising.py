"""Advertisements and cookie banners, found by the classes, ids and attributes of their elements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Literal

from lxml import etree

from extraction.document.document import Document
from extraction.document.element_index import ElementIndex
from extraction.document.tree import Tree, drop_all

# To add one: a class or id of the element that contains the advertisement or the banner, as the widget's vendor spells it.
# Never add the name of a site. Whole words are matched.
_BANNERS = (

    "cookie[-_]?(?:banner|notice|consent|bar|popup|modal|law|message|policy|warning|alert|"
    "overlay|dialog|disclaimer|settings|wall|prompt|info)s?",

    "(?:gdpr|ccpa|consent|privacy)[-_](?:banner|notice|popup|modal|overlay|bar|dialog|manager|"
    "wall|container|message|prompt)",
    "cc[-_](?:window|banner|revoke)", "onetrust(?:-[a-z-]+)?", "ot-sdk-[a-z]+", "CybotCookiebotDialog[A-Za-z]*", "usercentrics-[a-z]+", "uc-banner[a-z-]*",
    "qc-cmp2?-[a-z-]+", "didomi-[a-z-]+", "fc-consent-root", "fc-dialog[a-z-]*", "sp_message_[a-z0-9_]+", "truste_[a-z_]+", "trustarc[a-z-]*", "iubenda-cs-[a-z-]+",
    "cmplz-[a-z-]+", "cky-[a-z-]+", "cli-bar-[a-z-]+", "cookieyes[a-z-]*", "borlabs-?cookie[a-z-]*", "moove_gdpr[a-z_-]*", "klaro", "cookiefirst-[a-z-]+", "osano-cm-[a-z-]+", "termly-[a-z-]+", "eu-cookie-[a-z-]+", "js-cookie-[a-z-]+",
)  # fmt: skip
_ADVERTISING = (
    "ads?(?:[-_]|__)(?:container|wrapper|slot|unit|banner|box|block|placeholder|space|zone|area|label|"
    "break|row|leaderboard|sidebar|inner|content|top|bottom|middle|mobile|desktop|holder|section|"
    "widget|element|image|text|link)s?",

    "(?:google|dfp|gpt|display|banner|sponsor(?:ed)?|native|promo|widget|in[-_]?feed|skyscraper|billboard|sticky|top|side|sidebar|inline|"
    "bottom|leaderboard|header|footer|article|content|mid|video|mobile|desktop|page|"
    "in-article)[-_]ads?",

    "advert(?:s|isement|isements|ising|orial)?(?:[-_](?:container|wrapper|slot|banner|box|block|"
    "label|unit|text))?", "adsbygoogle", "google_ads_[a-z0-9_]+", "div-gpt-ad[a-z0-9_-]*", "dfp-[a-z0-9-]+", "gpt-ad[a-z0-9-]*",
    "adslot[a-z0-9_-]*", "adunit[a-z0-9_-]*", "adbox", "adbanner", "adcontainer", "adwrapper", "sponsored(?:[-_](?:content|post|posts|links?|box|stories))?", "taboola[a-z0-9_-]*", "trc_[a-z_]+", "outbrain[a-z0-9_-]*", "OUTBRAIN",
    "adblock(?:er)?[-_](?:notice|message|modal|overlay|popup|warning|detected)", "fc-ab-root",
    "mgid[a-z0-9_-]*", "revcontent[a-z0-9_-]*", "zergnet[a-z0-9_-]*", "teads[a-z0-9_-]*", "promoted-(?:content|stories|links)",
)  # fmt: skip
# Words that can also name a page's subject. They count only on elements without a heading, because widgets have none.
_AMBIGUOUS = ("ads?", "cookies?")
_UNWANTED = re.compile(r"(?<![\w-])(?:" + "|".join(_BANNERS + _ADVERTISING) + r")(?![\w-])", re.I)
# Matches the class or id of a cookie banner, ignoring case. Screenshots use it in JavaScript, so it must be valid there too.
BANNER_NAMES = r"(?<![\w-])(?:" + "|".join(_BANNERS) + r")(?![\w-])"
_MAYBE_UNWANTED = re.compile(r"(?<![\w-])(?:" + "|".join(_AMBIGUOUS) + r")(?![\w-])", re.I)
# Every class or id that the long patterns match contains one of these words. Looking for them first is fast.
_HINTS = frozenset(
    "cookie cookies cookiebanner cookieconsent cookienotice cookiebar cookieyes cookiefirst gdpr "
    "ccpa consent privacy cc onetrust ot cybot usercentrics uc qc didomi fc sp truste trustarc "
    "iubenda cmplz cky "
    "cli borlabs moove klaro osano termly ad ads adsense advert adverts advertisement "
    "advertisements advertising advertorial adsbygoogle dfp gpt adslot adunit adblock adblocker adbox adbanner "
    "adcontainer adwrapper sponsored sponsor "
    "taboola trc outbrain mgid revcontent zergnet teads promoted cookiepopup cookiemodal "
    "cookielaw cookiemessage cookiepolicy cookiewarning cookiealert cookieoverlay cookiedialog "
    "cookiedisclaimer cookiesettings cookiewall cookieprompt cookieinfo".split()
)
# Signs of advertising in attributes. Where the page's source contains none of these words, its tree is not searched.
_MARKS = (b"data-ad-", b"data-google-query-id", b"ertisement", b"googleadservices.com/")
_marked = etree.XPath(
    ".//*[@data-ad-slot or @data-ad-client or @data-ad-unit or @data-google-query-id]"
    " | .//*[@aria-label='Advertisement' or @aria-label='advertisement' or @title='Advertisement']"
    " | .//a[contains(@href, 'googleadservices.com/')]"
)
_chars = etree.XPath("string-length()")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_KEPT_TAGS = frozenset(("html", "body", "main", "article", "h1"))
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Elements whose id counts for ambiguous words. The ids of other elements may be anchors of paragraphs.
_BOXES = frozenset(("div", "aside", "ins"))
_CONTENT_TAGS = frozenset(("section", *_HEADINGS))
_Certainty = Literal["surely", "maybe"]
# A theme may give the whole page a class such as `with-ads`. An element with more of the text than this is kept.
_TEXT_SHARE_MAX = 0.5


def named(index: ElementIndex) -> list[Tree]:
    """The elements whose class or id can name advertising or a cookie banner, for `drop_unwanted`."""
    labels = (index.by_value("class"), index.by_value("id"))
    found = (elements for by_label in labels for label, elements in by_label.items() if _unwanted(label))
    return list(dict.fromkeys(chain.from_iterable(found)))


def drop_unwanted(document: Document, named: Iterable[Tree]) -> None:
    """Remove advertisements and cookie banners from the body.

    Args:
        named: what `named` found before other steps modified the tree. Elements that are no longer in the body are skipped.
    """
    body = document.body
    _drop_named(body, named)
    marked = list(body.iter("amp-ad", "amp-embed"))
    if any(mark in document.source for mark in _MARKS):
        marked += _marked(body)
    drop_all(body, marked)


def _drop_named(body: Tree, named: Iterable[Tree]) -> None:
    found = [element for element in named if _is_unwanted(element) and body in element.iterancestors("body")]
    if found:
        letters_max = _TEXT_SHARE_MAX * (_chars(body) or 1)
        drop_all(body, [element for element in found if _chars(element) <= letters_max])


@lru_cache(maxsize=16384)
def _unwanted(label: str) -> _Certainty | None:
    """Whether a class or id names advertising or a cookie banner."""
    if _HINTS.isdisjoint(map(str.lower, _PARTS.findall(label))):
        return None
    if _UNWANTED.search(label):
        return "surely"
    return "maybe" if _MAYBE_UNWANTED.search(label) else None


def _is_unwanted(element: Tree) -> bool:
    if element.tag in _KEPT_TAGS:
        return False
    by_class, by_id = _unwanted(element.get("class", "")), _unwanted(element.get("id", ""))
    if "surely" in (by_class, by_id):
        return True
    return bool(by_class or (by_id and element.tag in _BOXES)) and _is_widget(element)


def _is_widget(element: Tree) -> bool:
    """Whether an element has no heading: a section about cookies has one, a banner seldom does."""
    return element.tag not in _CONTENT_TAGS and next(element.iter(*_HEADINGS), None) is None
