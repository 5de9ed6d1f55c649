"""People who sign in to the console: e-mail address, password, and whether they operate the installation.

What a person may do in a workspace is the role of the member with the same address (`member`). The address is proven when the
person used a link that was made for it (`proof`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, LargeBinary, exists, false, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import NotFound
from models.accounts.member import Member
from models.accounts.token import digest_of, new_token
from models.base import Base, columns_of, created_at, new_id

# How long a link to set a password is valid.
LINK_VALID = timedelta(hours=24)


class Person(Base):
    """One person. `email` is in lower case. Without a password, the person cannot sign in."""

    __tablename__ = "person"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    email: Mapped[str] = mapped_column(unique=True)
    password_hash: Mapped[str | None]
    is_operator: Mapped[bool] = mapped_column(server_default=false())
    # When the person used a link that was made for the address. Without it, anybody could have typed the address.
    proven_at: Mapped[datetime | None]
    # SHA-256 of the token of a link to set a password.
    link_digest: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    link_expires_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = created_at()


class PersonRow(NamedTuple):
    """A person. `is_proven`: a link that was made for the address was used."""

    id: UUID
    email: str
    password_hash: str | None
    is_operator: bool
    is_proven: bool


class NewLink(NamedTuple):
    """A link to set a password. `token` is its secret part, which is shown only once."""

    token: str
    expires_at: datetime


_ROWS = select(*columns_of(Person, PersonRow, Person.proven_at.is_not(None)))


def find(connection: Connection, email: str, *, lock: bool = False) -> PersonRow | None:
    """The person with that address, or None. Locked until the transaction ends if `lock` is set."""
    query = _ROWS.where(Person.email == email)
    row = connection.execute(query.with_for_update(of=Person) if lock else query).one_or_none()
    return None if row is None else PersonRow(*row)


def proven(connection: Connection, emails: Iterable[str]) -> set[str]:
    """Those of the addresses that are proven."""
    query = select(Person.email).where(Person.email.in_(list(emails)), Person.proven_at.is_not(None))
    return set(connection.execute(query).scalars())


def is_member_somewhere(connection: Connection, email: str) -> bool:
    """Whether a member who has joined a workspace has that address, with or without a password."""
    return bool(connection.execute(select(exists().where(Member.email == email, Member.has_joined))).scalar_one())


def ensure(connection: Connection, email: str) -> UUID:
    """The id of the person with that address. A new person has no password."""
    made = insert(Person).values({Person.id: new_id(), Person.email: email}).on_conflict_do_nothing()
    connection.execute(made)
    return connection.execute(select(Person.id).where(Person.email == email)).scalar_one()


def set_password(connection: Connection, person_id: UUID, password_hash: str | None) -> None:
    """Store a password; None removes it. Open links to set one become invalid. Ends no session: see `console_session.end_all`."""
    values = {Person.password_hash: password_hash, Person.link_digest: None, Person.link_expires_at: None}
    connection.execute(update(Person).where(Person.id == person_id).values(values))


def mark_proven(connection: Connection, person_id: UUID) -> None:
    """Store that the person has used a link made for the address."""
    connection.execute(update(Person).where(Person.id == person_id).values({Person.proven_at: func.now()}))


def make_operator(connection: Connection, email: str) -> None:
    """Make a person an operator of the installation. The operator who decides so answers for the address."""
    person_id = ensure(connection, email)
    mark_proven(connection, person_id)
    connection.execute(update(Person).where(Person.id == person_id).values({Person.is_operator: True}))


def revoke_operator(connection: Connection, email: str) -> UUID:
    """Take the rights of an operator away. Ends no session: see `console_session.end_all`.

    Returns:
        The id of the person.

    Raises:
        NotFound: the person is not an operator.
    """
    chosen = (Person.email == email, Person.is_operator)
    change = update(Person).where(*chosen).values({Person.is_operator: False}).returning(Person.id)
    person_id = connection.execute(change).scalar_one_or_none()
    if person_id is None:
        raise NotFound(f"{email} is not an operator of the installation.")
    return person_id


def create_link(connection: Connection, email: str) -> NewLink:
    """A link to set the password of a member or of a person who has one. An earlier link becomes invalid.

    Raises:
        NotFound: nobody has that address.
    """
    if find(connection, email) is None and not is_member_somewhere(connection, email):
        raise NotFound(f"{email} is not a member of any workspace.")
    token = new_token()
    values = {Person.link_digest: digest_of(token), Person.link_expires_at: func.now() + LINK_VALID}
    change = update(Person).where(Person.id == ensure(connection, email)).values(values)
    expires_at = connection.execute(change.returning(Person.link_expires_at)).scalar_one()
    assert expires_at is not None
    return NewLink(token, expires_at)


def of_link(connection: Connection, token: str, *, lock: bool = False) -> PersonRow:
    """The person whose password a link sets.

    Raises:
        NotFound: the link is unknown, was used, has expired, or was replaced by a newer one.
    """
    query = _ROWS.where(Person.link_digest == digest_of(token), Person.link_expires_at > func.now())
    row = connection.execute(query.with_for_update(of=Person) if lock else query).one_or_none()
    if row is None:
        raise NotFound("The link is unknown, was used, has expired, or was replaced by a newer one.")
    return PersonRow(*row)
