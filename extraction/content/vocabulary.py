"""Words that identify parts of a page: in classes and ids, tags and roles, and short texts.

To add one: put the word into the row with its meaning. A new row makes a new feature, so train again (`make train`).
"""

from __future__ import annotations

import re

from extraction.document.any_case import AnyCase
from extraction.document.known_texts import remembered

_CLASS_WORDS = (
    "content entry body story prose richtext rte wysiwyg markdown maincontent articlebody text copy",
    "article post news blog page single",
    "comment comments reply replies respond disqus commentlist",
    "nav navigation navbar menu menus submenu dropdown megamenu tabs tab topbar",
    "sidebar aside rail secondary complementary",
    "footer foot bottom copyright colophon",
    "header head masthead banner top hero",

    "related recommend recommended recommendations recommendation more similar also popular "
    "trending latest recent upnext next",
    "share sharing social follow facebook twitter sharethis addtoany",
    "ad ads advert advertisement sponsor sponsored promo promotion promoted cta",
    "meta byline author date time published timestamp info details kicker",
    "widget module block box panel component",
    "breadcrumb breadcrumbs crumb crumbs",
    "tag tags category categories label labels taxonomy topics badge",
    "pagination pager paging paginate prev previous loadmore",
    "cookie cookies consent gdpr modal popup overlay dialog lightbox toast tooltip alert notice",
    "product products price prices sku buy cart basket shop variant",
    "review reviews rating ratings testimonial testimonials stars feedback",
    "thread forum message messages topic discussion answer answers question questions postbody userpost reply",
    "profile user avatar bio signature member username userinfo poster contributor",
    "search filter filters sort facet facets form input login signup signin register newsletter subscribe subscription",
    "description desc summary excerpt intro lead lede abstract overview subtitle dek standfirst",
    "toc contents outline",
    "hidden hide sr screenreader visually collapse collapsed invisible offscreen",
    "card cards item items tile grid list listing results result row teaser entry",
    "title heading headline caption figcaption",
    "spec specs specification specifications features feature attributes table data",
    "language lang locale translate country currency region accessibility skip print toolbar actions action button btn",
)  # fmt: skip
GROUPS = len(_CLASS_WORDS)
_BIT: dict[str, int] = {}
for _index, _words in enumerate(_CLASS_WORDS):
    for _word in _words.split():
        _BIT[_word] = _BIT.get(_word, 0) | 1 << _index
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

TAGS = ("nav", "header", "footer", "aside", "main", "article", "form", "table", "list", "section", "figure", "a", "dialog", "button", "blockquote", "details")  # fmt: skip
_LIST_TAGS = {"ul": "list", "ol": "list", "dl": "list", "tr": "table", "summary": "details"}
_ROLES = {"navigation": "nav", "banner": "header", "contentinfo": "footer", "complementary": "aside", "main": "main", "article": "article", "dialog": "dialog", "alertdialog": "dialog", "search": "form", "menu": "nav", "menubar": "nav", "list": "list", "button": "button"}  # fmt: skip
_TAG_BIT = {name: 1 << index for index, name in enumerate(TAGS)}
_LANDMARK_BIT = _TAG_BIT | {tag: _TAG_BIT[name] for tag, name in _LIST_TAGS.items()}
_ROLE_BIT: dict[str | None, int] = {role: _TAG_BIT[name] for role, name in _ROLES.items()}

# Ordered from running text to navigation, so that a decision tree needs few splits.
TAG_CODES = {
    name: code
    for code, names in enumerate(
        ("p", "blockquote", "pre code", "dd", "li", "td", "h1", "h2", "h3", "h4 h5 h6", "figcaption caption", "th", "dt", "div", "section article main",
         "span a", "summary details", "header", "label legend", "time address", "button", "aside", "form fieldset", "footer", "nav"), 1,
    )
    for name in names.split()
}  # fmt: skip

