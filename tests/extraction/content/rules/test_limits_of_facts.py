"""Every rule on facts, items, posts and parts about other entities at its limit, as in `test_limits.py`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest

from extraction.content.blocks import Block
from extraction.content.rules import dated_lines
from extraction.content.rules.contacts import with_phone
from extraction.content.rules.facts import with_facts
from extraction.content.rules.items import with_item_facts
from extraction.content.rules.main_part import with_main_part
from extraction.content.rules.other_entities import without_other_entities
from extraction.content.rules.own_containers import is_own
from extraction.content.rules.posts import with_details
from extraction.content.rules.properties import with_properties
from extraction.declared.main_facts import Fact
from tests.extraction.content.rules.limits import Limit, Rule, on_all, on_retained, words

NUMBER = on_all(with_facts, facts=[Fact("text", "OC-4711")], is_product=True)
PRICE = on_all(with_facts, facts=[Fact("price", "129", Decimal(129))], is_product=True)


def own(retained: list[Block]) -> list[Block]:
    return [block for block in retained if is_own(block, None)]


FACTS = [
    Limit("words of a block with a fact", NUMBER,
          lambda n: f"<h1>Chair</h1><p data-it data-out>{words(n - 1)} OC-4711</p>", 25, 26),
    Limit("words of a fact with its label", NUMBER,
          lambda n: f"<h1>Chair</h1><div><p data-it data-out>{words(n - 1)}</p><p data-out>OC-4711</p></div>", 14, 15),
    Limit("words of a price", PRICE, lambda n: f"<h1>Chair</h1><p data-it data-out>{words(n - 2)} 129 €</p>", 12, 13),
    Limit("blocks with the same fact", PRICE,
          lambda n: f"{(n - 1) * '<p data-out>129 €</p>'}<div><h1>Chair</h1><p data-it data-out>129 €</p></div>", 400, 401),
    Limit("short texts that were not kept", NUMBER,
          lambda n: f"<h1>Chair</h1>{(n - 1) * '<p data-out>x</p>'}<p data-it data-out>OC-4711</p>", 3_000, 3_001),
    Limit("length of the text that may already show a fact", NUMBER,
          lambda n: f"<p>{(40_000 * 'word ')[: n - 8]} OC-4711</p><p data-it data-out>OC-4711</p>", 200_001, 200_000),
    Limit("words of a trail", on_retained(own), lambda n: f"<div class=breadcrumbs><p data-it>{words(n)}</p></div>", 26, 25),
]  # fmt: skip

UNDECLARED = on_all(with_facts, facts=[], is_product=True)


def beside_heading(fact: str, text: int = 10, page_words: int = 1_000) -> str:
    """The page of a product of this many words. The container of its heading has this many of them."""
    return (
        f"<main><div><h1>Chair</h1><p data-it data-out>{fact}</p><p>{words(text - 1 - len(fact.split()))}</p></div>"
        f"<p>{words(page_words - text)}</p></main>"
    )


UNDECLARED_FACTS = [
    Limit("words of a price of one word", UNDECLARED,
          lambda n: f"<h1>Chair</h1><p data-it data-out>€129 {words(n - 1)}</p>", 5, 6),
    Limit("words of a price of two words", UNDECLARED,
          lambda n: f"<h1>Chair</h1><p data-it data-out>129 € {words(n - 2)}</p>", 6, 7),
    Limit("words beside a heading", UNDECLARED, lambda n: beside_heading("Material: oak", n), 200, 201),
    Limit("share of the container of a heading", UNDECLARED, lambda n: beside_heading("Material: oak", n, 100), 70, 71),
    Limit("words of a labelled value", UNDECLARED, lambda n: beside_heading(f"Material: {words(n - 1)}", 30), 10, 11),
    Limit("words of an availability", UNDECLARED, lambda n: beside_heading(f"in stock {words(n - 2)}", 30), 5, 6),
]  # fmt: skip


def items(count: int, item: Callable[[int], str]) -> str:
    return f"<h1>Lamps</h1><ul>{''.join(f'<li>{item(number)}</li>' for number in range(count))}</ul>"


def table(*rows: str) -> str:
    return f"<h1>Rooms</h1><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


PRICED = "<td>Room</td><td data-it data-out>with a key</td><td>9 €</td>"
LAMP, AMOUNT = "<h3>Lamp of oak</h3>", "<div data-it data-out>12,00 €</div>"
ITEM_FACTS = on_all(with_item_facts)
ITEMS = [
    Limit("words of a fact of an item", ITEM_FACTS,
          lambda n: items(5, lambda _: f"{LAMP}<div data-it data-out>{words(n - 2)} 12 €</div>"), 12, 13),
    Limit("words of a name of an item", ITEM_FACTS,
          lambda n: items(5, lambda _: f"<div data-it data-out>{words(n)}</div><div>12,00 €</div>"), 20, 21),
    Limit("words of an item", ITEM_FACTS, lambda n: items(5, lambda _: f"{LAMP}<p>{words(n - 5)}</p>{AMOUNT}"), 90, 91),
    Limit("number of items", ITEM_FACTS, lambda n: items(n, lambda _: LAMP + AMOUNT), 3, 2),
    Limit("items of which something is kept", ITEM_FACTS,
          lambda n: items(10, lambda number: (LAMP if number < n else LAMP.replace(">", " data-out>", 1)) + AMOUNT), 6, 5),
    Limit("items that keep a part", ITEM_FACTS,
          lambda n: items(10, lambda i: f"<h3>Lamp</h3><p class=size {'' if i < n else 'data-it data-out'}>large {i}</p>"),
          3, 2),
    Limit("rows of a table of prices", ITEM_FACTS,
          lambda n: table(*(n * [PRICED])), 3, 2),
    Limit("rows with a price", ITEM_FACTS,
          lambda n: table(*(n * [PRICED]), *((10 - n) * [PRICED.replace("€", "beds")])), 6, 5),
    Limit("words of a table of prices", ITEM_FACTS,
          lambda n: table(f"<td data-it data-out>{words(n - 9)}</td>", *(3 * ["<td>Room</td><td>9 €</td>"])), 600, 601),
]  # fmt: skip


def post(detail: str) -> str:
    return f"<article class=post>{detail}<p>{words(30)}</p></article>"


DETAILS = on_all(with_details)
POSTS = [
    Limit("words of an author", DETAILS, lambda n: post(f"<div class=author data-it data-out>{words(n)}</div>"), 8, 9),
    Limit("words around an author", DETAILS,
          lambda n: post(f"<div class=author><p data-it data-out>Anna</p><p data-out>{words(n - 1)}</p></div>"), 16, 17),
    Limit("words of votes", DETAILS, lambda n: post(f"<div class=votes data-it data-out>3 {words(n - 1)}</div>"), 6, 7),
    Limit("containers around an author", DETAILS,
          lambda n: post(f"<div class=author>{n * '<div>'}<p data-it data-out>Anna</p>{n * '</div>'}</div>"), 1, 2),
]  # fmt: skip


def page(part: str, text: int = 200) -> str:
    return f"<main><h1>Lamp</h1><p>{words(text)}</p>{part}</main>"


def section(*entries: str, title: str = "Related products") -> str:
    return f"<section><h2>{title}</h2>{''.join(entries)}</section>"


ENTRY, LAST = "<p>Lamp</p>", "<p data-it>Lamp</p>"
OF_PRODUCT, OF_LISTING, OF_ARTICLE, OF_SERVICE = (
    on_all(partial(without_other_entities, kind=kind)) for kind in ("product", "listing", "article", "service")
)
OTHER_ENTITIES = [
    Limit("words of a title", OF_PRODUCT,
          lambda n: page(section(ENTRY, LAST, title=f"Related products {words(n - 2)}")), 10, 9),
    Limit("length of a title", OF_PRODUCT,
          lambda n: page(section(ENTRY, LAST, title=f"Related products {'a' * (n - 17)}")), 61, 60),
    Limit("blocks of a part with a title that was not kept", OF_PRODUCT,
          lambda n: page(f"<section><h2 data-out>Related products</h2>{(n - 2) * ENTRY}{LAST}</section>"), 2, 3),
    Limit("prices of a part", OF_LISTING, lambda n: page(section(n * "<p>9 €</p>", (9 - n) * ENTRY, LAST)), 1, 2),
    Limit("blocks of a part with one price", OF_LISTING,
          lambda n: page(section("<p>9 €</p>", (n - 2) * ENTRY, LAST)), 3, 2),
    Limit("share of a part", OF_PRODUCT, lambda n: page(section(f"<p>{words(47)}</p>", LAST), text=n), 48, 49),
    Limit("number of titles", OF_PRODUCT,
          lambda n: page((n - 1) * section(ENTRY, ENTRY) + section(ENTRY, LAST), text=1_000), 41, 40),
    Limit("blocks of a part", OF_PRODUCT, lambda n: page(section((n - 2) * ENTRY, LAST), text=2_000), 601, 600),
    Limit("words of a text below a part", OF_PRODUCT,
          lambda n: page(f"<h2>Related products</h2>{ENTRY}<p data-it>{words(n)}</p>"), 40, 39),
    Limit("words of an entry", OF_ARTICLE, lambda n: page(section(ENTRY, f"<p data-it>{words(n)}</p>")), 21, 20),
    Limit("sentences of a list", OF_ARTICLE, lambda n: page(section(n * "<p>Lamp.</p>", (3 - n) * ENTRY, LAST)), 2, 1),
    Limit("sentences of a longer list", OF_ARTICLE,
          lambda n: page(section(n * "<p>Lamp.</p>", (4 - n) * ENTRY, LAST)), 2, 1),
    Limit("rank of a heading that ends a part", OF_PRODUCT,
          lambda n: page(f"<div><div><p>Related products</p>{2 * ENTRY}</div><h{n}>Use</h{n}><p data-it>Lamp</p></div>"), 6, 7),
    Limit("share of a list of all blocks", OF_SERVICE,
          lambda n: page(section(2 * ENTRY, LAST) + (n - 6) * "<p>Text of the page</p>"), 15, 16),
    Limit("rows of stars", OF_LISTING,
          lambda n: page("".join(f"<p data-it>{stars} stars</p>" for stars in range(1, n + 1))), 2, 3),
    Limit("words of a form", OF_ARTICLE, lambda n: page(f"<div class=newsletter><p data-it>{words(n)}</p></div>"), 46, 45),
    Limit("words of an advertisement", OF_ARTICLE,
          lambda n: page(f"<div><p>Anzeige</p><p data-it>{words(n - 1)}</p></div>"), 41, 40),
]  # fmt: skip


def beside(part: str, text: int = 200) -> str:
    """A page with a main part of this many words, and a part below it."""
    return f"<main><h1>Office</h1><p>{words(text - 1)}</p></main>{part}"


OF_SERVICE = on_all(partial(without_other_entities, kind="service"))
JAPANESE = "あ"
OUTER_PARTS = [
    Limit("share of the main part", OF_SERVICE,
          lambda n: f"<div>{beside('', n)}</div><div><p data-it>{words(10)}</p><p>{words(15)}</p>"
                    f"<p>{words(75 - n)}</p></div>", 59, 60),
    Limit("words of a strip", OF_SERVICE,
          lambda n: f"<p data-it>{words(n)}</p>{beside('')}", 26, 25),
    Limit("words of a text below a title", OF_SERVICE,
          lambda n: beside(f"<section><h2>Way</h2><p data-it>{words(n)}</p></section>"), 12, 11),
    Limit("words of a text without a title", OF_SERVICE, lambda n: beside(f"<div><p data-it>{words(n)}</p></div>"), 25, 24),
    Limit("signs of an East Asian text", OF_SERVICE,
          lambda n: beside(f"<section><h2>Way</h2><p data-it>{(n - 1) * JAPANESE}。</p></section>"), 24, 23),
    Limit("words of a dated text", OF_SERVICE,
          lambda n: beside(f"<div><p>12 May 2026</p><p data-it>{words(n)}.</p></div>"), 4, 3),
    Limit("share of what is below a list", OF_LISTING,
          lambda n: f"<h1>Lamps</h1><ul>{5 * f'<li>{words(15)}</li>'}</ul><h2>More</h2><p data-it>Pen</p>"
                    f"{2 * f'<p>{words(11)}</p>'}<p>{words(n - 24)}</p>", 26, 25),
    Limit("share of a list", OF_LISTING,
          lambda n: f"<h1>Lamps</h1><p>{words(n)}</p><ul>{5 * '<li>Lamp of oak</li>'}</ul><h2>More</h2><p data-it>Pen</p>",
          13, 12),
    Limit("items of a list", OF_LISTING,
          lambda n: f"<h1>Lamps</h1><ul>{n * f'<li>{words(20)}</li>'}</ul><h2>More</h2><p data-it>Pen</p>", 3, 4),
    Limit("digits of a page number", OF_LISTING,
          lambda n: f"<h1>Lamps</h1><ul>{5 * '<li>Lamp of oak</li>'}</ul><p data-it>{n * '7'}</p>", 4, 3),
    Limit("fields of a form", OF_ARTICLE, lambda n: page(f"<form>{n * '<input>'}<p data-it>Files</p></form>"), 1, 2),
]  # fmt: skip


def of_page(rule: Callable[..., list[Block]]) -> Rule:
    """A rule for all blocks, those that were chosen, and the main heading."""
    return lambda outline, retained: rule(
        outline.blocks, retained, next(block for block in outline.blocks if block.container.tag == "h1")
    )


PHONE, LINES, TEXTS, PROPERTIES = map(
    of_page, (with_phone, dated_lines.beside_heading, dated_lines.beside_texts, with_properties)
)


def lamp(part: str) -> str:
    return f"<main><h1>Lamp</h1>{part}</main>"


def pairs(count: int, label: int = 1, value: int = 1, links: int = 0) -> str:
    name = words(label).replace("word", "name")
    linked = [f"<dt data-out>{name}</dt><dd data-out><a href=x>word</a></dd>"] * links
    plain = [f"<dt data-out>{name}</dt><dd data-out data-it>{words(value)}</dd>"] * (count - links)
    return lamp(f"<dl>{''.join(linked + plain)}</dl>")


UNDECLARED_LINES = [
    Limit("words of a phone number", PHONE, lambda n: lamp(f"<p data-it data-out>0571 555011 {words(n - 2)}</p>"), 14, 15),
    Limit("words of the container of a phone number", PHONE,
          lambda n: lamp(f"<div><p data-it data-out>{words(n - 2)}</p><p data-out>0571 555011</p></div>"), 30, 31),
    Limit("least digits of a phone number", PHONE, lambda n: lamp(f"<p data-it data-out>05{(n - 2) * ' 7'}</p>"), 8, 7),
    Limit("most digits of a phone number", PHONE, lambda n: lamp(f"<p data-it data-out>05{(n - 2) * '7'}</p>"), 14, 15),
    Limit("words of the line of a review", TEXTS,
          lambda n: lamp(f"<div><p data-it data-out>{words(n - 3)} 12 May 2026</p><p>{words(9)}</p></div>"), 8, 9),
    Limit("words of a review's text", TEXTS,
          lambda n: lamp(f"<div><p data-it data-out>12 May 2026</p><p>{words(n)}</p></div>"), 4, 3),
    Limit("words of a review", TEXTS,
          lambda n: lamp(f"<div><p data-it data-out>12 May 2026</p><p>{words(n - 3)}</p></div>"), 90, 91),
    Limit("containers around the line of a review", TEXTS,
          lambda n: lamp(f"<div>{n * '<div>'}<p data-it data-out>12 May 2026</p>{n * '</div>'}<p>{words(9)}</p></div>"), 1, 2),
    Limit("blocks between a heading and its line", LINES,
          lambda n: lamp(f"{n * '<p>word</p>'}<p data-it data-out>12 May 2026</p>"), 5, 6),
    Limit("words of a line beside a heading", LINES,
          lambda n: lamp(f"<p data-it data-out>{words(n - 3)} 12 May 2026</p>"), 14, 15),
    Limit("words of the container of a heading and its line", LINES,
          lambda n: f"<div><div><div><h1>Lamp</h1></div></div><p>{words(n - 4)}</p><p data-it data-out>12 May 2026</p></div>",
          60, 61),
    Limit("words of a label", PROPERTIES, lambda n: pairs(3, label=n), 5, 6),
    Limit("words of a labelled value", PROPERTIES, lambda n: pairs(3, value=n), 10, 11),
    Limit("least pairs", PROPERTIES, pairs, 3, 2),
    Limit("most pairs", PROPERTIES, pairs, 20, 21),
    Limit("share of values that are links", PROPERTIES, lambda n: pairs(n, links=5), 15, 14),
    Limit("words of a maker", UNDECLARED, lambda n: f"<div><p data-it data-out>{words(n)}</p><h1>Chair</h1><p>9 €</p></div>", 3, 4),
]  # fmt: skip

MAIN = on_all(lambda blocks, retained, **more: with_main_part(blocks, retained, retained[0], **more))
NAMES = on_all(lambda blocks, retained: with_main_part(blocks, retained, retained[0], only_numbers=True))
CARD = "<div class=card><p>Lamp</p><p>Kiel</p></div>"


def in_main(part: str, after: str = "") -> str:
    """A small page whose `main` element has a heading, a text and a part that was not chosen."""
    return f"<main><h1>Lamp</h1><p>{words(50)}</p>{part}</main>{after}"


MAIN_PARTS = [
    Limit("share of the kept words in the main part", MAIN,
          lambda n: f"<section><div><h1>Lamp</h1><p data-it data-out>Kiel</p></div><p>{words(n - 1)}</p></section>"
                    f"<p>{words(100 - n)}</p>",
          60, 59),
    Limit("words of a block in the main part", MAIN, lambda n: in_main(f"<p data-it data-out>{words(n)}</p>"), 30, 31),
    Limit("words of a copy", MAIN,
          lambda n: in_main(f"<p>{words(n)}</p><p data-it data-out>{words(n)}</p>"), 2, 3),
    Limit("copies of a control", MAIN, lambda n: in_main("<p data-it data-out>Choose</p>" * n), 2, 3),
    Limit("items around an advertisement", MAIN,
          lambda n: in_main(f"<div>{CARD}<p data-it data-out>Carpets</p>{CARD * (n - 1)}</div>"), 2, 3),
    Limit("words of a name on the page of a product", NAMES, lambda n: in_main(f"<p data-it data-out>{words(n)}</p>"), 3, 4),
    Limit("kept words outside of the main part", MAIN,
          lambda n: in_main(f"<p>{words(69 - n)}</p>", f"<p data-it>{words(n)}</p>"), 25, 24),
]  # fmt: skip


@pytest.mark.parametrize(
    "limit",
    [*MAIN_PARTS, *UNDECLARED_LINES, *FACTS, *UNDECLARED_FACTS, *ITEMS, *POSTS, *OTHER_ENTITIES, *OUTER_PARTS],
    ids=lambda limit: limit.name,
)
def test_rule_at_its_limit(limit: Limit) -> None:
    assert limit.is_left(limit.stays)
    assert not limit.is_left(limit.goes)
