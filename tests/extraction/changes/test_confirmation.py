"""Which changes later visits of a check confirm: variants are dropped and remembered, changes of the page stand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

from contract import limits
from contract.options.watch import WatchOptions
from extraction.changes import noise
from extraction.changes.confirmation import (
    AGREEING_MIN,
    AGREEING_TURNED,
    JSON_VISITS_MAX,
    MARKDOWN_MAX_CHARS,
    PAUSES_SECONDS,
)
from extraction.changes.judgement import Asked, Judgement, Known, judge
from extraction.changes.visit import Visit

URL = "https://a.example/plant"
ASKED = Asked(compare=("markdown", "price"), confirms=True)
GONE, BROKEN = "gone", "broken"


def visit(slogan: str = "Start now.", fact: str = "It has 40 panels.", price: str = "40.00") -> Visit:
    if slogan in (GONE, BROKEN):
        return Visit(URL, error="HTTP 404" if slogan == GONE else "HTTP 503")
    offer = {"@type": "Offer", "price": price, "priceCurrency": "EUR"}
    result = {
        "finalUrl": URL, "status": 200, "metadata": {"title": "Plant"}, "quality": {"blocked": False},
        "structured": {"jsonLd": [offer]},
        "markdown": f"# Plant\n\nThe plant delivers electricity to the village.\n\n{slogan}\n\nNobody was hurt.\n\n{fact}\n",
    }  # fmt: skip
    return Visit(URL, json.dumps(result))


class Page:
    """A watched page: what is stored of it, and how often its last check visited it."""

    def __init__(self, *learned: Visit) -> None:
        self.known, self.visits = Known(), 0
        for each in learned:
            self.check(each)

    def check(self, first: Visit, *later: Visit) -> Judgement:
        """One check whose later visits are these, the last one for all that follow."""
        seen: list[Visit] = []
        while True:
            found = judge(first, self.known, ASKED, seen)
            if found.pause_seconds is None:
                break
            assert found.pause_seconds == PAUSES_SECONDS[len(seen)]
            seen.append(later[min(len(seen), len(later) - 1)])
        self.known, self.visits = Known(found.last, found.noise, found.is_removed), len(seen)
        return found


A, B, C = visit(), visit("Join today."), visit("Ask us.")
NEW = visit(fact="It has 64 panels.")


@pytest.mark.parametrize(
    ("first", "later", "result", "visits"),
    [
        (NEW, [NEW], "changed", 4),
        (visit(price="45.00"), [visit(price="45.00")], "changed", 4),
        (visit(price="45.00"), [A], "same", 1),
        (B, [A], "same", 1),
        (B, [B, B, A], "same", 3),
        (B, [C], "same", 1),
        (visit(GONE), [visit(GONE)], "removed", 2),
        (visit(GONE), [A], "same", 1),
        (NEW, [visit(BROKEN), NEW], "changed", 5),
        (NEW, [visit(BROKEN)], "changed", 8),
        (visit(BROKEN), [], "error", 0),
        (NEW, [visit(GONE)], "removed", 5),
        (A, [], "same", 0),
    ],
)  # fmt: skip
def test_a_change_stands_if_the_later_visits_agree(
    first: Visit, later: Sequence[Visit], result: str, visits: int
) -> None:
    page = Page(A, A)

    found = page.check(first, *later)

    assert (found.result, found.is_reported, page.visits) == (result, result in ("changed", "removed"), visits)


def test_what_differs_between_the_visits_is_not_in_the_difference() -> None:
    page = Page(A, A)

    found = page.check(
        visit("Join today.", "It has 64 panels."),
        visit("Ask us.", "It has 64 panels."),
        visit("Join today.", "It has 64 panels."),
    )

    assert "+It has 64 panels." in found.page["diff"] and "today" not in found.page["diff"]


@pytest.mark.parametrize(
    ("compare", "visits"),
    [(("markdown",), len(PAUSES_SECONDS)), (("markdown", "json"), JSON_VISITS_MAX)],
)
def test_visits_have_an_end_also_if_there_are_more_than_expected(compare: tuple[str, ...], visits: int) -> None:
    asked = replace(ASKED, compare=compare)
    known = Page(A, A).known

    pauses = [judge(NEW, known, asked, [visit(BROKEN)] * count).pause_seconds for count in range(visits + 2)]

    assert pauses == [*PAUSES_SECONDS[:visits], None, None]


def test_a_page_that_was_visited_often_needs_two_visits() -> None:
    page = Page(*[A] * 6)

    assert page.check(NEW, NEW).result == "changed" and page.visits == 2


def test_texts_that_turned_at_two_checks_are_variants_for_ever() -> None:
    page = Page(*[A] * 6)
    assert page.check(B, A).result == "same" and page.visits == 1
    # Once is not enough: the site's servers may have taken a change one after another.
    taken = Page()
    taken.known = page.known
    assert taken.check(B, B).result == "changed" and taken.visits == 6

    assert page.check(B, B, A).result == "same" and page.visits == 2
    for each in (B, A, A, B, *[A] * 12, B):
        assert page.check(each, each).result == "same" and page.visits == 0


def test_a_change_that_was_not_confirmed_is_reported_by_the_next_check() -> None:
    """An author saves twice within seconds."""
    page = Page(*[A] * 6)
    last = visit(fact="It has 64 panels, and a battery.")
    assert page.check(NEW, last).result == "same"

    found = page.check(last, last)

    assert found.result == "changed" and "+It has 64 panels, and a battery." in found.page["diff"]


def test_a_price_that_returns_is_a_change() -> None:
    page = Page(*[A] * 6)
    for price in ("30.00", "40.00", "30.00", "40.00"):
        assert page.check(visit(price=price), visit(price=price)).result == "changed"


def test_what_was_learned_of_variants_is_stored() -> None:
    page = Page(A, A)
    page.check(B, A)
    assert page.known.noise is not None

    read = noise.from_json(page.known.noise)

    assert read.variants and noise.to_json(read) == page.known.noise


def test_the_documentation_says_how_often_pages_are_visited_again() -> None:
    words = ("", "", "two", "three", "four", "five", "six", "seven", "eight")
    guide = " ".join((Path(__file__).parents[3] / "docs/watch.md").read_text(encoding="utf-8").split())
    [option] = [one for one in fields(WatchOptions) if one.name == "confirm"]

    assert f"{words[AGREEING_MIN]} to {words[AGREEING_TURNED]} times" in option.metadata["description"]
    assert 4 * 60 < sum(PAUSES_SECONDS[:AGREEING_TURNED]) <= 5 * 60, "within about five minutes"
    assert (
        f"{PAUSES_SECONDS[0]} seconds later, then after {', '.join(map(str, PAUSES_SECONDS[1:4]))} and so on" in guide
    )
    assert f"after {words[len(PAUSES_SECONDS)]} of them the change is reported" in guide
    assert f"compares `json` makes at most {words[JSON_VISITS_MAX]} confirming visits" in guide
    assert f"more than {MARKDOWN_MAX_CHARS:,} characters of Markdown" in guide
    assert f"At most {limits.WATCH_CONFIRMED_PAGES_MAX} pages of a check are visited again" in guide
