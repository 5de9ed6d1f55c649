"""How many entities a page lists in all, as it says: `8,614 adverts`, `1-30 of 8,614 results`, `46 Stellen`."""

from __future__ import annotations

import re
from decimal import Decimal

from extraction.answers.schema.names import words
from extraction.answers.values import numbers

_LINE_MAX_CHARS = 90
_NOUNS = (
    r"products?|items?|results?|adverts?|ads|listings?|properties|homes|houses|jobs?|vacancies|events?|articles?"
    r"|entries|matches|hits|records?|pieces"
    r"|produkte|artikel|treffer|ergebnisse|angebote|anzeigen|stellen(?:angebote)?|veranstaltungen|objekte|immobilien"
    r"|produits?|articles|résultats|annonces|offres|biens|événements|productos?|artículos|resultados|anuncios|ofertas"
    r"|inmuebles|viviendas"
    r"|produtos?|artigos|anúncios|imóveis|vagas|eventos|prodotti|articoli|risultati|annunci|offerte|immobili"
    r"|producten|artikelen|resultaten|advertenties|vacatures|woningen|evenementen|produkt[yó]w?|wyników|ogłoszeń|ofert"
    r"|ürün|sonuç|ilan"
    r"|produkter|varor|annonser|träffar|bostäder|jobb|evenemang|varer|annoncer|resultater|stillinger|boliger|treff"
    r"|tuotetta|tulosta|ilmoitusta"
    r"|termék|találat|hirdetés|produktů|výsledků|inzerátů|nabídek|nemovitostí|товар\w*|объявлени\w*|результат\w*|вакансий"
)
_TOTAL = re.compile(rf"({numbers.TOKEN.pattern})\s+(?:[^\W\d]+\s+)?(?:{_NOUNS})(?!\w)", re.I)
_CJK = re.compile(r"全?\s?([\d,]+)\s?(?:件|商品|点|개|个|條|条)")
_ASKED = frozenset("total results hits treffer resultados resultats risultati resultaten count matches found".split())
_COUNTED = frozenset(
    "product products item items result results ad ads listing listings job jobs event events hit hits match matches"
    " total found search anzahl"
    " treffer number of count num productos produkte annonces".split()
)


def asks_for(name: str) -> bool:
    """Whether a property asks for the number of all listed entities: `total`, `result_count`, `number_of_products`."""
    found = set(words(name))
    is_number = found & {
        "total",
        "count",
        "number",
        "num",
        "anzahl",
        "hits",
        "treffer",
        "results",
        "resultats",
        "resultados",
    }
    return bool(found) and found <= _COUNTED | _ASKED and bool(is_number) and found != {"count"} and found != {"number"}


def read(text: str, *, comma: bool) -> int | None:
    """The only such number in the short lines of a page's visible text. None if it says different ones."""
    found: set[Decimal] = set()
    for line in text.split("\n"):
        if len(line) > _LINE_MAX_CHARS or not any(map(str.isdigit, line)):
            continue
        for one in _TOTAL.finditer(line):
            number = numbers.reading(one[1], money=True, comma=comma)
            if number is not None and number == number.to_integral_value():
                found.add(number)
        found |= {Decimal(one.replace(",", "")) for one in _CJK.findall(line) if one.strip(",")}
    return int(found.pop()) if len(found) == 1 else None
