"""Thresholds outside of the rules, each at its limit: navigation, small pages, and how the models' probabilities decide.

The models are made for these tests: one probability for all paragraphs and one for everything else. `data-it` marks the block in
question, as in `rules/test_limits.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import pytest

from extraction.content import advertising, lexicon, main_content, models, page_kind, price_texts, pruning
from extraction.content.blocks import Outline
from extraction.content.forest import Forest
from extraction.content.lexicon import Lexicon
from extraction.content.models import Models
from extraction.content.page_kind import PageKinds
from extraction.document.document import open_page, parse
from extraction.document.element_index import ElementIndex
from extraction.document.tree import Tree
from training.dataset import capture

Page = Callable[[int], str]
# The column of a block's tag, and its greatest value for a paragraph.
TAG_COLUMN, PARAGRAPH = 5, 1
SURELY, HARDLY = 0.999, 0.001
# Units of a leaf per logit.
SCALE = 4_000


def words(count: int) -> str:
    return count * "word "


def linked(count: int, links: int) -> str:
    return f"{words(count - links)} <a href=x>{words(links)}</a>"


def body_of(page: str) -> Tree:
    return parse(f"<body>{page}</body>").find("body")


def forest(others: float, paragraphs: float = SURELY) -> Forest:
    """A model that gives one probability to all paragraphs and one to all other blocks."""
    low, high = (round(SCALE * log(each / (1 - each))) for each in (others, paragraphs))
    trees = [(0, high - low, 0, 0)]
    return Forest([(TAG_COLUMN, [PARAGRAPH])], trees, low, SCALE, models.shipped().blocks.columns, Lexicon({}, {}, {}))


def kinds(**shares: float) -> PageKinds:
    """A model that gives these probabilities to every page."""
    trees = [[round(SCALE * log(share))] for share in shares.values()]
    return page_kind.of_trees(list(shares), trees, SCALE, models.shipped().kinds.columns)


def is_retained(
    page: str,
    blocks: Forest,
    *,
    articles: Forest | None = None,
    kind: PageKinds | None = None,
    declared: str | None = None,
) -> bool:
    """Whether the marked block is main content."""
    document = open_page(capture(f"<html><body>{page}</body></html>".encode()))
    made = Models(blocks, articles or blocks, kind or kinds(service=1))
    main_content.cut(document, "", declared=declared, models=made)
    return bool(document.body.xpath(".//*[@data-it]"))


def expected_of(page: str, blocks: Forest) -> float:
    """The F1 score that is reported for the choice."""
    document = open_page(capture(f"<html><body>{page}</body></html>".encode()))
    return main_content.cut(document, "", models=Models(blocks, blocks, kinds(service=1))).expected


@dataclass(frozen=True)
class Limit:
    """`stays` and `goes` are the numbers on both sides of the limit."""

    name: str
    page: Page
    stays: int
    goes: int


def rows(*cells: int) -> str:
    """A table of one column. Its longer cells are paragraphs, the last one is marked."""
    *others, last = (f"<p>{words(cell)}</p>" if cell > 20 else words(cell) for cell in cells)
    return f"<table>{''.join(f'<tr><td>{cell}</td></tr>' for cell in others)}<tr><td data-it>{last}</td></tr></table>"


LIMITS = [
    Limit("words of a small page", lambda n: f"<p>{words(n - 9)}</p><div data-it>{words(9)}</div>", 149, 150),
    Limit("words of a page whose main part stays whole",
          lambda n: f"<main><p>{words(n - 9)}</p><div data-it>{words(9)}</div></main>", 399, 400),
    Limit("words of a choice that is too small", lambda n: f"<p>{words(n)}</p><div data-it>{words(600)}</div>", 24, 25),
    Limit("share of a table of the page", lambda n: f"<p>{words(n)}</p>{rows(300, 20)}<p>{words(180)}</p>", 140, 139),
    Limit("share of a table with short cells", lambda n: f"<p>{words(n)}</p>{rows(*(15 * (40, 20)))}", 100, 99),
    Limit("words of the cells of a table", lambda n: f"<p>{words(100)}</p>{rows(n, *(5 * (20, 40)), 20)}", 40, 41),
    Limit("links in a gap of a text",
          lambda n: f"<p>{words(200)}</p><div data-it>{linked(10, n)}</div><p>{words(200)}</p>", 5, 6),
]  # fmt: skip


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_block_that_the_model_rejects_at_a_limit_of_its_page(limit: Limit) -> None:
    assert is_retained(limit.page(limit.stays), forest(HARDLY))
    assert not is_retained(limit.page(limit.goes), forest(HARDLY))


def test_main_part_decides_if_the_expected_score_is_low() -> None:
    page = f"<main><p>{words(300)}</p></main><div data-it>{words(301)}</div>"

    assert is_retained(page, forest(0.22, 0.22)) and not is_retained(page, forest(0.20, 0.20))


@pytest.mark.parametrize(("main", "stays"), [(24, True), (25, False)])
def test_main_part_with_few_words_does_not_decide(main: int, stays: bool) -> None:
    assert is_retained(f"<main><p>{words(main)}</p></main><div data-it>{words(600)}</div>", forest(0.20, 0.20)) == stays


@pytest.mark.parametrize(
    ("page", "blocks", "expected"),
    [
        (f"<p>{words(149)}</p>", forest(SURELY), 0.75),
        (f"<main><p>{words(399)}</p></main>", forest(SURELY), 0.75),
        (f"<p>{words(24)}</p><div>{words(600)}</div>", forest(HARDLY), 0.4),
        (f"<main><p>{words(300)}</p></main><div>{words(301)}</div>", forest(0.20, 0.20), 0.35),
    ],
    ids=["small page", "main part that stays whole", "choice that is too small", "main part that decides"],
)
def test_choice_that_no_model_makes_has_a_modest_score(page: str, blocks: Forest, expected: float) -> None:
    assert expected_of(page, blocks) == expected


def test_probable_article_is_read_strictly() -> None:
    page = f"<p>{words(600)}</p><div data-it>{words(20)}</div>"
    strict, generous = forest(HARDLY), forest(SURELY)

    assert is_retained(page, generous, articles=strict, kind=kinds(article=0.59, service=0.41))
    assert not is_retained(page, generous, articles=strict, kind=kinds(article=0.61, service=0.39))


def test_strict_reading_must_keep_most_of_the_other_one() -> None:
    article = kinds(article=0.9, service=0.1)
    strict, generous = forest(HARDLY), forest(SURELY)

    less, enough = (f"<p>{words(count)}</p><div data-it>{words(1_000 - count)}</div>" for count in (799, 800))

    assert is_retained(less, generous, articles=strict, kind=article)
    assert not is_retained(enough, generous, articles=strict, kind=article)


def test_article_needs_more_certainty_than_other_pages() -> None:
    page = f"<p>{words(600)}</p><div data-it>{words(20)}</div>"
    article = kinds(article=0.9, service=0.1)

    assert is_retained(page, forest(0.57), kind=article, declared="article")
    assert not is_retained(page, forest(0.53), kind=article, declared="article")
    assert is_retained(page, forest(0.53)) and not is_retained(page, forest(0.47))


MENU = "<div class=main-menu>{}</div>"
NAV = "<nav>{}</nav>"


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        (NAV.format(words(9)) + words(291), NAV.format(words(9)) + words(290)),
        (NAV.format(words(400)) + words(600), NAV.format(words(401)) + words(599)),
        (2 * NAV.format(words(300)) + words(400), 2 * NAV.format(words(300)) + words(399)),
        (words(400) + MENU.format(linked(10, 8)), words(400) + MENU.format(linked(10, 7))),
        (3 * "<nav>" + words(400) + "<nav>Home</nav>", 4 * "<nav>" + words(400) + "<nav>Home</nav>"),
    ],
    ids=["words of the page", "share of one part", "share of all navigation", "links of a menu", "texts that are read again"],
)  # fmt: skip
def test_navigation_at_a_limit(inside: str, outside: str) -> None:
    more, less = (Outline(body_of(page)).navigation for page in (inside, outside))

    assert len(more) == len(less) + 1


def test_banner_may_have_half_of_the_text() -> None:
    for letters, stays in ((50, False), (51, True)):
        body = body_of(f"<p>{'a' * (100 - letters)}</p><div class=cookie-banner>{'b' * letters}</div>")

        advertising.drop_unwanted(body, advertising.candidates(ElementIndex(body)))

        assert (body.find("div") is not None) == stays


@pytest.mark.parametrize(("dropped", "stays"), [(10, True), (11, False)])
def test_picture_stays_with_half_of_the_text_around_it(dropped: int, stays: bool) -> None:
    body = body_of(f"<div><p>{words(10)}</p><p>{words(dropped)}</p><div><img src=x></div></div>")
    outline = Outline(body)

    pruning.prune(body, outline, outline.blocks[:1])

    assert (body.find(".//img") is not None) == stays


@pytest.mark.parametrize(("count", "text"), [(25, "12 € 9 €"), (26, "12 €9 €")])
def test_former_price_stands_apart_in_a_short_text(count: int, text: str) -> None:
    body = body_of(f"<p>{words(count - 3)}<del>12 €</del>9 €</p>")

    price_texts.set_apart(Outline(body).blocks)

    assert "".join(body.itertext()).endswith(f" {text}")


@pytest.mark.parametrize(("depth", "blocks"), [(79, 2), (80, 1)])
def test_text_that_lies_very_deep_is_one_block(depth: int, blocks: int) -> None:
    assert len(Outline(body_of(depth * "<div>" + "<p>One</p><p>Two</p>")).blocks) == blocks


@pytest.mark.parametrize(("count", "is_known"), [(149, False), (150, True)])
def test_kind_of_a_page_needs_some_text(count: int, is_known: bool) -> None:
    found = main_content.kinds_of(open_page(capture(f"<p>{words(count)}</p>".encode())), "", model=kinds(service=1))

    assert bool(found) == is_known


@pytest.mark.parametrize(
    "before", [("a " * 39, "a " * 40), ("a" * 394, "a" * 395)], ids=["fortieth word", "four hundredth letter"]
)
def test_words_of_a_block_are_read_up_to_a_limit(before: tuple[str, str]) -> None:
    known = Lexicon({}, {}, {"storm": 9})

    inside, outside = (
        lexicon.columns(lexicon.page_tokens(Outline(body_of(f"<p>{text} storm"))), known) for text in before
    )

    assert inside != outside == lexicon.columns(lexicon.page_tokens(Outline(body_of("<p>a"))), known)


def test_more_than_twelve_known_words_count_as_twelve() -> None:
    known = Lexicon({}, {}, {"word": 9})

    eleven, twelve, thirteen = (
        lexicon.columns(lexicon.page_tokens(Outline(body_of(f"<p>{words(count)}</p>"))), known)
        for count in (11, 12, 13)
    )

    assert eleven != twelve == thirteen
