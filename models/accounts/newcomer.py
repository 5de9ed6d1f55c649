"""People who become members and were in no workspace before. Only then a password that the address has is not trusted."""

from __future__ import annotations

from sqlalchemy import Connection

from models.accounts import console_session, person


def reset(connection: Connection, email: str) -> bool:
    """Remove the password, the link and the sessions of an address that is no member's and no operator's.

    Addresses are not verified, so another person may have set that password. Call it before the person becomes a member.

    Returns:
        Whether the address is a newcomer's. False changes nothing.
    """
    person_id = person.ensure(connection, email)
    found = person.find(connection, email, lock=True)
    assert found is not None
    if found.is_operator or person.is_member_somewhere(connection, email):
        return False
    person.clear_password(connection, person_id)
    console_session.end_all(connection, person_id)
    return True
