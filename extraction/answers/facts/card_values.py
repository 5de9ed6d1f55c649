"""The values in one block of a list: prices, ratings, dates, availability, and what classes and labels name."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from extraction.answers.facts import labelled, prices
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.names import words
from extraction.answers.values import numbers, terms
from extraction.declared.text import days
from extraction.document.known_elements import remembered as remembered_of
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree, all_text

_LEAF_ELEMENTS_MAX, _LEAF_MAX_CHARS = 4, 200
_RATING = re.compile(
    r"(?<![\d.,])(\d(?:[.,]\d{1,2})?)\s*(?:/|out of|von|sur|de|su|van|av|z|üzerinden)\s*(?:5|10)(?:[.,]0)?(?![\d.,])",
    re.I,
)
_RATED = re.compile(
    r"(?:^|[\s_-])(?:\w*rating\w*|rev[A-Z]\w*|stars?|score|puan|note|reviews?|bewertung\w*|valutazion\w*)(?:$|[\s_-])",
    re.I,
)
_STARS = re.compile(
    r"(?<![\d.,])(\d[.,]\d{1,2})\s*(?:stars?|sterne|étoiles|estrellas|stelle|sterren|gwiazd\w*|stjärnor)\b", re.I
)
_DIGIT = re.compile(r"\d")
_DECIMAL = re.compile(r"[0-5][.,]\d{1,2}")
_PERCENT = re.compile(r"(\d{1,3})\s?%")
_COUNT = re.compile(
    r"(?<![\d.,])(\d[\d.,\u00a0\u202f]*)\s*(?:(?:customer |verified )?(?:reviews?|ratings?|votes?)|recensioni|avis"
    r"|opiniones|reseñas|valoraciones|bewertung(?:en)?|rezension(?:en)?|değerlendirme|yorum|opini[aie]|recenz\w+|recensies|beoordelingen|avaliações|recensioner|"
    r"omdömen|件|レビュー|条评论|则评价)",
    re.I,
)
_IN_BRACKETS = re.compile(r"\(\s*(\d[\d.,\u00a0\u202f]{0,9})\s*\)")
_FORMER = re.compile(
    r"(?:^|[\s_-])(?:old|was|before|former|list|rrp|msrp|uvp|strike\w*|crossed|compare\w*|orig\w*|orgnl|prev\w*|strk\w*|regular|normal|mrp)(?:$|[\s_-])",
    re.I,
)
# Words of classes that say nothing about their text.
_WITH = re.compile(r"\bwith-[\w-]+")
_LINES = frozenset("div p li".split())
_DISCOUNT_MAX = 5
_BY, _BY_WORDS_MAX = frozenset("by von durch par por da door przez av af vom".split()), 5
# What an amount is for, in the text after it.
_PER = {
    "user": re.compile(
        r"(?:/|per|pro|par|por|per|je)\s*(?:active\s)?(?:user|seat|member|person|benutzer|nutzer|utilisateur|usuario|utente)",
        re.I,
    ),
    "month": re.compile(r"(?:/|per|pro|par|por|al|a|im|je)\s*(?:mo\b|month|monat|mois|mes\b|mese|maand)", re.I),
    "year": re.compile(r"(?:/|per|pro|par|por|al|im|je)\s*(?:yr\b|year|jahr|an\b|año|ano\b|anno|jaar)", re.I),
    "night": re.compile(r"(?:/|per|pro|par|por|a)\s*(?:night|nacht|nuit|noche|notte|noite)", re.I),
}
_GENERIC = frozenset(
    "item name text label value link title content info price wrapper container box row col inner body card product list grid left"
    " right top bottom main details detail meta data small large heading header footer image photo media action actions button icon"
    " span div txt val".split()
)
_SHORT_YEAR = re.compile(r"(?<![\d.])((?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.)(\d{2})(?![\d.])")
_CLOCK = re.compile(r"(?<![\d.,:/-])((?:[01]?\d|2[0-3]):[0-5]\d)(?![\d:])")
_DATE_KEYS = ("datePublished", "startDate", "datePosted", "dateCreated", "uploadDate")


def read(elements: list[Tree], *, comma: bool, is_listed: bool = False) -> dict[str, Any]:
    """The values of a block, as schema.org properties.

    Args:
        elements: those of the block, the block first.
        comma: the page writes decimals with a comma.
        is_listed: the block is one of many, in which the former price is before the lower one.
    """
    found: dict[str, Any] = {}
    if offer := _offer(elements, comma, is_listed=is_listed):
        found["offers"] = offer
    if rating := _rating(elements):
        found["aggregateRating"] = rating
    if day := _day(elements):
        found |= dict.fromkeys(_DATE_KEYS, day)
    found |= _clock_times(elements)
    if text := _description(elements):
        found["description"] = text
    pairs = _labelled(elements)
    named = [(name, _without_label(value, pairs)) for name, value in named_by_class(elements)] + pairs
    named += _prices_per(elements, offer)
    if (percent := _percent(elements)) is not None:
        named.append(("rating percent", percent))
    found["additionalProperty"] = [{"name": name, "value": value, "which": "class"} for name, value in named]
    return found


def address_of(image: Tree) -> str | None:
    """The URL of an image, also of one that is loaded later."""
    address = next((image.get(name) for name in ("data-src", "data-original", "src") if image.get(name)), None)
    return None if address is None or address.startswith("data:") else address


def _offer(elements: list[Tree], comma: bool, *, is_listed: bool) -> dict[str, Any]:
    shown = prices.shown_in(elements, comma=comma, free=True)
    current = {price.amount: price.text for element, price in shown if prices.is_current(element)}
    former = {price.amount: price.text for element, price in shown if _is_former(element, elements[0])}
    if is_listed and not former and len(current) == 2 and not _units_of_prices(elements):
        first, second = current
        if second < first < _DISCOUNT_MAX * second:  # The former price is before the current one.
            former, current = {first: current[first]}, {second: current[second]}
    offer: dict[str, Any] = {}
    if len(current) == 1:
        text = next(iter(current.values()))
        offer |= {"price": text, "priceCurrency": text}
    if len(former) == 1 and offer and not former.keys() & current.keys():
        offer["priceSpecification"] = [{"priceType": "ListPrice", "price": next(iter(former.values()))}]
    if state := _availability(elements):
        offer["availability"] = state
    return offer


def _prices_per(elements: list[Tree], offer: dict[str, Any]) -> list[tuple[str, str]]:
    """The only price under the names of what it is for: `price per month`."""
    if "price" not in offer:
        return []
    if len(prices.amounts("\n".join(text_of(one, 2) for one in elements if len(one) == 0))) > 1:
        return []  # One of them may be for a month, the other for a year.
    units = _units_of_prices(elements)
    names = [name for unit in units for name in (f"price per {unit}", f"{unit}ly price", f"{unit} price")]
    names += [f"price per {one} per {other}" for one in units for other in units if one != other]
    return [(name, offer["price"]) for name in names]


def _units_of_prices(elements: list[Tree]) -> list[str]:
    """What the amounts of a block are for: a month, a user."""
    text = " ".join(text_of(one, 20) for one in elements if len(one) <= 4 and len(all_text(one)) <= _LEAF_MAX_CHARS)
    return [unit for unit, pattern in _PER.items() if pattern.search(text)]


def _is_former(element: Tree, block: Tree) -> bool:
    around: Tree | None = element
    while around is not None and around is not block:
        if around.tag in ("del", "s", "strike") or _is_former_class(_class(around)):
            return True
        around = around.getparent()
    return False


@remembered(500_000)
def _is_former_class(name: str) -> bool:
    return _FORMER.search(_WITH.sub("", name)) is not None


def _availability(elements: list[Tree]) -> str | None:
    """Sold out or available: by a text of a few words, or by a class of the block."""
    states = {state for one in elements if len(one) == 0 and (state := terms.availability((one.text or "").strip()))}
    states = states or {state for token in _class(elements[0]).split() if (state := terms.availability(token))}
    return states.pop() if len(states) == 1 else None


def ratings_of(elements: list[Tree]) -> dict[str, str]:
    """The rating and the number of ratings that the elements of a block show."""
    return _rating(elements)


def rating_of(elements: list[Tree]) -> str | None:
    """The rating that the elements of a block show."""
    return _rating(elements).get("ratingValue")


def _rating(elements: list[Tree]) -> dict[str, str]:
    values: set[str] = set()
    counts: set[str] = set()
    for element in elements:
        texts, is_rated = _rated_texts(element)
        for text in texts:
            rated, counted = _ratings_in(text)
            values.update(rated)
            counts.update(counted)
            if is_rated and _DECIMAL.fullmatch(text.strip()):
                values.add(text.strip().replace(",", "."))
            if is_rated:
                counts.update(numbers.digits(found) for found in _IN_BRACKETS.findall(text))
    values = {f"{float(value):g}" for value in values}
    rating = {"ratingValue": values.pop()} if len(values) == 1 else {}
    return {**rating, **({"reviewCount": counts.pop()} if len(counts) == 1 else {})}


@remembered_of
def _rated_texts(element: Tree) -> tuple[tuple[str, ...], bool]:
    """The texts and attributes of a small element that have digits, and whether its class or its parent's is that of a rating."""
    attributes = (element.get(name) or "" for name in ("aria-label", "title", "alt", "data-rating"))
    texts = tuple(text for text in (*attributes, _text(element)[:_LEAF_MAX_CHARS]) if _DIGIT.search(text))
    if not texts:
        return (), False
    parent = element.getparent()
    return texts, _is_rated(_class(element)) or (parent is not None and _is_rated(_class(parent)))


