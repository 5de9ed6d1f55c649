"""Advertisements and cookie banners, found by the classes, ids and attributes of their elements."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.document import Document
from extraction.document.tree import Tree, drop_all

# To add one: a word that stands in the class or id of the element that holds the advertisement or the banner, as
# writers of such widgets spell it; never the name of a site. Matched on word borders.
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
# Words that advertising shares with the subjects of pages: they count where only a widget would carry them.
_BARE = ("ads?", "cookies?")
_UNWANTED = re.compile(r"(?<![\w-])(?:" + "|".join(_BANNERS + _ADVERTISING) + r")(?![\w-])", re.I)
_BARELY = re.compile(r"(?<![\w-])(?:" + "|".join(_BARE) + r")(?![\w-])", re.I)
# One of these words stands in every label that the long pattern matches: a quick look before the slow one.
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
# What the makers of advertising scripts have written into the markup itself. The first words tell cheaply whether to look.
_MARKS = ("data-ad-", "data-google-query-id", "ertisement", "googleadservices.com/")
_marked = etree.XPath(
    ".//*[@data-ad-slot or @data-ad-client or @data-ad-unit or @data-google-query-id]"
    " | .//*[@aria-label='Advertisement' or @aria-label='advertisement' or @title='Advertisement']"
    " | .//a[contains(@href, 'googleadservices.com/')]"
)
_classes = etree.XPath(".//@class", smart_strings=False)
_ids = etree.XPath(".//@id", smart_strings=False)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_KEPT_TAGS = frozenset(("html", "body", "main", "article", "h1"))
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# An id may be the anchor of a paragraph; those of boxes seldom are.
_BOXES = frozenset(("div", "aside", "ins"))
_SPEAKING_TAGS = frozenset(("section", *_HEADINGS))
_SHARE_MAX = 0.5


def drop_unwanted(document: Document) -> None:
    """Remove advertisements and cookie banners from the body."""
    body = document.body
    _drop_named(body)
    marked = list(body.iter("amp-ad", "amp-embed"))
    if any(mark in document.text for mark in _MARKS):
        marked += _marked(body)
    drop_all(body, marked)


def _hinted(labels: set[str]) -> set[str]:
    """Those classes and ids that may name advertising or a cookie banner."""
    hints = _HINTS.intersection(map(str.lower, set(_PARTS.findall(" ".join(labels)))))
    return {label for label in labels if any(map(label.lower().__contains__, hints))} if hints else set()


def _drop_named(body: Tree) -> None:
    labels = _hinted({*_classes(body), *_ids(body)})
    named = {label for label in labels if _UNWANTED.search(label)}
    bare = {label for label in labels - named if _BARELY.search(label)}
    if not named and not bare:
        return
    page = len(body.xpath("string()")) or 1
    sure = [found for found in body.iter() if found.get("class") in named or found.get("id") in named]
    likely = [
        found for found in (body.iter() if bare else ())
        if (found.get("class") in bare or (found.tag in _BOXES and found.get("id") in bare)) and _is_widget(found)
    ]  # fmt: skip
    # A theme may call the whole page `with-ads`: what holds half the text is no advertisement.
    drop_all(
        body,
        [
            found
            for found in sure + likely
            if found.tag not in _KEPT_TAGS and len(found.xpath("string()")) <= _SHARE_MAX * page
        ],
    )


def _is_widget(element: Tree) -> bool:
    """Whether it has no heading: a part of a text that deals with cookies has one, a banner seldom."""
    return element.tag not in _SPEAKING_TAGS and next(element.iter(*_HEADINGS), None) is None
