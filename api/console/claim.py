"""Who may sign in as an e-mail address: the rules for people who join with a password, new or existing.

Addresses are not verified by mail. A link that was made for an address proves it: its use sets a new password, unless the address
was proven before. Then the existing password must be given. A link for anyone gives an account that nobody else has, and whose
address remains unproven. An operator creates a link for people who cannot sign in (`orbweaver member password`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from flask import request
from sqlalchemy import Connection

from api import database
from api.ratelimit import network_of
from api.shares import Shares
from contract.errors import InvalidRequest, ServiceUnavailable
from models.accounts import console_session, password, person, proof
from models.accounts.invitation import UNPROVEN
from models.accounts.person import PersonRow

# A hash takes 32 MB of memory. This limits what hashes in progress take together.
_HASHES = threading.BoundedSemaphore(4)
# Hashes in progress, and threads that wait for one. The threads are also those of the REST API: most of them stay free.
_SLOTS = Shares("sign-ins", slots=8, reserved=2, each={"address": 4})
WAIT_SECONDS, RETRY_SECONDS = 0.5, 5
BUSY = "Too many people sign in at the moment. Try again in a few seconds."
NO_PASSWORD = (
    "belongs to a member who has no password yet. Ask the operator of this installation for a link:"
    " `orbweaver member password`"
)


@dataclass(frozen=True)
class Claim:
    """An address and its checked password. `new_hash` is None for the existing password.

    `proves`: the person has a link that was made for the address.
    """

    email: str
    known: PersonRow | None
    new_hash: str | None
    proves: bool = False

    @property
    def password_hash(self) -> str | None:
        """The hash of the password that the person gave."""
        return self.known.password_hash if self.known is not None and self.new_hash is None else self.new_hash


@contextmanager
def _hashing() -> Iterator[None]:
    """Wait shortly until a password may be hashed.

    Raises:
        TooManyRequests: too many of this address are.
        ServiceUnavailable: too many passwords are being hashed.
    """
    with _SLOTS.slot({"address": network_of(request.remote_addr or "unknown")}):
        if not _HASHES.acquire(timeout=WAIT_SECONDS):
            raise ServiceUnavailable(BUSY, retry_after_seconds=RETRY_SECONDS)
        try:
            yield
        finally:
            _HASHES.release()


def hash_of(text: str, email: str, old_hash: str | None = None) -> str:
    """The hash of a new password.

    Raises:
        InvalidRequest: it is too short, too long, easy to guess or the present one.
        ServiceUnavailable: too many passwords are being hashed.
    """
    with _hashing():
        return password.hash_of(text, email, old_hash)


def matches(stored: str | None, text: str) -> bool:
    """Whether a password matches a stored hash.

    Raises:
        ServiceUnavailable: too many passwords are being hashed.
    """
    with _hashing():
        return password.matches(stored, text)


def check(email: str, text: str, *, proves: bool) -> Claim:
    """The claim of a person to an address.

    Args:
        proves: the person has a link that was made for the address. The password of an unproven address is then replaced, because
            another person may have set it.
    Raises:
        InvalidRequest: the password is wrong, too short, or missing although the address is in use; or the address is in use and
            unproven, and the link does not prove it.
        ServiceUnavailable: too many passwords are being hashed.
    """
    known, is_member = database.snapshot(
        lambda connection: (person.find(connection, email), person.is_member_somewhere(connection, email))
    )
    is_proven = known is not None and known.is_proven
    if not is_proven and (proves or not is_member):
        return Claim(email, known, hash_of(text, email), proves)
    stored = known.password_hash if known else None
    if matches(stored, text) and is_proven:
        return Claim(email, known, None)
    raise _refused(stored, is_proven)


def _refused(stored: str | None, is_proven: bool) -> InvalidRequest:
    """The same for a right and a wrong password of an unproven address."""
    if not is_proven:
        return InvalidRequest.of("email", UNPROVEN)
    if stored is None:
        return InvalidRequest.of("email", NO_PASSWORD)
    return InvalidRequest.of("password", "is not the password of this e-mail address")


def store(connection: Connection, claim: Claim) -> UUID:
    """The id of the person, in the transaction that uses the claim. Stores a new password. Ends sessions of the old one.

    Raises:
        InvalidRequest: the person changed since the claim was checked.
    """
    person_id = person.ensure(connection, claim.email)
    now = person.find(connection, claim.email, lock=True)
    if now is None or _state(now) != _state(claim.known):
        raise InvalidRequest.of("email", "was changed in the meantime. Try again")
    if claim.proves:
        proof.prove(connection, claim.email)
    if claim.new_hash is not None:
        person.set_password(connection, person_id, claim.new_hash)
        console_session.end_all(connection, person_id)
    return person_id


def _state(known: PersonRow | None) -> tuple[str | None, bool]:
    return (known.password_hash, known.is_proven) if known else (None, False)
