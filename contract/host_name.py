"""Host names in ASCII, as browsers write them: IDNA 2008 with the mapping of UTS 46, so `straße.de` is not `strasse.de`."""

from __future__ import annotations

import re

from idna import uts46_remap

HOST_MAX_CHARS = 253
_LABEL_MAX_CHARS = 63
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


def to_ascii(host: str) -> str:
    """The host in lower case and in ASCII. Anything that is ASCII already is only changed to lower case.

    Symbols such as emoji are encoded too: whether the name exists is decided by DNS.

    Raises:
        ValueError: it contains a character that no host name can contain, or a label is empty or too long.
    """
    if host.isascii():
        return host.lower()
    labels = uts46_remap(host, std3_rules=False, transitional=False).split(".")
    return ".".join(label if label.isascii() else _encoded(label) for label in labels)


def _encoded(label: str) -> str:
    encoded = f"xn--{label.encode('punycode').decode('ascii')}"
    if len(encoded) > _LABEL_MAX_CHARS:
        raise ValueError("a label of the host name is too long")
    return encoded


def to_unicode(host: str) -> str:
    """The host as people write it. A label that is not valid is returned unchanged."""
    return ".".join(_decoded(label) if label.startswith("xn--") else label for label in host.split("."))


def _decoded(label: str) -> str:
    try:
        shown = label.removeprefix("xn--").encode("ascii").decode("punycode")
        return shown if to_ascii(shown) == label else label
    except ValueError:
        return label


def ascii_name(text: str) -> str:
    """The name in lower case and in its ASCII form.

    Raises:
        ValueError: it is not the name of a host.
    """
    name = to_ascii(text)
    if len(name) > HOST_MAX_CHARS or not _NAME.fullmatch(name):
        raise ValueError("not the name of a host")
    return name
