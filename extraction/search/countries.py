"""The country that a page belongs to, as far as its host or its language says."""

from __future__ import annotations

from functools import cache

from contract.country_languages import languages_of
from contract.fields.location import COUNTRIES

# Domains of countries that are used for anything, because of what their letters mean.
_USED_FOR_ANYTHING = frozenset(
    "ac ag ai am cc cf co cx fm ga gg gl gq im io la ly me ml ms mu nu pw sc sh so st tk to tv vc vg ws".split()
)
_KNOWN = frozenset(code.lower() for code in COUNTRIES) - _USED_FOR_ANYTHING


def of_host(host: str) -> str | None:
    """The country of a host by its top-level domain, such as `DE`. None if the domain belongs to no country."""
    last = host.rstrip(".").rpartition(".")[2].lower()
    if last == "uk":
        return "GB"
    return last.upper() if "." in host and last in _KNOWN else None


@cache
def languages(country: str) -> tuple[str, ...]:
    """The usual languages of a country as primary tags, such as `pt`."""
    return tuple(tag.partition("-")[0] for tag in languages_of(country))
