"""Passwords: their slow hashes, and the check of a given password."""

from __future__ import annotations

import secrets
from functools import cache

from werkzeug.security import check_password_hash, generate_password_hash

from contract.errors import InvalidRequest

CHARS_MIN, CHARS_MAX = 12, 1_000
# 32 MB of memory and about 60 ms per hash.
METHOD = "scrypt:32768:8:1"


@cache
def _hash_of_nothing() -> str:
    """The hash of a password that nobody has. It is checked for unknown addresses, so that both cases take the same time."""
    return generate_password_hash(secrets.token_urlsafe(32), METHOD)


def check_length(password: str) -> None:
    """Check the length of a new password.

    Raises:
        InvalidRequest: it is too short or too long.
    """
    if len(password) < CHARS_MIN:
        raise InvalidRequest.of("password", f"must have at least {CHARS_MIN} characters")
    if len(password) > CHARS_MAX:
        raise InvalidRequest.of("password", f"must have at most {CHARS_MAX} characters")


def hash_of(password: str) -> str:
    """The hash to store. Takes about 60 ms, so call it outside of transactions.

    Raises:
        InvalidRequest: the password is too short or too long.
    """
    check_length(password)
    return generate_password_hash(password, METHOD)


def matches(stored: str | None, password: str) -> bool:
    """Whether the password is the one of a stored hash. Takes the same time for None, which matches no password."""
    right = check_password_hash(stored or _hash_of_nothing(), password[:CHARS_MAX])
    return right and stored is not None
