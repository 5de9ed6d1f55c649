"""What a page and its site say about how the content may be used.

Read as they are: `Content-Usage` (IETF AIPREF), `Content-Signal`, licences of RSL, and reservations of text and data mining
(TDMRep). They are reported, and not interpreted, except by `refused`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import re2

from contract.capture import PageCapture
from contract.results.page import UsageTerm
from extraction.document.addresses import http_address
from extraction.document.document import Document

VALUE_MAX_CHARS = 500
TERMS_MAX = 50
_NAMES = {
    name.lower(): name for name in ("Content-Usage", "Content-Signal", "License", "TDM-Reservation", "TDM-Policy")
}
_HEADERS = frozenset(("content-usage", "content-signal", "tdm-reservation", "tdm-policy"))
# The headers that a reader of pages needs.
READ_HEADERS = _HEADERS | {"link"}
_METAS = frozenset(("tdm-reservation", "tdm-policy"))
_RSL = "application/rsl+xml"
_LINK = re.compile(r"<([^<>]{1,2000})>([^<]{0,500})")
_ROBOTS_LINE = re.compile(r"[ \t]*([a-z-]+)[ \t]*:[ \t]*([^#]*)", re.I)
# The words for one use in both vocabularies.
_USES = {"ai-train": "ai-train", "train-ai": "ai-train", "ai-input": "ai-input", "search": "search"}
_REFUSED = frozenset(("no", "n"))


def of_capture(capture: PageCapture) -> Iterator[UsageTerm]:
    """The statements in the headers of a response."""
    for name, value in capture.headers:
        if name in _HEADERS:
            yield _term(name, value, "header")
        elif name == "link" and _RSL in value:
            for target, parameters in _LINK.findall(value):
                if _RSL in parameters and "license" in parameters and (url := http_address(capture.final_url, target)):
                    yield _term("license", url, "header")


def of_document(document: Document) -> tuple[UsageTerm, ...] | None:
    """The statements of a page: in its headers and in its head. None without any."""
    found = [*of_capture(document.capture)]
    if document.kind == "html":
        found += _of_head(document)
    return tuple(dict.fromkeys(found[:TERMS_MAX])) or None


def _of_head(document: Document) -> Iterator[UsageTerm]:
    for meta in document.index.tagged("meta"):
        if (name := meta.get("name", "").lower()) in _METAS:
            yield _term(name, meta.get("content", ""), "html")
    for link in document.index.tagged("link"):
        is_license = link.get("type", "").lower() == _RSL and "license" in link.get("rel", "").lower().split()
        if is_license and (url := http_address(document.base_url, link.get("href", ""))):
            yield _term("license", url, "html")


def _term(name: str, value: str, source: str) -> UsageTerm:
    return UsageTerm(name=_NAMES[name.lower()], value=" ".join(value.split())[:VALUE_MAX_CHARS], source=source)


class RobotsTerms:
    """The statements of a robots.txt: those of the group for this crawler, otherwise of the group for all, and its licences.

    Args:
        text: the relevant lines of the file.
        agent: the name of this crawler, in lower case.
    """

    def __init__(self, text: str, agent: str) -> None:
        self._groups: dict[str, list[tuple[str, str]]] = {}
        self._licenses: list[str] = []
        self._names = (agent, "*", "")
        # Only what `of` may read is stored: a file may name a group in each line.
        current: set[str] = {""}
        in_names = False
        for line in map(_ROBOTS_LINE.match, text.splitlines()):
            if line is None:
                continue
            key, value = line[1].lower(), " ".join(line[2].split())
            if key == "user-agent":
                group = value.partition("/")[0].lower()
                current = current if in_names else set()
                if group in self._names:
                    self._groups.setdefault(group, [])
                    current.add(group)
            elif key == "license":
                if len(self._licenses) < TERMS_MAX:
                    self._licenses.append(value)
            elif key in ("content-usage", "content-signal"):
                for group in current:
                    stated = self._groups.setdefault(group, [])
                    if len(stated) < TERMS_MAX:
                        stated.append((key, value))
            in_names = key == "user-agent"

    def of(self, path: str) -> tuple[UsageTerm, ...]:
        """The statements that apply to a path with its query. Of several for paths, the one for the longest path."""
        stated = next((self._groups[name] for name in self._names if name in self._groups), [])[:TERMS_MAX]
        found = [_term(name, value, "robots.txt") for name, value in _most_specific(stated, path)]
        return (*found, *(_term("license", value, "robots.txt") for value in self._licenses[:TERMS_MAX] if value))


def _most_specific(stated: Iterable[tuple[str, str]], path: str) -> Iterator[tuple[str, str]]:
    """Of each kind of statement, those for the longest path that matches. A statement without a path is for all paths."""
    best: dict[str, tuple[int, list[str]]] = {}
    for name, value in stated:
        pattern, _, terms = value.partition(" ") if value.startswith("/") else ("", "", value)
        if not terms or not _matches(pattern, path):
            continue
        length, values = best.get(name, (-1, []))
        if len(pattern) > length:
            best[name] = (len(pattern), [terms])
        elif len(pattern) == length:
            values.append(terms)
    yield from ((name, value) for name, (_, values) in best.items() for value in values)


def _matches(pattern: str, path: str) -> bool:
    """Whether a path matches, as rules of robots.txt do: from its beginning, with `*` and a `$` at the end."""
    if "*" not in pattern and "$" not in pattern:
        return path.startswith(pattern)
    start, end = (pattern[:-1], r"\z") if pattern.endswith("$") else (pattern, "")
    expression = ".*".join(map(re2.escape, start.split("*"))) + end
    return re2.match(expression, path) is not None


def refused(terms: Iterable[UsageTerm], uses: Iterable[str]) -> UsageTerm | None:
    """The first statement that refuses one of these uses (`contract.setting_values.USES`). None if none does."""
    asked = frozenset(uses)
    return next((term for term in terms if not asked.isdisjoint(_refused_by(term))), None)


def _refused_by(term: UsageTerm) -> Iterator[str]:
    if term.name == "TDM-Reservation" and term.value == "1":
        yield "tdm"
    if term.name in ("Content-Usage", "Content-Signal"):
        for part in term.value.split(","):
            name, _, value = part.partition("=")
            if value.partition(";")[0].strip().lower() in _REFUSED and (use := _USES.get(name.strip().lower())):
                yield use