@remembered(500_000)
def _ratings_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ratings, and the numbers of ratings, that a text states. Elements in one another have the same text."""
    values = (*_RATING.findall(text), *_STARS.findall(text))
    return tuple(value.replace(",", ".") for value in values), tuple(map(numbers.digits, _COUNT.findall(text)))


@remembered(500_000)
def _is_rated(name: str) -> bool:
    return _RATED.search(name) is not None


def _percent(elements: list[Tree]) -> str | None:
    """A rating that is shown as a share."""
    found = {
        percent
        for element in elements
        if _is_rated(_class(element))
        for text in (element.get("title") or "", element.get("style") or "")
        for percent in _PERCENT.findall(text)
    }
    return found.pop() if len(found) == 1 else None


def _day(elements: list[Tree]) -> str | None:
    """The only date: of a `time`, otherwise of a short text."""
    found = {str(one.get("datetime")) for one in elements if one.tag == "time" and one.get("datetime")}
    if not found:
        texts = [one.text.strip() for one in elements if len(one) == 0 and one.text and _DIGIT.search(one.text)]
        texts = [text for text in texts if len(text) <= 40]
        found = {day.isoformat() for text in texts for _, _, day in days.find(_with_century(text))}
    return found.pop() if len(found) == 1 else None


def _with_century(text: str) -> str:
    """The text with `08.01.2026` for `08.01.26`: between dots, the order is always day, month, year."""
    return _SHORT_YEAR.sub(r"\g<1>20\g<2>", text)


def _clock_times(elements: list[Tree]) -> dict[str, str]:
    """When something starts and ends, if the block has only one time of day or one range of two."""
    texts = (all_text(one)[: 2 * _LEAF_MAX_CHARS] for one in elements if len(one) <= 2)
    found = {times for text in texts if ":" in text and (times := tuple(_CLOCK.findall(text)))}
    longest = max(found, key=len, default=())
    if not 1 <= len(longest) <= 2 or any(set(times) - set(longest) for times in found):
        return {}
    return dict(zip(("startClock", "endClock"), (time.replace(".", ":").zfill(5) for time in longest), strict=False))


def _description(elements: list[Tree]) -> str | None:
    texts = [text for one in elements if one.tag == "p" and len(text := text_of(one, 60)) >= 40]
    return texts[0] if len(texts) == 1 else None


def named_by_class(elements: list[Tree]) -> list[tuple[str, str]]:
    """The texts of small elements by the last words of their classes: `product-item-brand` names a brand."""
    found: dict[str, set[str]] = defaultdict(set)
    for element in elements[1:]:
        if not (tokens := _names(element).split()):
            continue
        text = _linked_name(element) or _text(element)
        if not text or len(text) > _LEAF_MAX_CHARS or sum(child.tag in _LINES for child in element) > 1:
            continue  # `company_location` holds a company and a location.
        for token in tokens[:8]:
            parts = list(words(token.partition("--")[0].rpartition("__")[2]))
            while len(parts) > 1 and parts[-1] in _GENERIC:
                parts.pop()
            parts = parts[-3:]
            for start in range(len(parts)):
                name = " ".join(parts[start:])
                if name not in _GENERIC and not name.isdecimal():
                    found[name].add(text)
    return [(name, next(iter(texts))) for name, texts in found.items() if len(texts) == 1]


def _linked_name(element: Tree) -> str:
    """The text of the only link of a small element, after words that end in `by`: `Sold by` before a link."""
    links = list(element.iterchildren("a")) if len(element) <= _LEAF_ELEMENTS_MAX else []
    own = (element.text or "").split()
    return _text(links[0]) if len(links) == 1 and 0 < len(own) <= _BY_WORDS_MAX and own[-1].lower() in _BY else ""


def _labelled(elements: list[Tree]) -> list[tuple[str, str]]:
    pairs = [pair for element in elements for pair in labelled.pairs_of(element)]
    bare = [(label.strip().rstrip(":\uff1a").strip(), value) for label, value in pairs if label and value]
    return [(key, value) for label, value in bare for key in labelled.Labelled(label, value).keys]


def _without_label(text: str, pairs: list[tuple[str, str]]) -> str:
    """The value of a text that is a label with its value, otherwise the text."""
    key = " ".join(words(text))
    return next((value for label, value in pairs if key == " ".join(words(f"{label} {value}"))), text)


def _text(element: Tree) -> str:
    """The text of a small element, or an empty text."""
    if len(element) > _LEAF_ELEMENTS_MAX:
        return ""
    text = " ".join(all_text(element)[: 4 * _LEAF_MAX_CHARS].split())
    return text if len(text) <= 2 * _LEAF_MAX_CHARS else ""


def _class(element: Tree) -> str:
    return f"{element.get('class') or ''} {element.get('itemprop') or ''}"[:500]


def _names(element: Tree) -> str:
    """The classes of an element, and what it is called for tests and scripts."""
    named = " ".join(
        element.get(name) or "" for name in ("data-testid", "data-test", "data-cy", "data-qa", "data-role")
    )
    return f"{_class(element)} {named[:200]}"
