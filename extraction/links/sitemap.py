"""Sitemap documents: XML, plain text, RSS and Atom, plain or gzipped. Read as a stream, up to a maximum size."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from contract import limits
from extraction.document.addresses import http_address

_CHUNK = 65_536
_PACKED_CHUNK = 4_096
_GZIP = b"\x1f\x8b"
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ENTITIES = {b"amp": b"&#38;", b"lt": b"&#60;", b"gt": b"&#62;", b"quot": b"&#34;", b"apos": b"&#39;"}
# Every `&` that does not start a numeric reference. CDATA sections and comments are matched whole, to skip them.
_AMPERSAND = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|"
    rb"&(?:(amp|lt|gt|quot|apos);|(?!#(?:[0-9]{1,7}|x[0-9A-Fa-f]{1,6});))",
    re.S,
)

_NOT_PLAIN = re.compile(rb"\x00|<!ENTITY|encoding\s*=\s*[\"']iso-2022", re.I)


@dataclass(frozen=True)
class Sitemap:
    """The URLs in one document. `children` are further sitemaps. `complete` is False if the document was broken or too large."""

    addresses: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    complete: bool = True


def read(body: bytes, url: str, *, most: int = limits.SITEMAP_ADDRESSES_MAX) -> Sitemap:
    """The URLs in a sitemap document, absolute, each once, in order. Never raises.

    Args:
        body: as received. Gzip is detected by its first bytes, not by the file name or the headers.
        url: the document's URL, for resolving relative URLs.
        most: stop after this many URLs and children.
    """
    found = _Found(url, most)
    try:
        chunks = _unpacked(body)
        # In a concatenation of gzip files, the first may be empty.
        first = next((chunk for chunk in chunks if chunk.strip()), b"")
        if _looks_like_markup(first):
            _read_xml(first, chunks, found)
        else:
            _read_text(first, chunks, found)
    except (zlib.error, etree.XMLSyntaxError, TooLarge):
        found.complete = False
    except AddressLimitReached:
        pass
    return Sitemap(tuple(found.addresses), tuple(found.children), found.complete)


class TooLarge(Exception):
    """The uncompressed document exceeds the size limit."""


class AddressLimitReached(Exception):
    """The requested number of URLs was found."""


class _Found:
    """The URLs found so far."""

    def __init__(self, url: str, most: int) -> None:
        self.url = url
        self.most = most
        self.addresses: dict[str, None] = {}
        self.children: dict[str, None] = {}
        self.complete = True

    def add(self, address: str | None, *, child: bool = False) -> None:
        if not address or len(address) > limits.URL_MAX_CHARS or not address.strip():
            return
        absolute = http_address(self.url, address)
        if absolute is None:
            return
        (self.children if child else self.addresses)[absolute] = None
        if len(self.addresses) + len(self.children) >= self.most:
            raise AddressLimitReached


def _unpacked(body: bytes) -> Iterator[bytes]:
    """The document in chunks.

    Raises:
        TooLarge: the uncompressed document exceeds the size limit.
    """
    total = 0
    for chunk in _inflated(body) if body.startswith(_GZIP) else _sliced(body):
        total += len(chunk)
        if total > limits.SITEMAP_MAX_BYTES:
            raise TooLarge
        yield chunk


def _sliced(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), _CHUNK):
        yield body[start : start + _CHUNK]


def _inflated(body: bytes) -> Iterator[bytes]:
    offset = 0
    while body.startswith(_GZIP, offset):  # A file may be a concatenation of gzip files.
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpacker.eof:
            packed = unpacker.unconsumed_tail
            if not packed:
                packed = body[offset : offset + _PACKED_CHUNK]
                offset += len(packed)
            chunk = unpacker.decompress(packed, _CHUNK)
            if not packed and not chunk:
                raise zlib.error("broken off")
            yield chunk
        offset -= len(unpacker.unused_data)


def _looks_like_markup(head: bytes) -> bool:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"<") or head.startswith(_WIDE_MARKS)


def _read_xml(first: bytes, chunks: Iterator[bytes], found: _Found) -> None:
    # Entities are not resolved and nothing is fetched. A broken file gives the URLs before the error.
    wide = first.startswith(_WIDE_MARKS)
    parser = etree.XMLPullParser(
        events=("end",), recover=True, resolve_entities=False, no_network=True, huge_tree=False, remove_comments=True,
        encoding="utf-8" if wide else None,
    )  # fmt: skip
    root = ""
    source = _with_first(first.lstrip(), chunks)
    # Documents that declare entities or use ISO-2022 are passed to the parser unchanged.
    plain = not _NOT_PLAIN.search(first[:2_000])
    for chunk in _split_after_tags(_utf16_as_utf8(source) if wide else source):
        # URLs often contain an unescaped `&`. The parser then drops correct named references too, but keeps numeric ones.
        parser.feed(_AMPERSAND.sub(_numbered, chunk) if plain or wide else chunk)
        for _, element in parser.read_events():
            name = _local(element.tag)
            root = root or _local(element.getroottree().getroot().tag)
            _take(element, name, root, found)
            if name in ("url", "sitemap", "item", "entry"):
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
    try:
        parser.close()
    except etree.XMLSyntaxError:
        found.complete = False


def _numbered(found: re.Match[bytes]) -> bytes:
    return _ENTITIES.get(found.group(1), b"&#38;") if found.group().startswith(b"&") else found.group()


def _utf16_as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode()


def _split_after_tags(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks cut again so that each ends after a tag and no URL is split. No chunk is empty."""
    rest = b""
    for chunk in chunks:
        part = rest + chunk
        end = part.rfind(b">") + 1
        if len(part) - end > _CHUNK:
            end = len(part)  # No URL is this long.
        if end:
            yield part[:end]
        rest = part[end:]
    if rest:
        yield rest


def _take(element: etree._Element, name: str, root: str, found: _Found) -> None:
    if name == "loc":
        parent = element.getparent()
        parent_name = _local(parent.tag) if parent is not None else ""
        if parent_name in ("url", "sitemap"):  # `image:loc` and `video:loc` have other parents and are not pages.
            found.add(element.text, child=parent_name == "sitemap" or root == "sitemapindex")
    elif name == "link" and root in ("rss", "rdf", "feed"):
        parent = element.getparent()
        if (
            parent is not None
            and _local(parent.tag) in ("item", "entry")
            and element.get("rel", "alternate") == "alternate"
        ):
            found.add(element.get("href") or element.text)


def _read_text(first: bytes, chunks: Iterator[bytes], found: _Found) -> None:
    """Read a text file with one URL per line."""
    rest = b""
    for chunk in _with_first(first, chunks):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            _take_line(line, found)
        if len(rest) > _CHUNK:
            rest = b""  # No URL is this long.
    _take_line(rest, found)


def _take_line(line: bytes, found: _Found) -> None:
    text = line.decode("utf-8", "replace").strip("\ufeff \t\r")
    if text[:8].lower().startswith(("http://", "https://")):
        found.add(text)


def _with_first(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _local(tag: object) -> str:
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
