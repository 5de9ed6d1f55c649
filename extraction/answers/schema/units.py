"""Units and currencies that a property asks for: `weight_grams`, `price_usd`, `Price in US dollars`.

A value in another unit is converted where that is exact. A value without a unit, or in another currency, does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal

from extraction.answers.schema.names import words
from extraction.document.letters import folded

# Unit -> (what it measures, how many of the base unit it is). UN/CEFACT codes as schema.org uses them, too.
_UNITS: dict[str, tuple[str, Decimal]] = {
    name: (quantity, Decimal(factor))
    for quantity, rows in {
        "mass": {"0.001": "mg milligram milligrams mgm мг", "1": "g г гр جم غ gram grams gramm gr grm gramme grammes gramos grammi",
                 "1000": "kg кг كجم كغ kgs kilogram kilograms kilo kilos kgm kilogramm", "453.59237": "lb lbs pound pounds lbr",
                 "28.349523125": "oz ounce ounces onz", "1000000": "t tonne tonnes tne"},
        "length": {"1": "mm мм millimeter millimeters millimetre millimetres mmt", "10": "cm см سم centimeter centimeters centimetre"
                   " centimetres cmt zentimeter", "1000": "m м meter meters metre metres mtr", "1000000": "km км كم kilometer kilometers"
                   " kilometre kilometres kmt", "25.4": "in inch inches inh zoll pouces pulgadas pollici polegadas cali inc tum дюйм дюйма дюймов インチ 인치", "304.8": "ft foot feet fot",
                   "1609344": "mi mile miles smi"},
        "volume": {"1": "ml мл مل milliliter milliliters millilitre millilitres mlt", "10": "cl centiliter clt", "1000": "l л لتر litro litros litri liter liters"
                   " litre litres ltr"},
        "energy": {"1000": "kj kilojoule kilojoules kjo", "1": "j joule joules", "4184": "kcal kilocalorie kilocalories calories"
                   " calorie k51 kalorien"},
        "area": {"1": "m2 м2 sqm metrekare quadratmeter qm mq mtk кв ㎡ 平米", "0.09290304": "ft2 sqft ftk sq"},
        "months": {"1": "month months monat monate mois mes meses mese mesi maand maanden miesiac miesiace miesiecy manad manader"
                   " ay ヶ月 か月 个月", "12": "year years jahr jahre ans annee annees ano anos anno anni jaar rok lata lat ar"},
        "power": {"1": "w вт watt watts wtt", "1000": "kw квт kilowatt kilowatts kwt"},
        "speed": {"1": "kmh кмч kph kms kmsa", "1.609344": "mph"},
        "charge": {"1": "mah мач", "1000": "ah ач"},
        "voltage": {"1": "v volt volts вольт"},
        "loudness": {"1": "db dba decibel decibels дб"},
        "engine size": {"1": "ccm cc cm3 cm³"},
        "data": {"1": "mb megabyte megabytes", "1000": "gb gigabyte gigabytes", "1000000": "tb terabyte terabytes"},
    }.items()
    for factor, names in rows.items()
    for name in names.split()
}  # fmt: skip
_CURRENCIES = {
    "usd": "USD", "eur": "EUR", "euro": "EUR", "euros": "EUR", "gbp": "GBP", "chf": "CHF", "jpy": "JPY", "yen": "JPY", "inr": "INR",
    "cad": "CAD", "aud": "AUD", "pln": "PLN", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "czk": "CZK", "cny": "CNY", "brl": "BRL",
    "mxn": "MXN", "dollar": "USD", "dollars": "USD", "pounds": "GBP", "sterling": "GBP", "franken": "CHF", "zloty": "PLN",
}  # fmt: skip
# More of them, in which nothing is asked for by a name.
_AMOUNTS = frozenset(
    "kr sek nok dkk eur usd kc zl pln ft huf lei ron lv tl try rub uah kn din rsd 円 元 원"
    " s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi sekunder sekundy"
    " min mins minute minutes minuten minuto minutos minuti minuut minuty minut minuta minutter minuter dakika perc минут мин 分 分钟 분"
    " h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur godzin godziny timer timmar tuntia saat часов ч 時間 小时 시간"
    " d day days tag tage jour jours dia dias giorno giorni dag dagen dni dzien dage dagar paivaa gun nap дней 日 天 일"
    " week weeks woche wochen semaine semaines semana semanas settimana settimane weken tygodni uger veckor uker viikkoa hafta"
    " percent prozent kwh wh hz ghz mhz px dpi bar grad celsius cl dl hl ha ps hp cv ch pk km bhp".split()
)
# Units of time that a name can end in. `opening_hours` are not an amount.
_MINUTES = frozenset(
    "minutes minuten minutos minuti minuty minut minuter minutter minuuttia perc dakika seconds sekunden secondes segundos secondi"
    " sekunder sekundy".split()
)
# `min` is a unit after a word for a time, otherwise it may be the least.
_SHORT_MINUTES = (("min",), ("mins",))
_TIMES = frozenset("time temps zeit tiempo tempo tijd czas tid aika duration duree dauer duracion durata duur".split())
# A year or month of this name is a moment, not a length.
_MOMENTS = frozenset("year month jahr monat an annee ano anno rok jaar ar mes mese".split())
# Names that only are a unit.
_ALONE = frozenset((("calories",), ("sqm",), ("qm",), ("m2",), ("metrekare",), ("quadratmeter",)))
# Words that are units only in a name's last position or after `in`.
_UNIT_MAX_CHARS = 14
_IN = re.compile(r"\b(?:in|en|em)\s+(?:us\s+|british\s+|u\.s\.\s+)?([^\W\d_]{1,14}2?)\b", re.I)
_AMOUNT = re.compile(r"(\d[\d.,\s]{0,20})([^\W\d_]{1,14}(?:[·/⋅][^\W\d_]{1,2})?(?![^\W\d_])[23²³]?|[㎡])")
# What makes the number after it the end of a range or one of several dimensions. `3389 kJ / 824 kcal` are two notations of one amount.
_NOT_ALONE = re.compile(r"(?:[-–—x×*~]|(?<![^\W\d_]\s)/|\b(?:to|bis|à|a|do|tot|até|hasta|до))\s*$", re.I)
# What an amount is for: `5 kg per box`, `5 kg/m²`.
_SHARED = re.compile(r"/[^\W\d_]|\s+(?:per|pro|par|por|je)\s+[^\W\d_]", re.I)


def asked_currency(name: str, texts: Iterable[str]) -> str | None:
    """The currency that a property asks for: by the last word of its name, or `in …` in its title or description."""
    last = words(name)[-1:] if len(words(name)) > 1 else ()
    spoken = (found.lower() for text in texts for found in _IN.findall(text[:300]))
    return next((_CURRENCIES[word] for word in (*last, *spoken) if word in _CURRENCIES), None)


def asked_unit(name: str, texts: Iterable[str]) -> str | None:
    """The unit of measure that a property asks for, in the same positions."""
    if "per" in words(name):
        return None
    last = words(name)[-1:] if len(words(name)) > 1 or words(name)[:1] in _ALONE else ()
    spoken = (folded(found) for text in texts for found in _IN.findall(text[:300]))
    bare = (_unit(text) for text in texts if len(text) <= _UNIT_MAX_CHARS)
    return next((word for word in (*last, *bare, *spoken) if word in _UNITS and word not in _MOMENTS), None)


def asks_for_measure(name: str, texts: Iterable[str]) -> bool:
    """Whether a property asks for an amount in a unit of measure, and not for a time."""
    unit = asked_unit(name, texts)
    return unit is not None and _UNITS[unit][0] != "months"


def is_unit(text: str) -> bool:
    """Whether a text is only a unit or a currency, whose number is an amount: `15 minutes`, `899 kr`."""
    name = " ".join(words(text))
    return name in _UNITS or name in _CURRENCIES or name in _AMOUNTS


def quantity_of(unit: str) -> str:
    """What a unit measures: `mass`, `length`. Empty for an unknown one."""
    return _UNITS[unit][0] if unit in _UNITS else ""


def quantities(text: str) -> frozenset[str]:
    """What the amounts of a short text measure: `94 m²` -> `area`."""
    return frozenset(_UNITS[unit][0] for found in _AMOUNT.finditer(text[:100]) if (unit := _unit(found[2])) in _UNITS)


def is_measure(text: str) -> bool:
    """Whether a word is a unit of measure."""
    return text in _UNITS


def without_unit(name: str) -> str:
    """The name without the unit or currency at its end: `height_cm` -> `height`. Empty if it has none."""
    found = words(name)
    if found[-1:] in _SHORT_MINUTES and not _TIMES.isdisjoint(found):
        return " ".join(found[:-1])
    if len(found) > 1 and (found[-1] in _UNITS or found[-1] in _CURRENCIES or found[-1] in _MINUTES):
        return " ".join(found[:-2] if len(found) > 2 and found[-2] == "in" else found[:-1])
    return ""


def measured(
    text: str,
    asked: str,
    read: Callable[[str], Decimal | None],
    *,
    is_limited: Callable[[str], bool],
    is_exact: bool = False,
) -> Decimal | None:
    """The amount of a text in the asked unit. None if the text has none, several, only a limit, or only one of another kind.

    Args:
        text: the amount as the page has it, with its unit: `1.2 KGM`, `500 mg`, `96 kW (131 PS)`.
        read: reads one number in the page's notation.
        is_limited: whether a text ends in words that make the number after it a limit.
        is_exact: nothing is converted.
    """
    quantity, factor = _UNITS[asked]
    amounts = [
        (number, _UNITS[unit])
        for found in _AMOUNT.finditer(text[:300])
        if (unit := _unit(found[2])) in _UNITS
        and not _NOT_ALONE.search(text[: found.start()])
        and not is_limited(text[: found.start()])
        and not _SHARED.match(text, found.end())
        and (number := read(found[1].strip())) is not None
    ]
    alike = [(number, unit) for number, unit in amounts if unit[0] == quantity]
    exact = [number for number, unit in alike if unit[1] == factor]
    values = set(exact) if exact or is_exact else {number * unit[1] / factor for number, unit in alike}
    if not alike and asked == "calories" and not _AMOUNT.search(text):
        return read(text)
    return values.pop() if len(values) == 1 else None


def _unit(text: str) -> str:
    return re.sub(r"[·/⋅]", "", folded(text.replace("²", "2").replace("³", "3")))
