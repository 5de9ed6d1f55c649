"""When a watch checks."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from contract.fields.schedule import Cron, TimeZone


@pytest.mark.parametrize(
    ("text", "cron"), [("0 9 * * 1-5", "0 9 * * 1-5"), (" */5  * * * * ", "*/5 * * * *"), ("0 0 29 2 *", "0 0 29 2 *")]
)
def test_cron_has_five_fields(text: str, cron: str) -> None:
    assert Cron().deserialize(text) == cron


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 9 * *", "five fields"),
        ("0 0 9 * * 1", "five fields"),
        ("@daily", "five fields"),
        ("60 9 * * *", "not valid"),
        ("0 0 31 2 *", "has no time|is not valid"),
        ("*/4 * * * *", "at least 5 minutes"),
        ("0,1 9 * * *", "at least 5 minutes"),
        ("0 " * 2_000, "characters long"),
    ],
)
def test_other_cron_texts_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Cron().deserialize(text)


def test_time_zone_is_one_of_the_database() -> None:
    assert TimeZone().deserialize("Europe/Berlin") == "Europe/Berlin"
    for text in ("Europe/Nowhere", "../etc/passwd", "Berlin"):
        with pytest.raises(ValidationError, match="time zone"):
            TimeZone().deserialize(text)
