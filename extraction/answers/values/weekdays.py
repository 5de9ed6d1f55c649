"""Days of the week in many languages, and days without a year that they complete: `Sat 21 November`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from extraction.document.letters import folded
from extraction.document.months import month_of

# From Monday on. Only words that mean one day in all of these languages.
_NAMES = (
    "monday mon mondays montag montags mo lundi lunes lunedi segunda maandag poniedzialek pazartesi"
    " mandag maanantai pondeli hetfo luni понедельник пн понеділок 月 月曜 月曜日 월 월요일 周一 星期一 الاثنين",
    "tuesday tue tues tuesdays dienstag dienstags di mardi martes martedi terca dinsdag wtorek sali"
    " tirsdag tisdag tiistai utery kedd marti вторник вт вівторок 火 火曜 火曜日 화 화요일 周二 星期二 الثلاثاء",
    "wednesday wed wednesdays mittwoch mittwochs mi mercredi miercoles mercoledi quarta woensdag sroda"
    " carsamba onsdag keskiviikko streda szerda miercuri среда ср середа 水 水曜 水曜日 수 수요일 周三 星期三 الاربعاء",
    "thursday thu thur thurs thursdays donnerstag donnerstags jeudi jueves giovedi quinta donderdag"
    " czwartek persembe torsdag torstai ctvrtek csutortok joi четверг чт четвер 木 木曜 木曜日 목 목요일 周四 星期四"
    " الخميس",
    "friday fri fridays freitag freitags fr vendredi viernes venerdi sexta vrijdag piatek cuma fredag"
    " perjantai patek pentek vineri пятница пт пятниця 金 金曜 金曜日 금 금요일 周五 星期五 الجمعة",
    "saturday sat saturdays samstag samstags sonnabend samedi sabado sabato zaterdag sobota cumartesi"
    " lordag lauantai szombat sambata суббота сб субота 土 土曜 土曜日 토 토요일 周六 星期六 السبت",
    "sunday sun sundays sonntag sonntags dimanche domingo domenica zondag niedziela pazar sondag"
    " sunnuntai nedele vasarnap duminica воскресенье вс неділя 日 日曜 日曜日 일 일요일 周日 星期日 الاحد",
)  # fmt: skip
_INDEX_OF = {folded(name): index for index, names in enumerate(_NAMES) for name in names.split()}
_TEXT_MAX_CHARS, _DAY_WORDS_MAX = 80, 4
_WORD = re.compile(r"[^\W\d_]+")
_DAY_FIRST = re.compile(
    r"(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s{1,3}(?:de\s|of\s)?([^\W\d_]{3,12})\b(?!\.?,?\s*(?:de\s|del\s)?\d{4})"
)
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?(?![\d:.,]\d|,?\s*\d{4})")
_CJK = re.compile(r"(?<![年년\d])(\d{1,2})[月월]\s?(\d{1,2})[日일]")
_RANGE = re.compile(r"\s*[-–—]\s*|\s+(?:bis|to|through|à|au|a|al|tot|t/m|do|til|ile)\s+", re.I)


def index_of(name: str) -> int | None:
    """The place of a day in the week, from 0 for Monday. None for another word."""
    return _INDEX_OF.get(folded(name.strip().rstrip(".:")))


def in_label(label: str) -> frozenset[int]:
    """The days that a label of opening hours names: `Monday`, `Mon, Wed`, `Mon – Fri`."""
    parts = _RANGE.split(label.strip())
    if len(parts) == 2:
        first, last = (index_of(part) for part in parts)
        if first is not None and last is not None:
            return frozenset(range(first, last + 1)) if first <= last else frozenset()
    found = [index_of(word) for word in _WORD.findall(label)]
    known = frozenset(index for index in found if index is not None)
    return known if known and len(known) == len(found) else frozenset()


def day_of(text: str, years: Iterable[int]) -> date | None:
    """The day of a text with a day of the week, a day and a month, in the only one of some years that has such a day."""
    text = text[:_TEXT_MAX_CHARS]
    names = {index for word in _WORD.findall(_CJK.sub(" ", text)) if (index := index_of(word)) is not None}
    found = {(month, day) for month, day in _days(text)}
    if len(names) != 1 or len(found) != 1:
        return None
    month, day = found.pop()
    days = [one for year in set(years) if (one := _date(year, month, day)) is not None and one.weekday() in names]
    return days[0] if len(days) == 1 else None


def has_day(text: str) -> bool:
    """Whether a short text is a day of the week with a day and a month, and little else."""
    words = _WORD.findall(text)
    return (
        len(words) <= _DAY_WORDS_MAX
        and any(index_of(word) is not None for word in words)
        and any(True for _ in _days(text))
    )


def _days(text: str) -> Iterable[tuple[int, int]]:
    for found in _DAY_FIRST.finditer(text):
        if month := month_of(found[2]):
            yield month, int(found[1])
    for found in _MONTH_FIRST.finditer(text):
        if month := month_of(found[1]):
            yield month, int(found[2])
    for found in _CJK.finditer(text):
        yield int(found[1]), int(found[2])


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
