"""Office files and books as one HTML document."""

from __future__ import annotations

import logging
import zipfile
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from extraction.document.office import archive
from extraction.document.office.archive import MAGIC, UnreadableFile
from extraction.document.office.converted import Converted

log = logging.getLogger(__name__)
_PACKAGE = __name__.rpartition(".")[0]


class _Kind(NamedTuple):
    """A kind of file: the entry that its archive has, and the module that reads it."""

    entry: str
    module: str


# The modules import their libraries, so a process loads only what its files need.
_KINDS = (
    _Kind("word/document.xml", "word"), _Kind("xl/workbook.xml", "sheets"), _Kind("ppt/presentation.xml", "slides"),
    _Kind("META-INF/container.xml", "book"),
)  # fmt: skip


def is_archive(body: bytes) -> bool:
    """Whether a body may be an office file."""
    return body.startswith(MAGIC)


def read(body: bytes) -> Converted:
    """The HTML of an office file, with a warning if a part of it was left out.

    Raises:
        UnreadableFile: the archive is not such a file, is damaged or encrypted, or exceeds a limit.
    """
    opened = archive.opened(body)
    names = set(opened.namelist())
    module = next((kind.module for kind in _KINDS if kind.entry in names), None)
    if module is None:
        raise UnreadableFile("is an archive, but no DOCX, XLSX, PPTX or EPUB file")
    convert: Callable[[zipfile.ZipFile, bytes], Converted] = import_module(f"{_PACKAGE}.{module}").convert
    try:
        return convert(opened, body)
    except (UnreadableFile, MemoryError, RecursionError):
        raise
    except Exception as error:
        # The libraries raise errors of any class for damaged files.
        log.info("An office file is damaged", exc_info=True)
        raise UnreadableFile(f"is damaged: {type(error).__name__}") from error
