"""Terms of a fixed set: enums, yes and no, currencies. Matching ignores case, separators and the vocabulary's URL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from extraction.answers.schema.names import letters

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
    "mixedeventattendancemode mixed",
    "petrol gasoline benzin super essence gasolina benzina benzine benzyna bensin бензин ガソリン 휘발유 汽油 بنزين",
    "diesel gasoil gasoleo gasolio dizel дизель ディーゼル 디젤 경유 柴油 ديزل",
    "electric elektro elektrisch electrique electrico elettrica elettrico eletrico elektryczny elektrik el электро 電気 전기 纯电动",
    "hybrid hybride hibrido ibrida ibrido hybryda hibrit гибрид ハイブリッド 하이브리드 混合动力",
    "manual schaltgetriebe manuell manuelle manuale mecanica handgeschakeld manualna manuel manuell механика механическая マニュアル 수동 手动",
    "automatic automatik automatikgetriebe automatique automatico automatica automatico automaat automatyczna automat otomatik автомат"
    " オートマ 자동 自动",
)  # fmt: skip
_GROUP_OF = {term: number for number, row in enumerate(_ALIKE) for term in row.split()}
_YES = frozenset("yes true ja oui si sim available included instock telecommute".split())
_NO = frozenset("no false nein non nao nee nej unavailable outofstock soldout discontinued".split())
_DASHES = frozenset("-–—")
_SYMBOLS = {
    "€": "EUR", "£": "GBP", "円": "JPY", "元": "CNY", "원": "KRW", "₩": "KRW", "₹": "INR", "₽": "RUB", "₺": "TRY", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₴": "UAH", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "CHF": "CHF", "R$": "BRL", "US$": "USD", "A$": "AUD",
    "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP", "د.ك": "KWD", "TL": "TRY", "руб": "RUB", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NZ$": "NZD",
}  # fmt: skip
# Symbols of several currencies, by the language of the page.
_SYMBOLS_BY_LANGUAGE = {
    "¥": {"ja": "JPY", "zh": "CNY"}, "￥": {"ja": "JPY", "zh": "CNY"},
    "kr": {"sv": "SEK", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "is": "ISK"},
    "$": {"en-us": "USD", "en-ca": "CAD", "fr-ca": "CAD", "en-au": "AUD", "en-nz": "NZD", "es-mx": "MXN", "es-ar": "ARS",
          "es-cl": "CLP", "es-co": "COP"},
}  # fmt: skip
_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])")
# The codes of ISO 4217.
_CODES = frozenset(
    (
        "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP"
        " CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF"
        " IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD"
        " MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB"
        " RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD"
        " UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
    ).split()
)


def member(text: str, enum: Iterable[Any]) -> Any:
    """The member of the enum that the text means: equal letters first, then the same meaning. None if unclear."""
    key = _bare(text)
    members = [one for one in enum if isinstance(one, (str, int, float, bool))]
    exact = [one for one in members if letters(str(one)) == key]
    if exact:
        return exact[0] if key else None
    group = _GROUP_OF.get(key, 0 if key in _AVAILABLE_TOO else None)
    alike = [one for one in members if group is not None and _GROUP_OF.get(letters(str(one))) == group]
    if len(alike) == 1:
        return alike[0]
    code = currency(text)
    return code if code in members else None


def truth(text: str, holds: str) -> bool | None:
    """Yes or no. A term of availability counts only for a property that holds one."""
    key = _bare(text)
    if not key and (mark := text.strip()[:2]):
        return True if mark[0] in "✓✔☑●✅" else False if mark[0] in "✗✘×✕❌" or mark in _DASHES else None
    if holds == "term":
        group = _GROUP_OF.get(key)
        if group is not None and group < _AVAILABILITY_ROWS:
            return group == 0
        if key in _AVAILABLE_TOO:
            return True
    if key in _YES:
        return True
    return False if key in _NO else None


def availability(text: str) -> str | None:
    """`InStock` or `OutOfStock`, if the text says nothing else."""
    group = _GROUP_OF.get(_bare(text)) if len(text) <= 40 else None
    return ("InStock", "OutOfStock")[group] if group is not None and group < _AVAILABILITY_ROWS else None


_AVAILABILITY_ROWS = 2
_AVAILABLE_TOO = frozenset("limitedavailability instoreonly onlineonly".split())


def currency(text: str, language: str = "") -> str | None:
    """The ISO 4217 code in a text with exactly one currency. `$` alone is unclear: many countries use it.

    Args:
        language: that of the page, such as `ja` or `en-US`, for symbols of several currencies.
    """
    text = text.strip()[:100]
    if len(text) == 3 and text.upper() in _CODES:
        return text.upper()
    codes = {code for code in _CODE.findall(text) if code in _CODES}
    codes |= {code for symbol, code in _SYMBOLS.items() if symbol in text}
    if not codes:
        codes = {
            code
            for symbol, of in _SYMBOLS_BY_LANGUAGE.items()
            if symbol in text and (code := _of_language(of, language))
        }
    return codes.pop() if len(codes) == 1 else None


def _of_language(codes: Mapping[str, str], language: str) -> str | None:
    tag = language.casefold().replace("_", "-")
    return codes.get(tag) or codes.get(tag.partition("-")[0])


def _bare(text: str) -> str:
    """The letters of a term without the URL of its vocabulary."""
    if text.startswith(("http://", "https://")):
        text = re.split(r"[/#]", text.rstrip("/"))[-1]
    return letters(text)
