"""Words that ask for news."""

from __future__ import annotations

from extraction.search import news, words


def test_words_are_listed_as_a_query_folds_them() -> None:
    assert {words.fold(word) for word in words.split("Latest Últimas Actualités новости")} <= news.WORDS
    assert not {"new", "results", "page"} & news.WORDS


def test_words_of_scripts_without_spaces() -> None:
    assert news.is_asked_for("東京の最新情報") and not news.is_asked_for("東京")
