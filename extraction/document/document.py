"""One opened page: its kind, its text and its parsed tree.

A page is parsed once, whatever formats are requested. All readers share `Document.tree`. Steps that modify the tree
run last, in the order that `extraction.page` defines.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from lxml import etree
from lxml.html import HtmlElement

from contract import limits
from contract.capture import PageCapture
from extraction.document.addresses import http_address
from extraction.document.element_index import ElementIndex
from extraction.document.encoding import decode
from extraction.document.hidden import rendered
from extraction.document.office import reader as office
from extraction.document.office.archive import UnreadableFile
from extraction.document.tree import Tree, unwrap_all

Kind = Literal["html", "pdf", "text", "json", "xml", "empty"]

_MAGIC = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"Rar!", b"7z\xbc\xaf",
    b"OTTO", b"wOFF", b"wOF2", b"\x00\x01\x00\x00\x00", b"\x7fELF", b"MZ\x90", b"OggS", b"ID3", b"fLaC", b"\x00\x00\x01\x00",
    b"\x1aE\xdf\xa3", b"\xd0\xcf\x11\xe0", b"II*\x00", b"MM\x00*", b"SQLite format", b"\x28\xb5\x2f\xfd", b"\x00asm", b"8BPS",
)  # fmt: skip
_BINARY_TYPES = ("image/", "audio/", "video/", "font/", "application/zip", "application/gzip", "application/x-7z")
# Possessive quantifiers (`*+`) prevent backtracking. Otherwise each unclosed comment would double the time.
_MARKUP = re.compile(
    r"^\s*+(?:<\?xml[^>]*+>\s*+)?+(?><!--.*?-->\s*+)*+<(?:!doctype\s+html|html|head|body|title|meta|"
    r"script|div|p|h[1-6]|table|a|article|section|main|ul|ol|span|br|img|style|link|iframe|pre|"
    r"blockquote|dl|b|i|strong|em|nav|header|footer|form|figure)\b",
    re.I | re.S,
)
_JSON_TYPE = re.compile(r"^(?:application|text)/(?:[\w.+-]+\+)?(?:json|x-ndjson|json5|manifest\+json)$")
_XML_TYPE = re.compile(r"^(?:application|text|image)/(?:[\w.+-]+\+)?xml$")
_HEAD_TAGS = frozenset(
    ("title", "meta", "link", "script", "style", "base", "noscript", "template", "object", "bgsound", "basefont")
)
# lxml parses control characters, but refuses to set them.
_UNWRITABLE = bytes(32 if byte < 32 and byte not in (9, 10, 13) else byte for byte in range(256))
_UNWRITABLE_REFERENCE = re.compile(
    rb"&#(?:[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]))(?:;|"
    rb"(?![0-9a-fA-F]))"
)
# The first two bytes of the characters U+FFFE and U+FFFF, which lxml refuses too. Few pages contain them.
_NONCHARACTER = b"\xef\xbf"
_CONTROLS = bytes(set(range(32)) - {9, 10, 12, 13, 27})
# Rules read the names of an element again for everything inside of it. No page needs longer ones.
NAME_MAX_CHARS = 2_000
# Pages of people and of frameworks have some dozens of levels.
DEPTH_MAX = 200
_IN_LINE = frozenset("a abbr b code em font i mark q s small span strong sub sup u".split())
_at_limit, _is_deep = etree.XPath("/*" * DEPTH_MAX), etree.XPath(f"boolean({'/*' * (DEPTH_MAX + 2)})")
_NAMES = ("class", "id", "itemprop")


class UnreadablePage(Exception):
    """The body is not HTML, text, JSON, XML or PDF: for example, it is an image or an archive. Never billed."""


@dataclass
class Document:
    """A page ready to be read. `url` is its final URL after redirects, absolute.

    `is_file`: it is an office file or a book, whose HTML was made from it. `warning` says what of it was left out.
    """

    capture: PageCapture
    kind: Kind
    text: str
    is_file: bool = False
    warning: str | None = None

    @property
    def url(self) -> str:
        return self.capture.final_url

    @cached_property
    def tree(self) -> Tree:
        """The root `html` element. Parsed at first use, then stored, with the index of its elements."""
        found = parse(self.source)
        if self.capture.rendered and self.text.startswith(rendered.COMPLETE):
            rendered.trust(found)
        index = self.__dict__["index"] = ElementIndex(found)
        for name in _NAMES:
            index.shorten(name, NAME_MAX_CHARS)
        return found

    @cached_property
    def source(self) -> bytes:
        """The text in UTF-8. It takes less time to search than the text."""
        return self.text.encode("utf-8", "replace")

    @cached_property
    def base_url(self) -> str:
        """The URL that relative URLs are resolved against: the first `<base href>` if it is http(s), otherwise the page's URL.

        A base longer than a URL may be is ignored: it would be repeated in each URL of the page.
        """
        for base in self.index.tagged("base"):
            if href := base.get("href", "")[: limits.URL_MAX_CHARS + 1]:
                found = http_address(self.url, href)
                return found if found and len(found) <= limits.URL_MAX_CHARS else self.url
        return self.url

    @cached_property
    def index(self) -> ElementIndex:
        """The elements of the tree by tag and by attribute, for steps before `forget_index`."""
        tree = self.tree  # Parsing makes the first index.
        known: ElementIndex | None = self.__dict__.get("index")
        return known or ElementIndex(tree)

    @cached_property
    def tags(self) -> frozenset[str]:
        """The tags of the elements as they were parsed. A step that has nothing to do needs no pass over the tree."""
        return self.index.tags

    def copy(self) -> Document:
        """The page once more, with a copy of its tree, for a reader that modifies it. It is not parsed again."""
        twin = replace(self)
        twin.__dict__["tree"] = copy.deepcopy(self.tree)
        return twin

    def forget_index(self) -> None:
        """Forget the index, because the next step modifies the tree.

        Its elements stay in memory as long as the document does: lxml would make each one again for every step that visits it.
        """
        self.base_url, self.tags  # noqa: B018 they are read from the unmodified page
        self.__dict__["elements"] = self.__dict__.pop("index", None)

    @property
    def body(self) -> Tree:
        found = self.tree.find("body")
        if found is None:
            found = etree.SubElement(self.tree, "body")
        return found


def open_page(capture: PageCapture) -> Document:
    """Decode a capture and detect its kind.

    Raises:
        UnreadablePage: the body is binary, and neither a PDF nor an office file.
    """
    if office.is_archive(capture.body):
        return _open_file(capture)
    kind = _kind_of_bytes(capture)
    if kind in ("pdf", "empty"):
        return Document(capture, kind, "")
    declared = "text/html; charset=utf-8" if capture.rendered else capture.header("content-type") or ""
    text = decode(capture.body, declared)
    return Document(capture, _kind_of_text(capture, text), text)


def _open_file(capture: PageCapture) -> Document:
    try:
        converted = office.read(capture.body)
    except UnreadableFile as error:
        raise UnreadablePage(f"{capture.final_url} {error}, which contains no readable text") from error
    return Document(capture, "html", converted.html, is_file=True, warning=converted.warning)


def parse(source: str | bytes) -> Tree:
    """The tree of an HTML text, or of HTML in UTF-8. The size is not limited, the nesting is.

    Elements around others below `DEPTH_MAX` levels are replaced by their content. The parser itself cuts at 2,048 levels.
    """
    if isinstance(source, str):
        source = source.encode("utf-8", "replace")
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    # lxml.html's default lookup calls Python for every element. This one returns the same class without the call.
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
    source = _UNWRITABLE_REFERENCE.sub(b" ", source.translate(_UNWRITABLE))
    if _NONCHARACTER in source:
        source = source.replace(_NONCHARACTER + b"\xbe", b"").replace(_NONCHARACTER + b"\xbf", b"")
    try:
        root = etree.fromstring(source or b"<p></p>", parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        root = None
    if root is None or root.tag != "html":
        root = etree.fromstring(b"<html><body></body></html>", parser)
    # With a document type, libxml2 looks for an attribute of a namespace in all elements around as well (`is_hidden`).
    root.getroottree().docinfo.clear()
    _empty_head(root)
    _limit_depth(root)
    return root


def _limit_depth(root: Tree) -> None:
    """Flatten what is nested deeper. Otherwise rules would read one text again for each of the elements around it."""
    if _is_deep(root):
        for element in _at_limit(root):
            around = [below for below in element.iterdescendants() if len(below)]
            for each in around:
                if each.tag not in _IN_LINE:  # Words of two blocks are two words.
                    each.tail = f" {each.tail or ''}"
            unwrap_all(element, around)


def _empty_head(root: Tree) -> None:
    """Move content out of the head. The parser leaves it there, because it does not know HTML5 elements such as `main`."""
    head, body = root.find("head"), root.find("body")
    if head is None:
        return
    first = next((index for index, child in enumerate(head) if child.tag not in _HEAD_TAGS), None)
    if first is None:
        return
    if body is None:
        body = etree.SubElement(root, "body")
    body[0:0] = list(head[first:])


def _kind_of_bytes(capture: PageCapture) -> Kind:
    body, media_type = capture.body, capture.media_type
    head = body[:1024]
    if not body.strip(b" \t\r\n\x00\xef\xbb\xbf"):
        return "empty"
    if b"%PDF-" in head and (head.lstrip().startswith(b"%PDF-") or media_type == "application/pdf"):
        return "pdf"
    if media_type == "application/pdf" and not _MARKUP.search(head.decode("latin-1")):
        return "pdf"
    if _is_binary(head, media_type, capture.rendered):
        raise UnreadablePage(f"{capture.final_url} is {media_type or 'binary data'}, which contains no readable text")
    return "html"


def _is_binary(head: bytes, media_type: str, rendered: bool) -> bool:
    if rendered or head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return False
    if (
        head.startswith(_MAGIC)
        or head[4:8] == b"ftyp"
        or (head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"WAVE", b"AVI "))
    ):
        return True
    if media_type.startswith(_BINARY_TYPES) and not _XML_TYPE.match(media_type):
        return True
    # A NUL in every second byte means UTF-16. A few control bytes may occur in text; many mean binary data.
    controls = len(head) - len(head.translate(None, _CONTROLS))
    utf16 = head.count(0) > len(head) // 4 and controls - head.count(0) < len(head) // 50
    return not utf16 and controls > len(head) // 10


def _kind_of_text(capture: PageCapture, text: str) -> Kind:
    media_type = capture.media_type
    if capture.rendered or media_type in ("text/html", "application/xhtml+xml"):
        return "html"
    if _JSON_TYPE.match(media_type):
        return "json"
    if _XML_TYPE.match(media_type):
        return "html" if "<html" in text[:2000].lower() else "xml"
    if media_type and media_type not in ("application/octet-stream", "unknown/unknown", "*/*"):
        return "text"
    head = text[:4096].lstrip("\ufeff")
    if _MARKUP.search(head):
        return "html"
    return "xml" if head.lstrip().startswith("<?xml") else "text"
