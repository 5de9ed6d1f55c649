"""The evaluation of the model, the choice of blocks, and pruning."""

from __future__ import annotations

import gc
import json
import random
from math import exp
from pathlib import Path

import pytest

from extraction import visible_tree
from extraction.content import forest, model_choice, models
from extraction.content.blocks import Container, Outline
from extraction.content.rules import headings
from extraction.document.document import open_page, parse
from training.dataset import capture

FLOORS = Path(__file__).parents[3] / "benchmarks" / "figures" / "floors.json"


def one_by_one(model: forest.Forest, values: list[int]) -> float:
    """A simple evaluation, for comparison with the one in lanes."""
    total = model.base
    conditions = [(column, threshold) for column, thresholds in model.conditions for threshold in thresholds]
    for tree in model.trees:
        node = tree
        while node:
            condition, gain, below_yes, below_no = node
            column, threshold = conditions[condition]
            met = values[column] <= threshold
            total += gain if met else 0
            node = below_yes if met else below_no
    return 1 / (1 + exp(-total / model.scale))


@pytest.mark.parametrize("blocks", [1, 2, 7, 300, 4097])
def test_lanes_give_what_single_blocks_give(blocks: int) -> None:
    model = models.shipped().blocks
    chance = random.Random(7)
    columns = [
        bytes(chance.choice((chance.randrange(256), chance.randrange(33))) for _ in range(blocks))
        for _ in range(model.columns)
    ]

    found = forest.probabilities(model, columns)

    for index in {*range(min(blocks, 300)), blocks - 1}:
        assert found[index] == pytest.approx(one_by_one(model, [column[index] for column in columns]))


def test_model_names_its_training_data() -> None:
    stored = json.loads((Path(forest.__file__).parent / "data" / "main_content.json").read_text())
    assert "WCXB" in stored["attribution"] and "CC-BY-4.0" in stored["attribution"]


def test_wrong_number_of_columns_is_rejected() -> None:
    with pytest.raises(ValueError, match="Train it again"):
        forest.probabilities(models.shipped().blocks, [b"\x00"])


def test_threshold_weighs_what_is_missed_against_what_is_too_much() -> None:
    threshold, expected = model_choice.best_threshold([0.9, 0.8, 0.1, 0.05], [100, 100, 100, 100], 1.0)
    assert threshold == 0.8
    assert 0.8 < expected < 0.95


def test_inline_runs_beside_blocks_are_separate_blocks() -> None:
    body = parse("<body><div>Loose <b>text</b><p>Paragraph</p>tail <a href=x>link</a></div></body>").find("body")
    outline = Outline(body)
    assert [block.text for block in outline.blocks] == ["Loose text", "Paragraph", "tail link"]
    assert [block.link_words for block in outline.blocks] == [0, 0, 1]


def test_wrappers_of_one_container_count_as_one_with_it() -> None:
    body = parse("<body><div><div><div><p>One</p></div></div></div><p>Two</p></body>").find("body")
    first = Outline(body).blocks[0]
    assert first.container.tag == "p" and first.container.parent is not None and first.container.parent.tag == "body"


def test_nothing_is_missing_in_the_middle_of_a_text(read) -> None:
    text = (
        "The quays were repaired after the storm, and the cost was borne by the towns. Engineers measured the walls. "
        * 4
    )
    items = "<ul><li>First item</li><li>Second item</li></ul>"
    page = f"<main><article><h1>T</h1><p>{text}</p>{items}<p>{text}</p></article></main>"

    found = read(f"<title>Test page</title><nav><a href=/>Home</a></nav>{page}<footer>2019</footer>").markdown

    assert found.startswith("# T\n\nThe quays") and "- First item\n- Second item" in found
    assert "Home" not in found and "2019" not in found


def test_declared_main_part_of_a_modest_page_is_retained_whole(read) -> None:
    news = "The quays were repaired after the storm, and the cost was borne by the towns. " * 8
    rest = f"<blockquote>We are glad</blockquote><p>{'Engineers measured the walls in spring. ' * 8}</p>"
    page = f"<nav><a href=/>Home</a></nav><main><h1>Harbour</h1><p>{news}</p>{rest}</main><footer>2019</footer>"

    found = read(page).markdown

    assert found.startswith("# Harbour") and "> We are glad" in found and found.count("Engineers") == 8
    assert "Home" not in found and "2019" not in found


