"""Title, author and date compared with annotated pages: precision, recall and F1.

    python -m benchmarks.content_metadata DATA

A title or an author matches if the letters of one contain those of the other. A date matches if the day is equal. Undeclared
values are never guessed from the text, so the recall of author and date stays well below 1.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable
from pathlib import Path

from contract.options.page import ReadingOptions
from contract.results.page import Metadata
from extraction import page
from training.dataset import capture

Agrees = Callable[[str, str], bool]


def same_name(found: str, wanted: str) -> bool:
    one, other = (letters(text) for text in (found, wanted))
    return bool(one and other) and (one in other or other in one)


def same_day(found: str, wanted: str) -> bool:
    return found[:10] == wanted[:10]


# To add a field: its key in the annotation, how it is read off the metadata, and when two values agree.
FIELDS: dict[str, tuple[Callable[[Metadata], str | None], Agrees]] = {
    "title": (lambda about: about.title, same_name),
    "author": (lambda about: about.author, same_name),
    "publish_date": (lambda about: about.published_time, same_day),
}


def main() -> None:
    """Read every page and print one line per field."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data
    pairs: dict[str, list[tuple[str, str]]] = {name: [] for name in FIELDS}
    for path in sorted((data / "html").glob("*.html.gz")):
        name = path.name.removesuffix(".html.gz")
        truth = json.loads((data / "ground-truth" / f"{name}.json").read_text())["ground_truth"]
        about = page.read(capture(gzip.decompress(path.read_bytes())), ReadingOptions(formats=())).metadata
        for field, (value, _) in FIELDS.items():
            pairs[field].append((value(about) or "", truth.get(field) or ""))
    print(f"{'':14s}{'precision':>10s}{'recall':>8s}{'F1':>7s}{'declared':>10s}{'annotated':>11s}")
    for field, (_, agrees) in FIELDS.items():
        found, wanted = (sum(bool(pair[side]) for pair in pairs[field]) for side in (0, 1))
        right = sum(bool(declared and true) and agrees(declared, true) for declared, true in pairs[field])
        precision, recall = right / max(1, found), right / max(1, wanted)
        balance = 2 * right / max(1, found + wanted)
        print(f"{field:14s}{precision:10.3f}{recall:8.3f}{balance:7.3f}{found:10d}{wanted:11d}")


def letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


if __name__ == "__main__":
    main()
