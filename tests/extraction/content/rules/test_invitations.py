"""Invitations to other pages, subscriptions and donations inside an article."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules import refinement
from extraction.document.document import parse

OPENING = "<p>The quays were repaired after the storm, and the towns paid for it.</p>"


def retained_of(page: str, kind: str = "article") -> list[str]:
    blocks: list[Block] = Outline(parse(f"<body>{OPENING}{page}</body>").find("body")).blocks
    return [block.text for block in refinement.refine(blocks, blocks, kind)][1:]


@pytest.mark.parametrize(
    "page",
    [
        "<p>Read also: <a href=x>Storm takes the roof of the old town hall</a></p>",
        "<p><b>Lesen Sie auch:</b> <a href=x>Sturm deckt das Dach des Rathauses ab</a></p>",
        "<p>À lire aussi » <a href=x>La tempête emporte le toit de la mairie</a></p>",
        "<p>[<a href=x>Lea también: La tormenta se lleva el techo</a>]</p>",
        "<p>Czytaj też: <a href=x>Burza zerwała dach</a></p>",
        "<h3>You may also like</h3><p><a href=x>Ten storms in pictures</a></p><p><a href=x>The harbour master</a></p>",
        "<p>Auch interessant:</p>",
        "<p>Subscribe to our newsletter for the latest from the harbour.</p>",
        "<p>Follow The Harbour Post on Twitter and Instagram.</p>",
        "<p>Folgen Sie uns auf Facebook.</p>",
        "<p>- Anzeige -</p>",
        "<p>Suscríbete a nuestro canal.</p>",
        "<p><b>Lue myös:</b></p><p><a href=x>Myrsky vei katon</a></p>",
        "<p>Reklama</p>",
    ],
)
def test_invitation_is_left_out_of_an_article(page: str) -> None:
    assert retained_of(page) == []


@pytest.mark.parametrize(
    "text",
    [
        "Read more about the storm than you ever wanted to, said the mayor, and laughed.",
        "More about the walls is known since the engineers measured them for a whole month.",
        "Related species were found in the harbour, too.",
        "Subscribers to the theory say that the storm was warmer than all storms before it. "
        + 12 * "They wrote it down. ",
        "Lea wohnt am Hafen.",
        "Read more",
    ],
)
def test_sentence_with_similar_words_stays(text: str) -> None:
    assert retained_of(f"<p>{text}</p><p>The harbour opens in May.</p>")[0] == text.strip()


def test_text_after_the_teasers_stays() -> None:
    page = "<h3>Read also</h3><p><a href=x>Ten storms</a></p><p>The harbour opens in May.</p>"
    page += "<p><a href=x>Timetable</a></p><p>Boats leave every hour.</p>"

    assert retained_of(page) == ["The harbour opens in May.", "Timetable", "Boats leave every hour."]


@pytest.mark.parametrize("kind", ["service", "listing", "product", "forum"])
def test_invitation_stays_on_other_kinds_of_pages(kind: str) -> None:
    assert retained_of("<p>Subscribe to our newsletter.</p>", kind) == ["Subscribe to our newsletter."]
