"""Terms of a fixed set: enums, yes and no, currencies. Matching ignores case, separators and the vocabulary's URL."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from extraction.shaped.schema.names import letters

# To add one: terms with the same meaning in one row, as letters only.
_ALIKE = (
    "instock available auflager lieferbar sofortlieferbar verfugbar enstock disponible disponibile opvoorraad emestoque "
    "ilager palager",
    "outofstock soldout unavailable ausverkauft nichtlieferbar nichtverfugbar agotado rupturedestock epuise esaurito "
    "uitverkocht notinstock",
    "preorder presale vorbestellbar vorbestellung precommande",
    "backorder backordered",
    "discontinued",
    "fulltime vollzeit tempsplein tiempocompleto tempopieno voltijd heltid jornadacompleta",
    "parttime teilzeit tempspartiel tiempoparcial parttime deeltijd deltid",
    "contractor contract freelance freelancer",
    "temporary temp befristet",
    "intern internship praktikum stage practicas",
    "volunteer ehrenamtlich",
    "newcondition new neu nuevo nouveau neuf nuovo nieuw",
    "usedcondition used gebraucht secondhand usado usato occasion",
    "refurbishedcondition refurbished",
    "year yearly annual annually peryear jahr",
    "month monthly permonth monat",
    "week weekly perweek",
    "hour hourly perhour stunde",
    "day daily perday tag",
    "eventscheduled scheduled",
    "eventcancelled cancelled canceled",
    "eventpostponed postponed",
    "offlineeventattendancemode offline inperson onsite",
    "onlineeventattendancemode online virtual",
    "mixedeventattendancemode mixed hybrid",
)  # fmt: skip
_GROUP_OF = {term: number for number, row in enumerate(_ALIKE) for term in row.split()}
_YES = frozenset("yes true ja oui si sim available included instock telecommute".split())
_NO = frozenset("no false nein non nao nee nej unavailable outofstock soldout discontinued".split())
_SYMBOLS = {
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "zł": "PLN", "Kč": "CZK", "R$": "BRL",
    "US$": "USD", "A$": "AUD", "C$": "CAD", "CA$": "CAD", "AU$": "AUD", "HK$": "HKD", "NZ$": "NZD", "CHF": "CHF", "₴": "UAH",
}  # fmt: skip
_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])")
_CODES = frozenset(
    "AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW KWD MAD MXN MYR NGN "
    "NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR".split()
)


def member(text: str, enum: Iterable[Any]) -> Any:
    """The member of the enum that the text means: equal letters first, then the same meaning. None if unclear."""
    key = _bare(text)
    members = [one for one in enum if isinstance(one, (str, int, float, bool))]
    exact = [one for one in members if letters(str(one)) == key]
    if exact:
        return exact[0] if key else None
    group = _GROUP_OF.get(key)
    alike = [one for one in members if group is not None and _GROUP_OF.get(letters(str(one))) == group]
    if len(alike) == 1:
        return alike[0]
    code = currency(text)
    return code if code in members else None


def truth(text: str, holds: str) -> bool | None:
    """Yes or no. A term of availability counts only for a property that holds one."""
    key = _bare(text)
    if holds == "term":
        group = _GROUP_OF.get(key)
        if group is not None and group < _AVAILABILITY_ROWS:
            return group == 0
    if key in _YES:
        return True
    return False if key in _NO else None


_AVAILABILITY_ROWS = 2


def currency(text: str) -> str | None:
    """The ISO 4217 code in a text with exactly one currency. `$` alone is unclear: many countries use it."""
    text = text.strip()[:100]
    if len(text) == 3 and text.upper() in _CODES:
        return text.upper()
    codes = {code for code in _CODE.findall(text) if code in _CODES}
    codes |= {code for symbol, code in _SYMBOLS.items() if symbol in text}
    return codes.pop() if len(codes) == 1 else None


def _bare(text: str) -> str:
    """The letters of a term without the URL of its vocabulary."""
    if text.startswith(("http://", "https://")):
        text = re.split(r"[/#]", text.rstrip("/"))[-1]
    return letters(text)
