"""Who may sign in as an e-mail address: the rules for people who join with a password, new or existing.

Addresses are not verified by mail. So nobody may set the first password of an address that is a member of a workspace
already, and an existing password must be given again. An operator creates a link for people who cannot
(`orbweaver member password`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Connection

from api import database
from contract.errors import InvalidRequest, ServiceUnavailable
from models.accounts import console_session, password, person
from models.accounts.person import PersonRow

# A hash takes 32 MB of memory. This limits what hashes in progress take together.
_HASHES = threading.BoundedSemaphore(4)
# Hashes in progress, and threads that wait for one. The threads are also those of the REST API: most of them stay free.
_PLACES = threading.BoundedSemaphore(8)
WAIT_SECONDS, RETRY_SECONDS = 0.5, 5
BUSY = "Too many people sign in at the moment. Try again in a few seconds."
NO_PASSWORD = (
    "belongs to a member who has no password yet. Ask the operator of this installation for a link:"
    " `orbweaver member password`"
)


@dataclass(frozen=True)
class Claim:
    """An address and its checked password. `new_hash` is None for the existing password."""

    email: str
    known: PersonRow | None
    new_hash: str | None

    @property
    def password_hash(self) -> str | None:
        """The hash of the password that the person gave."""
        return self.known.password_hash if self.known is not None and self.new_hash is None else self.new_hash


@contextmanager
def _hashing() -> Iterator[None]:
    """Wait shortly until a password may be hashed.

    Raises:
        ServiceUnavailable: too many passwords are being hashed.
    """
    if not _PLACES.acquire(blocking=False):
        raise ServiceUnavailable(BUSY, retry_after_seconds=RETRY_SECONDS)
    try:
        if not _HASHES.acquire(timeout=WAIT_SECONDS):
            raise ServiceUnavailable(BUSY, retry_after_seconds=RETRY_SECONDS)
        try:
            yield
        finally:
            _HASHES.release()
    finally:
        _PLACES.release()


def hash_of(text: str) -> str:
    """The hash of a new password.

    Raises:
        InvalidRequest: it is too short or too long.
        ServiceUnavailable: too many passwords are being hashed.
    """
    with _hashing():
        return password.hash_of(text)


def matches(stored: str | None, text: str) -> bool:
    """Whether a password matches a stored hash.

    Raises:
        ServiceUnavailable: too many passwords are being hashed.
    """
    with _hashing():
        return password.matches(stored, text)


def check(email: str, text: str, *, invited_by_name: bool) -> Claim:
    """The claim of a person to an address.

    Args:
        invited_by_name: the person has the link of an invitation for this address. The password of an address that is
            not yet in use may then be replaced, in case another person took the address.
    Raises:
        InvalidRequest: the password is wrong, too short, or missing although the address is in use.
        ServiceUnavailable: too many passwords are being hashed.
    """
    known, is_member = database.snapshot(
        lambda connection: (person.find(connection, email), person.is_member_somewhere(connection, email))
    )
    in_use = is_member or (known is not None and known.is_claimed)
    if known is not None and known.password_hash is not None and (in_use or not invited_by_name):
        if not matches(known.password_hash, text):
            raise InvalidRequest.of("password", "is not the password of this e-mail address")
        return Claim(email, known, None)
    if in_use:
        matches(None, text)  # So that this answer takes as long as that to a wrong password.
        raise InvalidRequest.of("email", NO_PASSWORD)
    return Claim(email, known, hash_of(text))


def store(connection: Connection, claim: Claim) -> UUID:
    """The id of the person, in the transaction that uses the claim. Stores a new password. Ends sessions of the old one.

    Raises:
        InvalidRequest: the person changed since the claim was checked.
    """
    person_id = person.ensure(connection, claim.email)
    now = person.find(connection, claim.email, lock=True)
    before = claim.known.password_hash if claim.known else None
    if now is None or now.password_hash != before:
        raise InvalidRequest.of("email", "was changed in the meantime. Try again")
    if claim.new_hash is not None:
        person.set_password(connection, person_id, claim.new_hash)
        console_session.end_all(connection, person_id)
    return person_id
