"""Books (EPUB)."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from contract import limits
from extraction.document.office.archive import UnreadableFile
from extraction.document.office.converted import Converted, about_of, page, parsed

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"


def convert(archive: zipfile.ZipFile, body: bytes) -> Converted:
    """A book as HTML: its chapters in the order of reading. Pictures and links between chapters are left out.

    Raises:
        UnreadableFile: it has no chapters, or they are encrypted.
    """
    package = _package(archive)
    root = parsed(archive.read(package))
    # A chapter that is named again is not read again.
    named = dict.fromkeys(_chapters(root, posixpath.dirname(package)))
    chapters = [name for name in named if name in archive.NameToInfo]
    if not chapters:
        raise UnreadableFile("is a book without chapters")
    if _ENCRYPTION in archive.NameToInfo and _encrypted(archive) & set(chapters):
        raise UnreadableFile("is encrypted")
    read = chapters[: limits.CHAPTERS_MAX]
    warning = f"Of the book, the first {len(read):,} chapters are returned." if len(read) < len(chapters) else None
    return page(about_of(root), (_body(archive.read(name)) for name in read)).also(warning)


def _package(archive: zipfile.ZipFile) -> str:
    for rootfile in parsed(archive.read(_CONTAINER)).iter("{*}rootfile"):
        if (path := rootfile.get("full-path", "")) in archive.NameToInfo:
            return path
    raise UnreadableFile("is an archive, but no DOCX, XLSX, PPTX or EPUB file")


def _chapters(root: etree._Element, folder: str) -> Iterator[str]:
    """The names of the chapters' entries."""
    addresses = {item.get("id"): item.get("href", "") for item in root.iter("{*}item")}
    for reference in root.iter("{*}itemref"):
        if href := addresses.get(reference.get("idref")):
            yield posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))


def _encrypted(archive: zipfile.ZipFile) -> set[str]:
    references = parsed(archive.read(_ENCRYPTION)).iter("{*}CipherReference")
    return {unquote(each.get("URI", "")) for each in references}


def _body(content: bytes) -> str:
    """The elements of a chapter's body."""
    text = content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(text.encode("utf-8", "replace") or b"<p></p>", parser)
    body = root.find(".//body") if root is not None else None
    if body is None:
        return ""
    for element in body.iter("a"):
        if not element.get("href", "").lower().startswith(("http://", "https://", "mailto:")):
            element.attrib.pop("href", None)
    etree.strip_elements(body, "img", "image", "svg", "script", "style", with_tail=False)
    return (body.text or "") + "".join(etree.tostring(child, encoding="unicode", method="html") for child in body)
