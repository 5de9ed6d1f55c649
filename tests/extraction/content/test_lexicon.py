"""The learned weights of names and words, and how they are counted."""

from __future__ import annotations

import pytest

from extraction.content import lexicon
from extraction.content.blocks import Outline
from extraction.content.lexicon import Lexicon, PageTokens
from extraction.document.document import parse
from training.token_weights import TokenCounts

PAGE = """<body class="page"><div class="wrap outer"><div class="postBody"><p>The storm came</p><p id="more">Read more</p>
<span></span></div><aside class="side-bar"><p>Share this</p></aside></div></body>"""


@pytest.fixture
def page() -> PageTokens:
    return lexicon.page_tokens(Outline(parse(PAGE).find("body")))


def rows(page: PageTokens, learned: Lexicon) -> list[tuple[int, ...]]:
    return list(zip(*lexicon.columns(page, learned), strict=True))


def test_names_are_those_of_the_two_inner_containers_and_of_all_outer_containers(page: PageTokens) -> None:
    assert page.own(1) == ("more", "post", "body")
    assert page.around(1) == ("wrap", "outer", "page")
    assert page.words[1] == ("read", "more")


def test_columns_are_mean_minimum_maximum_and_number_of_known_tokens(page: PageTokens) -> None:
    learned = Lexicon({"post": 9, "body": 4, "side": -30}, {"wrap": 2, "page": -6}, {"share": -100, "the": 3})

    first, second, third = rows(page, learned)

    assert first == (27, 24, 29, 2, 18, 14, 22, 2, 23, 23, 23, 1)
    assert second[:4] == (27, 24, 29, 2) and second[8:] == (20, 20, 20, 0)
    assert third[:4] == (0, 0, 0, 1) and third[8:] == (0, 0, 0, 1)


def test_unknown_tokens_have_no_weight(page: PageTokens) -> None:
    assert set(rows(page, Lexicon({}, {}, {}))) == {(20, 20, 20, 0) * 3}


def test_a_weight_is_the_content_share_and_each_page_counts_once(page: PageTokens) -> None:
    tally = TokenCounts(2)
    for _ in range(10):
        tally.add(0, page, [1.0, 0.0, 0.0], [3.0, 1.0, 1.0])

    learned = tally.lexicon([0])

    assert learned.words["storm"] > 0 > learned.words["share"]
    assert learned.own["post"] > 0 > learned.own["more"] == learned.own["side"]
    assert tally.lexicon([1]) == Lexicon({}, {}, {})


def test_words_on_few_pages_are_left_out(page: PageTokens) -> None:
    tally = TokenCounts(1)
    tally.add(0, page, [1.0, 0.0, 0.0], [1.0, 1.0, 1.0])

    assert tally.lexicon([0]) == Lexicon({}, {}, {})
