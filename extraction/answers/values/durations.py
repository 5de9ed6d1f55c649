"""Durations: `PT1H30M`, `1 hr 30 min`, `90 Minuten`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from extraction.answers.schema.names import words
from extraction.document.letters import folded

_ISO = re.compile(
    r"^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d{1,6})?S)?)?$", re.I
)
_PART = re.compile(r"(\d{1,5})(?:[.,](\d{1,2}))?\s*([^\W\d_]{1,12})\.?")
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$")
_SECONDS = {
    word: seconds
    for seconds, names in {
        1: "s sec secs second seconds sekunde sekunden sek segundo segundos secondi secondo seconde secondes secunde sekundy sekund"
        " sekunder 秒",
        60: "m min mins minute minutes minuten minuto minutos minuti minut minuty minuter minutter dakika dk 分 分钟",
        3_600: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz godzina godziny godzin timme"
        " timmar time timer saat tim 時間 小时",
        86_400: "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen dni dzien dagar gun 日 天",
        604_800: "w week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken tydzien tygodnie vecka"
        " veckor",
    }.items()
    for word in names.split()
}
# Units that a property may ask for. Months and years have no fixed length.
_ASKED = {word: length for word, length in _SECONDS.items() if len(word) > 1}


def seconds(text: str) -> int | None:
    """The seconds of an ISO 8601 duration without months and years, of a text such as `1 hr 30 min`, or of `1:30:00`.

    None if a word is not a unit of fixed length, such as `6 months`.
    """
    text = text.strip()[:100]
    if found := _ISO.match(text):
        counts = [int(part or 0) for part in found.groups()]
        units = (604_800, 86_400, 3_600, 60, 1)
        return sum(count * unit for count, unit in zip(counts, units, strict=True)) if any(found.groups()) else None
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, rest = (int(part or 0) for part in clock.groups())
        return 3_600 * hours + 60 * minutes + rest
    parts = _PART.findall(text)
    if not parts or text[:1] in "Pp" or re.search(r"[\d<>≤≥~]", _PART.sub("", text)):
        return None
    total = Decimal(0)
    for whole, decimals, word in parts:
        length = _SECONDS.get(folded(word))
        if length is None:
            return None
        total += Decimal(f"{whole}.{decimals or 0}") * length
    return int(total)


def asked_unit(name: str) -> str:
    """The unit of time at the end of a property's name: `duration_minutes`. Empty if it has none."""
    return next((word for word in words(name)[1:][-1:] if word in _ASKED and word != "time"), "")


def has_unit(text: str) -> bool:
    """Whether a text has a number before a unit of time."""
    return any(folded(word) in _SECONDS for _, _, word in _PART.findall(text[:100]))


def in_unit(text: str, names: Iterable[str]) -> Decimal | None:
    """The duration in the unit that one of the names mentions, for example `cookTimeMinutes`. None without a unit."""
    unit = next((_ASKED[word] for name in names for word in words(name) if word in _ASKED and word != "time"), None)
    length = seconds(text)
    if length is None or unit is None:
        return None
    return Decimal(length) / unit
