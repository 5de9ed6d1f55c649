"""Names of months in many languages."""

from __future__ import annotations

from extraction.document.letters import folded

# To add a language: its months without accents, as full names and abbreviations.
_MONTHS = (
    "january jan januar jaenner januari janvier janv enero ene gennaio gen janeiro stycznia styczen ocak января",
    "february feb februar februari fevrier fevr febrero febbraio fevereiro fev lutego luty subat февраля",
    "march mar marz maerz mrz maart mrt mars marzo marts marco marca marzec mart марта",
    "april apr avril avr abril abr aprile kwietnia kwiecien nisan апреля",
    "may mai mei maj mayo maggio mag maio maja mayis мая",
    "june jun juni juin junio giugno giu junho czerwca czerwiec haziran июня",
    "july jul juli juillet juil julio luglio lug julho lipca lipiec temmuz июля",
    "august aug augustus augusti aout agosto ago sierpnia sierpien agustos августа",
    "september sep sept septembre septiembre settembre set setembro wrzesnia wrzesien eylul сентября",
    "october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika ekim октября",
    "november nov novembre noviembre novembro listopada listopad kasim ноября",
    "december dec dezember dez decembre diciembre dic dicembre dezembro desember des grudnia grudzien aralik декабря",
)  # fmt: skip
_NUMBER_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}


def month_of(name: str) -> int | None:
    """The number of a month by its name or abbreviation, in any case and with or without accents. None for other words."""
    return _NUMBER_OF.get(folded(name))
