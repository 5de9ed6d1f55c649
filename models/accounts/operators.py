"""Who operates the installation. Operators see the pages for operators, and may be members of workspaces."""

from __future__ import annotations

from sqlalchemy import Connection, delete

from contract.errors import InvalidRequest, NotFound
from models.accounts import console_session, person
from models.accounts.invitation import Invitation

NOT_PROVEN = "is not confirmed. Send the person a link first: `orbweaver member password EMAIL`"


def grant(connection: Connection, email: str) -> None:
    """Make a member of a workspace an operator.

    Raises:
        NotFound: no workspace has a member with that address.
        InvalidRequest: the person has not proven the address, so the account may be another person's.
    """
    if not person.is_member_somewhere(connection, email):
        raise NotFound(f"{email} is not a member of any workspace.")
    found = person.find(connection, email)
    if found is None or not found.is_proven:
        raise InvalidRequest.of("email", NOT_PROVEN)
    person.make_operator(connection, email)


def revoke(connection: Connection, email: str) -> None:
    """Take the rights of an operator away. Ends all sessions of the person, and open invitations to become one again.

    Raises:
        NotFound: the person is not an operator.
    """
    console_session.end_all(connection, person.revoke_operator(connection, email))
    again = (Invitation.email == email, Invitation.is_operator, Invitation.used_at.is_(None))
    connection.execute(delete(Invitation).where(*again))
