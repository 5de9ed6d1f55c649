"""Answers to schemas without a language model, on pages that were written by people who did not read the rules.

    python -m benchmarks.answers FOLDER [--details]

FOLDER has `NAME.html` and `NAME.json` per page: `url`, `language`, `kind`, `markup` (whether the page declares data) and
`questions`, each with a `schema`, the true `values` by dotted path (a value, or `{"any": [accepted values]}`) and the `absent`
properties, which the page does not answer. Printed per language, kind and markup, and over all pages: right values of the
expected ones, wrong values of the returned ones, the same of those with a confidence of at least .7, absent properties that were
answered, and the calibration of the confidence.

Values are compared as a person would: numbers by value, dates by day if the truth is a day, texts by letters and digits. Items of a
list are compared with the true items that they equal most, whatever their order.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from benchmarks.content_metadata import letters
from contract.options.page import ReadingOptions
from extraction.answers import answered_page
from extraction.answers.schema import dotted_names
from training.dataset import capture

SURE = 0.7
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
_NAME_PARTS = re.compile(r"(?<!\\)\.")
_NOTHING = object()
Position = tuple[str | int, ...]


@dataclass
class Score:
    """Counts over some questions. `graded` has confidence and rightness of every returned value."""

    expected: int = 0
    right: int = 0
    absent: int = 0
    absent_answered: int = 0
    graded: list[tuple[float, bool]] = field(default_factory=list)

    @property
    def figures(self) -> dict[str, float]:
        """The shares that have goals."""
        sure = [is_right for confidence, is_right in self.graded if confidence >= SURE]
        return {
            "right": _share(self.right, self.expected),
            "wrong": _share(sum(not is_right for _, is_right in self.graded), len(self.graded)),
            "sure and wrong": _share(sure.count(False), len(sure)),
            "absent answered": _share(self.absent_answered, self.absent),
        }

    def line(self, name: str) -> str:
        figures = self.figures
        return (
            f"{name:18s}{self.expected:9d}{figures['right']:8.3f}{len(self.graded):10d}{figures['wrong']:8.3f}"
            f"{figures['sure and wrong']:12.3f}{self.absent:8d}{figures['absent answered']:10.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answers")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--details", action="store_true", help="list wrong and missing values")
    options = parser.parse_args()
    scores = measured(options.folder, details=options.details)
    print(
        f"{'':18s}{'expected':>9s}{'right':>8s}{'returned':>10s}{'wrong':>8s}{'sure, wrong':>12s}{'absent':>8s}{'answered':>10s}"
    )
    for name, score in sorted(scores.items(), key=lambda one: (one[0] == "ALL", one[0])):
        print(score.line(name))
    _print_calibration(scores["ALL"].graded)


def measured(folder: Path, *, details: bool = False) -> dict[str, Score]:
    """The scores per language, kind and markup, and `ALL`."""
    scores: dict[str, Score] = defaultdict(Score)
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text())
        url = record["url"]
        page = replace(capture(path.with_suffix(".html").read_bytes()), url=url, final_url=url)
        markup = "with markup" if record["markup"] else "without markup"
        groups = [scores[name] for name in (f"{record['language']}", f"kind {record['kind']}", markup, "ALL")]
        for question in record["questions"]:
            answered = answered_page.read(page, question["schema"], ReadingOptions(), question.get("prompt")).answered
            shares = {name: evidence.confidence for name, evidence in answered.fields.items()}
            for line in _judged(question, answered.data, shares, groups):
                if details:
                    print(f"{path.stem}: {line}")
    return scores


def _judged(question: Mapping[str, Any], data: Any, shares: Mapping[str, float], groups: list[Score]) -> Iterator[str]:
    """Count one answer in all groups. Yields a line for each wrong and missing value."""
    truth = _tree(question["values"])
    expected = list(_leaves(truth))
    found = dict(_leaves(data))
    pairs = dict(_pairs(truth, data))
    right = {there for here, there in pairs.items() if same(_at(truth, here), found.get(there, _NOTHING))}
    absent = {name: _at(data, _position_of(_path(name), truth, data)) for name in question.get("absent", ())}
    for score in groups:
        score.expected += len(expected)
        score.right += len(right)
        score.absent += len(absent)
        score.absent_answered += sum(value is not _NOTHING for value in absent.values())
        score.graded += [(shares[dotted_names.of_path(path)], path in right) for path in found]
    for name, value in absent.items():
        if value is not _NOTHING:
            yield f"ABSENT {name}: {value!r}"
    for here, value in expected:
        if (there := pairs.get(here)) is None:
            yield f"missing {dotted_names.of_path(here)}: {value!r}"
    truths = {there: here for here, there in pairs.items()}
    for there, value in found.items():
        if there not in right:
            name = dotted_names.of_path(there)
            true = _at(truth, truths[there]) if there in truths else "nothing"
            yield f"WRONG {shares[name]} {name}: {value!r} in place of {true!r}"


def _position_of(path: Position, truth: Any, data: Any) -> Position:
    """Where the answer has the item of a list that a path of the truth names."""
    found: list[str | int] = []
    for part in path:
        if isinstance(truth, list) and isinstance(data, list) and isinstance(part, int):
            part = dict(_aligned(truth, data)).get(part, len(data))
        truth, data = _at(truth, (path[len(found)],)), _at(data, (part,))
        found.append(part)
    return tuple(found)


def same(true: Any, found: Any) -> bool:
    """Whether a person would call a found value right."""
    if isinstance(true, dict) and "any" in true:
        return any(same(one, found) for one in true["any"])
    if isinstance(true, bool) or isinstance(found, bool):
        return true is found
    if (number := _number(true)) is not None and _number(found) is not None:
        return number == _number(found)
    if not (isinstance(true, str) and isinstance(found, str)):
        return False
    if _DAY.match(true):
        return found[:10] == true
    return letters(true) == letters(found) if letters(true) else true.strip() == found.strip()


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _path(name: str) -> tuple[str | int, ...]:
    parts = (part.replace("\\.", ".").replace("\\\\", "\\") for part in _NAME_PARTS.split(name))
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def _tree(values: Mapping[str, Any]) -> Any:
    """The true values as nested objects. Lists are objects with numbers as names, which need not be without gaps."""
    root: dict[str | int, Any] = {}
    for name, value in values.items():
        *before, last = _path(name)
        owner = root
        for part in before:
            owner = owner.setdefault(part, {})
        owner[last] = value
    return _with_lists(root)


def _with_lists(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_lists(one) for one in value]
    if not isinstance(value, dict) or "any" in value:
        return value
    if value and all(isinstance(name, int) for name in value):
        return [_with_lists(value[name]) for name in sorted(value)]
    return {name: _with_lists(one) for name, one in value.items()}


def _leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, list):
        for position, one in enumerate(value):
            yield from _leaves(one, (*path, position))
    elif isinstance(value, dict) and "any" not in value:
        for name, one in value.items():
            yield from _leaves(one, (*path, name))
    else:
        yield path, value


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        members = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(members, dict) or part not in members:
            return _NOTHING
        value = members[part]
    return value


def _pairs(true: Any, found: Any, here: Position = (), there: Position = ()) -> Iterator[tuple[Position, Position]]:
    """The position of each true value with that of the returned value that it is compared with."""
    if isinstance(true, list) and isinstance(found, list):
        for position, other in _aligned(true, found):
            yield from _pairs(true[position], found[other], (*here, position), (*there, other))
    elif isinstance(true, dict) and "any" not in true:
        if isinstance(found, dict):
            for name, one in true.items():
                if name in found:
                    yield from _pairs(one, found[name], (*here, name), (*there, name))
    elif not isinstance(found, (dict, list)):
        yield here, there


def _aligned(true: list[Any], found: list[Any]) -> Iterator[tuple[int, int]]:
    """The true items with the returned items that equal them most, each once."""
    ranked = sorted(
        (
            (_equal(one, other), -abs(position - at), position, at)
            for position, one in enumerate(true)
            for at, other in enumerate(found)
        ),
        reverse=True,
    )
    used: set[int] = set()
    taken: set[int] = set()
    for _, _, position, at in ranked:
        if position not in used and at not in taken:
            used.add(position)
            taken.add(at)
            yield position, at


def _equal(true: Any, found: Any) -> int:
    return sum(same(_at(true, here), _at(found, there)) for here, there in _pairs(true, found))


def _share(part: int, whole: int) -> float:
    return part / max(1, whole)


def _print_calibration(graded: list[tuple[float, bool]]) -> None:
    """The share of right values per tenth of confidence, and the mean error over all values."""
    print(f"\n{'confidence':12s}{'values':>8s}{'right':>8s}{'mean':>8s}")
    error = 0.0
    for tenth in range(10):
        inside = [(share, right) for share, right in graded if min(9, int(share * 10)) == tenth]
        if inside:
            mean = sum(share for share, _ in inside) / len(inside)
            right = sum(right for _, right in inside) / len(inside)
            error += len(inside) * abs(right - mean)
            print(f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}  {len(inside):8d}{right:8.3f}{mean:8.3f}")
    print(f"mean error: {error / max(1, len(graded)):.3f}")


if __name__ == "__main__":
    main()
