"""Diffs as rows: what is beside what, which words are marked, what is folded."""

from __future__ import annotations

import time

import pytest

from api.console.watches.marks import Piece
from api.console.watches.side_by_side import Fold, Row, SideBySide, read
from contract import limits
from extraction.changes import comparison
from extraction.changes.noise import Noise
from extraction.changes.texts import lines
from extraction.changes.version import Version


def rows(shown: SideBySide) -> list[Row]:
    return [row for part in shown.parts if not isinstance(part, Fold) for row in part]


def text(side: tuple[Piece, ...] | None) -> str | None:
    """A side with its marked words in brackets."""
    return None if side is None else "".join(f"[{each.text}]" if each.is_marked else each.text for each in side)


def texts(diff: str) -> list[tuple[str | None, str | None]]:
    return [(text(row.old), text(row.new)) for row in rows(read(diff))]


def test_words_of_a_changed_line_are_marked() -> None:
    diff = "@@ -1,2 +1,2 @@\n # Plant\n-It has 40 panels, for 1,299.00 EUR.\n+It has 64 panels and a battery, for 1,199.00 EUR.\n"

    assert texts(diff) == [
        ("# Plant", "# Plant"),
        ("It has [40] panels, for [1,299.00] EUR.", "It has [64] panels [and a battery], for [1,199.00] EUR."),
    ]


@pytest.mark.parametrize(
    ("removed", "added", "expected"),
    [
        (["One two three four."], [], [("One two three four.", None)]),
        ([], ["One two three four."], [(None, "One two three four.")]),
        # Lines that have nothing in common share a row without marks.
        (["Bread and butter"], ["Quarterly report"], [("Bread and butter", "Quarterly report")]),
        # The line that changed is beside its new form, not beside the one that came before it.
        (["The ferry leaves at 9."], ["Closed on Sunday.", "The ferry leaves at 10."],
         [(None, "Closed on Sunday."), ("The ferry leaves at [9].", "The ferry leaves at [10].")]),
        (["a b c d", "gone for good", "e f g h"], ["a b c x", "e f g y"],
         [("a b c [d]", "a b c [x]"), ("gone for good", None), ("e f g [h]", "e f g [y]")]),
        (["価格は千円です"], ["価格は二千円です"], [("価格は千円です", "価格は[二]千円です")]),
    ],
)  # fmt: skip
def test_lines_are_beside_what_they_became(
    removed: list[str], added: list[str], expected: list[tuple[str | None, str | None]]
) -> None:
    diff = f"@@ -1,{len(removed)} +1,{len(added)} @@\n" + "".join(
        f"{sign}{line}\n" for sign, some in (("-", removed), ("+", added)) for line in some
    )

    assert texts(diff) == expected


def versions(fact: str) -> Version:
    body = "\n\n".join(f"Paragraph {number} says something of its own." for number in range(20))
    return Version(url="u", final_url="u", markdown=f"# Plant\n\n{body}\n\n{fact}\n\n{body.replace('says', 'adds')}\n")


def test_unchanged_lines_are_folded_with_their_text() -> None:
    """With the diff that a check stores, in whose own count of lines."""
    before, after = versions("It has 40 panels."), versions("It has 64 panels.")
    diff = comparison.compare(before, after, Noise()).diff
    known = [line.raw for line in lines.read(before.markdown)]

    first, middle, last = read(diff, known).parts

    assert isinstance(first, Fold) and isinstance(last, Fold) and not isinstance(middle, Fold)
    shown = [text(row.old) for row in middle]
    assert first.count == len(first.lines) == 19 and last.count == len(last.lines) == 18
    assert [*first.lines, *(each.replace("[", "").replace("]", "") for each in shown if each), *last.lines] == known
    assert read(diff).parts[0] == Fold(19)


def test_lines_that_are_not_those_of_the_diff_are_not_shown() -> None:
    diff = "@@ -3,1 +3,1 @@\n-old\n+new\n"

    for known in (["a", "b", "other", "d"], ["a", "b"], []):
        assert read(diff, known).parts[0] == Fold(2)
    assert read(diff, ["a", "b", "old", "d"]).parts[0] == Fold(2, ("a", "b"))


@pytest.mark.parametrize("end", ["\n\\ The diff is longer.\n", "\n… the diff was cut\n"])
def test_diff_that_was_cut_says_so(end: str) -> None:
    shown = read(f"@@ -1,3 +1,3 @@\n-one\n+two{end}", ["one", "x", "y"])

    assert shown.is_cut and len(rows(shown)) == 1
    assert not read("").is_cut and read("").parts == ()


def test_hostile_diffs_take_little_time() -> None:
    """As long as a stored diff may be, of few words that repeat: the worst case of comparing."""
    line = "a b " * 495
    removed, added = [f"-{line}a\n"] * 50, [f"+{line}b c\n"] * 50
    short = [f"{sign}{'a b ' * 20}{number}\n" for sign in "-+" for number in range(1_200)]
    for some in (removed + added, short):
        diff = f"@@ -1,{len(some)} +1,{len(some)} @@\n{''.join(some)}"
        assert len(diff) > limits.WATCH_DIFF_MAX_CHARS * 0.9
        begun = time.monotonic()
        assert rows(read(diff))
        assert time.monotonic() - begun < 5
