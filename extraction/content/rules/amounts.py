"""Amounts of money, numbers, days and times in a text, as pages write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from extraction.document.any_case import AnyCase
from extraction.document.months import month_of

_CURRENCY = (
    r"(?:(?:US |US|R|C|A|HK|NT|S)?\$|[€£¥₹₽₩₺₴฿₫₪₦]|ر\.ع\.?|ر\.س\.?|د\.إ\.?|د\.ك\.?|ج\.م\.?|ريال|درهم|"
    r"\bkr\b|zł|Kč|\bFt\b|\blei\b|円|元|원|\bTL\b|\bRs\.?|"
    r"\b(?:EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|AUD|CAD|INR|BRL|MXN|ZAR|AED|SAR|QAR|KWD|OMR|EGP|TRY|KRW|SGD|HKD|NZD)\b)"
)
# Bounded, and never begun inside a number: a page may consist of digits.
NUMBER = r"(?<![\d.,])(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,4}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?!\d)"
MONEY = re.compile(rf"{_CURRENCY}\s?(?:{NUMBER})|(?:{NUMBER})(?:[.,][-–—])?\s?{_CURRENCY}", re.I)
NUMBERS = re.compile(NUMBER)
# A search for one set of characters takes a fiftieth of the time, and most short texts have no digit.
_DIGIT = re.compile(r"\d")
# Every amount has one of these signs, or one of these codes beside a digit, in lower case.
_SIGN = re.compile(r"[$€£¥₹₽₩₺₴฿₫₪₦円元원łŁčČİıſ\u212a\u0600-\u06ff]")
# Most texts have these signs and codes for other reasons, so the pattern is searched often.
_ANY_MONEY = AnyCase(MONEY.pattern.lower())
_TWO = "kr|ft|tl|rs"
_THREE = r"lei|rs\.|eur|usd|gbp|chf|jpy|cny|sek|nok|dkk|pln|czk|aud|cad|inr|brl|mxn|zar|aed|sar|qar|kwd|omr|egp|try|krw|sgd|hkd|nzd"
# Both begin with the digit, which a search finds quickly.
_CODE_AFTER = re.compile(rf"\d(?:[.,][-–—])?\s?(?:{_TWO}|{_THREE})")
_CODE_BEFORE = re.compile(rf"\d(?:(?<=(?:{_TWO})\d)|(?<=(?:{_TWO})\s\d)|(?<=(?:{_THREE})\d)|(?<=(?:{_THREE})\s\d))")
# Nearly all amounts, from a sign or a digit, which a search finds quickly. Others have rare letters, or a code before the number.
_NUMBER_AFTER_DIGIT = (
    r"(?<![\d.,]\d)(?:\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3}){1,4}(?:[.,]\d{1,2})?|\d{0,8}(?:[.,]\d{1,2})?)(?!\d)"
)
_AFTER_SIGN = re.compile(rf"[$€£¥₹₽₩₺₴฿₫₪₦円元원]\s?{NUMBER}")
_BEFORE_CURRENCY = re.compile(rf"\d{_NUMBER_AFTER_DIGIT}(?:[.,][-–—])?\s?{_CURRENCY.lower()}")
_RARE = re.compile(r"[łŁčČİıſ\u212a\u0600-\u06ff]")
# A day with its year or weekday, or a time of day. Names of months are any word: the languages are many.
MOMENT = re.compile(
    r"(?<![\d.,])(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}年\s?\d{1,2}月\s?\d{1,2}日|\d{4}년\s?\d{1,2}월\s?\d{1,2}일|"
    r"\d{1,2}(?:\.|st|nd|rd|th|º|er)?\s(?:de\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?\d{4}|[^\W\d_]{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|"
    r"\b(?:[^\W\d_]{2,3}\.?,?|[^\W\d_]{4,10},)\s(?:\d{1,2}\.\d{1,2}\.|\d{1,2}\s[^\W\d_]{3,10}|[^\W\d_]{3,10}\s\d{1,2})$|[01]?\d[:.h][0-5]\d|2[0-3][:.h][0-5]\d)(?!\d)",
    re.I,
)
_ANY_MOMENT = AnyCase(MOMENT.pattern)


def has_money(text: str) -> bool:
    """Whether a text has an amount of money."""
    if not _may_have_money(text):
        return False
    if _RARE.search(text) is None:
        lower = text.lower()
        if _AFTER_SIGN.search(lower) is not None or _BEFORE_CURRENCY.search(lower) is not None:
            return True
        if _CODE_BEFORE.search(lower) is None:
            return False
    return _ANY_MONEY.search(text) is not None


def money_in(text: str) -> Iterator[str]:
    """The amounts of money in a text, in lower case."""
    return (found[0] for found in _ANY_MONEY.finditer(text)) if _may_have_money(text) else iter(())


def _may_have_money(text: str) -> bool:
    """False for most texts without an amount. This takes a tenth of the time of `MONEY`."""
    if _DIGIT.search(text) is None:
        return False
    if _SIGN.search(text) is not None:
        return True
    lower = text.lower()
    return _CODE_AFTER.search(lower) is not None or _CODE_BEFORE.search(lower) is not None


def has_moment(text: str) -> bool:
    """Whether a text has a day or a time of day."""
    return _DIGIT.search(text) is not None and _ANY_MOMENT.search(text) is not None


def without_amounts(text: str) -> str:
    """The text with blanks for its amounts of money, days and times."""
    if _DIGIT.search(text) is None:
        return text
    return MOMENT.sub(" ", MONEY.sub(" ", text) if _may_have_money(text) else text)


def has_digit(text: str) -> bool:
    """Whether a text has a digit. Texts without any have no amount, day or time."""
    return _DIGIT.search(text) is not None


def values_of(number: str) -> Iterator[Decimal]:
    """The values that a written number may have: `1.299` is 1299 or 1.299."""
    plain = re.sub(r"['’\u00a0\u202f ]", "", number)
    forms = {plain.replace(",", ""), plain.replace(".", "").replace(",", ".")}
    for form in forms:
        try:
            yield Decimal(form).normalize()
        except InvalidOperation:
            continue


_DAY = re.compile(
    r"(?<!\d)(?:(?P<y1>\d{4})[./年년-]\s?(?P<m1>\d{1,2})[./月월-]\s?(?P<d1>\d{1,2})|(?P<a>\d{1,2})[./-](?P<b>\d{1,2})[./-](?P<y2>\d{4}|\d{2})|"
    r"(?P<d3>\d{1,2})(?:\.|st|nd|rd|th|º|er)?\s(?:de\s)?(?P<n3>[^\W\d_]{3,12})\.?,?\s(?:de\s)?(?P<y3>\d{4})|"
    r"(?P<n4>[^\W\d_]{3,12})\.?\s(?P<d4>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<y4>\d{4}))(?!\d)"
)
_HOURS = (
    r"(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|or[ae]|uur|uren|godz\w{0,6}|timm\w{0,6}|"
    r"timer?|saat|час\w{0,6}|時間|小时|小時|시간)"
)
_MINUTES = re.compile(
    rf"(?<![\d.,])(?:(\d{{1,3}})\s?{_HOURS}(?:\s(?:and|und|et|y|e|i|en|og|och))?\s{{0,2}})?(\d{{1,4}})\s?(?:min\w{{0,6}}|m\b|分|分钟|분|dk\b|мин\w{{0,6}})|"
    rf"(?<![\d.,])(\d{{1,3}})\s?{_HOURS}(?!\w)",
    re.I,
)


def days_of(text: str) -> Iterator[tuple[int, int, int]]:
    """The days in a text, as year, month, day, in any notation. `04/05/26` is two days; an unknown word may be any month."""
    for found in _DAY.finditer(text):
        number = {name: int(value) for name, value in found.groupdict().items() if value and value.isdecimal()}
        if "y1" in number:
            yield number["y1"], number["m1"], number["d1"]
        elif "y2" in number:
            year = number["y2"] + (2000 if number["y2"] < 100 else 0)
            yield year, number["a"], number["b"]
            yield year, number["b"], number["a"]
        else:
            year, day = number.get("y3") or number["y4"], number.get("d3") or number.get("d4", 0)
            month = month_of(found["n3"] or found["n4"])
            yield from ((year, each, day) for each in ([month] if month else range(1, 13)))


def minutes_of(text: str) -> Iterator[Decimal]:
    """The durations in a text, written as hours and minutes."""
    for hours, rest, alone in _MINUTES.findall(text):
        yield Decimal(60 * int(hours or alone or 0) + int(rest or 0))
