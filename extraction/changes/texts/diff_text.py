"""A difference as a unified diff and as words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contract import limits
from extraction.changes.texts import lines
from extraction.changes.texts.differences import Place
from extraction.changes.texts.lines import Line

LINE_MAX_CHARS = 2_000
WORDS_MAX = 200
CONTEXT = 2


def unified(before: Sequence[Line], found: Sequence[Place]) -> str:
    """A unified diff against the lines before, which are counted without empty ones. Noise stays as it was before.

    At most `WATCH_DIFF_MAX_CHARS`; a longer one ends with a line that starts with a backslash.
    """
    parts: list[str] = []
    size = shift = 0
    for group in _groups(found, len(before)):
        text, shift = _group_text(before, group, shift)
        if size + len(text) > limits.WATCH_DIFF_MAX_CHARS:
            parts.append(text[: max(0, limits.WATCH_DIFF_MAX_CHARS - size)] + "\n\\ The diff is longer.\n")
            break
        parts.append(text)
        size += len(text)
    return "".join(parts)


def _groups(found: Sequence[Place], length: int) -> Iterator[list[Place]]:
    group: list[Place] = []
    for place in found:
        if group and place.hunk.start - group[-1].hunk.end > 2 * CONTEXT:
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def _group_text(before: Sequence[Line], group: list[Place], shift: int) -> tuple[str, int]:
    start = max(0, group[0].hunk.start - CONTEXT)
    end = min(len(before), group[-1].hunk.end + CONTEXT)
    body: list[str] = []
    position = start
    old = new = 0
    for place in group:
        for line in before[position : place.hunk.start]:
            body.append(f" {_short(line.raw)}")
        old, new = old + place.hunk.start - position, new + place.hunk.start - position
        removed = {id(line) for line in place.removed}
        for line in before[place.hunk.start : place.hunk.end]:
            body.append(f"{'-' if id(line) in removed else ' '}{_short(line.raw)}")
            old, new = old + 1, new + (id(line) not in removed)
        body += [f"+{_short(line.raw)}" for line in place.added]
        new += len(place.added)
        position = place.hunk.end
    body += [f" {_short(line.raw)}" for line in before[position:end]]
    old, new = old + end - position, new + end - position
    head = f"@@ -{start + bool(old)},{old} +{start + shift + bool(new)},{new} @@"
    return "\n".join([head, *body]) + "\n", shift + new - old


def _short(raw: str) -> str:
    return raw if len(raw) <= LINE_MAX_CHARS else raw[:LINE_MAX_CHARS] + "…"


@dataclass(frozen=True)
class Words:
    """Words of the added and removed lines that the other side does not have: the first ones, and how many there are in all."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    added_count: int
    removed_count: int


def changed_words(found: Sequence[Place]) -> Words:
    """The words that came and went."""
    come: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for place in found:
        old = Counter(word for line in place.removed for word in lines.words(line.key))
        new = Counter(word for line in place.added for word in lines.words(line.key))
        come += new - old
        gone += old - new
    return Words(_first(come), _first(gone), come.total(), gone.total())


def _first(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(word for word, _ in zip(counted, range(WORDS_MAX), strict=False))
