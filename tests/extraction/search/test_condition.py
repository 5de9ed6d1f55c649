"""Conditions for Postgres."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extraction.search import condition, query


@pytest.mark.parametrize(
    ("text", "words", "near"),
    [
        ("12 34", "'12' & '34'", None),
        ("12 OR 34 OR 5-6", "('12'|'34'|('5' & '6'))", None),
        ("12 -34", "'12' & !'34'", None),
        ('"12 34" 56', "('12' & '34') & '56'", "('12' <1> '34') & '56'"),
        ('12 -"34 56"', "'12'", "'12' & !('34' <1> '56')"),
        ('"12 99 34 99" -"99 56"', "('12' & '99' & '34' & '99')", "('12' <2> '34') & !('99' <1> '56')"),
        ('"12 99"', "('12' & '99')", "('12' <1> '99')"),
        ("寺 -猫", "'寺':* & !'猫':*", None),
        ("12 latest", "'12' & ('latest'|'12')", None),
        ("site:a.example", "", None),
        ("site:a.example -12", "!'12'", None),
    ],
)
def test_every_word(text: str, words: str, near: str | None) -> None:
    asked = query.parse(text)
    one_form = replace(
        asked, optional=tuple((replace(term, words=(frozenset((term.text,)),)),) for (term,) in asked.optional)
    )

    made = condition.every(one_form, {"99"})

    assert (made.words, made.near) == (words, near)


def test_word_has_all_its_forms() -> None:
    asked = query.parse("gliders")

    assert condition.every(asked, frozenset()).words == f"({'|'.join(repr(form) for form in sorted(asked.words[0]))})"


def test_some_words_and_every_phrase() -> None:
    asked = query.parse('"12 34" 56 78 90 -11')

    one, two = (condition.some(asked, asked.loose, least, frozenset()) for least in (1, 2))

    assert one.words == "('12' & '34') & ('56'|'78'|'90') & !'11'"
    assert two.near == "('12' <1> '34') & ('56' & '78'|'56' & '90'|'78' & '90') & !'11'"
