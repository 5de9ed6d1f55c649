"""Recognises URLs that carry a secret, such as a session or a signature: everyone who has one sees another person's data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

# Names of parameters that carry a secret.
_SECRET_NAME = re.compile(
    r"(?i)token|secret|passw|passphrase|signature|credential|session|^sig$|^sid$|^auth|api_?key|access_?key|^key$|^code$|^jwt$|"
    r"^otp$|^ticket$|^x-amz|^x-goog|^awsaccess|invit|^hash$|^hmac$"
)
_JWT = re.compile(r"\beyJ[A-Za-z0-9_-]{8}")
_UUID = re.compile(r"(?i)(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])")
_RUN = re.compile(r"[A-Za-z0-9]+")
# A run of letters and digits in which they alternate, as in `x7Kq2`. `iphone15` and `256gb` are words.
_ALTERNATING = re.compile(r"[0-9][A-Za-z]+[0-9]|[A-Za-z][0-9]+[A-Za-z]")
RANDOM_MIN_CHARS = 20


def has_secret(url: str) -> bool:
    """Whether a URL has a user name, a parameter with the name of a secret, or a part that looks like a random key.

    True for a URL that cannot be read.
    """
    try:
        parts = urlsplit(url)
        # An application may keep its state in the fragment: `#access_token=…`, `#/login?token=…`.
        route, _, state = parts.fragment.rpartition("?")
        pairs = [
            pair
            for text in (parts.query, state)
            for pair in parse_qsl(text, keep_blank_values=True, max_num_fields=200)
        ]
    except ValueError:
        return True
    if "@" in parts.netloc or any(_SECRET_NAME.search(name) for name, _ in pairs):
        return True
    return any(map(_looks_random, (text for path in (parts.path, route) for text in _segments(path)))) or any(
        _looks_random(text) for pair in pairs for text in pair
    )


def _segments(path: str) -> Iterator[str]:
    return (unquote(segment) for segment in path.split("/"))


def _looks_random(text: str) -> bool:
    """Whether a text is a JWT, contains a UUID, or is a random string of letters and digits. Slugs and numbers are not."""
    if len(text) < RANDOM_MIN_CHARS:
        return False
    if _JWT.search(text) or _UUID.search(text):
        return True
    runs = _RUN.findall(text)
    if any(len(run) >= RANDOM_MIN_CHARS and not run.isalpha() and not run.isdigit() for run in runs):
        return True
    # Keys in base64url contain `-` and `_`. Most of their runs alternate; of a slug's words, few do.
    chars = sum(map(len, runs))
    alternating = sum(len(run) for run in runs if _ALTERNATING.search(run))
    return chars >= RANDOM_MIN_CHARS and 4 * alternating >= 3 * chars
