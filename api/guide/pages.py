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
# The address in the examples of the files, and where examples are: in fences and indented lines.
EXAMPLE_URL = "http://127.0.0.1:8000"
# The end of the address of a guide as Markdown.
MARKDOWN = ".md"
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


def sources() -> dict[str, str]:
    """The URLs of the guides as Markdown, each with the URL of its page. The index has the name of its file."""
    return {markdown_url(url): url for url in files()}


def source(url: str, base_url: str) -> str:
    """The guide with this URL as Markdown. Its links are absolute, and lead to Markdown where they lead to guides.

    Raises:
        KeyError: no guide has this URL.
    """

    def address(name: str) -> str | None:
        found = url_of(name)
        return None if found is None else f"{base_url}{markdown_url(found)}"

    return markdown.source(_text(url, base_url), _folder(url), address)


def markdown_url(url: str) -> str:
    """The URL of a guide as Markdown."""
    return f"{PREFIX}{INDEX}" if url == PREFIX else f"{url}{MARKDOWN}"


def llms_txt(base_url: str) -> str:
    """The index for language models (llmstxt.org): each guide as Markdown with its subject, and descriptions of the API."""
    index = source(PREFIX, base_url)
    summary = rendered(PREFIX).summary
    heading, lines = "", [f"# {rendered(PREFIX).title}", "", f"> {summary}"]
    for line in index.splitlines():
        if line.startswith("## "):
            heading = line
        elif line.startswith("- ["):
            lines += [*(["", heading, ""] if heading else []), line]
            heading = ""
    return "\n".join((*lines, "", "## Descriptions of the API", "", *_descriptions(base_url), ""))


def _descriptions(base_url: str) -> tuple[str, ...]:
    return (
        f"- [OpenAPI]({base_url}/openapi.json): every operation with its options, answers and examples",
        f"- [MCP tools]({base_url}/mcp/tools): the tools at {base_url}/mcp with their JSON Schemas",
        f"- [Changes]({base_url}/changelog): changes of the interface by date",
    )


def _folder(url: str) -> str:
    folder = PurePosixPath(files()[url].relative_to(FOLDER).as_posix()).parent.as_posix()
    return "" if folder == "." else folder


def _text(url: str, base_url: str) -> str:
    """The Markdown of a guide, whose examples call the service at `base_url`."""
    text = files()[url].read_text(encoding="utf-8")
    return _EXAMPLES.sub(lambda found: found[0].replace(EXAMPLE_URL, base_url), text)


def rendered(url: str, base_url: str = EXAMPLE_URL) -> Rendered:
    """The guide with this URL. Its examples call the service at `base_url`.

    Raises:
        KeyError: no guide has this URL.
    """
    return markdown.render(_text(url, base_url), _folder(url), url_of)
