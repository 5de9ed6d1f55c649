"""What is outside of the `main` element, in a footer that only its id names, or between the items of a list."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules.contacts import with_phone
from extraction.content.rules.other_entities import without_other_entities
from extraction.content.rules.own_containers import is_own
from extraction.document.document import parse

CARDS = [f"<div class=card><h2>House {each}</h2><p>{each} rooms</p></div>" for each in range(1, 7)]
PROMOTION = "<div class=promo><b>Loans</b><p>Rates from 3.41%</p></div>"


def blocks_of(body: str) -> list[Block]:
    return Outline(parse(f"<body>{body}</body>").find("body")).blocks


@pytest.mark.parametrize(("tag", "owned"), [("main", False), ("div", True)])
def test_block_outside_of_main_is_not_the_pages_own(tag: str, owned: bool) -> None:
    blocks = blocks_of(
        f"<{tag}><h1>Office</h1><p>Open daily</p></{tag}><section><h3>Loans</h3><p>12 payments</p></section>"
    )

    assert is_own(blocks[1], blocks[0])
    assert is_own(blocks[-1], blocks[0]) == owned


@pytest.mark.parametrize(("name", "stays"), [("footer", False), ("contact", True)])
def test_phone_in_a_footer_that_is_named_by_its_id_does_not_come_back(name: str, stays: bool) -> None:
    blocks = blocks_of(
        f"<div><div><h1>Mugs</h1><p>Made by hand</p></div><div id={name}><p>Call 031-555-03181</p></div></div>"
    )

    assert (len(with_phone(blocks, blocks[:2], blocks[0])) > 2) == stays


@pytest.mark.parametrize("kind", ["listing", "collection", "service"])
def test_advertisement_between_items_of_a_list_is_left_out(kind: str) -> None:
    blocks = blocks_of(f"<h1>Houses</h1><div>{''.join(CARDS[:3])}{PROMOTION}{''.join(CARDS[3:])}</div>")
    text = "\n".join(block.text for block in without_other_entities(blocks, blocks, kind))

    assert ("Rates" in text) == (kind == "service") and "6 rooms" in text


@pytest.mark.parametrize(
    ("below", "stays"),
    [
        ("<p>Rates</p><p>Letters once a day</p>", False),
        ("<p>The box office opens an hour before each show.</p>", True),
        ("<p>Rates</p><p>Seen on 3 March 2026</p>", True),
    ],
    ids=["lines", "note", "dated"],
)
def test_untitled_lines_below_a_list_are_left_out(below: str, stays: bool) -> None:
    blocks = blocks_of(f"<h1>Houses</h1><div>{''.join(CARDS)}</div><div>{below}</div>")
    retained = without_other_entities(blocks, blocks, "listing")

    assert (retained[-1] is blocks[-1]) == stays
