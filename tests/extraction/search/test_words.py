"""Words of pages and queries: forms that meet, scripts without spaces, and limits on hostile text."""

from __future__ import annotations

import re
import time

import pytest

from extraction.search import words


def lexemes(text: str, language: str | None) -> set[str]:
    return set(re.findall(r"'([^']*)':", words.vector(text, language, weight="C")))


@pytest.mark.parametrize(
    ("page", "language", "query"),
    [
        ("The pilots were running quickly", "en", "pilot runs"),
        ("Die Häuser am Fluss", "de", "haus fluss"),
        ("Die Häuser am Fluss", "de-AT", "HÄUSER"),
        ("les réseaux sociaux", "fr", "reseau social"),
        ("les réseaux sociaux", "fr", "réseaux"),
        ("los caminos de la montaña", "es", "camino montana"),
        ("новые книги о полётах", "ru", "книга полёт"),
        ("東京大学の研究者", "ja", "大学"),
        ("東京大学の研究者", None, "研究者"),
        ("자유로운 비행을", "ko", "비행"),
        ("ประเทศไทย", "th", "ไทย"),
        ("Ｆｕｌｌ ｗｉｄｔｈ", None, "full width"),
        ("naïve café", None, "naive cafe"),
        ("le cœur de la région", "fr", "coeur"),
        ("le coeur de la région", "fr", "cœur"),
        ("Muzeum w Łodzi", "pl", "lodzi"),
        ("Tromsø og Ærø", "da", "tromso aero"),
        ("The Who", "en", "the who"),
        ("C3PO and R2D2", "en", "r2d2"),
        ("re\u0301seaux", "fr", "réseau"),
        ("İstanbul'da", "tr", "istanbul"),
        ("हिन्दी में किताबें", "hi", "हिन्दी किताब"),
        ("unbekannte Sprache", "xx", "Sprache"),
    ],
)
def test_query_meets_the_words_of_a_page(page: str, language: str | None, query: str) -> None:
    stored = lexemes(page, language)

    asked = words.of_query(query)

    assert asked and [each for each in asked if not each & stored] == []


def test_words_have_their_weight_and_positions() -> None:
    assert words.vector("Gliders glide", "en", weight="A") == "'gliders':1A 'glider':1A 'glide':2A" or set(
        words.vector("Gliders glide", "en", weight="A").split()
    ) == {"'gliders':1A", "'glider':1A", "'glide':2A"}
    assert words.vector("b a b", None, weight="C", start=10) == "'b':11C,13C 'a':12C"


@pytest.mark.parametrize("text", ["", " \n", "!?; --", "\\ ' \" :*", "x" * 10_000])
def test_text_without_words(text: str) -> None:
    assert words.vector(text, "en", weight="C") == "" and words.of_query(text) == []


def test_hostile_text_stays_within_what_postgres_takes() -> None:
    large = " ".join(f"\ufdfa{number}" * 3 for number in range(20_000)) + "漢" * 100_000

    started = time.monotonic()
    made = words.vector(large, "ar", weight="C")

    assert len(made.encode()) < 1_000_000 and time.monotonic() - started < 20
    assert "'" not in "".join(re.findall(r"'(.*?)':\d", made))
    assert len(words.of_query("word" + " word".join(map(str, range(500))))) == words.QUERY_WORDS_MAX


def test_every_character_of_a_script_without_spaces_begins_a_stored_word() -> None:
    stored = lexemes("金閣寺と猫。", "ja")

    assert {"金閣", "閣寺", "寺と", "と猫", "猫"} == stored
    assert words.of_query("金閣寺") == [{"金閣"}, {"閣寺"}] and words.of_query("猫") == [{"猫"}]
    assert {"x", "猫"} <= lexemes("x猫", "ja")


def test_plain_text_has_the_words_as_they_are_folded() -> None:
    assert words.plain("The “Question”, is – that!") == "the question is that"
    assert words.plain("Les  réseaux; Łódź, Straße、東京大学") == "les reseaux lodz strasse 東京大学"
