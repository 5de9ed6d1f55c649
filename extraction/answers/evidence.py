"""Finds the passage of a text that a value is in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from extraction.answers.occurrences import Occurrences, Position, folded
from extraction.answers.passages import PASSAGE_MAX_CHARS, around, cut
from extraction.answers.schema.names import words
from extraction.answers.values import durations, numbers, terms

# Of a longer value a passage contains at least this many characters of its beginning.
_SURE_CHARS = 150
_STEP_CHARS = 100
_SHORT_CHARS = 4
# Occurrences of one value that are compared.
_LABELS_MAX = 60
_POSITIONS_MAX = 200
# Lines of one value that others may be beside, and how near that is.
_BESIDE_MAX, _BESIDE_LINES = 3, 2
# How far from each other the values of one item of a list are, and how long the line of a short one is: no sentence.
_ITEM_LINES, _ITEM_LINE_CHARS = 10, 40
_PARAGRAPH_MAX_CHARS, _ADDRESS_MAX_CHARS = 1_500, 12
_DURATION = re.compile(
    r"(?<![\d:.,])(?:\d{1,2}:\d{2}:\d{2}|\d{1,3}:\d{2})(?![\d:])"
    r"|(?<![\d:.,])\d{1,3}\s?(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|uur|min|mins|minutes?|minuten|minutos?|minuti|mn|minut)\b"
    r"(?:\s?(?:and|und|et|y|e)?\s?\d{1,2}\s?(?:min|mins|minutes?|minuten|minutos?|minuti|mn)?\b)?",
    re.I,
)
_LINE = re.compile(r"[^\s\n][^\n]*")
_CURRENCY = r"(?:[$€£¥₹₽₩₺]|\b[A-Z]{3}\b|\bkr\b|\bzł)"
# The letters of a currency directly beside a number are a word with it: `EUR129` is none.
_CURRENCY_BEFORE = re.compile(rf"{_CURRENCY}(?:(?<![A-Za-z])|\s)$")
_CURRENCY_AFTER = re.compile(rf"(?:\s|(?!\w)){_CURRENCY}")
_CURRENCY_CHARS = 8
_WORD_START, _WORD_END = re.compile(r"\w"), re.compile(r"\w$")
_NEAR, _ALONE, _ONE_OF_MANY = 0.95, 0.85, 0.7


@dataclass(frozen=True)
class Found:
    """A passage that is verbatim in the text and contains the value. `confidence`: how sure it means this value."""

    passage: str
    confidence: float

    @property
    def is_labelled(self) -> bool:
        """Whether one of the labels is beside the value."""
        return self.confidence == _NEAR


class PageText:
    """A text in which values are located: `AnsweredPage.visible_text`, or Markdown."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [found.span() for found in _LINE.finditer(text)]
        self._lines = [text[start:end] for start, end in self._spans]
        self._occurrences = Occurrences(self._lines)
        self._windows: dict[tuple[int, int], list[tuple[str, str]]] = {}

    @property
    def whole(self) -> str:
        """The text itself."""
        return self._text

    def lines_of(self, value: Any) -> set[int]:
        """The lines of a value that is long enough to be found alone, if it is in a few lines only."""
        if isinstance(value, bool) or _is_short(value):
            return set()
        lines = {position[0] for position in islice(self._occurrences.of(value), _BESIDE_MAX + 1)}
        return lines if len(lines) <= _BESIDE_MAX else set()

    def paragraph_from(self, text: str) -> str | None:
        """The line that begins with a text and says more than it, if it is a short one."""
        asked = folded(text)
        for position in islice(self._occurrences.of_text(asked) if len(asked) >= _STEP_CHARS // 4 else (), _BESIDE_MAX):
            line = self._lines[position[0]].strip()
            if len(text) < len(line) <= _PARAGRAPH_MAX_CHARS and folded(line).startswith(asked.rstrip(".")):
                return line
        return None

    def duration(self, seconds: int) -> str | None:
        """The only notation of a duration in the text: `14:37`, `1 h 30 min`."""
        found = {text for line in self._lines for text in _DURATION.findall(line) if durations.seconds(text) == seconds}
        return found.pop() if len(found) == 1 else None

    def passage_of(self, parts: list[str]) -> str | None:
        """The shortest passage of one line, or of a few following ones, that starts with the first part and has all others."""
        for position in islice(self._occurrences.of_text(folded(parts[0])), _BESIDE_MAX):
            text = ", ".join(line.strip(" ,") for line in self._lines[position[0] : position[1] + 1 + _BESIDE_LINES])[
                :_PARAGRAPH_MAX_CHARS
            ]
            found = [
                re.search(r"(?<!\w)" + r"\s+".join(map(re.escape, part.split())) + r"(?!\w)", text, re.I)
                for part in parts
            ]
            spans = [one.span() for one in found if one]
            if len(spans) == len(parts) and all(spans[0][0] <= start for start, _ in spans):
                passage = text[spans[0][0] : max(end for _, end in spans)]
                if len(passage) <= _ADDRESS_MAX_CHARS + sum(map(len, parts)):
                    return passage
        return None

    def first_day_from(self, text: str) -> str | None:
        """The first day that is shown in or after a text, such as the main heading."""
        start = min(
            (position[0] for position in islice(self._occurrences.of_text(folded(text)), _POSITIONS_MAX)), default=None
        )
        if start is None:
            return None
        after = [
            (min(position[0] for position in positions if position[0] >= start), day)
            for day, positions in self._occurrences.by_day.items()
            if any(position[0] >= start for position in positions)
        ]
        return min(after)[1] if after else None

    @property
    def has_days(self) -> bool:
        """Whether the text has a day."""
        return bool(self._occurrences.by_day)

    @property
    def has_phones(self) -> bool:
        """Whether the text has what may be a telephone number."""
        return bool(self._occurrences.by_phone)

    def has_phone_end(self, digits: str) -> bool:
        """Whether a telephone number of the text ends in some digits."""
        return any(phone.endswith(digits) for phone in self._occurrences.by_phone)

    def contains(self, text: str) -> bool:
        """Whether the folded page contains a folded text."""
        return text in self._occurrences.folded_text

    def has(self, value: Any) -> bool:
        """Whether the text has a value anywhere, also a short one."""
        return not isinstance(value, bool) and next(iter(self._occurrences.of(value)), None) is not None

    def locate(
        self, value: Any, labels: Iterable[str] = (), *, money: bool | None = False, beside: Set[int] = frozenset()
    ) -> Found | None:
        """The best passage that contains the value, or None. A value that no short passage contains is not found.

        Case, white space, quotes and dashes are ignored. A number is found in any notation (1299 in "1.299,00 €"), an ISO
        date in any unambiguous one. Short values ("1", "yes") are found only near one of the labels. Of a long text that
        runs over several lines, the passage is its beginning.

        Args:
            value: a string, number or boolean. Lists and objects are never found; locate their parts.
            labels: names under which the page may show the value, such as the schema's property name.
            money: a currency beside a short number is as good as a label, and a longer number needs one. None if it is not known
                whether the number is an amount: then a longer one needs no currency.
            beside: lines of other values of the same item. Near one of them, a short value is found.
        """
        if isinstance(value, bool):
            return self._yes_or_no(value, self._label_lines(labels))
        positions = list(islice(self._occurrences.of(value), _POSITIONS_MAX))
        if not positions:
            return None
        near = self._label_lines(labels)
        for position in dict.fromkeys(positions):
            line = _near(position[0], near)
            if line is not None and (passage := self._passage(position, min(line, position[0]))) is not None:
                return Found(passage, _NEAR)
        if _is_short(value):
            for position in positions if beside else ():
                if any(abs(position[0] - line) <= _BESIDE_LINES for line in beside):
                    passage = self._passage(position)
                    return Found(passage, _ONE_OF_MANY) if passage is not None else None
            positions = [position for position in positions if money is not False and self._has_currency(position)]
        elif money and isinstance(value, (int, float)):
            # "129 customers" is not evidence of a price.
            positions = [position for position in positions if self._has_currency(position)] or [
                position for position in positions if re.search(r"[.,]\d{2}$", position[2])
            ]
        for position in dict.fromkeys(positions):
            if (passage := self._passage(position)) is not None:
                return Found(passage, _ALONE if len(positions) == 1 else _ONE_OF_MANY)
        return None

    def locate_read(self, values: Iterable[Any], beside: Set[int], *, is_alone: bool = False) -> Found | None:
        """The passage of a value that was read from the visible page, however short: it is there for certain, only where is open.

        Args:
            values: the value, and its text in the page.
            beside: lines of other values of its item, of which the passage is the nearest one. Without them, the value must be
                in one line only.
            is_alone: the line has nothing else.
        """
        positions: list[Position] = []
        for value in values:
            if not positions and not isinstance(value, bool):
                positions = list(islice(self._occurrences.of(value), _POSITIONS_MAX))
                if is_alone or (isinstance(value, str) and _is_term(value)):
                    positions = [one for one in positions if folded(self._lines[one[0]]) == one[2]]
        if beside:
            near = [(min(abs(one[0] - line) for line in beside), one) for one in positions if self._is_short_line(one)]
            positions = [min(near)[1]] if near and min(near)[0] <= _ITEM_LINES else []
        passage = self._passage(positions[0]) if len({one[0] for one in positions}) == 1 else None
        return Found(passage, _ONE_OF_MANY) if passage is not None else None

    def _is_short_line(self, position: Position) -> bool:
        return len(self._lines[position[0]]) <= _ITEM_LINE_CHARS + len(position[2])

    def _has_currency(self, position: Position) -> bool:
        """Whether a currency is directly before or after a number."""
        place, _, number = position
        line = self._lines[place]
        start = line.find(number)
        while start >= 0:
            end = start + len(number)
            before, after = line[max(0, start - _CURRENCY_CHARS) : start], line[end : end + _CURRENCY_CHARS]
            if not _WORD_START.match(after) and _CURRENCY_BEFORE.search(before):
                return True
            if not _WORD_END.search(before) and _CURRENCY_AFTER.match(after):
                return True
            start = line.find(number, start + 1)
        return False

    @cached_property
    def _label_positions(self) -> dict[str, list[int]]:
        """The lines that have each word, for finding labels."""
        found: dict[str, list[int]] = defaultdict(list)
        for position, line in enumerate(self._lines):
            for word in set(words(line)):
                found[word].append(position)
        return dict(found)

    def _label_lines(self, labels: Iterable[str]) -> set[int]:
        found: set[int] = set()
        for label in list(dict.fromkeys(labels))[:_LABELS_MAX]:
            needed = words(label)
            lines = [set(self._label_positions.get(word, ())) for word in needed]
            if lines:
                found |= set.intersection(*lines)
        return found

    def _yes_or_no(self, value: bool, near: set[int]) -> Found | None:
        for position in sorted(near):
            line = self._lines[position]
            rest = re.split(r"[:\uff1a\t]", line, maxsplit=1)[-1]
            if terms.truth(rest.strip(), "term") == value:
                passage = self._passage((position, position, rest.strip()))
                return Found(passage, _NEAR) if passage is not None else None
        return None

    def _passage(self, position: Position, first: int | None = None) -> str | None:
        """The lines of a position, or the part of a long text around it. From line `first` on, if the label is there."""
        line, last, asked = position
        needed = cut(folded(asked), _SURE_CHARS)
        whole = self._text_of(line if first is None else first, last)
        if (len(whole) <= PASSAGE_MAX_CHARS or "\n" in whole) and needed in folded(passage := cut(whole)):
            return passage
        if needed in folded(passage := around(self._text_of(line, last), asked)):
            return passage
        return next((window for window, text in self._windows_of(line, last) if needed in text), None)

    def _windows_of(self, line: int, last: int) -> list[tuple[str, str]]:
        """Overlapping parts of a text, each with its folded text."""
        if (line, last) not in self._windows:
            text = self._text_of(line, last)
            parts = (text[at : at + PASSAGE_MAX_CHARS] for at in range(0, len(text), _STEP_CHARS))
            self._windows[line, last] = [(part, folded(part)) for part in parts]
        return self._windows[line, last]

    def _text_of(self, line: int, last: int) -> str:
        return self._text[self._spans[line][0] : self._spans[last][1]]


def _near(line: int, labels: set[int]) -> int | None:
    """The label's line: the same one, or the one before."""
    return line if line in labels else line - 1 if line - 1 in labels else None


def _is_term(text: str) -> bool:
    """Whether a text is a mark or a word such as "yes", which many sentences contain."""
    return not any(map(str.isalnum, text)) or terms.truth(text, "") is not None


def _is_short(value: Any) -> bool:
    """Whether a value is so short that it is on most pages by chance."""
    if isinstance(value, str) and not re.fullmatch(r"-?\d+(?:\.\d+)?", value.strip()):
        return len(folded(value)) < _SHORT_CHARS or terms.truth(value, "") is not None
    return len(numbers.digits(str(value).removesuffix(".0"))) < _SHORT_CHARS - 1
