"""Passwords: their slow hashes, and the check of a given password."""

from __future__ import annotations

import re
import secrets
from functools import cache
from itertools import pairwise

from werkzeug.security import check_password_hash, generate_password_hash

from contract.errors import InvalidRequest

CHARS_MIN, CHARS_MAX = 12, 1_000
# 32 MB of memory and about 60 ms per hash.
METHOD = "scrypt:32768:8:1"
# Parts of the passwords that occur most in published lists, and rows of keys. Long passwords are often made of these.
COMMON_PARTS = frozenset(
    "password passwort passwd motdepasse contrasena senha wachtwoord parola haslo qwerty qwertz azerty asdfgh asdf zxcvbn zxcv"
    " qazwsx wsxedc edcrfv letmein welcome willkommen bienvenue admin administrator root user guest login default master"
    " changeme change secret hello iloveyou love princess monkey dragon sunshine shadow football baseball soccer hockey"
    " superman batman pokemon starwars trustno1 whatever freedom summer winter spring autumn sommer monday january test testing"
    " abc abcd abcde abcdef abcdefg abcdefgh 123 1234 12345 123456 1234567 12345678 123456789 1234567890 111 1111 000 0000"
    " 321 4321 54321 654321 987654321 0987654321 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz 2wsx 3edc zaq1 xsw2 q2w3e4r5"
    " qwe qwer qwert qwertyuiop asdfghjkl zxcvbnm uiop ghjkl bnm orbweaver console workspace scraper crawler api key company"
    " michael jennifer jordan michelle thomas daniel ashley jessica charlie andrew robert matthew anthony george nicole"
    " correcthorsebatterystaple thisismypassword mypassword the is my".split()
)  # fmt: skip
# Letters that people replace by similar signs.
_LEET = str.maketrans("@4301!$5+7", "aaeoiisstt")
DIFFERENT_CHARS_MIN = 5
# What remains after the common parts are removed must be worth a short password.
REMAINDER_MIN = 6


@cache
def _hash_of_nothing() -> str:
    """The hash of a password that nobody has. It is checked for unknown addresses, so that both cases take the same time."""
    return generate_password_hash(secrets.token_urlsafe(32), METHOD)


def check_new(password: str, email: str) -> None:
    """Check a new password.

    Raises:
        InvalidRequest: it is too short, too long, common, made of few characters or repetitions, or close to the address.
    """
    if len(password) < CHARS_MIN:
        raise InvalidRequest.of("password", f"must have at least {CHARS_MIN} characters")
    if len(password) > CHARS_MAX:
        raise InvalidRequest.of("password", f"must have at most {CHARS_MAX} characters")
    if _is_easy(password, email):
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


def _is_easy(password: str, email: str) -> bool:
    """Whether a password of 12 characters or more is easy to guess."""
    text = re.sub(r"[\W_]+", "", password.lower())
    if len(set(password.lower())) < DIFFERENT_CHARS_MIN or _is_repeated(password.lower()) or _is_row(text):
        return True
    parts = COMMON_PARTS | {part for part in re.split(r"\W+|_", email.lower()) if len(part) > 3}
    return any(len(_without(variant, parts)) < REMAINDER_MIN for variant in (text, text.translate(_LEET), text[::-1]))


def _is_repeated(text: str) -> bool:
    """Whether the text is one short part again and again, such as `ab1ab1ab1ab1`."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, len(text) // 2 + 1))


def _is_row(text: str) -> bool:
    """Whether most characters follow their neighbour: `abcdefghijkl`, `987654321098`."""
    steps = [ord(after) - ord(before) for before, after in pairwise(text)]
    return bool(steps) and sum(step in (-1, 0, 1) for step in steps) > 0.7 * len(steps)


def _without(text: str, parts: frozenset[str] | set[str]) -> str:
    """What remains of a text without the longest common parts and without years and single figures at its end."""
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "")
    return re.sub(r"\d{1,4}$", "", text)
