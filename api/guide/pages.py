"""The guides: the Markdown files in `docs/`, and the index that orders them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import docs
from api.guide import markdown
from api.guide.markdown import Rendered

FOLDER = Path(docs.__file__).parent
PREFIX = "/docs/guide/"
INDEX = "README.md"
# The address in the examples of the files, and where examples stand: in fences and indented lines.
EXAMPLE_URL = "http://127.0.0.1:8000"
_EXAMPLES = re.compile(r"^```.*?^```|^    .*?$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Section:
    """A group of the index: its heading, and (title, URL) of its guides."""

    title: str
    guides: tuple[tuple[str, str], ...]


@cache
def files() -> dict[str, Path]:
    """The Markdown files by URL. The index has the prefix itself as URL."""
    found = sorted(FOLDER.rglob("*.md"))
    return {_url(path.relative_to(FOLDER).as_posix()): path for path in found}


def _url(name: str) -> str:
    return PREFIX if name == INDEX else PREFIX + name.removesuffix(".md")


def url_of(name: str) -> str | None:
    """The URL of a file below `docs`. None when it is not a guide."""
    url = _url(name)
    return url if name.endswith(".md") and url in files() else None


@cache
def sections() -> tuple[Section, ...]:
    """The groups of the index, in its order."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for heading, title, target in markdown.links((FOLDER / INDEX).read_text(encoding="utf-8")):
        if (url := url_of(target)) is not None:
            groups.setdefault(heading, []).append((title, url))
    return tuple(Section(title, tuple(guides)) for title, guides in groups.items())


def rendered(url: str, base_url: str = EXAMPLE_URL) -> Rendered:
    """The guide with this URL. Its examples call the service at `base_url`.

    Raises:
        KeyError: there is no such guide.
    """
    path = files()[url]
    folder = PurePosixPath(path.relative_to(FOLDER).as_posix()).parent.as_posix()
    text = _EXAMPLES.sub(lambda found: found[0].replace(EXAMPLE_URL, base_url), path.read_text(encoding="utf-8"))
    return markdown.render(text, "" if folder == "." else folder, url_of)
