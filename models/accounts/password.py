"""Passwords: their slow hashes, and the check of a given password."""

from __future__ import annotations

import secrets
from functools import cache

from werkzeug.security import check_password_hash, generate_password_hash

from contract.errors import InvalidRequest
from models.accounts import common_passwords

CHARS_MIN, CHARS_MAX = 12, 1_000
# 32 MB of memory and about 60 ms per hash.
METHOD = "scrypt:32768:8:1"


@cache
def _hash_of_nothing() -> str:
    """The hash of a password that nobody has. It is checked for unknown addresses, so that both cases take the same time."""
    return generate_password_hash(secrets.token_urlsafe(32), METHOD)


def check_new(password: str, email: str = "") -> None:
    """Check a new password.

    Raises:
        InvalidRequest: it is too short, too long, common, made of few characters or repetitions, or close to the address.
    """
    if len(password) < CHARS_MIN:
        raise InvalidRequest.of("password", f"must have at least {CHARS_MIN} characters")
    if len(password) > CHARS_MAX:
        raise InvalidRequest.of("password", f"must have at most {CHARS_MAX} characters")
    if common_passwords.is_easy(password, email):
        raise InvalidRequest.of(
            "password", "is easy to guess. Take several words that have nothing to do with each other"
        )


def hash_of(password: str, email: str = "", old_hash: str | None = None) -> str:
    """The hash to store. Takes about 60 ms (with `old_hash` twice that), so call it outside of transactions.

    Args:
        email: the address of the person, which the password must not be made of.
        old_hash: of the present password, which is not a new one.
    Raises:
        InvalidRequest: the password is too short, too long, easy to guess or the present one.
    """
    check_new(password, email)
    if old_hash is not None and check_password_hash(old_hash, password):
        raise InvalidRequest.of("password", "is the one that you have. Choose another one")
    return generate_password_hash(password, METHOD)


def matches(stored: str | None, password: str) -> bool:
    """Whether the password is the one of a stored hash. Takes the same time for None, which matches no password."""
    right = check_password_hash(stored or _hash_of_nothing(), password[:CHARS_MAX])
    return right and stored is not None
