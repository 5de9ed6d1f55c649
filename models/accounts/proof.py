"""The proof that an address is a person's: a link that was made for the address, and used.

An account that was made through an open invitation has an unproven address: anybody could have typed it. So what that account has
must not open anything that is later given to the address.
"""

from __future__ import annotations

from sqlalchemy import Connection

from models.accounts import console_session, member, person


def prove(connection: Connection, email: str) -> None:
    """Give an unproven address to the person who used a link made for it. Does nothing if the address is proven.

    The password and the sessions that were never proven end. The memberships remain, without rights, until an admin of their
    workspace makes a link for the address.
    """
    person_id = person.ensure(connection, email)
    found = person.find(connection, email, lock=True)
    assert found is not None
    if found.is_proven:
        return
    member.leave(connection, email)
    person.set_password(connection, person_id, None)
    console_session.end_all(connection, person_id)
    person.mark_proven(connection, person_id)
