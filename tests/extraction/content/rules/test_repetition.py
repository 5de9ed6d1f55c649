"""Repeated items: what is written alike is kept or dropped as a whole."""

from __future__ import annotations

from math import log

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules import repetition
from extraction.document.document import parse


def outline_of(page: str) -> Outline:
    return Outline(parse(f"<body>{page}</body>").find("body"))


def chosen(page: str) -> list[str]:
    """The texts that are kept if the model kept all blocks without the class `x` of a part inside."""
    outline = outline_of(page)
    retained = [block for block in outline.blocks if not block.text.startswith("~")]
    whole = repetition.retained_or_dropped_whole(repetition.series_of(outline), outline.blocks, retained)
    return [block.text for block in whole]


def items(*prices: str, container: str = "<div><h3>Lamp</h3><p>{}</p></div>") -> str:
    return "<h1>Lamps</h1>" + "".join(container.format(price) for price in prices)


@pytest.mark.parametrize(
    ("page", "left"),
    [
        (items("5 euros", "~6 euros", "7 euros"), ["5 euros", "~6 euros", "7 euros"]),
        (items("5 euros", "~6 euros", "~7 euros", "~8 euros"), []),
        (items("5 euros", "~6 euros"), ["5 euros"]),
        (items("5 euros", "~6 euros", "~7 euros", container="<p>{}</p>"), ["5 euros"]),
        (items("Buy now", "Buy now", "Buy now"), []),
        (items("5 euros", "~6 euros", "7 euros", container="<div><h3>Lamp</h3><p>{}</p><p class=c>Red</p></div>"),
         ["5 euros", "~6 euros", "7 euros"]),
    ],
)  # fmt: skip
def test_prices_of_repeated_items_stay_or_go_together(page: str, left: list[str]) -> None:
    assert [text for text in chosen(page) if text not in ("Lamps", "Lamp", "Red")] == left


def test_parts_that_are_written_differently_are_judged_apart() -> None:
    container = "<div><h3>Lamp</h3><p>{}</p><p class=c>~Delivery</p></div>"

    assert chosen(items("5 euros", "6 euros", "7 euros", container=container))[-3:] == ["5 euros", "6 euros", "7 euros"]


def test_value_goes_with_its_label() -> None:
    values = ("~2 kg", "~3 kg", "~4 kg")

    found = chosen(items(*values, container="<div><h3>Lamp</h3><div>Weight of it: <div>{}</div></div></div>"))

    assert found.count("Weight of it:") == 3 and found[2::2] == [*values]


def test_equal_ticks_in_a_table_stay_and_equal_controls_go() -> None:
    row = "<tr><td><p>Lamp</p></td><td><p>✔</p></td><td><p class=c>Add to list</p></td></tr>"

    found = chosen(f"<p>Lamps of all kinds</p><table>{3 * row}</table>")

    assert found.count("✔") == 3 and "Add to list" not in found


@pytest.mark.parametrize(
    ("prices", "left"),
    [
        (("5 euros", "~6 euros", "7 euros"), ["5 euros", "~6 euros", "7 euros"]),
        (("5 euros", "~6 euros", "~7 euros"), ["5 euros"]),
        (("~5 euros", "~6 euros", "~7 euros"), []),
    ],
)
def test_a_series_is_completed_if_most_of_it_was_retained(prices: tuple[str, ...], left: list[str]) -> None:
    outline = outline_of(items(*prices))
    retained = [block for block in outline.blocks if not block.text.startswith("~")]

    whole = repetition.completed(repetition.series_of(outline), outline.blocks, retained)

    assert [block.text for block in whole if block.text not in ("Lamps", "Lamp")] == left


def test_a_page_without_any_retained_series_keeps_what_it_had() -> None:
    page = "".join(f"<div><p>{text}</p><p class=c>Delivery</p></div>" for text in ("5 euros", "~6 euros", "~7 euros"))

    assert chosen(page) == ["5 euros", "Delivery", "Delivery", "Delivery"]


def test_probabilities_move_to_the_mean_of_their_series_by_words() -> None:
    outline = outline_of(items("5 euros", "6 euros", "7 euros", container="<p>{}</p>"))
    likely = [0.3, 0.9, 0.9, 0.2]

    repetition.smooth(repetition.series_of(outline), likely, [len(block.words) for block in outline.blocks])

    assert likely[0] == 0.3 and 0.7 < likely[1] == likely[2] < 0.9 and 0.4 < likely[3] < 0.7


def test_sure_probabilities_are_smoothed_too() -> None:
    outline = outline_of(items("5 euros", "6 euros", "7 euros", container="<p>{}</p>"))
    likely = [1.0, 1.0, 1.0, 0.0]

    repetition.smooth(repetition.series_of(outline), likely, [1, 1, 1, 1])

    assert 1.0 > likely[1] > 0.9 > 0.5 > likely[3] > 0.0


def smoothed(*likely: float) -> list[float]:
    """The probabilities of the prices of items, one word each, as logits."""
    outline = outline_of(items(*map(str, range(len(likely))), container="<p>{}</p>"))
    found = [0.5, *likely]
    repetition.smooth(repetition.series_of(outline), found, [1] * len(found))
    return [log(probability / (1 - probability)) for probability in found[1:]]


def test_two_fifths_of_the_distances_in_a_series_are_left() -> None:
    first, second, third = smoothed(0.9, 0.5, 0.2)

    assert first - second == pytest.approx(0.4 * log(9)) and second - third == pytest.approx(0.4 * log(4))


def test_more_certainty_than_one_in_a_million_has_no_effect() -> None:
    certain = smoothed(1.0, 0.5, 0.5)

    assert smoothed(1 - 8e-7, 0.5, 0.5) == pytest.approx(certain)
    assert smoothed(1 - 1.1e-6, 0.5, 0.5) != pytest.approx(certain, rel=1e-4)
