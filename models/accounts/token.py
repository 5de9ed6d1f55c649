"""Random tokens: keys, links and sessions. Only their digests are stored: a random 256-bit value needs no slow hash."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """A random value of 256 bits, which can be part of a URL."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()
