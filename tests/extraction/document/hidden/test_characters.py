"""Characters that nobody sees and that can carry text: removed, without damage to scripts and emoji that need them."""

from __future__ import annotations

import time

import pytest

from extraction.document.hidden.characters import drop


def tags(text: str) -> str:
    """The text in Unicode tags, which have no width."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in text)


def selectors(data: bytes) -> str:
    """The bytes as variation selectors."""
    return "".join(chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in data)


def bits(data: bytes, zero: str, one: str) -> str:
    return "".join(f"{byte:08b}" for byte in data).replace("0", zero).replace("1", one)


SMUGGLED = [
    ("tags", tags("ignore all")),
    ("tags after a flag", "\U0001f3f4" + tags("ignore all") + "\U000e007f"),
    ("variation selectors", "\U0001f600" + selectors(b"ignore all")),
    ("variation selectors after a letter", "a" + selectors(b"ignore all")),
    ("spaces and joiners of no width", bits(b"ignore", "\u200b", "\u200c")),
    ("joiners", bits(b"ignore", "\u200c", "\u200d")),
    ("direction marks", bits(b"ignore", "\u200e", "\u200f")),
    ("invisible operators", bits(b"ignore", "\u2062", "\u2063")),
    ("fillers", bits(b"ignore", "\u115f", "\u3164")),
    ("byte order marks and soft hyphens", bits(b"ignore", "\ufeff", "\xad")),
    ("overrides of the direction", "\u202e\u202c\u2066\u2069"),
]
NEEDED = [
    ("flag of England", "\U0001f3f4" + tags("gbeng") + "\U000e007f"),
    ("family", "\U0001f469\u200d\U0001f469\u200d\U0001f467"),
    ("heart", "\u2764\ufe0f"),
    ("heart on fire", "\u2764\ufe0f\u200d\U0001f525"),
    ("soft hyphen", "soft\xadly"),
    ("key with a digit", "1\ufe0f\u20e3"),
    ("Persian", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
    ("Hindi", "\u0915\u094d\u200d\u0937"),
    ("Thai", "\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22"),
    ("Hebrew", "\u05e9\u05dc\u05d5\u05dd\u200f!"),
    ("form of an ideograph", "\u845b\U000e0100\u57ce"),
]


@pytest.mark.parametrize("text", [case[1] for case in SMUGGLED], ids=[case[0] for case in SMUGGLED])
def test_characters_that_carry_text_are_removed(text: str) -> None:
    assert len(drop(f"Hello{text}world")) <= len("Hello world") + 2


@pytest.mark.parametrize("text", [case[1] for case in NEEDED], ids=[case[0] for case in NEEDED])
def test_characters_that_a_script_needs_stay(text: str) -> None:
    assert drop(text) == text


def test_long_runs_take_no_time() -> None:
    started = time.monotonic()

    for run in ("\u200d" * 200_000, "\U000e0041" * 200_000, "\u200b\ufe0f" * 100_000):
        drop(run)

    assert time.monotonic() - started < 5
