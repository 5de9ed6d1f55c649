"""A query in the form that search engines share: words, and `site:` terms for domains."""

from __future__ import annotations

from contract.country_languages import languages_of
from crawler.providers.search.query import SearchQuery


def with_sites(query: SearchQuery, *, max_chars: int = 2_000, max_words: int = 400) -> str:
    """The words of the query and its domains as `site:` terms. Words beyond the engine's limits are left out."""
    sites = _sites(query)
    while sites and (len(" ".join(sites)) > max_chars // 2 or len(sites) > max_words // 2):
        sites.pop()  # The domains are applied again to the answer.
    left_words, left_chars = max_words - len(sites), max_chars - len(" ".join(sites)) - 1
    words: list[str] = []
    for word in query.query.split()[:left_words]:
        if len(" ".join([*words, word])) > left_chars:
            break
        words.append(word)
    return " ".join([*(words or [query.query.strip()[:left_chars]]), *sites])


def language(query: SearchQuery) -> str | None:
    """The language and country of the query's country, such as `de-DE`; None without one."""
    return next(iter(languages_of(query.country or "")), None)


def _sites(query: SearchQuery) -> list[str]:
    included = [f"site:{domain}" for domain in query.include_domains]
    terms = [f"-site:{domain}" for domain in query.exclude_domains]
    return [" OR ".join(included), *terms] if included else terms
