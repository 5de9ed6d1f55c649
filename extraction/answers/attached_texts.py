"""A value is the whole of what was asked and nothing else: what stands beside it in the same text is cut, or the value is left out.

Pages write the holder of a post with an address of mail, a version with the name of the program, a class with its amount. Only what
cannot belong to the value is cut.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from extraction.answers.schema import units, word_meanings
from extraction.answers.schema.names import words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term

_MAX_CHARS, _STEM = 200, 4
_PARTS = re.compile(r"\s*(?:[;·|/]|,(?!\d))\s*")
_EMAIL = r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
_NUMBER = r"(?:tel|phone|tél|fon|ph|電話|☎)?[.:\s]{0,3}[+(（]?\d[\d\s()/.\u2010-\u2013-]{5,24}\d"
_CONTACT = rf"(?:{_EMAIL}|{_NUMBER}|https?://\S+|www\.\S+)"
# An address of mail, a number or a link after a name, in brackets or after a dash.
_BRACKETED = rf"[(（\[][^()（）\[\]]{{0,40}}?{_CONTACT}[^()（）\[\]]{{0,20}}[)）\]]"
_WITH_CONTACT = re.compile(rf"(?P<own>.*[^\W\d_][.)]?)\s*(?:{_BRACKETED}|\s[-–—|·•]\s*{_CONTACT})", re.I)
# A second number in brackets: `14 0182 (from abroad +31 182 55 50 00)`.
_SECOND_NUMBER = re.compile(rf"(?P<own>[+(]?\d[\d\s()/.\u2010-\u2013-]{{3,24}}\d)\s*\([^()]*?{_NUMBER}\s*\)", re.I)
_CARE_OF = re.compile(r"(?P<own>.+?),?\s+(?:c/o|℅)\s.+", re.I)
_DOI = re.compile(r"\b10\.\d{4,9}/\S+")
_VERSION = re.compile(
    r"(?<![\w.])v?\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+.]?(?:alpha|beta|rc|pre|dev|post)\.?\d{0,3})?(?![\w.])", re.I
)
_LABEL = re.compile(r"(?P<label>[^\W\d_][^:：\d]{1,40})\s?[:：]\s+(?P<own>\S.*)")
# A name of two to four words, each with a capital, and a note in brackets.
_NAME = r"(?:[^\W\d_][\w.'’-]*\s){1,3}[^\W\d_][\w'’-]+"
_NOTED_NAME = re.compile(rf"(?P<own>{_NAME})\s*[(（][^()（）]{{2,40}}[)）]")
# Numbers of books and goods, and what is said of the copy: `978-952-999-417-3 (hardback)`.
_NUMBERED = frozenset(("isbn", "ean", "gtin", "issn", "sku"))
_NOTED_CODE = re.compile(r"(?P<own>[\w-]*\d[\w-]*)\s*[(（][^()（）]{2,40}[)）]")
_CLASS = re.compile(r"(?<![\w/])[A-G]\+{0,3}(?![\w/+])")
# The amount of a class: `118 kWh/m² D`, `E (52)`.
_AMOUNT = re.compile(r"\d[\d.,]*\s?[^\W\d_]{1,5}[/²³]|\(\d{1,3}\)$")
# The number of a company after the court or the company: `Amtsgericht Ulm, HRB 4471`.
_RECORD = re.compile(
    r"(?P<own>[^,]{3,60}),\s(?:[^,]{3,40},\s)?(?P<number>(?:HR[AB]|PR|VR|GnR|FN|RCS|KRS)\s?\w?\d[\d\s]{2,12}[a-z]?)"
)
_RECORDS = frozenset("number nummer nr no id register registernummer registernumber".split())
# The word for who wrote a text, before a name: `Text: Ann Lee`.
_CREDIT = re.compile(r"[^\W\d_]{2,20}[:：]\s+(?P<own>\S.*)")
_VERSION_OF_NAME = re.compile(r"(?P<own>.*[^\W\d_].*)\s+v?\d{1,4}(?:\.\d{1,6}){2,3}", re.I)
_CLASSES = frozenset(
    "class klasse classe clase klass klassi kategorie band grade rating letter letra label letter sinif".split()
)
_CONTACT_WORDS = frozenset(
    "contact kontakt contacto contatto contato address adresse adres direccion indirizzo endereco phone telephone telefon telefono"
    " telefone telefoon tel mobile fax email mail url link website site web homepage imprint".split()
)
# Words of names, or ends of their words, that ask for a person.
_PERSON_ENDS = tuple(
    "person man woman agent contact author manager owner director teacher referee arbitro arbitre schiedsrichter scheidsrechter"
    " sedzia coordinator editor head chair governors principal president".split()
)
_OFFICIAL = frozenset(
    "homepage website official offizielle"
    " officiel oficial ufficiale officiele oficjalna 公式 公式サイト 公式hp 官网 官方网站 공식".split()
)


def without(value: str, asked: SchemaField, term: Term | None, page_url: str) -> str | None:
    """The value without what is attached to it. None if it cannot be what was asked.

    Args:
        value: a text that the page has for the property.
        page_url: of the page, which is not the official site of anything but its owner.
    """
    if len(value) > _MAX_CHARS or asked.enum:
        return value
    named = frozenset(words(asked.name))
    if named & _OFFICIAL and value.startswith("http"):
        return None if _is_same_page(value, page_url) else value
    if asked.format or (term is not None and term.holds in ("prose", "url", "date", "email", "duration", "address")):
        return value
    if (
        (term is not None and term.holds == "phone")
        or "phone" in named
        or any(name.startswith("telef") for name in named)
    ):
        return _own(_SECOND_NUMBER, value)
    if "doi" in named:
        found = _DOI.search(value)
        return found[0] if found else None
    if named & _NUMBERED:
        return _own(_NOTED_CODE, value)
    if _asks_for_version(asked.name) or (term is not None and "softwareVersion" in term.paths):
        return _version(value)
    if (record := _RECORD.fullmatch(value)) is not None:
        return record["number" if words(asked.name)[-1] in _RECORDS else "own"]
    if named & _CLASSES and _AMOUNT.search(value):
        letters = _CLASS.findall(value)
        return letters[0] if len(letters) == 1 else None
    if named & _CONTACT_WORDS:
        return value
    return _without_contact(value, named)


def _without_contact(value: str, named: frozenset[str]) -> str | None:
    """The value without its label, ways to reach someone, and notes after the name of a person."""
    label = _LABEL.fullmatch(value)
    if label and named.issuperset(words(label["label"])):
        value = label["own"]
    asks_for_person = any(name.endswith(_PERSON_ENDS) for name in named)
    if asks_for_person and not any(map(str.isalpha, value)):
        return None
    if asks_for_person:
        value = _own(_CREDIT, value)
    elif "name" in named:
        value = _own(_VERSION_OF_NAME, value)
    value = _own(_CARE_OF, _own(_WITH_CONTACT, value))
    return _own(_NOTED_NAME, value) if asks_for_person else value


@lru_cache(maxsize=4_000)
def _asks_for_version(name: str) -> bool:
    """Whether the last word of a name means a version in any language."""
    return any(atom.meanings & word_meanings.meaning_of("version") for atom in word_meanings.atoms(name)[-1:])


def _version(value: str) -> str:
    """The version after the name of a program, or before a note in brackets. `4.9.9 LTS` is whole."""
    found = list(_VERSION.finditer(value))
    is_cut = len(found) == 1 and (found[0].start() > 0 or value[found[0].end() :].lstrip().startswith(("(", "（")))
    return found[0][0] if is_cut else value


def _own(pattern: re.Pattern[str], value: str) -> str:
    found = pattern.fullmatch(value)
    return found["own"].rstrip(" ,;–—-") if found else value


def _is_same_page(url: str, page_url: str) -> bool:
    one, other = urlsplit(url), urlsplit(page_url)
    return one.hostname == other.hostname and one.path.rstrip("/") == other.path.rstrip("/") != ""


def is_of_other_part(value: object, name: str, passage: str | None) -> bool:
    """Whether a passage of several amounts has a property's words beside another one: 94 of `94 m² built, 83 m² usable`."""
    parts = _PARTS.split(passage) if passage and len(passage) <= _MAX_CHARS and not isinstance(value, bool) else []
    amounts = [part for part in parts if part[:1].isdigit()]
    if len(amounts) < 2 or not isinstance(value, (int, float)) or not units.asks_for_measure(name, ()):
        return False
    stems = [word[:_STEM] for word in words(name) if len(word) >= _STEM]
    named = [part for part in amounts if any(word.startswith(stem) for word in words(part) for stem in stems)]
    return len(named) == 1 and not re.match(rf"{value}(?![\d.,]\d)", named[0])
