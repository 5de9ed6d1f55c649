"""Signed tokens in the URLs of logos: for one brand, made with a secret key, and valid for a week.

A token names the key by its id. It is signed with the digest of the key, which never leaves the database, so that only the
service can make one, and revoking the key ends all of its tokens.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from uuid import UUID

PREFIX = "ow_url_"
VALID_SECONDS = 7 * 86_400
# Times of expiry are rounded up, so that answers within an hour have the same URL.
ROUNDED_SECONDS = 3_600
_TOKEN = re.compile(rf"{PREFIX}([0-9a-f]{{32}})\.(\d{{1,12}})\.([\w-]{{22}})$", re.ASCII)


@dataclass(frozen=True)
class LogoToken:
    """A token whose signature is not checked yet. `expires` is in seconds since 1970."""

    key_id: UUID
    expires: int
    signature: str

    def is_signed(self, digest: bytes, domain: str) -> bool:
        """Whether the key with this digest signed it for this brand."""
        return hmac.compare_digest(_signature(digest, self.key_id, domain, self.expires), self.signature)


def make(digest: bytes, key_id: UUID, domain: str, now: float) -> str:
    """The token for a brand. `domain` is what the brand is stored under."""
    expires = -(-int(now + VALID_SECONDS) // ROUNDED_SECONDS) * ROUNDED_SECONDS
    return f"{PREFIX}{key_id.hex}.{expires}.{_signature(digest, key_id, domain, expires)}"


def read(token: str) -> LogoToken | None:
    """The parts of a token. None for other text."""
    found = _TOKEN.match(token)
    return LogoToken(UUID(hex=found[1]), int(found[2]), found[3]) if found else None


def _signature(digest: bytes, key_id: UUID, domain: str, expires: int) -> str:
    text = f"logo\n{key_id.hex}\n{domain}\n{expires}".encode()
    return base64.urlsafe_b64encode(hmac.digest(digest, text, hashlib.sha256)[:16]).decode().rstrip("=")
