"""Counts the visible text of an HTML page in one pass over its tags, without parsing it.

The pass ends as soon as there is enough text, for most pages within the first kilobytes. Its time is linear in the length
of the page, also for hostile markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from extraction.verdicts.regions import OpenRegions, Region

# A page with this many letters is readable: in its main part; anywhere outside links and boilerplate; anywhere at all (the last
# limit is high, because navigation can be long).
MAIN_LETTERS, PROSE_LETTERS, ANY_LETTERS = 250, 1_000, 30_000
# A main part or an article with this many letters is not empty.
FILLED_LETTERS = 15
# With this many placeholders, scripts fill the page. An attribute that makes a script fill an element counts as this many.
PLACEHOLDERS_MIN = 3
NOTICE_LETTERS_MAX = 400
INLINE_SCRIPT_LETTERS_MAX = 20_000

# Quoted attributes may contain `>`.
_ATTRIBUTES = r"""[^>=]*(?:=(?:\s*"[^"]*"|\s*'[^']*')?[^>=]*)*"""
_TAG = re.compile(rf"<(?:(!--)|([/!?]?)([a-z][^\s/>]*)({_ATTRIBUTES})>?)", re.I)
# Elements whose content is not displayed, with the pattern of their end tags.
_NOT_DISPLAYED = {
    name: re.compile(rf"</{name}\s*>", re.I) for name in "script style template svg noscript iframe title".split()
}
# Comments, elements that are not displayed, and attributes with markup in them.
_HIDDEN = re.compile(
    rf"""<(?:(?P<comment>!--)|(?P<element>{"|".join(_NOT_DISPLAYED)})(?=[\s/>]))|"""
    r"""=\s*(?:"[^"<]*<[^"]*"|'[^'<]*<[^']*')""",
    re.I,
)
# Without an end tag these contain the rest of the page.
_READ_TO_THE_END = ("script", "style")
_TEXT_BLOCKS = frozenset("h1 h2 h3 h4 h5 h6 p li td th dd dt pre blockquote label button caption".split())
_FILLED_BY_SCRIPT = re.compile(
    r"(?<![\w-])(?:v-for|v-text|v-cloak|ng-repeat|ng-bind|x-text|x-for|data-bind|hx-trigger\s*=\s*[\"']?(?:load|revealed))",
    re.I,
)
_PLACEHOLDER = re.compile(r"\{\{[^{}]{1,120}\}\}|\[\[[^\[\]]{1,120}\]\]")
_LOADING = re.compile(
    r"\W*(?:(?:loading|redirecting|please wait|one moment|hold on|wird geladen|lädt|weiterleitung|bitte warten|chargement|"
    r"veuillez patienter|cargando|espere|carregando|aguarde|caricamento|attendere|bezig met laden|laden|ładowanie|"
    r"laddar|načítání|yükleniyor|загрузка|подождите|loader)\b[^.!?…]{0,40}|.{0,8}(?:読み込み中|加载中|載入中|로딩).{0,8})"
    r"[\s.…!]*",
    re.I,
)
_NEEDS_JAVASCRIPT = re.compile(
    r"(?:enable|activate|turn(?:ed)? on|requires?|need(?:s|ed)?|without|please use|support|switch on)\s+(?:to\s+enable\s+)?"
    r"java ?script|java ?script\b.{0,30}\b(?:required|disabled|enabled?|needed|turned off|switched off)|"
    r"javascript\W.{0,20}(?:aktivier|einschalt)|(?:activ\w+|habilit\w+|abilit\w+)\s.{0,12}javascript|javascript.{0,20}有効",
    re.I,
)  # fmt: skip
_REDIRECT_WORDS = re.compile(r"redirect|click here|not (?:taken|forwarded|sent)|weitergeleitet|continue", re.I)
# Without `re.I`, the search skips to each `<`.
_SCRIPT_TAG = re.compile("<[sS][cC][rR][iI][pP][tT]")
_LOADED_SCRIPT = re.compile(r"(?<![\w-])src\s*=|type\s*=\s*[\"']?module", re.I)
_DATA_SCRIPT = re.compile(
    r"type\s*=\s*[\"']?(?!module|text/javascript|application/javascript|text/babel)[\w/+.-]+", re.I
)


@dataclass
class PageScan:
    """Counts of a page, up to the current position. Letter counts exclude blanks, notices and placeholders.

    Attributes:
        letters: letters of all text.
        prose: letters outside links, forms and boilerplate.
        main_prose: letters of prose inside main parts.
        paragraphs: ended paragraphs.
        text_blocks: pieces of text inside paragraphs, headings, cells and the like.
        placeholders: marks that a script replaces (`{{name}}`).
        has_scripts: whether there is an executable script.
        loaded_scripts: number of scripts with a URL, and modules.
        inline_scripts: the code of the other scripts.
        says_loading: whether a text is only a loading notice.
        asks_for_javascript: whether a text asks for JavaScript.
        has_noscript_text: whether the page is readable for browsers without scripts.
        has_filled_part: whether a main part or an article outside boilerplate has text.
        has_heading: whether an `h1` outside boilerplate has text.
        has_empty_root: whether the root of an application is empty.
        has_empty_main: whether a main part is empty.
        unclosed: tags of elements that are not displayed and have no end tag.
    """

    letters: int = 0
    prose: int = 0
    main_prose: int = 0
    paragraphs: int = 0
    text_blocks: int = 0
    placeholders: int = 0
    has_scripts: bool = False
    loaded_scripts: int = 0
    inline_scripts: list[str] = field(default_factory=list)
    says_loading: bool = False
    asks_for_javascript: bool = False
    has_noscript_text: bool = False
    has_filled_part: bool = False
    has_heading: bool = False
    has_empty_root: bool = False
    has_empty_main: bool = False
    _open: OpenRegions = field(default_factory=OpenRegions)
    _text_block: str = ""
    unclosed: set[str] = field(default_factory=set)

    @property
    def is_readable(self) -> bool:
        """Whether there is enough text."""
        return (
            self.has_noscript_text
            or self.main_prose >= MAIN_LETTERS
            or self.prose >= PROSE_LETTERS
            or self.letters > ANY_LETTERS
        )

    def run(self, text: str, position: int = 0, *, first_region_only: bool = False) -> PageScan:
        """Read from a position until there is enough text, or until the end of the page or of the first region."""
        while not self.is_readable and (tag := _TAG.search(text, position)):
            self._read_text(text[position : tag.start()])
            position = self._read_tag(text, tag)
            if first_region_only and not self._open.regions:
                return self
        if not self.is_readable:
            self._read_text(text[position:])
            for region in self._open.end_all():
                self._leave(region)
        return self

    def _read_tag(self, text: str, tag: re.Match[str]) -> int:
        """Count a tag, and skip its content if it is not displayed. Returns the next position."""
        comment, mark, name, attributes = tag.groups()
        if comment:
            end = text.find("-->", tag.end())
            return len(text) if end < 0 else end + 3
        name = name.lower()
        if mark == "/":
            self._end_element(name)
        if mark:
            return tag.end()
        self._start_element(name, attributes)
        if name not in _NOT_DISPLAYED or attributes.endswith("/") or name in self.unclosed:
            return tag.end()
        closing = _NOT_DISPLAYED[name].search(text, tag.end())
        if closing is None and name not in _READ_TO_THE_END:
            self.unclosed.add(name)  # Later ones have no end tag either, so it is not searched for again.
            return tag.end()
        inside = text[tag.end() : closing.start() if closing else None]
        if name == "script":
            self._read_script(attributes, inside)
        elif name == "noscript":
            self._read_noscript(inside)
        return closing.end() if closing else len(text)

    def _start_element(self, tag: str, attributes: str) -> None:
        if tag in _TEXT_BLOCKS:
            self._text_block = tag
        if "-" in attributes and _FILLED_BY_SCRIPT.search(attributes):  # All of them have a hyphen.
            self.placeholders += PLACEHOLDERS_MIN
        self._open.start(tag, attributes, self.letters)

    def _end_element(self, tag: str) -> None:
        self.paragraphs += tag == "p"
        if tag == self._text_block:
            self._text_block = ""
        for region in self._open.end(tag):
            self._leave(region)

    def _leave(self, region: Region) -> None:
        letters = self.letters - region.letters_before
        if region.kind in ("main", "article") and letters >= FILLED_LETTERS:
            self.has_filled_part |= not self._open.in_boilerplate(self.letters)
        self.has_empty_root |= region.kind == "root" and letters == 0
        self.has_empty_main |= region.kind == "main" and letters == 0

    def _read_text(self, text: str) -> None:
        """Count the text between two tags."""
        if not text or text.isspace():
            return
        if self._text_block != "pre" and (found := len(_PLACEHOLDER.findall(text))):
            self.placeholders += found
            text = _PLACEHOLDER.sub("", text)
        if len(text) < NOTICE_LETTERS_MAX and self._is_notice(text):
            return
        letters = len("".join(text.split()))
        self.letters += letters
        self.text_blocks += bool(self._text_block)
        if not self._open.in_boilerplate(self.letters):
            self.prose += letters
            self.main_prose += letters if self._open.in_main() else 0
            self.has_heading |= self._text_block == "h1"

    def _is_notice(self, text: str) -> bool:
        """Whether a text is only a loading notice, a request to enable JavaScript, or a redirect notice."""
        loading, asks = bool(_LOADING.fullmatch(text)), "java" in text.lower() and bool(_NEEDS_JAVASCRIPT.search(text))
        self.says_loading |= loading
        self.asks_for_javascript |= asks
        return loading or asks or bool(self.inline_scripts and _REDIRECT_WORDS.search(text))

    def _read_noscript(self, markup: str) -> None:
        """Count the text in `noscript`."""
        inside = scan(markup)
        self.asks_for_javascript |= inside.asks_for_javascript
        self.has_noscript_text |= inside.prose >= MAIN_LETTERS

    def _read_script(self, attributes: str, code: str) -> None:
        if _DATA_SCRIPT.search(attributes):
            return
        self.has_scripts = True
        if _LOADED_SCRIPT.search(attributes):
            self.loaded_scripts += 1
        elif code:
            self.inline_scripts.append(code[:INLINE_SCRIPT_LETTERS_MAX])


def may_have_scripts(text: str) -> bool:
    """False for a page without scripts that run, whose text need not be read for them. Scripts in comments count here."""
    tags = (_TAG.match(text, found.start()) for found in _SCRIPT_TAG.finditer(text))
    return any(tag is not None and not _DATA_SCRIPT.search(tag[4]) for tag in tags)


def displayed_parts(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each part of a page outside scripts, styles, comments and attributes with markup in them."""
    begin, position, unclosed = 0, 0, set[str]()
    while found := _HIDDEN.search(text, position):
        name = (found["element"] or "").lower()
        position = found.end()
        if name in unclosed:
            continue
        if found["comment"]:
            position = text.find("-->", position)
        elif name:
            closing = _NOT_DISPLAYED[name].search(text, position)
            if closing is None and name not in _READ_TO_THE_END:
                unclosed.add(name)
                continue
            position = closing.end() if closing else -1
        yield begin, found.start()
        if position < 0:
            return
        begin = position
    yield begin, len(text)


def start_of(tag: str, text: str) -> int:
    """The position of the first displayed start tag with this name in lower case, or -1."""
    start = re.compile(rf"<{tag}(?=[\s/>])", re.I)
    if start.search(text) is None:
        return -1
    return next((found.start() for part in displayed_parts(text) if (found := start.search(text, *part))), -1)


def scan(text: str) -> PageScan:
    """The counts of an HTML text, read as far as necessary. The `main` element is read first and is often enough."""
    main = start_of("main", text)
    if main >= 0 and (seen := PageScan().run(text, main, first_region_only=True)).is_readable:
        return seen
    return PageScan().run(text)
