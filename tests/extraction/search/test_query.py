"""Parsed queries: words, phrases and operators."""

from __future__ import annotations

import pytest

from extraction.search import query
from extraction.search.query import Group


def shown(groups: tuple[Group, ...]) -> list[str]:
    return [" OR ".join(f'"{term.text}"' if term.is_phrase else term.text for term in group) for group in groups]


@pytest.mark.parametrize(
    ("text", "required", "excluded"),
    [
        ("gliding club", ["gliding", "club"], []),
        ("jaguar -car -“Land Rover”", ["jaguar"], ["car", "land rover"]),
        ("state-of-the-art -e-mail", ["state", "of", "the", "art"], ["e mail"]),
        ("git --help - 5 -", ["git", "help", "5"], []),
        ('"The Question, is that" Réseaux', ['"the question is that"', "reseaux"], []),
        ('„Im Westen“ «à la carte»', ['"im westen"', '"a la carte"'], []),
        ('27" monitor', ["27", "monitor"], []),
        ('"" " " -"" x', ["x"], []),
        ("a OR b c", ["a OR b", "c"], []),
        ("c a | b | d", ["c", "a OR b OR d"], []),
        ('"a b" OR c', ['"a b" OR c'], []),
        ("OR portland OR", ["or", "portland"], []),
        ("portland, OR", ["portland", "or"], []),
        ("a or b", ["a", "or", "b"], []),
        ("東京大学 OR 京都", ["東京大学 OR 京都"], []),
        ("東京大学 -寺", ["東京", "京大", "大学"], ["寺"]),
        ("a a A", ["a"], []),
        ("-only", [], ["only"]),
        ("", [], []),
    ],
)  # fmt: skip
def test_words_phrases_and_alternatives(text: str, required: list[str], excluded: list[str]) -> None:
    asked = query.parse(text)

    assert shown(asked.required) == required and [term.text for term in asked.excluded] == excluded


@pytest.mark.parametrize(
    ("text", "required", "sites", "excluded_sites"),
    [
        ("gliding site:Example.com", ["gliding"], ["example.com"], []),
        ("SITE:a.example OR site:b.example x", ["x"], ["a.example", "b.example"], []),
        ("x -site:b.example", ["x"], [], ["b.example"]),
        ("site: a.example", ["site", "a", "example"], [], []),
        ("website:a.example", ["website", "a", "example"], [], []),
        ("site:!!! x", ["x"], [], []),
    ],
)
def test_sites(text: str, required: list[str], sites: list[str], excluded_sites: list[str]) -> None:
    asked = query.parse(text)

    assert shown(asked.required) == required
    assert [site.domain for site in asked.sites] == sites
    assert [site.domain for site in asked.excluded_sites] == excluded_sites


def test_words_for_news_need_not_be_on_a_page() -> None:
    asked, alone = query.parse("latest Election results"), query.parse("latest news")

    assert shown(asked.required) == ["election", "results"] and shown(asked.optional) == ["latest"] and asked.wants_news
    assert shown(alone.required) == ["latest", "news"] and alone.optional == () and alone.wants_news
    assert asked.written == ("latest", "election", "results")
    assert not query.parse("election results").wants_news and query.parse("選挙 ニュース").wants_news
    assert query.parse("aktuelle Wahl").wants_news and not query.parse('"latest" election').wants_news


@pytest.mark.parametrize(
    ("text", "page", "agrees"),
    [
        ('"question is that"', "The QUESTION is: that", True),
        ('"question is that"', "The question is not that", False),
        ('"question"', "Questions", False),
        ('"reseaux sociaux"', "Les réseaux\nsociaux.", True),
        ('"大学の研究"', "東京大学の研究者", True),
        ('"寺"', "金閣寺", True),
        ('"a b" OR "c d"', "x c d y", True),
        ('"a b" "c d"', "a b", False),
        ('a -"b c"', "a b c", False),
        ('a -"b c"', "a c b", True),
    ],
)
def test_phrases_are_compared_with_the_text(text: str, page: str, agrees: bool) -> None:
    assert query.parse(text).agrees(page) is agrees


def test_long_queries_are_cut() -> None:
    asked = query.parse(" ".join(f'"a{n} b" c{n} -d{n} site:s{n}.example' for n in range(99)))

    assert sum(len(term.words) for group in asked.required for term in group) <= 32
    assert len(asked.excluded) == 32 and len(asked.sites) == query.SITES_MAX


def test_sentences_have_no_operators() -> None:
    prompt = 'Find the "price" and “stock” - e.g. -5 °C, state-of-the-art'

    asked = query.parse(query.without_operators(prompt))

    assert (
        not asked.has_phrases and asked.excluded == () and {"price", "stock", "5", "art"} <= set(shown(asked.required))
    )
