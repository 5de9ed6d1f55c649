"""What one block of a list says about its item."""

from __future__ import annotations

import pytest

from extraction.answers.facts import card_values
from extraction.document.document import parse

LONG = "<p>A chair of oak with four legs, for kitchens and halls.</p>"


@pytest.mark.parametrize(
    ("content", "name", "value"),
    [
        (LONG, "description", "A chair of oak with four legs, for kitchens and halls."),
        (LONG + LONG.replace("oak", "ash"), "description", None),
        ("<p>Oak, four legs</p>", "description", None),
        ("<span>10:00 - 18.30</span>", "startClock", "10:00"),
        ("<span>9:30</span>", "startClock", "09:30"),
        ("<span>10:00</span><span>12:00</span>", "startClock", None),
        ("<span>10:00, 12:00, 14:00</span>", "startClock", None),
    ],
)
def test_value_is_read_if_the_block_has_one(content: str, name: str, value: str | None) -> None:
    block = parse(f"<body><div><h3>Chair</h3>{content}</div></body>").find("body")[0]

    assert card_values.read(list(block.iter()), comma=False).get(name) == value