def test_links_that_interrupt_a_text_are_left_out(read) -> None:
    text = (
        "The quays were repaired after the storm, and the cost was borne by the towns. Engineers measured the walls. "
        * 4
    )
    links = "<ul><li><a href=/a>Other story</a></li><li><a href=/b>One more</a></li></ul>"

    found = read(f"<main><article><h1>T</h1><p>{text}</p>{links}<p>{text}</p></article></main>").markdown

    assert "Other story" not in found


def test_tables_are_retained_or_dropped_whole(read) -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>{number}</td></tr>" for number, name in enumerate("north south east west".split())
    )
    text = (
        "The survey counted the birds of four districts over a long and rainy summer, with the following result. " * 4
    )
    found = read(
        f"<article><h1>Birds</h1><p>{text}</p><table><tr><th>District</th><th>Birds</th></tr>{rows}</table><p>{text}</p></article>"
    )
    assert all(f"| {name} |" in found.markdown for name in "north south east west".split())


@pytest.mark.parametrize(
    "kind", ["article", "documentation", "service", "forum", "product", "collection", "listing", "ALL"]
)
def test_every_kind_of_page_has_a_floor(kind: str) -> None:
    assert 0.5 < json.loads(FLOORS.read_text())[kind] < 1


def test_code_is_written_out_and_what_means_nothing_unwrapped() -> None:
    page = b"<body><p>Set <span class=w><span>x</span></span> to</p><pre class=language-py><i>x</i> = 1</pre></body>"
    document = open_page(capture(page))
    body = document.body

    visible_tree.simplify(document)

    assert body.find(".//span") is None and body.find("p").text == "Set x to"
    assert body.find("pre/code").get("class") == "language-python" and body.find("pre/code").text == "x = 1"


def test_a_page_with_formulas_keeps_what_their_renderer_wrote() -> None:
    document = open_page(capture(b"<body><p><span class=katex><math alttext='x^2'></math></span></p></body>"))
    body = document.body

    visible_tree.simplify(document)

    assert body.find(".//span").get("class") == "katex"


@pytest.mark.parametrize("name", ["x", "tab-content", "menu-list", "alert alert-info", "notice", "cta", "sidebar"])
def test_class_does_not_take_most_of_a_small_page_away(read, name: str) -> None:
    boats = "".join(f"<li>Boat of {seats} seats: {seats * 20} euros a day</li>" for seats in (2, 4, 6))
    found = read(f"<h1>Prices</h1><p>What boats cost.</p><div class='{name}'><ul>{boats}</ul></div>")

    assert found.markdown.count("euros a day") == 3


def test_cookie_banner_is_removed_even_if_it_is_most_of_the_page(read) -> None:
    banner = "<div class=notice><p>We use cookies on this site, and so do all of our many partners in the world.</p>"
    found = read(f"<h1>Boats</h1><p>Boats for everybody.</p>{banner}<p>Accept all</p></div>")

    assert "Boats for everybody" in found.markdown
    assert "partners" not in found.markdown and "Accept" not in found.markdown


def test_text_that_lies_deep_is_not_lost(read) -> None:
    """Like pages with unclosed elements."""
    comments = "".join(f"<div class=comment><p>Comment number {n} tells about boats." for n in range(600))

    assert read(f"<h1>Boats</h1>{comments}").markdown.count("tells about boats") > 580


def test_a_page_is_freed_without_the_garbage_collector() -> None:
    parts = "".join(f"<h2>Part {number}</h2><p>{'Some words of a text. ' * 20}</p>" for number in range(20))
    page = f"<html><body><article><h1>Title</h1>{parts}</article></body></html>"
    gc.collect()
    gc.disable()
    try:
        before = containers_in_memory()
        outline = Outline(parse(page).find("body"))
        headings.with_headings(outline.blocks, outline.blocks[1:])
        assert containers_in_memory() > before
        del outline
        assert containers_in_memory() == before
    finally:
        gc.enable()


def containers_in_memory() -> int:
    return sum(isinstance(each, Container) for each in gc.get_objects())
