"""What the caller's options take out of the page before its content is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from cssselect import HTMLTranslator
from lxml import etree

from contract.options.page import ReadingOptions
from extraction.document import Document, Tree

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
_CONTAINERS = (
    "div",
    "section",
    "p",
    "ul",
    "ol",
    "li",
    "dl",
    "dd",
    "dt",
    "aside",
    "header",
    "footer",
    "nav",
    "a",
    "figure",
    "span",
    "button",
)
_KEPT_TAGS = frozenset(("html", "body", "main", "article", "h1"))
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# An id may be the anchor of a paragraph; those of boxes seldom are.
_BOXES = frozenset(("div", "aside", "ins"))
_SPEAKING_TAGS = frozenset(("section", *_HEADINGS))
# Names that no page uses: what bears one is about to go, or to leave what it holds in its place.
_GONE, _UNWRAPPED = "orbweaver-gone", "orbweaver-unwrapped"
_SHARE_MAX = 0.5


def apply(document: Document, options: ReadingOptions) -> None:
    """Cut the shared tree down to what the options ask for: includeTags first, then excludeTags, advertising, base64."""
    body = document.body
    if options.include_tags:
        _keep_only(body, _matching(document.tree, options.include_tags))
    drop_all(document.tree, _matching(document.tree, options.exclude_tags))
    if options.block_ads:
        _drop_unwanted(body)
        marked = list(body.iter("amp-ad", "amp-embed"))
        if any(mark in document.text for mark in _MARKS):
            marked += _marked(body)
        drop_all(body, marked)
    if options.remove_base64_images and "data:" in document.text:
        _drop_base64(body)


def drop(element: Tree) -> None:
    """Take an element out and leave the text behind it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def drop_all(root: Tree, elements: Iterable[Tree]) -> None:
    """Take elements out below a root and leave the text behind them: one walk, however many there are."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _GONE, True
    if found:
        etree.strip_elements(root, _GONE, with_tail=False)


def replace_all(root: Tree, texts: Iterable[tuple[Tree, str]]) -> None:
    """Put texts where elements below a root stood, in one walk."""
    gone = []
    for element, text in texts:
        element.tail = text + (element.tail or "")
        gone.append(element)
    drop_all(root, gone)


def unwrap_all(root: Tree, elements: Iterable[Tree]) -> None:
    """Leave what elements below a root hold in their place, in one walk."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _UNWRAPPED, True
    if found:
        etree.strip_tags(root, _UNWRAPPED)


def drop_empty(body: Tree) -> None:
    """Take out containers with nothing in them, innermost first; cells stay, for the sake of their table."""
    drop_all(body, _emptied(body))


def _emptied(body: Tree) -> Iterator[Tree]:
    # Each is renamed before the next is asked for, so that the ones around it see that it goes.
    for element in reversed(list(body.iter(*_CONTAINERS))):
        if (element.text or "").strip() or element is body:
            continue
        if all(child.tag == _GONE and not (child.tail or "").strip() for child in element):
            yield element


@lru_cache(maxsize=512)
def _compiled(selector: str) -> etree.XPath:
    return etree.XPath(HTMLTranslator().css_to_xpath(selector))


def _matching(tree: Tree, selectors: tuple[str, ...]) -> list[Tree]:
    found = []
    for selector in selectors:
        try:
            found += [element for element in _compiled(selector)(tree) if isinstance(element.tag, str)]
        except etree.XPathError:
            continue
    return found


def _keep_only(body: Tree, wanted: list[Tree]) -> None:
    """The body holds the wanted elements, each once, in document order, and nothing else."""
    chosen = set(wanted)
    ordered = [element for element in body.iter() if element in chosen] if body not in chosen else list(body)
    outermost = [
        element
        for element in ordered
        if not any(above in chosen for above in element.iterancestors() if above is not body)
    ]
    if body in chosen:
        return
    body.text = None
    for element in outermost:
        element.tail = "\n"
    for child in list(body):
        body.remove(child)
    body.extend(outermost)


def _hinted(labels: set[str]) -> set[str]:
    """Those classes and ids that may name advertising or a cookie banner."""
    hints = _HINTS.intersection(map(str.lower, set(_PARTS.findall(" ".join(labels)))))
    return {label for label in labels if any(map(label.lower().__contains__, hints))} if hints else set()


def _drop_unwanted(body: Tree) -> None:
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


def _drop_base64(body: Tree) -> None:
    gone = []
    for image in body.xpath(".//img[starts-with(@src, 'data:')] | .//source[starts-with(@srcset, 'data:')]"):
        attribute = "src" if image.tag == "img" else "srcset"
        # A lazy image carries a placeholder: its real address stands elsewhere, so only the placeholder goes.
        del image.attrib[attribute]
        if image.tag == "img" and not any(name.startswith("data-") or name == "srcset" for name in image.attrib):
            gone.append(image)
    drop_all(body, gone)
