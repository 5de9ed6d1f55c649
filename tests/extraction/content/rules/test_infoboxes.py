"""Small boxes between the main heading and the text of a page that a model reads as an article."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.infoboxes import in_head
from extraction.document.document import parse
from tests.extraction.content.rules.limits import words

TEXT = f"<p>{words(60)}</p>"
LEAD = f"<p>{words(30)}</p>"
DATED = "<div>Mara Oyelaran</div><div>3 March 2026</div>"
SCORE = "<div>8.5/10</div>"
PLAYER = "<video src=/a.mp4></video>"


def retained(head: str, *, heading: str = "Plum cake", text: str = TEXT, above: str = "") -> str:
    """The texts that stay of a page of which the main heading and the text are kept."""
    page = f"<body><div class=page>{above}<h1>{heading}</h1>{head}{text}</div></body>"
    blocks = Outline(parse(page).find("body")).blocks
    anchor = next(block for block in blocks if block.container.tag == "h1")
    kept = [anchor, *(block for block in blocks if len(block.words) >= 20)]
    return "\n".join(block.text for block in in_head(blocks, kept, anchor))


def pairs(count: int) -> str:
    return "".join(f"<div class=n>Label {'abcdef'[each]}</div><div class=v>{each} bar</div>" for each in range(count))


@pytest.mark.parametrize(
    ("head", "stays"),
    [
        (pairs(3), "2 bar"),
        (LEAD + pairs(3), "2 bar"),
        ("<ul><li>Prep 25 min</li><li>Bake 55 min</li><li>Serves 8</li></ul>", "Serves 8"),
        ("<p>Prep 25 min · Bake 55 min</p>", "Bake 55 min"),
        (DATED + SCORE, "Mara Oyelaran"),
        (DATED + SCORE, "3 March 2026"),
        (SCORE, "8.5/10"),
        (PLAYER + DATED, "Mara Oyelaran"),
    ],
)
def test_facts_beside_the_heading_are_kept_at_their_place(head: str, stays: str) -> None:
    assert stays in retained(head)


def test_boxes_above_the_heading_are_kept() -> None:
    assert "2 bar" in retained("", above=pairs(3))


@pytest.mark.parametrize(
    "head", [DATED, "<p>7 min read</p>", pairs(2), f"<div class=sidebar>{SCORE}</div>", f"<h2>Other</h2>{SCORE}"]
)
def test_line_of_writer_and_day_of_an_article_stays_out(head: str) -> None:
    assert len(retained(head).splitlines()) == 2


@pytest.mark.parametrize(
    ("heading", "stays"), [("Maren Lindqvist", True), ("Dr. Maren Lindqvist", True), ("Rain again in Kalm", False)]
)
def test_role_and_organisation_of_a_person_are_kept(heading: str, stays: bool) -> None:
    text = retained("<div>Professor of Hydrology</div><div>Weir Institute</div><div>Third line</div>", heading=heading)

    assert ("Professor of Hydrology" in text, "Weir Institute" in text, "Third line" in text) == (stays, stays, False)


@pytest.mark.parametrize(
    ("page", "inside", "fact"),
    [
        (lambda n: retained(f"<p>{words(n)}</p>{SCORE}"), 50, "8.5/10"),
        (lambda n: retained("<p>a b</p>" * (n - 1) + SCORE), 16, "8.5/10"),
        (lambda n: retained("", above=SCORE + "<p>a b</p>" * (n - 1)), 8, "8.5/10"),
        (lambda n: retained(f"{SCORE}<p>{words(n - 3)} 3 March 2026</p>"), 14, "March"),
        (lambda n: retained(f"{SCORE}<p>Mara {words(n - 1)}</p><p>3 March 2026</p>"), 6, "Mara"),
        (lambda n: retained(f"<p>Maker {words(n - 1)}</p>", heading="Maren Lindqvist"), 8, "Maker"),
        (lambda n: retained("<p>Maker</p>", heading=" ".join(["Maren"] * n)), 5, "Maker"),
    ],
    ids=[
        "words of a lead",
        "blocks below",
        "blocks above",
        "words of a dated line",
        "words of a name",
        "words of a role",
        "words of a person",
    ],
)
def test_boxes_are_kept_up_to_a_limit(page: Callable[[int], str], inside: int, fact: str) -> None:
    assert fact in page(inside)
    assert fact not in page(inside + 1)


@pytest.mark.parametrize(("count", "stays"), [(19, True), (20, False)])
def test_head_ends_with_the_second_text_of_this_many_words(count: int, stays: bool) -> None:
    assert ("8.5/10" in retained(f"{LEAD}<p>{words(count)}</p>{SCORE}")) == stays
