"""The passage that a result shows."""

from __future__ import annotations

import time

import pytest

from extraction.search import markdown_text, snippet, words

FILLING = "The committee met again without a decision. " * 40


@pytest.mark.parametrize(
    ("sentence", "language", "query", "shown"),
    [
        ("Pilots were circling in thermals.", "en", "pilot circles", "Pilots were circling in thermals."),
        ("Die Häuser stehen am Fluss.", "de", "haus fluss", "Die Häuser stehen am Fluss."),
        ("Les réseaux sociaux.", "fr", "reseau", "Les réseaux sociaux."),
        ("東京大学の研究者は滑空について書きました。", "ja", "研究者", "研究者"),
    ],
)
def test_passage_contains_the_words_of_the_query(sentence: str, language: str, query: str, shown: str) -> None:
    text = f"{FILLING}{sentence} {FILLING}"

    chosen = snippet.choose(text, words.of_query(query), language)

    assert shown in chosen and len(chosen) <= snippet.SNIPPET_CHARS + 4
    assert chosen.startswith("… ") and chosen.endswith(" …")


def test_passage_with_most_words_is_chosen() -> None:
    text = f"Gliders. {FILLING} Gliders climb in rising air. {FILLING} Air."

    assert "Gliders climb in rising air." in snippet.choose(text, words.of_query("gliders rising air"), "en")


def test_page_without_the_words_begins_at_its_start() -> None:
    assert snippet.choose("Short text.", words.of_query("other"), "en") == "Short text."
    assert snippet.choose("", words.of_query("other"), None) == ""
    assert snippet.choose("Text", [], None) == "Text"


@pytest.mark.parametrize(
    ("title", "text", "shown"),
    [
        ("Gliders", "Gliders They climb.", "They climb."),
        ("Gliders – Club News", "GLIDERS They climb.", "They climb."),
        ("Club News | Gliders", "Gliders. They climb.", "They climb."),
        ("Glider", "Gliders They climb.", "Gliders They climb."),
        ("Gliders", "Gliders", ""),
        ("Sailing", "Gliders They climb.", "Gliders They climb."),
        ("", "Gliders They climb.", "Gliders They climb."),
    ],
)
def test_passage_does_not_repeat_the_title(title: str, text: str, shown: str) -> None:
    assert snippet.choose(text, words.of_query("gliders"), "en", title) == shown


@pytest.mark.parametrize("text", ["a" * 40_000, "ab " * 13_000, "İ" * 40_000, "東" * 40_000, "aaaa-" * 8_000])
def test_hostile_text_takes_no_time(text: str) -> None:
    started = time.monotonic()

    snippet.choose(text, words.of_query("a aa aaa aaaa ab ba 東東 i " + "a" * 40), "en")

    assert time.monotonic() - started < 5


def test_plain_text_has_no_signs_of_markdown() -> None:
    markdown = (
        "# Title\n\n- **Bold** and `code` with [a link](https://a.example/x) and ![a picture](/p.png)\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n\n1. One\\.\n> Quote\n"
    )

    assert (
        markdown_text.of_markdown(markdown) == "Title Bold and code with a link and a picture a b 1 2 x = 1 One. Quote"
    )


@pytest.mark.parametrize("sign", ["[", "![", "](", "#", "|", "\\", "* ", "`", "_", "> "])
def test_hostile_markdown_takes_no_time(sign: str) -> None:
    started = time.monotonic()

    assert len(markdown_text.of_markdown(sign * 60_000)) <= markdown_text.TEXT_MAX_CHARS
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("blank", [" ", ""])
def test_text_is_cut_between_words_and_a_very_long_word_where_it_must(blank: str) -> None:
    chosen = snippet.choose(f"abcdefgh{blank}" * 100, words.of_query("nothing"), "en")

    assert snippet.SNIPPET_CHARS - 8 <= len(chosen.removesuffix(" …")) <= snippet.SNIPPET_CHARS
    assert chosen.endswith("abcdefgh …") or not blank
