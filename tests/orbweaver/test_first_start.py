"""The first start of an empty installation."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import create_engine

from contract.environment import Environment
from models.accounts import invitation, workspace
from models.accounts.caller import find_caller
from orbweaver import first_start
from tests.conftest import with_own_database


def test_first_start_makes_a_workspace_with_credits_and_a_key_once(environment: Environment) -> None:
    own = with_own_database(environment, f"first_{uuid4().hex}")

    first = first_start.prepare(own)

    assert first is not None and first_start.prepare(own) is None
    engine = create_engine(own.database_url)
    with engine.begin() as connection:
        [row] = workspace.list_all(connection)
        caller = find_caller(connection, first.key)
        offer = invitation.of_token(connection, first.invitation)
    engine.dispose()
    assert caller is not None and caller.workspace_id == row.id
    assert offer.workspace_id == row.id and offer.role == "owner"
    assert row.balance == first_start.FIRST_CREDITS
