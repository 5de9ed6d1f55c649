"""Opens ZIP archives within limits, so that a small file cannot unpack to gigabytes."""

from __future__ import annotations

import io
import zipfile

from contract import limits

MAGIC = b"PK\x03\x04"
_ENCRYPTED = 0x1
# `ZipFile` unpacks an entry of another method whole before it compares the size.
_METHODS = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
# Small entries may have any ratio: short XML of equal lines compresses very well.
_SMALL_BYTES = 1_000_000


class UnreadableFile(Exception):
    """The file is not an office file, is damaged or encrypted, or exceeds a limit. The message completes "The file …"."""


def opened(body: bytes) -> zipfile.ZipFile:
    """The archive. `ZipFile` never unpacks more of an entry than the size that was checked here.

    Raises:
        UnreadableFile: it is damaged, encrypted or too large.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(body))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, UnicodeError) as error:
        raise UnreadableFile("is a damaged archive") from error
    if len(entries) > limits.ARCHIVE_ENTRIES_MAX:
        raise UnreadableFile(f"is an archive of more than {limits.ARCHIVE_ENTRIES_MAX:,} files")
    if sum(entry.file_size for entry in entries) > limits.ARCHIVE_MAX_BYTES:
        raise UnreadableFile(f"is an archive that unpacks to more than {limits.ARCHIVE_MAX_BYTES:,} bytes")
    for entry in entries:
        if entry.flag_bits & _ENCRYPTED:
            raise UnreadableFile("is encrypted")
        if entry.compress_type not in _METHODS:
            raise UnreadableFile("is an archive with an unusual compression")
        if entry.file_size > max(_SMALL_BYTES, limits.ARCHIVE_RATIO_MAX * entry.compress_size):
            raise UnreadableFile(f"is an archive that is compressed more than {limits.ARCHIVE_RATIO_MAX}-fold")
    return archive
