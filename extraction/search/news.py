"""Whether a query asks for news: then the age of a page counts."""

from __future__ import annotations

from extraction.search.words import fold

_WORDS = {
    "en": "news latest breaking newest today tonight headlines",
    "de": "nachrichten neueste neuesten neuste aktuell aktuelle aktueller aktuelles heute schlagzeilen eilmeldung",
    "fr": "actualité actualités actus dernières aujourd",
    "es": "noticias últimas hoy actualidad",
    "it": "notizie ultime oggi attualità",
    "pt": "notícias últimas hoje",
    "nl": "nieuws laatste vandaag",
    "pl": "wiadomości najnowsze aktualności dzisiaj dziś",
    "sv": "nyheter senaste idag", "da": "nyheder seneste", "no": "nyheter siste", "fi": "uutiset tänään", "cs": "zprávy dnes",
    "tr": "haberler haberleri bugün", "hu": "hírek", "ro": "știri", "el": "ειδήσεις σήμερα", "ru": "новости сегодня последние",
    "uk": "новини сьогодні", "ar": "أخبار اليوم", "hi": "समाचार खबर",
}  # fmt: skip
_UNSPACED = ("ニュース", "速報", "最新", "新闻", "新聞", "今日", "뉴스", "속보", "최신", "ข่าว")
# As a query's words are folded.
WORDS = frozenset(fold(word) for each in _WORDS.values() for word in each.split())


def is_asked_for(text: str) -> bool:
    """Whether a text has a word for news in a script without spaces. Other scripts: `WORDS`."""
    return any(word in text for word in _UNSPACED)
