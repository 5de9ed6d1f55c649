"""Comparisons of large and hostile texts: the work is bounded by counts, and the result is still right."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from contract import limits
from extraction.changes import comparison
from extraction.changes.comparison import COARSE, compare_pair, learn_pair
from extraction.changes.noise import Noise
from extraction.changes.pair import Pair
from extraction.changes.texts import blocks, differences, normal_form, sequence
from extraction.changes.texts.blocks import BLOCKS_MAX, FORMED_MAX, LINES_MAX
from extraction.changes.version import Version

MEGABYTE = 1_000_000
# A stuck comparison takes minutes; a slow machine takes some of these seconds.
CPU_SECONDS = 15.0


def _word(chance: random.Random, size: int) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=size))


def _texts() -> Iterator[tuple[str, str, str]]:
    chance = random.Random(7)
    lines = [_word(chance, 48) for _ in range(19_000)]
    mixed = chance.sample(lines, len(lines))
    unit = "\n".join(_word(chance, 3) for _ in range(100))
    numbered = "- [Item {0}](https://a.example/{0}?s={1}) costs {2} EUR today"
    short = ["\n".join(_word(chance, 11) for _ in range(MEGABYTE // 12)) for _ in range(2)]
    words = [" ".join(_word(chance, 6) for _ in range(MEGABYTE // 7)) for _ in range(2)]
    yield "short lines, all different", short[0], short[1]
    yield "lines, all different", "\n".join(lines), "\n".join(f"{line[1:]}z" for line in lines)
    yield "equal lines", "abcdefghij\n" * (MEGABYTE // 11), "abcdefghik\n" * (MEGABYTE // 11)
    yield "one line of words", words[0], words[1]
    yield "one line of sentences", "a. " * (MEGABYTE // 3), "b. " * (MEGABYTE // 3)
    yield "one word", "a" * MEGABYTE, "b" * MEGABYTE
    yield "alternating lines", "a b\nc d\n" * (MEGABYTE // 8), "c d\na b\ne\n" * (MEGABYTE // 10)
    yield "every second line", "- " + "\n- ".join(lines), "- " + "\n- ".join(lines[0:1] + [
        line if index % 2 else f"{line}z" for index, line in enumerate(lines[1:])
    ])  # fmt: skip
    yield (
        "near-equal lines", "\n".join(numbered.format(n, "a", n) for n in range(19_000)),
        "\n".join(numbered.format(n, "b", n + 1) for n in range(19_000)),
    )  # fmt: skip
    yield "deep repetition", f"{unit}\n" * (MEGABYTE // 400), f"x\n{unit}\n" * (MEGABYTE // 402)
    yield "another order", "\n".join(lines), "\n".join(mixed) + "\nend"
    yield "links without an end", "[" * MEGABYTE, "[a](" * (MEGABYTE // 4)


TEXTS = {name: (before, after) for name, before, after in _texts()}


def pair_of(before: str, after: str) -> Pair:
    url = "https://a.example/page"
    old, new = (Version(url=url, final_url=url, markdown=text) for text in (before, after))
    return Pair(old, new)


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts_are_compared_with_bounded_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = {"of_line": 0, "lasting": 0}
    for each in calls:

        def counted(text: str, made: object = getattr(normal_form, each), each: str = each) -> object:
            calls[each] += 1
            return made(text)  # type: ignore[operator]

        monkeypatch.setattr(normal_form, each, counted)
    pair = pair_of(*TEXTS[name])
    started = time.process_time()

    change = compare_pair(pair, Noise(3))
    learn_pair(Noise(3), pair)

    old, new, _ = pair.lines
    assert max(len(old), len(new)) <= max(LINES_MAX, BLOCKS_MAX + 1)
    assert calls["of_line"] <= 2 * max(LINES_MAX, FORMED_MAX)
    assert calls["lasting"] <= 2 * differences.FORM_LINES_MAX + len(("title before", "title after"))
    assert len(pair.differences.places) <= differences.PLACES_MAX
    assert len(change.diff) <= limits.WATCH_DIFF_MAX_CHARS + 100
    assert time.process_time() - started < CPU_SECONDS
    assert change.result == "changed"


class Counted:
    """An element whose comparisons are counted."""

    count = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        Counted.count += 1
        return isinstance(other, Counted) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


@pytest.mark.parametrize("values", [1, 2, 50, 10_000, 10**9])
def test_diff_of_sequences_takes_a_bounded_number_of_comparisons(values: int) -> None:
    chance, size = random.Random(values), 10_000
    before, after = ([Counted(chance.randrange(values)) for _ in range(size)] for _ in range(2))
    Counted.count = 0

    found = sequence.hunks(before, after)

    # Trimming, counting and looking up each element at each depth, and the cells of all tables twice.
    assert Counted.count < 6 * sequence.DEPTH_MAX * 2 * size + 2 * sequence.CELLS_BUDGET
    rest = [(hunk.end, hunk.new_end) for hunk in found]
    assert rest == sorted(rest)


def test_joined_hunks_keep_the_widest_gaps() -> None:
    found = [sequence.Hunk(at, at + 1, at, at + 1) for at in (0, 2, 50, 52, 54, 100)]

    assert sequence.merged(found, 3) == [
        sequence.Hunk(0, 3, 0, 3), sequence.Hunk(50, 55, 50, 55), sequence.Hunk(100, 101, 100, 101)
    ]  # fmt: skip
    assert sequence.merged(found, 6) == found


def test_one_change_of_a_long_page_is_shown_alone_and_said_to_be_a_block() -> None:
    lines = [f"Entry {number} of the register" for number in range(60_000)]
    changed = [*lines[:31_000], "Entry of a new kind", *lines[31_000:]]

    change = comparison.compare_pair(pair_of("\n".join(lines), "\n".join(changed)), Noise(3))

    assert change.result == "changed" and change.description.endswith(COARSE.strip())
    assert set(change.added_words) == {"Entry", "of", "a", "new", "kind"} and not change.removed_words
    assert len(change.diff) < 20_000


def test_blocks_that_differ_in_what_a_reader_does_not_see_are_equal() -> None:
    lines = [f"- [Entry {number}](https://a.example/{number}?utm_source=a)" for number in range(30_000)]
    other = [*lines[:9_000], lines[9_000].replace("source=a", "source=b"), *lines[9_001:]]

    old, new, is_coarse = blocks.read("\n".join(lines), "\n".join(other))

    assert is_coarse and [line.key for line in old] == [line.key for line in new]


def test_equal_texts_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "read", None)
    pair = pair_of("# Page\n\nText.", "# Page\n\nText.")

    assert compare_pair(pair, Noise(3)).result == "same"
    assert learn_pair(Noise(3), pair) == Noise(4)
