"""Advertisements and cookie banners, found by the classes, ids and attributes of their elements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from lxml import etree

from extraction.document.element_index import ElementIndex
from extraction.document.known_texts import remembered
from extraction.document.tree import HEADINGS, Tree, drop_all

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
# Signs of advertising: attributes, values of attributes, elements, links.
_ATTRIBUTES = ("data-ad-slot", "data-ad-client", "data-ad-unit", "data-google-query-id")
_VALUES = (("aria-label", "Advertisement"), ("aria-label", "advertisement"), ("title", "Advertisement"))
_TAGS = ("amp-ad", "amp-embed")
_LINK = "googleadservices.com/"
_chars = etree.XPath("string-length()")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# The same parts of names without capitals, in a third of the time.
_LOWER_LETTERS = bytes(code if chr(code).isascii() and chr(code).islower() else 32 for code in range(256))
_RETAINED_TAGS = frozenset(("html", "body", "main", "article", "h1"))
# Elements whose id counts for ambiguous words. The ids of other elements may be anchors of paragraphs.
_CONTAINERS = frozenset(("div", "aside", "ins"))
_CONTENT_TAGS = frozenset(("section", *HEADINGS))
_Certainty = Literal["surely", "maybe"]
# A theme may give the whole page a class such as `with-ads`. An element with more of the text than this is kept.
_TEXT_SHARE_MAX = 0.5


@dataclass(frozen=True)
class Candidates:
    """Elements that can be advertisements or cookie banners: by their class or id, and by other marks."""

    named: Sequence[Tree] = ()
    marked: Sequence[Tree] = ()


def candidates(index: ElementIndex) -> Candidates:
    """What `drop_unwanted` may remove, found before other steps modify the tree."""
    return Candidates(_named(index), _marked(index))


def _named(index: ElementIndex) -> list[Tree]:
    labels = (index.by_value("class"), index.by_value("id"))
    names = set("\n".join(chain(*labels)).split())
    # One search for all names: most are different on each page.
    lower = "\n".join(filter(str.islower, names)).encode().translate(_LOWER_LETTERS).decode()
    hints = _HINTS.intersection(lower.split()) | _hints_of("\n".join(name for name in names if not name.islower()))
    if not hints:
        return []
    found = (
        elements for by_label in labels for label, elements in by_label.items()
        if any(map(label.lower().__contains__, hints)) and _unwanted(label)
    )  # fmt: skip
    return list(dict.fromkeys(chain.from_iterable(found)))


def _marked(index: ElementIndex) -> list[Tree]:
    """The elements that declare themselves as advertising."""
    found = chain(
        *map(index.having, _ATTRIBUTES), *(index.by_value(name).get(value, ()) for name, value in _VALUES),
        *map(index.tagged, _TAGS), (link for link in index.tagged("a") if _LINK in link.get("href", "")),
    )  # fmt: skip
    return list(dict.fromkeys(found))


def drop_unwanted(body: Tree, found: Candidates) -> None:
    """Remove advertisements and cookie banners from the body. Candidates that are no longer in it are skipped."""
    _drop_named(body, [element for element in found.named if _is_unwanted(element) and _is_in(body, element)])
    drop_all(body, [element for element in found.marked if _is_in(body, element)])


def _is_in(body: Tree, element: Tree) -> bool:
    return body in element.iterancestors("body")


def _drop_named(body: Tree, found: list[Tree]) -> None:
    if found:
        letters_max = _TEXT_SHARE_MAX * (_chars(body) or 1)
        drop_all(body, [element for element in found if _chars(element) <= letters_max])


def _hints_of(names: str) -> frozenset[str]:
    """The hints in classes or ids."""
    return _HINTS.intersection(map(str.lower, set(_PARTS.findall(names))))


@remembered(1_000_000)
def _unwanted(label: str) -> _Certainty | None:
    """Whether a class or id names advertising or a cookie banner."""
    if not _hints_of(label):
        return None
    if _UNWANTED.search(label):
        return "surely"
    return "maybe" if _MAYBE_UNWANTED.search(label) else None


def _is_unwanted(element: Tree) -> bool:
    if element.tag in _RETAINED_TAGS:
        return False
    by_class, by_id = _unwanted(element.get("class", "")), _unwanted(element.get("id", ""))
    if "surely" in (by_class, by_id):
        return True
    return bool(by_class or (by_id and element.tag in _CONTAINERS)) and _is_widget(element)


def _is_widget(element: Tree) -> bool:
    """Whether an element has no heading: a section about cookies has one, a banner seldom does."""
    return element.tag not in _CONTENT_TAGS and next(element.iter(*HEADINGS), None) is None
