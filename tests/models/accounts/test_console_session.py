"""Sessions of the console: what is stored, and when it is deleted."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, Engine, func, select, text, update

from models.accounts import console_session, person
from models.accounts.console_session import ConsoleSession
from models.accounts.token import digest_of


def age(connection: Connection, token: str, by: timedelta) -> None:
    mine = ConsoleSession.digest == digest_of(token)
    connection.execute(update(ConsoleSession).where(mine).values({ConsoleSession.last_used_at: func.now() - by}))


def test_expired_sessions_are_deleted_and_others_stay(database: Engine) -> None:
    with database.begin() as connection:
        person_id = person.ensure(connection, "session@a.com")
        old, fresh = (console_session.create(connection, person_id) for _ in range(2))
        age(connection, old, console_session.IDLE_MAX)
        age(connection, fresh, console_session.IDLE_MAX - timedelta(minutes=1))

        console_session.delete_expired(connection)

        remaining = select(func.count()).where(ConsoleSession.person_id == person_id)
        assert connection.execute(remaining).scalar_one() == 1
        assert console_session.find(connection, old) is None
        found = console_session.find(connection, fresh)
        assert found is not None and found.email == "session@a.com"


def test_oldest_sessions_of_a_person_end(database: Engine) -> None:
    with database.begin() as connection:
        person_id, other = (person.ensure(connection, f"{name}-sessions@a.com") for name in ("many", "other"))
        remaining = console_session.create(connection, other)
        first = console_session.create(connection, person_id)
        age(connection, first, timedelta(minutes=1))
        later = [console_session.create(connection, person_id) for _ in range(console_session.OPEN_MAX)]

        assert len(console_session.list_of(connection, person_id)) == console_session.OPEN_MAX
        assert console_session.find(connection, first) is None
        assert all(console_session.find(connection, token) for token in (*later, remaining))


def test_use_is_stored_rarely(database: Engine) -> None:
    with database.begin() as connection:
        token = console_session.create(connection, person.ensure(connection, "rarely@a.com"))
        mine = select(func.now() - ConsoleSession.last_used_at).where(ConsoleSession.digest == digest_of(token))
        for idle, stored in ((timedelta(minutes=9), False), (timedelta(minutes=11), True)):
            age(connection, token, idle)
            console_session.find(connection, token)
            assert (connection.execute(mine).scalar_one() < timedelta(minutes=1)) is stored


def test_no_secret_is_stored_as_text(database: Engine) -> None:
    with database.begin() as connection:
        person_id = person.ensure(connection, "secret@a.com")
        token, link = (
            console_session.create(connection, person_id),
            person.create_link(connection, "secret@a.com").token,
        )
        dump = str(connection.execute(text("SELECT * FROM console_session, person")).all())

    assert token not in dump and link not in dump