_TEXT_KINDS = AnyCase(

    r"(?P<copyright>.{0,12}(?:©|copyright|\(c\)|all rights reserved))|(?P<share>share\b|tweet\b|"
    r"pin it|facebook|twitter|linkedin|whatsapp|instagram|follow (?:us|me)|email this|print\b|"
    r"copy link|pinterest|reddit|youtube|telegram|teilen)"

    r"|(?P<account>log ?in|sign ?in|sign ?up|register|my account|create (?:an )?account|log ?out|"
    r"join\b|forgot|password|username|anmelden|members?\b|guest\b)|(?P<newsletter>subscribe|"
    r"newsletter|get (?:the|our) (?:latest|newsletter)|stay (?:up|in|informed)|enter your email|"
    r"sign up for|e-?mail address|join our|don.t miss)"

    r"|(?P<more>read more|learn more|view (?:all|more|full|details)|see (?:all|more|also)|show "
    r"(?:all|more|less)|load more|continue reading|click here|find out more|more info|details$|"
    r"more\b|explore|discover|shop now|get started|contact us|download|try (?:it|for)|book (?:a|"
    r"now)|request|mehr\b|weiterlesen|lire la suite|leer más)"

    r"|(?P<comment>\d* ?(?:comments?|replies|responses)\b|leave a (?:reply|comment)|post (?:a "
    r")?comment|reply\b|your email address will not|add (?:a )?comment|report\b|quote\b|like\b|"
    r"upvote|flag\b|kommentare?|write a review|notify me)"

    r"|(?P<related>related|you may (?:also )?like|you might|recommended|more from|more (?:in|on|"
    r"stories|articles|posts)|popular|trending|latest|recent(?:ly)? |most (?:read|viewed|popular)|"
    r"similar|also (?:like|viewed|bought)|customers (?:also|who)|featured|up next|editor.?s|what "
    r"to read|don.t miss|further reading|other )"

    r"|(?P<byline>by\b|posted\b|published\b|updated\b|last (?:updated|modified|edited)|written by|"
    r"author\b|(?:\d+ )?min(?:ute)?s? read|\d+ (?:minute|hour|day|week|month|year)s? ago|(?:jan|"
    r"feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|"
    r"\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|"
    r"sep|oct|nov|dec)|photo|image|credit|source|joined|location:|posts:|messages:|joined:)"

    r"|(?P<price>[$€£¥₹]|\d+[.,]\d\d ?[€$£]|add to (?:cart|bag|basket|wish)|buy now|in stock|out "
    r"of stock|quantity|qty|sale\b|price|free shipping|sku\b|shipping|delivery|returns?\b|compare|"
    r"wishlist|checkout|size\b|colou?r\b|save\b|sold out|regular price|from \$)"

    r"|(?P<legal>privacy|terms|cookies?\b|we use cookies|this site uses|by (?:clicking|using|"
    r"continuing)|disclaimer|accept\b|legal|imprint|impressum|datenschutz|do not sell|"
    r"accessibility|sitemap|site map|manage consent|your choices|advertis)"

    r"|(?P<tags>tags?\b|tagged|categor|filed under|topics?\b|posted in|in:|labels?:)|"
    r"(?P<paging>previous|next\b|prev\b|older|newer|page \d|first\b|last\b|back to|«|»|<|>|←|→|‹|"
    r"›|\d+$|\d+ of \d+|zurück|weiter)"

    r"|(?P<tools>search|skip to|menu|home$|toggle|close|open\b|navigation|filter|sort by|select\b|"
    r"choose\b|language|loading|advertisement|ad$|jump to|expand|collapse|toc\b|table of contents|"
    r"contents$|on this page|in this (?:article|page|section)|edit\b|view source|permalink|hide\b|"
    r"options|settings|help\b|faq)"

    r"|(?P<contact>contact|phone|tel[.:]|call us|fax|e-?mail|address|\+?\(?\d{3}\)?[ -]\d{3}|"
    r"about (?:us|the author|me)|opening hours|careers|support|customer service|company|resources|"
    r"services|products|solutions|who we are|locations?)"

    r"|(?P<rating>\d(?:\.\d)? (?:out of|/) ?\d|★|☆|rating|reviews?\b|\d+ (?:reviews?|ratings?|"
    r"stars?)|verified|helpful|was this)"
)  # fmt: skip
# The first three letters of all texts that `_TEXT_KINDS` can match. Checking them first is fast and excludes most texts.
_BEGINNINGS = frozenset(
    "abo acc ad add adv all als anm apr aug aut bac boo buy by by: cal car cat che cho cli clo "
    "col com con coo cop cre cus "
    "dat dec del det dis do don dow e-m edi ema ent exp fac faq fax fea feb fil fin fir fla fol "
    "for fre fro fur get gue hel "
    "hid hom ima imp in in: ins jan joi jul jum jun kom lab lan las lat lea lee leg lik lin lir "
    "loa loc log man mar may meh "
    "mem men mes min mor mos my nav new nex not nov oct old on ope opt oth out pag pas per pho "
    "pin pop pos pre pri pro pub "
    "qty qua quo rat rea rec red reg rel rep req res ret rev sal sav sea see sel sep ser set sha "
    "shi sho sig sim sit siz "
    "ski sku sol sor sou sta sub sup tab tag tei tel ter thi toc tog top tre try twe twi up upd "
    "upv use ver vie was we wei "
    "wha who wis wri you zur".split()
)
KIND_WORDS_MAX = 14


# In the class of every heading of Docusaurus. It says where the heading stops, and not that it is in a navigation bar.
_BELOW_NAVBAR = "WithStickyNavbar"


def label_groups(label: str | None, name: str | None) -> tuple[int, tuple[str, ...]]:
    """The words of a class and an id: their groups, one bit per group, and the words themselves in lower case."""
    return _groups(f"{label or ''} {name or ''}")


@remembered(1_000_000)
def _groups(labels: str) -> tuple[int, tuple[str, ...]]:
    parts = tuple(map(str.lower, _PARTS.findall(labels.replace(_BELOW_NAVBAR, ""))))
    bits = 0
    for part in parts:
        bits |= _BIT.get(part, 0)
    return bits, parts


def tag_bit(tag: str, role: str | None) -> int:
    """The landmark of an element, as a bit. The role takes precedence over the tag."""
    return _ROLE_BIT[role] if role in _ROLE_BIT else _LANDMARK_BIT.get(tag, 0)


def text_kind(text: str) -> int:
    """The likely kind of a short text: the number of the matching group of `_TEXT_KINDS`, or 0."""
    head = text[:3].lower().rstrip()
    if head not in _BEGINNINGS and head[0].isalpha() and "©" not in text:
        return 0
    return _kind_by_pattern(text)


@remembered(500_000)
def _kind_by_pattern(text: str) -> int:
    found = _TEXT_KINDS.match(text)
    return found.lastindex or 0 if found else 0


MAIN_LANDMARK = _TAG_BIT["main"]
BOILERPLATE_LANDMARKS = _TAG_BIT["nav"] | _TAG_BIT["footer"] | _TAG_BIT["aside"] | _TAG_BIT["dialog"]
BOILERPLATE_LABELS = sum(
    _BIT[name] for name in ("navbar", "sidebar", "colophon", "sharethis", "advert", "breadcrumbs", "gdpr")
)
# Of elements that are navigation of a page, if most of their text is in links: navigation and footers.
NAVIGATION_LANDMARKS = _TAG_BIT["nav"] | _TAG_BIT["footer"]
NAVIGATION_LABELS = _BIT["navbar"] | _BIT["colophon"]
