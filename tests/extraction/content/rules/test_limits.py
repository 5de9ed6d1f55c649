"""Every rule on texts at its limit: one page just inside of it and one just outside, so that no threshold changes unnoticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extraction.content.blocks import Block
from extraction.content.rules import leftovers, refinement, repetition
from extraction.content.rules.headings import with_headings, with_section_headings, without_empty_headings
from extraction.content.rules.headline import with_headline
from extraction.content.rules.invitations import without_invitations
from extraction.content.rules.landmarks import declared_whole, without_boilerplate, words_of
from tests.extraction.content.rules.limits import Limit, Rule, on_all, on_retained, words

TITLE = "Storm takes the roof of our old town hall tonight"


def linked(count: int, links: int, opening: str = "") -> str:
    """A text of this many words, the last of which are a link."""
    return f"{opening} {words(count - links - len(opening.split()))} <a href=x>{words(links)}</a>"


def on_series(rule: Callable[..., list[Block]]) -> Rule:
    return lambda outline, retained: rule(repetition.series_of(outline), outline.blocks, retained)


def whole_main(retained: list[Block]) -> list[Block]:
    return declared_whole(retained, words_of(retained))


def items(count: int, item: Callable[[int], str]) -> str:
    return "<p>Lamps of all kinds</p>" + "".join(f"<div><h3>Lamp</h3>{item(number)}</div>" for number in range(count))


def prices(retained: int) -> str:
    """Twenty items, the last one with the marked price, of which this many prices were chosen."""
    return items(20, lambda number: f"<p {'' if number < retained else 'data-it data-out'}>{number}</p>")


HEADINGS = [
    Limit("words of a heading above kept text", on_all(with_headings),
          lambda n: f"<div><h2 data-it data-out>{words(n)}</h2><p>Ten million</p></div>", 20, 21),
    Limit("elements between a heading and its text", on_all(with_headings),
          lambda n: f"<div><h2>{n * '<div>'}<p data-it data-out>Costs</p>{n * '</div>'}</h2><p>Ten million</p></div>", 1, 2),
    Limit("words of a heading with parts", on_all(with_headings),
          lambda n: f"<div><h2><div data-it data-out>Costs</div><div>{words(n)}</div></h2></div>", 39, 40),
    Limit("words of a heading without text", on_all(without_empty_headings),
          lambda n: f"<h1>Storm</h1><p>Text</p><h2 data-it>{words(n)}</h2><p data-out>Other story</p>", 15, 14),
    Limit("rank of a heading without text", on_all(without_empty_headings),
          lambda n: f"<p>Text</p><h{n} data-it>Storm</h{n}><p data-out>Other story</p>", 1, 2),
    Limit("words of a section with its heading", on_all(with_section_headings),
          lambda n: f"<h2>Desk</h2><p>Text</p><h2 data-it data-out>Lamp</h2><p data-out>5 euros</p><p>{words(n)}</p>", 40, 39),
    Limit("words of a heading of a section", on_all(with_section_headings),
          lambda n: f"<h2>Desk</h2><p>Text</p><h2 data-it data-out>{words(n)}</h2><p data-out>5 euros</p><p>{words(90)}</p>",
          20, 21),
    Limit("kept share of a section", on_all(with_section_headings),
          lambda n: f"<h2>Desk</h2><h2 data-it data-out>Lamp</h2><p>{words(40)}</p><p data-out>{words(n)}</p>", 10, 11),
    Limit("words below a heading that were not kept", on_all(with_section_headings),
          lambda n: f"<h2>Desk</h2><h2 data-it data-out>Lamp</h2><p data-out>{words(n)}</p><p>{words(100)}</p>", 15, 16),
]  # fmt: skip

HEADLINE = [
    Limit("words above the headline", on_all(with_headline, title="Storm"),
          lambda n: f"<p data-it>{words(n)}</p><h1 data-out>Storm</h1><p>Text</p>", 26, 25),
    Limit("words of the title in a lower heading", on_all(with_headline, title=TITLE),
          lambda n: f"<h1>The Post</h1><h2 data-it data-out>{' '.join(TITLE.split()[:n])}</h2><p>Text</p>", 8, 7),
    Limit("words of the title in a bar", on_all(with_headline, title=TITLE),
          lambda n: f"<nav><h1 data-it data-out>{' '.join(TITLE.split()[:n])}</h1></nav><p>Text</p>", 5, 4),
    Limit("fewest words of an only heading", on_all(with_headline, title="Storm"),
          lambda n: f"<h1 data-it data-out>{words(n)}</h1><p data-out>Menu</p><p>Text</p>", 3, 2),
    Limit("most words of an only heading", on_all(with_headline, title="Storm"),
          lambda n: f"<h1 data-it data-out>{words(n)}</h1><p data-out>Menu</p><p>Text</p>", 30, 31),
]  # fmt: skip

OPENING = "<p>The quays were repaired after the storm.</p>"
INVITATIONS = [
    Limit("words of a plea", on_all(without_invitations), lambda n: f"{OPENING}<p data-it>Subscribe {words(n - 1)}</p>", 46, 45),
    Limit("words of a label at the end", on_all(without_invitations),
          lambda n: f"{OPENING}<p data-it>Read also {words(n - 2)}</p>", 7, 6),
    Limit("links in a pointer to other pages", on_all(without_invitations),
          lambda n: f"{OPENING}<p data-it>{linked(20, n, 'Read also')}</p><p>Text</p>", 5, 6),
    Limit("words of a teaser", on_all(without_invitations),
          lambda n: f"{OPENING}<h3>Read also</h3><p data-it><a href=x>{words(n)}</a></p>", 31, 30),
    Limit("links in a teaser", on_all(without_invitations),
          lambda n: f"{OPENING}<h3>Read also</h3><p data-it>{linked(10, n)}</p>", 7, 8),
    Limit("links in a label above a teaser", on_all(without_invitations),
          lambda n: f"{OPENING}<p>{linked(10, n, 'Read also')}</p><p data-it><a href=x>Ten storms</a></p>", 5, 4),
    Limit("links in a text below a label", on_all(without_invitations),
          lambda n: f"{OPENING}<p data-it>Read more</p><p>{linked(10, n)}</p>", 4, 5),
]  # fmt: skip

LANDMARKS = [
    Limit("words outside of the main part", on_retained(whole_main),
          lambda n: f"<main><p data-it>{words(70)}</p></main><p>{words(n)}</p>", 30, 31),
    Limit("links in the main part", on_retained(whole_main),
          lambda n: f"<main><p data-it>{words(80)}</p><p>{linked(20, n)}</p></main>", 9, 10),
    Limit("links in a paragraph of the main part", on_retained(whole_main),
          lambda n: f"<main><p>{words(200)}</p><p data-it>{linked(10, n)}</p></main>", 5, 6),
    Limit("words outside of a sidebar", on_retained(without_boilerplate),
          lambda n: f"<p>{words(n)}</p><div class=sidebar><p data-it>{words(10)}</p></div>", 9, 10),
]  # fmt: skip

LEFTOVERS = [
    Limit("share of a dialog", on_retained(leftovers.without_dialogs),
          lambda n: f"<p>{words(100 - n)}</p><div class=modal><p data-it>{words(n)}</p></div>", 31, 30),
    Limit("length of a sign", on_retained(leftovers.without_signs), lambda n: f"{OPENING}<p data-it>{n * '|'}</p>", 4, 3),
    Limit("words of links at the end", on_retained(leftovers.without_last_links),
          lambda n: f"{OPENING}<p data-it><a href=x>{words(n)}</a></p>", 26, 25),
]  # fmt: skip

REFINEMENT = [
    Limit("words of a copy", on_retained(refinement.without_copies),
          lambda n: f"<p>{words(n)}</p><div><p data-it>{words(n)}</p></div>", 7, 8),
    Limit("share of comments", on_all(leftovers.without_comments),
          lambda n: f"<p>{words(100 - n)}</p><div class=comments><p data-it>{words(n)}</p></div>", 61, 60),
    Limit("words of a post above many comments", on_all(leftovers.without_comments),
          lambda n: f"<h1>Storm</h1><p>{words(n - 1)}</p><div class=comments><p data-it>{words(200)}</p></div>", 24, 25),
]  # fmt: skip


WHOLE = on_series(repetition.retained_or_dropped_whole)
SERIES = [
    Limit("kept share of a series", WHOLE, prices, 8, 7),
    Limit("kept share of a series that is completed", on_series(repetition.completed), prices, 12, 11),
    Limit("items of a series", WHOLE,
          lambda n: items(n, lambda number: f"<p {'' if number else 'data-it data-out'}>{number}</p>"), 3, 2),
    Limit("words of a value with its label", WHOLE,
          lambda n: items(3, lambda number: f"<div>{words(n - 2)}: <div data-it data-out>{number} kg</div></div>"), 25, 26),
    Limit("length of a tick in a table", WHOLE,
          lambda n: f"<p>Lamps</p><table>{3 * f'<tr><td>Lamp</td><td><p data-it>{n * chr(89)}</p></td></tr>'}</table>", 4, 5),
]  # fmt: skip

LIMITS = [*HEADINGS, *HEADLINE, *INVITATIONS, *LANDMARKS, *LEFTOVERS, *REFINEMENT, *SERIES]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_rule_at_its_limit(limit: Limit) -> None:
    assert limit.is_left(limit.stays)
    assert not limit.is_left(limit.goes)
