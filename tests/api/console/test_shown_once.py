"""New keys and links: a reload makes no other one, and no place but the page has the secret."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, func, select, text, update

from models.accounts import shown_once
from models.accounts.shown_once import ShownOnce
from tests.api.console.conftest import MakePerson, Person

KEY, TOKEN = re.compile(r"ow_sk_[\w-]{43}"), re.compile(r"join#token=([\w-]{43})")
FORMS: list[tuple[str, dict[str, Any], re.Pattern[str]]] = [
    ("…/keys", {"name": "notebook", "kind": "secret"}, KEY),
    ("…/team/invitations", {"role": "member"}, TOKEN),
]


def sent(person: Person, path: str, fields: dict[str, Any]) -> str:
    """Send a form. Returns the address of the page that follows."""
    answer = person.post(path, **fields)
    assert answer.status_code == 303 and not KEY.search(str(answer.headers))
    return str(answer.headers["Location"])


@pytest.mark.parametrize(("path", "fields", "secret"), FORMS)
def test_secret_is_on_the_first_page_only(
    owner: Person, database: Engine, path: str, fields: dict[str, Any], secret: re.Pattern[str]
) -> None:
    location = sent(owner, path, fields)
    with database.connect() as connection:
        stored = str(connection.execute(text("SELECT * FROM shown_once")).all())
    assert owner.client.head(location).status_code == 200  # It takes nothing.

    first, again = owner.get(location), owner.get(location)

    [shown] = set(secret.findall(first.text))
    assert shown not in location and shown not in stored and shown not in str(first.headers)
    assert first.headers["Cache-Control"].startswith("no-store")
    assert again.status_code == 200 and not secret.search(again.text)


def test_other_people_sessions_and_pages_do_not_get_it(owner: Person, make_person: MakePerson) -> None:
    location = sent(owner, "…/keys", {"name": "notebook", "kind": "secret"})
    made = location.partition("made=")[2]
    colleague = make_person("admin", account=owner.account)

    assert not KEY.search(colleague.get(location).text)
    assert not TOKEN.search(owner.get(f"…/team?made={made}").text)
    for wrong in ("", "x", "0" * 32, f"{made}0", made.upper() + "z"):
        assert owner.get(f"…/keys?made={wrong}").status_code == 200
    assert KEY.search(owner.get(location).text)

    location = sent(owner, "…/keys", {"name": "second", "kind": "secret"})
    owner.sign_in()
    assert not KEY.search(owner.get(location).text)


def test_secret_expires_and_is_deleted(owner: Person, database: Engine) -> None:
    location = sent(owner, "…/keys", {"name": "notebook", "kind": "secret"})
    with database.begin() as connection:
        connection.execute(update(ShownOnce).values({ShownOnce.created_at: func.now() - shown_once.LIFETIME}))

    assert not KEY.search(owner.get(location).text)
    with database.begin() as connection:
        shown_once.delete_expired(connection)
        assert connection.execute(select(func.count()).select_from(ShownOnce)).scalar_one() == 0
    assert timedelta(minutes=1) < shown_once.LIFETIME < timedelta(hours=1)
