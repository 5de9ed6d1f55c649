"""The generated parts of Markdown files, between two comments:

    <!-- generated: options scrape -->
    …
    <!-- end generated -->

The first word selects the writer, the others are its arguments. To add a kind of part: a function in a file of this package,
and a row in `maintenance.documentation.__main__`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_REGION = re.compile(r"^(<!-- generated: ([^\n]+?) -->\n).*?^(<!-- end generated -->)", re.S | re.M)
_BEGIN = re.compile(r"^<!-- generated: ", re.M)
# A link of a table to the part that describes an object.
_OBJECT_LINK = re.compile(r"\(object:(\w+)\)")

Writer = Callable[..., str]


class UnknownRegion(Exception):
    """A marked part has no writer, or has no end."""


def markdown_files() -> list[Path]:
    """The files that may contain generated parts: README.md and the pages in `docs/`."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def regions_of(text: str) -> Iterator[tuple[str, ...]]:
    """(kind, arguments…) of each generated part."""
    return (tuple(match[2].split()) for match in _REGION.finditer(text))


class Pages:
    """The Markdown files, and which of them describes which object."""

    def __init__(self, texts: Mapping[Path, str], writers: Mapping[str, Writer]) -> None:
        self._texts = texts
        self._writers = writers
        self._objects = {
            words[1]: path for path, text in texts.items() for words in regions_of(text) if words[0] == "object"
        }

    @classmethod
    def read(cls, writers: Mapping[str, Writer]) -> Pages:
        """The files of the clone."""
        return cls({path: path.read_text(encoding="utf-8") for path in markdown_files()}, writers)

    def changed(self) -> Iterator[tuple[Path, str]]:
        """(file, its new text) of each file whose generated parts are out of date.

        Raises:
            UnknownRegion: a part is of no known kind, its end is missing, or it names an object that no page describes.
        """
        for path, text in self._texts.items():
            if len(_BEGIN.findall(text)) != len(_REGION.findall(text)):
                raise UnknownRegion(f"{path}: a generated part has no end")
            new = _REGION.sub(partial(self._written, path), text)
            if new != text:
                yield path, new

    def _written(self, path: Path, region: re.Match[str]) -> str:
        begin, words, end = region.groups()
        kind, *arguments = words.split()
        if kind not in self._writers:
            raise UnknownRegion(f"{kind} is not a kind of generated part. Kinds: {', '.join(sorted(self._writers))}")
        text = self._writers[kind](*arguments).strip("\n")
        linked = _OBJECT_LINK.sub(lambda match: f"({self._address(match[1], path)})", text)
        return f"{begin}\n{linked}\n\n{end}"

    def _address(self, name: str, path: Path) -> str:
        if name not in self._objects:
            raise UnknownRegion(f"{path}: no page has a part `object {name}`")
        page = self._objects[name]
        return ("" if page == path else os.path.relpath(page, path.parent)) + f"#{name.lower()}"
