"""Repeated items keep their price, rating and time; posts keep their author, time and votes."""

from __future__ import annotations

import time

import lxml.html
import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules.items import with_item_facts
from extraction.content.rules.posts import with_details


def blocks_of(body: str) -> list[Block]:
    return Outline(lxml.html.fromstring(f"<body><main><h1>Things</h1>{body}</main></body>")).blocks


def items(row: str, count: int = 5) -> str:
    return "".join(f"<li class='card card-{number}'>{row.format(number=number)}</li>" for number in range(1, count + 1))


@pytest.mark.parametrize(
    "fact",
    [
        "1{number},90 €", "US $1{number}.50", "4.{number}", "4,{number} (23)", "Do 0{number}.01.26", "Mon, Jan 1{number}",
        "20:4{number}",
        "sofort lieferbar", "在庫あり", "4{number}.500 ر.ع.",
    ],
)  # fmt: skip
def test_facts_of_retained_items_stay(fact: str) -> None:
    blocks = blocks_of(f"<ul>{items(f'<h3>Lamp of oak {{number}}</h3><div>{fact}</div><div>New look</div>')}</ul>")
    retained = [block for block in blocks if "oak" in block.text]

    text = [block.text for block in with_item_facts(blocks, retained)]

    assert text == [line for number in range(1, 6) for line in (f"Lamp of oak {number}", fact.format(number=number))]


def test_items_of_which_the_facts_are_retained_have_their_names() -> None:
    blocks = blocks_of(f"<ul>{items('<div>Shop Nord {number}</div><div>1{number},00 €</div>')}</ul>")
    retained = [block for block in blocks if "€" in block.text]

    assert [block.text for block in with_item_facts(blocks, retained)][:2] == ["Shop Nord 1", "11,00 €"]


@pytest.mark.parametrize(
    "row",
    [
        "<h3>Lamp {number}</h3><div class='shipping'>4,90 €</div>",
        "<h3>Lamp {number}</h3><div>Free shipping over 50 €</div>",
    ],
    ids=["shipping", "a banner"],
)
def test_other_amounts_of_items_stay_out(row: str) -> None:
    blocks = blocks_of(f"<ul>{items(row)}</ul>")
    retained = [block for block in blocks if "Lamp" in block.text]

    assert with_item_facts(blocks, retained) == retained


def test_tables_of_prices_are_retained_whole() -> None:
    rows = "".join(f"<tr><td>Room {number}</td><td>2 beds</td><td>{number}9 €</td></tr>" for number in range(1, 5))
    blocks = blocks_of(f"<p>A hotel by the sea.</p><table>{rows}</table>")

    assert with_item_facts(blocks, blocks[:2]) == blocks


def test_posts_have_their_author_time_and_votes() -> None:
    post = (
        "<article class='message message--post'><div class='message-user'><h4 class='username'>{name}</h4>"
        "<dl><dd>14.02.2021</dd></dl></div><ul class='message-attribution'><li><time>12. März 2025</time></li></ul>"
        "<p>The bearing was loose, I cleaned and greased it again.</p>"
        "<div class='reactions'>3 likes</div><div>Report</div></article>"
    )
    blocks = blocks_of("".join(post.format(name=name) for name in ("Anna", "Ben", "Cem")))
    retained = [block for block in blocks if "bearing" in block.text or block.text == "Things"]

    text = [block.text for block in with_details(blocks, retained)]

    assert text[1:5] == ["Anna", "12. März 2025", "The bearing was loose, I cleaned and greased it again.", "3 likes"]
    assert "Report" not in text and "14.02.2021" not in text


def test_hidden_details_of_posts_stay_out() -> None:
    hidden = "<h4 class=username>{name}</h4>"
    post = f"<article class=message>{hidden}<p>The bearing was loose, I cleaned and greased it again.</p></article>"
    body = lxml.html.fromstring(
        f"<body><main><h1>Things</h1>{''.join(post.format(name=name) for name in ('Anna', 'Ben'))}</main></body>"
    )
    body.find(".//h4").set("{orbweaver}hidden", "")
    blocks = Outline(body).blocks
    retained = [block for block in blocks if "bearing" in block.text]

    names = [block.text for block in with_details(blocks, retained) if block not in retained]

    assert names == ["Ben"]


def test_long_names_of_containers_around_many_blocks_are_read_once() -> None:
    around = f"<div class='{'x ' * 900}'>word " * 60
    blocks = blocks_of(around + "<div><p>Anna</p><p>12:30</p><p>Both of them were loose.</p></div>" * 1_000)
    began = time.process_time()

    assert with_details(blocks, blocks[::2]) == blocks[::2]

    assert time.process_time() - began < 8


def test_part_that_many_items_keep_is_kept_in_all() -> None:
    blocks = blocks_of(f"<ul>{items('<h3>Lamp {number}</h3><p class=maker>Nord {number} works</p>')}</ul>")
    retained = [block for block in blocks if block.text != "Nord 5 works"]

    assert [block.text for block in with_item_facts(blocks, retained)] == [block.text for block in blocks]


def test_part_that_few_items_keep_is_not_kept_in_all() -> None:
    blocks = blocks_of(f"<ul>{items('<h3>Lamp {number}</h3><p class=maker>Nord {number} works</p>')}</ul>")
    retained = [block for block in blocks if "works" not in block.text or "1" in block.text]

    assert with_item_facts(blocks, retained) == retained
