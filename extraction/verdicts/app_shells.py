"""Whether a page is the shell of an application: hardly anything to read, and scripts that mean to fill it.

One pass over the tags, which ends as soon as there is something to read: most pages are decided by their first
kilobytes, and none takes longer than its length asks for.

To teach it another kind of shell: a page in `benchmarks/rendering_decision_pages.py`, then its sign here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contract.capture import PageCapture
from extraction.document.document import UnreadablePage, open_page

# So many letters that are no links make a page whole; so many even around a main part that is empty; so few are hardly
# more than a name. Frames of links may be long.
PROSE_LETTERS, PROSE_AROUND_LETTERS, BARE_LETTERS, FRAME_LETTERS = 250, 1_000, 60, 30_000
FILLED_LETTERS, ASIDE_LETTERS = 15, 1_500
TEMPLATES_MIN = 3
# Elements in one another that are watched: a page can nest them without end.
PLACES_MAX = 40
# A shell with all its state is smaller, and the frame of one that names no main part seldom writes paragraphs.
SHELL_BYTES_MAX, SHELL_PARAGRAPHS_MAX = 1_000_000, 12
# So much is looked at where others wait for the answer; hostile markup costs up to a millisecond a kilobyte.
GLANCE_BYTES = 16_384

_TAG = re.compile(r"<(?:(!--)|([/!?]?)([a-z][^\s/>]*)([^>]*)>?)", re.I)
_UNREAD = {
    name: re.compile(rf"</{name}\s*>", re.I) for name in "script style template svg noscript iframe title".split()
}
_CHROME = frozenset("a nav header footer button select label aside dialog".split())
_TEXT_BLOCKS = frozenset("h1 h2 h3 h4 h5 h6 p li td th dd dt pre blockquote label button caption".split())
_ROOT_NAME = re.compile(
    r"_*(?:(?:react|vue|ng|main|js|my|single-spa)-)?(?:root|app|next|nuxt|gatsby|svelte|q-app|mount|application|spa)"
    r"(?:-(?:root|app|container|mount))?",
    re.I,
)
_ROOT_TAG = re.compile(r"app-.*|.*-(?:app|root)|gwt:.*")
_MAIN_NAME = re.compile(r"(?:main|page)?[-_]?content|main", re.I)
_ASIDE_NAME = re.compile(r"cookie|consent|gdpr|modal|dialog|popup|drawer", re.I)
_ATTRIBUTE = re.compile(r"(?<![\w-])(id|class|role)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.I)
_FILLED_IN = re.compile(
    r"(?<![\w-])(?:v-for|v-text|v-cloak|ng-repeat|ng-bind|x-text|x-for|data-bind|hx-trigger\s*=\s*[\"']?(?:load|revealed))",
    re.I,
)
_TEMPLATE = re.compile(r"\{\{[^{}]{1,120}\}\}|\[\[[^\[\]]{1,120}\]\]")
_WAITING = re.compile(
    r"\W*(?:(?:loading|redirecting|please wait|one moment|hold on|wird geladen|lädt|weiterleitung|bitte warten|chargement|"
    r"veuillez patienter|cargando|espere|carregando|aguarde|caricamento|attendere|bezig met laden|laden|ładowanie|"
    r"laddar|načítání|yükleniyor|загрузка|подождите|loader)\b[^.!?…]{0,40}|.{0,8}(?:読み込み中|加载中|載入中|로딩).{0,8})"
    r"[\s.…!]*",
    re.I,
)
_NEEDS_SCRIPT = re.compile(
    r"(?:enable|activate|turn(?:ed)? on|requires?|need(?:s|ed)?|without|please use|support|switch on)\s+(?:to\s+enable\s+)?"
    r"java ?script|java ?script\b.{0,30}\b(?:required|disabled|enabled?|needed|turned off|switched off)|"
    r"javascript\W.{0,20}(?:aktivier|einschalt)|(?:activ\w+|habilit\w+|abilit\w+)\s.{0,12}javascript|javascript.{0,20}有効",
    re.I,
)  # fmt: skip
_PROGRAM = re.compile(r"(?<![\w-])src\s*=|type\s*=\s*[\"']?module", re.I)
_DATA = re.compile(r"type\s*=\s*[\"']?(?!module|text/javascript|application/javascript|text/babel)[\w/+.-]+", re.I)
_GOES_ON = re.compile(
    r"\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign|reload)\s*\(|\.submit\s*\(\s*\)|document\.write\s*\(",
)
_GO_ON_WORDS = re.compile(r"redirect|click here|not (?:taken|forwarded|sent)|weitergeleitet|continue", re.I)


def needs_rendering(capture: PageCapture) -> bool:
    """Whether a plain capture is a shell, or sends its reader on by script, so that only a browser shows its page.

    Parses nothing. False when unsure and for everything that is no HTML.
    """
    if capture.rendered or _obviously_full(capture.body):
        return False
    try:
        document = open_page(capture)
    except UnreadablePage:
        return False
    if document.kind != "html":
        return False
    seen = _looked_at(document.text)
    return seen.is_shell() or seen.goes_on()


def shows_enough(body: bytes) -> bool:
    """Whether the beginning of a page, or of its main part, is enough to say that it needs no browser.

    Ends within 30 ms whatever the body; 1 ms is usual. False says nothing: then `needs_rendering` has to look at all of it.
    """
    if _obviously_full(body):
        return True
    return any(
        (seen := _scan(_glance(body, mark), only_first=mark == b"<main")).whole and not seen.unclosed
        for mark in (b"<main", b"<body")
    )


def _glance(body: bytes, mark: bytes) -> str:
    """What stands behind a tag, or at the beginning where there is none or a script writes it."""
    start = max(0, body.find(mark))
    if body.count(b"<script", 0, start) != body.count(b"</script", 0, start):
        start = 0
    return body[start : start + GLANCE_BYTES].decode("utf-8", "ignore")


def is_shell(text: str) -> bool:
    """Whether an HTML text shows hardly anything and means its scripts to fill it."""
    return _looked_at(text).is_shell()


def _obviously_full(body: bytes) -> bool:
    if len(body) > SHELL_BYTES_MAX or (b"<main" not in body and body.count(b"</p>") > SHELL_PARAGRAPHS_MAX):
        return True
    return b"<script" not in body.lower()


@dataclass
class _Place:
    """An element that is watched until it ends: which kind, how deep in its like, how many letters went before."""

    kind: str
    tag: str
    before: int
    depth: int = 1


@dataclass
class _Look:
    """What a page shows: letters of all its words, and of those that are neither link, form nor frame (`prose`)."""

    letters: int = 0
    prose: int = 0
    main_prose: int = 0
    blocks: int = 0
    templates: int = 0
    scripted: bool = False
    programs: int = 0
    waits: bool = False
    asks: bool = False
    filled: bool = False
    told_otherwise: bool = False
    headed: bool = False
    empty_root: bool = False
    empty_main: bool = False
    inline: list[str] = field(default_factory=list)
    places: list[_Place] = field(default_factory=list)
    unclosed: set[str] = field(default_factory=set)
    around: str = ""

    @property
    def whole(self) -> bool:
        """Whether enough was seen, be it written for browsers without scripts."""
        return (
            self.told_otherwise
            or self.main_prose >= PROSE_LETTERS
            or self.prose >= PROSE_AROUND_LETTERS
            or self.letters > FRAME_LETTERS
        )

    def is_shell(self) -> bool:
        if not self.scripted or self.whole:
            return False
        if self.empty_main and not self.filled:
            return True
        if self.prose >= PROSE_LETTERS:
            return False
        if self.templates >= TEMPLATES_MIN or self.letters == 0 or (self.empty_root and not self.filled):
            return True
        if (self.waits or self.asks) and not (self.filled or self.headed):
            return True
        return self.letters < BARE_LETTERS and self.programs > 0 and not self.blocks

    def goes_on(self) -> bool:
        """Whether there is hardly more than a script that leads elsewhere."""
        if self.whole or self.headed or self.letters >= BARE_LETTERS:
            return False
        return any(map(_GOES_ON.search, self.inline))

    def start(self, tag: str, attributes: str) -> None:
        """An element begins."""
        if tag == "a" and self.places and self.places[-1].tag == "a":
            self.places.pop()  # Links hold no links: the last one was never closed.
        for place in self.places:
            place.depth += place.tag == tag
        self.around = tag if tag in _TEXT_BLOCKS else self.around
        if attributes and _FILLED_IN.search(attributes):
            self.templates += TEMPLATES_MIN
        if len(self.places) < PLACES_MAX and (kind := _kind_of(tag, attributes)):
            self.places.append(_Place(kind, tag, self.letters))

    def end(self, tag: str) -> None:
        """An element ends, and with it what was left open in it."""
        if tag == self.around:
            self.around = ""
        for place in self.places:
            place.depth -= place.tag == tag
        while self.places and any(place.depth == 0 for place in self.places):
            self._leave(self.places.pop())

    def close(self) -> None:
        """The page ends."""
        while self.places:
            self._leave(self.places.pop())

    def _leave(self, place: _Place) -> None:
        letters = self.letters - place.before
        if place.kind in ("main", "article") and letters >= FILLED_LETTERS:
            self.filled |= not any(self._is_frame(each) for each in self.places)
        self.empty_root |= place.kind == "root" and letters == 0
        self.empty_main |= place.kind == "main" and letters == 0

    def read(self, words: str) -> None:
        """Words between two tags."""
        if not words or words.isspace():
            return
        if self.around != "pre" and (found := len(_TEMPLATE.findall(words))):
            self.templates += found
            words = _TEMPLATE.sub("", words)
        if len(words) < 400 and self._is_notice(words):
            return
        letters = len("".join(words.split()))
        self.letters += letters
        self.blocks += bool(self.around)
        if not any(self._is_frame(place) for place in self.places):
            self.prose += letters
            self.main_prose += letters if any(place.kind == "main" for place in self.places) else 0
            self.headed |= self.around == "h1"

    def _is_frame(self, place: _Place) -> bool:
        """Whether what stands in a place is about the page rather than on it; what calls itself a banner may hold all."""
        return place.kind == "chrome" or (place.kind == "aside" and self.letters - place.before < ASIDE_LETTERS)

    def _is_notice(self, words: str) -> bool:
        """Whether words only ask for patience or for JavaScript, or tell that one is sent on."""
        waits, asks = bool(_WAITING.fullmatch(words)), bool(_NEEDS_SCRIPT.search(words))
        self.waits |= waits
        self.asks |= asks
        return waits or asks or bool(self.inline and _GO_ON_WORDS.search(words))

    def without_scripts(self, markup: str) -> None:
        """What a page says to those without."""
        inside = _looked_at(markup)
        self.asks |= inside.asks
        self.told_otherwise |= inside.prose >= PROSE_LETTERS

    def program(self, attributes: str, code: str) -> None:
        """A script."""
        if _DATA.search(attributes):
            return
        self.scripted = True
        if _PROGRAM.search(attributes):
            self.programs += 1
        elif code:
            self.inline.append(code[:20_000])


def _kind_of(tag: str, attributes: str) -> str | None:
    """As what an element is watched: `root` of an application, `main` part, `article`, `chrome` around it, `aside` from it."""
    if tag in ("main", "article"):
        return tag
    if tag in _CHROME:
        return "chrome" if tag != "a" or "href" in attributes.lower() else None
    if "-" in tag or ":" in tag:
        return "root" if _ROOT_TAG.fullmatch(tag) else None
    if tag not in ("div", "section", "body"):
        return None
    for name, *values in _ATTRIBUTE.findall(attributes):
        value = "".join(values)
        if value.startswith("S:"):
            return "article"  # React sends late parts of a page so, behind the places they are for.
        if name.lower() == "id" and _ROOT_NAME.fullmatch(value):
            return "root"
        if (name.lower() == "id" and _MAIN_NAME.fullmatch(value)) or (name.lower() == "role" and value == "main"):
            return "main"
        if tag != "body" and _ASIDE_NAME.search(value):
            return "aside"
    return None


def _looked_at(text: str) -> _Look:
    """What a page shows, as far as one has to look: most main parts tell all by themselves."""
    main = text.find("<main")
    if main >= 0 and (seen := _scan(text, main, only_first=True)).whole:
        return seen
    return _scan(text)


def _scan(text: str, position: int = 0, *, only_first: bool = False) -> _Look:
    """What stands there until it is enough, the page ends, or the first place does."""
    seen = _Look()
    while not seen.whole and (tag := _TAG.search(text, position)):
        seen.read(text[position : tag.start()])
        position = _take(seen, text, tag)
        if only_first and not seen.places:
            return seen
    if not seen.whole:
        seen.read(text[position:])
        seen.close()
    return seen


def _take(seen: _Look, text: str, tag: re.Match[str]) -> int:
    """Take in a tag, and what nobody reads behind it; where to go on."""
    comment, mark, name, attributes = tag.groups()
    if comment:
        end = text.find("-->", tag.end())
        return len(text) if end < 0 else end + 3
    name = name.lower()
    if mark:
        if mark == "/":
            seen.end(name)
        return tag.end()
    seen.start(name, attributes)
    if name not in _UNREAD or attributes.endswith("/") or name in seen.unclosed:
        return tag.end()
    closing = _UNREAD[name].search(text, tag.end())
    if closing is None and name not in ("script", "style"):
        seen.unclosed.add(name)  # Nor are those to come: none is looked for twice.
        return tag.end()
    inside = text[tag.end() : closing.start() if closing else None]
    if name == "script":
        seen.program(attributes, inside)
    elif name == "noscript":
        seen.without_scripts(inside)
    return closing.end() if closing else len(text)
