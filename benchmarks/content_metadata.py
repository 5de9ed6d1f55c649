"""Title, author and date compared with annotated pages: precision, recall and F1 per half of the domains.

    python -m benchmarks.content_metadata DATA [--trafilatura] [--show FIELD] [--half tuning|check]

DATA is a folder with `ground-truth`, or one with `truth.json`. Pages are read under their real URLs. A title or an author matches
if the letters of one contain those of the other. A date matches if the day is equal. Rules are written with the tuning half
only (`--half tuning --show FIELD` lists its wrong values); the check half shows whether they generalise.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from contract.results.page import Metadata
from extraction.declared.metadata import Metadata as DeclaredMetadata
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import open_page
from training.dataset import capture, fold_of

Agrees = Callable[[str, str], bool]
HALVES = ("tuning", "check")


def same_name(found: str, expected: str) -> bool:
    one, other = (letters(text) for text in (found, expected))
    return bool(one and other) and (one in other or other in one)


def same_day(found: str, expected: str) -> bool:
    return found[:10] == expected[:10]


# To add a field: its key in the annotation, how it is read off the metadata, and when two values agree.
FIELDS: dict[str, tuple[Callable[[Metadata], str | None], Agrees]] = {
    "title": (lambda about: about.title, same_name),
    "author": (lambda about: about.author, same_name),
    "publish_date": (lambda about: about.published_time, same_day),
}


@dataclass(frozen=True)
class AnnotatedPage:
    """A saved page and its annotated values. A field can have several right values."""

    name: str
    url: str
    body: bytes
    truth: dict[str, list[str]]

    @property
    def half(self) -> str:
        return HALVES[fold_of(self.url or self.name) % 2]


@dataclass(frozen=True)
class Answer:
    """One field of one page."""

    page: str
    half: str
    found: str
    expected: list[str]
    is_right: bool


def main() -> None:
    """Read every page and print one table per half and one for both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--trafilatura", action="store_true", help="Read with trafilatura (must be importable).")
    parser.add_argument("--show", choices=FIELDS, help="Print every wrong value of this field.")
    parser.add_argument("--half", choices=HALVES)
    arguments = parser.parse_args()
    read = with_trafilatura if arguments.trafilatura else with_orbweaver
    answers: dict[str, list[Answer]] = {name: [] for name in FIELDS}
    for page in annotated(arguments.data):
        if arguments.half in (None, page.half):
            _compare(page, read(page), answers)
    for half in (arguments.half,) if arguments.half else HALVES:
        _report(half, {name: [one for one in rows if one.half == half] for name, rows in answers.items()})
    if not arguments.half:
        _report("both halves", answers)
    for answer in answers.get(arguments.show, ()):
        if not answer.is_right and (answer.found or answer.expected):
            print(f"{answer.page} {answer.found!r} instead of {answer.expected}")


def annotated(data: Path) -> Iterator[AnnotatedPage]:
    """The pages of a data set, in the order of their names."""
    known = json.loads((data / "truth.json").read_text()) if (data / "truth.json").exists() else None
    for path in sorted((data / "html").iterdir()):
        name, body = path.name.split(".")[0], gzip.decompress(path.read_bytes())
        if known is None:
            record = json.loads((data / "ground-truth" / f"{name}.json").read_text())
            url, truth = record.get("url") or "", record["ground_truth"]
        else:
            url, truth = known[name]["url"], known[name] | {"publish_date": known[name].get("date")}
        values = {field: truth.get(field) or [] for field in FIELDS}
        lists = {field: [value] if isinstance(value, str) else value for field, value in values.items()}
        yield AnnotatedPage(name, url if url.startswith("http") else "", body, lists)


def with_orbweaver(page: AnnotatedPage) -> Metadata:
    """The metadata as the service reads it."""
    saved = capture(page.body)
    document = open_page(replace(saved, url=page.url, final_url=page.url) if page.url else saved)
    about = DeclaredMetadata(document, StructuredMarkup(document))
    return Metadata(title=about.title(), author=about.author(), published_time=about.published_time())


def with_trafilatura(page: AnnotatedPage) -> Metadata:
    """The metadata as trafilatura reads it, with its default options."""
    library = importlib.import_module("trafilatura")  # Not a dependency of the service; `make train` installs it.
    about = library.extract_metadata(page.body, default_url=page.url or None)
    return Metadata(title=about.title, author=about.author, published_time=about.date) if about else Metadata()


def _compare(page: AnnotatedPage, about: Metadata, answers: dict[str, list[Answer]]) -> None:
    for field, (value, agrees) in FIELDS.items():
        found, expected = value(about) or "", page.truth[field]
        is_right = any(agrees(found, true) for true in expected) if found else False
        answers[field].append(Answer(page.name, page.half, found, expected, is_right))


def _report(title: str, answers: dict[str, list[Answer]]) -> None:
    print(f"{title:14s}{'precision':>10s}{'recall':>8s}{'F1':>7s}{'found':>8s}{'annotated':>11s}{'unannotated':>13s}")
    for field, rows in answers.items():
        found, expected = sum(bool(row.found) for row in rows), sum(bool(row.expected) for row in rows)
        right = sum(row.is_right for row in rows)
        extra = sum(bool(row.found) and not row.expected for row in rows)
        precision, recall, balance = (
            right / max(1, found),
            right / max(1, expected),
            2 * right / max(1, found + expected),
        )
        print(f"{field:14s}{precision:10.3f}{recall:8.3f}{balance:7.3f}{found:8d}{expected:11d}{extra:13d}")
    print()


def letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


if __name__ == "__main__":
    main()
