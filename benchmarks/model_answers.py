"""What remains of a good model's answers: values and sentences that were typed in, right ones and subtly wrong ones.

    python -m benchmarks.model_answers PAGES [--details]

PAGES is the folder of the sets for building. The right values are those of the pages' questions, as a good model returns
them. Wrong values are a value of the right type for each property that the page does not answer, and each true number with
another first digit, where the page does not have that number. The sentences are in `summaries.json`, typed by a reader of the
pages. Printed: right values kept, those of them with a passage, those kept as derived, and wrong values kept, above .5 and below;
right sentences kept and wrong sentences kept.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import answers
from contract.options.page import ReadingOptions
from extraction.answers import answered_page
from extraction.answers.answered_page import AnsweredPage
from extraction.answers.evidence import PageText
from extraction.answers.replies import conclusion, sentences
from extraction.answers.schema import dotted_names
from training.dataset import capture

FOLDERS = ("building", "held_out", "fresh", "final", "last")
_INVENTED = {"number": 7351.25, "integer": 7351, "string": "Zorvath Quillmere", "boolean": None}
_INVENTED_FORMATS = {
    "date": "2031-03-17",
    "email": "zorvath@quillmere.example",
    "uri": "https://quillmere.example/zorvath",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.model_answers")
    parser.add_argument("pages", type=Path)
    parser.add_argument("--details", action="store_true", help="list dropped right ones and kept wrong ones")
    options = parser.parse_args()
    counts = measured(options.pages, details=options.details)
    for name, count in counts.items():
        print(f"{name:32s}{count:8d}")
    for kind in ("values", "sentences"):
        print(f"right {kind} kept: {counts[f'right {kind} kept'] / max(1, counts[f'right {kind}']):.3f}")


def measured(pages: Path, *, folders: tuple[str, ...] = FOLDERS, details: bool = False) -> Counter[str]:
    """The counts over all pages of some folders."""
    counts: Counter[str] = Counter()
    summaries = json.loads((pages / "summaries.json").read_text())
    for path in sorted(pages.glob("*/*.json")):
        name = f"{path.parent.name}/{path.stem}"
        if path.parent.name not in folders:
            continue
        record = json.loads(path.read_text())
        shown = replace(capture(path.with_suffix(".html").read_bytes()), url=record["url"], final_url=record["url"])
        page = answered_page.read(shown, record["questions"][0]["schema"], ReadingOptions())
        for question in record["questions"]:
            for line in _values(question, _text(page), counts):
                if details:
                    print(f"{name}: {line}")
        if name in summaries:
            for line in _sentences(summaries[name], _text(page), counts):
                if details:
                    print(f"{name}: {line}")
    return counts


def _text(page: AnsweredPage) -> str:
    """What a model's answer is checked by."""
    return "\n".join((page.visible_text, page.text, page.title or ""))


def _values(question: Mapping[str, Any], text: str, counts: Counter[str]) -> Iterator[str]:
    right = _first(answers._tree(question["values"]))
    retained = conclusion.ground(right, question["schema"], text)
    found = {name: value for name, value in _named(retained.data)}
    for name, value in _named(right):
        counts["right values"] += 1
        # Items of a list that were dropped shift the numbers of those after them.
        is_retained = name in found or any(answers.same(value, one) for one in found.values())
        counts["right values kept"] += is_retained
        evidence = retained.fields.get(name)
        counts["right values with a passage"] += bool(evidence and evidence.evidence)
        counts["right values as derived"] += bool(evidence and evidence.confidence <= 0.5)
        if not is_retained:
            yield f"DROPPED {name}: {value!r}"
    for name, value in _wrong(question, right, PageText(text)):
        invented = conclusion.ground(_nested(name, value), question["schema"], text)
        counts["wrong values"] += 1
        counts["wrong values kept above .5"] += any(one.confidence > 0.5 for one in invented.fields.values())
        counts["wrong values kept at most .5"] += any(one.confidence <= 0.5 for one in invented.fields.values())
        if invented.fields:
            yield f"KEPT {name}: {value!r} {[one.confidence for one in invented.fields.values()]}"


def _sentences(typed: Mapping[str, list[str]], text: str, counts: Counter[str]) -> Iterator[str]:
    good, bad = sentences.supported(typed["right"], text)
    counts["right sentences"] += len(good) + len(bad)
    counts["right sentences kept"] += len(good)
    yield from (f"DROPPED {sentence}" for sentence in bad)
    good, bad = sentences.supported(typed["wrong"], text)
    counts["wrong sentences"] += len(good) + len(bad)
    counts["wrong sentences kept"] += len(good)
    yield from (f"KEPT {sentence}" for sentence in good)


def _wrong(question: Mapping[str, Any], right: Any, text: PageText) -> Iterator[tuple[str, Any]]:
    """Wrong values by dotted name: of absent properties at the root, and numbers with another first digit."""
    properties = question["schema"].get("properties", {})
    for name in question.get("absent", ()):
        asked = properties.get(name, {})
        value = _INVENTED_FORMATS.get(asked.get("format", "")) or _INVENTED.get(asked.get("type", ""))
        if value is not None and "enum" not in asked:
            yield name, value
    for name, value in _named(right):
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 20:
            digits = str(value)
            other = type(value)(f"{int(digits[0]) % 9 + 1}{digits[1:]}")
            if "." not in name and not text.has(other):
                yield name, other


def _nested(name: str, value: Any) -> dict[str, Any]:
    return {name: value}


def _first(value: Any) -> Any:
    """The true values, of several accepted ones the first."""
    if isinstance(value, list):
        return [_first(one) for one in value]
    if isinstance(value, dict):
        return _first(value["any"][0]) if "any" in value else {name: _first(one) for name, one in value.items()}
    return value


def _named(value: Any) -> list[tuple[str, Any]]:
    return [(dotted_names.of_path(path), one) for path, one in answers._leaves(value)]


if __name__ == "__main__":
    main()
