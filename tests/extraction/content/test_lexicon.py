"""The learned weights of names and words, and how they are counted."""

from __future__ import annotations

import pytest

from extraction.content import lexicon
from extraction.content.blocks import Outline
from extraction.content.lexicon import Lexicon, Wording
from extraction.document.document import parse
from training.weighing import Tally

PAGE = """<body class="page"><div class="wrap outer"><div class="postBody"><p>The storm came</p><p id="more">Read more</p>
<span></span></div><aside class="side-bar"><p>Share this</p></aside></div></body>"""


@pytest.fixture
def said() -> Wording:
    return lexicon.wording(Outline(parse(PAGE).find("body")))


def rows(said: Wording, learned: Lexicon) -> list[tuple[int, ...]]:
    return list(zip(*lexicon.columns(said, learned), strict=True))


def test_names_are_those_of_two_boxes_and_of_all_around(said: Wording) -> None:
    assert said.own(1) == ("more", "post", "body")
    assert said.around(1) == ("wrap", "outer", "page")
    assert said.words[1] == ("read", "more")


def test_columns_are_mean_least_greatest_and_number_known(said: Wording) -> None:
    learned = Lexicon({"post": 9, "body": 4, "side": -30}, {"wrap": 2, "page": -6}, {"share": -100, "the": 3})

    first, second, third = rows(said, learned)

    assert first == (27, 24, 29, 2, 18, 14, 22, 2, 23, 23, 23, 1)
    assert second[:4] == (27, 24, 29, 2) and second[8:] == (20, 20, 20, 0)
    assert third[:4] == (0, 0, 0, 1) and third[8:] == (0, 0, 0, 1)


def test_what_is_not_known_says_nothing(said: Wording) -> None:
    assert set(rows(said, Lexicon({}, {}, {}))) == {(20, 20, 20, 0) * 3}


def test_a_word_weighs_what_it_stood_on_and_a_page_speaks_once(said: Wording) -> None:
    tally = Tally(2)
    for _ in range(10):
        tally.add(0, said, [1.0, 0.0, 0.0], [3.0, 1.0, 1.0])

    learned = tally.lexicon([0])

    assert learned.words["storm"] > 0 > learned.words["share"]
    assert learned.own["post"] > 0 > learned.own["more"] == learned.own["side"]
    assert tally.lexicon([1]) == Lexicon({}, {}, {})


def test_words_of_few_pages_are_left_out(said: Wording) -> None:
    tally = Tally(1)
    tally.add(0, said, [1.0, 0.0, 0.0], [1.0, 1.0, 1.0])

    assert tally.lexicon([0]) == Lexicon({}, {}, {})
