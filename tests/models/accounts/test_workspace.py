"""Workspaces and keys: shown once, stored as a hash, revoked at once."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, func, select, text

from contract.errors import InvalidRequest, NotFound
from models.accounts import workspace
from models.accounts.caller import find_caller
from models.accounts.workspace import Key


@pytest.fixture
def owner(database: Engine) -> UUID:
    with database.begin() as connection:
        return workspace.create(connection, "keys")


def test_key_is_stored_as_a_hash_only(database: Engine, owner: UUID) -> None:
    with database.begin() as connection:
        made = workspace.create_key(connection, owner, name="site")

    with database.connect() as connection:
        row = connection.execute(select(Key.__table__).where(Key.id == made.id)).one()
        stored = connection.execute(text("SELECT row_to_json(k)::text FROM api_key k WHERE id = :id"), {"id": made.id})
        assert bytes(row.digest) == hashlib.sha256(made.key.encode()).digest()
        assert made.key not in stored.scalar_one() and row.hint == made.key[-4:]
        assert not any(made.key in str(value) for listed in workspace.list_keys(connection, owner) for value in listed)


@pytest.mark.parametrize(("kind", "prefix"), [("secret", "ow_sk_"), ("publishable", "ow_pk_")])
def test_key_starts_with_its_kind(database: Engine, owner: UUID, kind: str, prefix: str) -> None:
    with database.begin() as connection:
        made = workspace.create_key(connection, owner, kind=kind, domains=("Example.com",))
        caller = find_caller(connection, made.key)

    assert made.key.startswith(prefix) and len(made.key) >= len(prefix) + 43
    assert caller is not None
    assert (caller.kind, caller.workspace_id, caller.domains, caller.suspended) == (
        kind,
        owner,
        ("example.com",),
        False,
    )


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (("https://acme.com",), ("acme.com",)),
        (("https://www.Acme.com:8443/shop?x=1", "acme.com"), ("acme.com",)),
        (("münchen.de", "localhost", "shop.acme.com."), ("xn--mnchen-3ya.de", "localhost", "shop.acme.com")),
    ],
)
def test_domains_of_a_key_are_stored_as_hosts(
    database: Engine, owner: UUID, given: tuple[str, ...], stored: tuple[str, ...]
) -> None:
    with database.begin() as connection:
        made = workspace.create_key(connection, owner, kind="publishable", domains=given)
        caller = find_caller(connection, made.key)

    assert caller is not None and caller.domains == stored


@pytest.mark.parametrize("domain", ["", "*.acme.com", "acme", "ftp://acme.com", "acme.com evil.test", "https://"])
def test_domain_that_is_none_makes_no_key(database: Engine, owner: UUID, domain: str) -> None:
    with database.begin() as connection, pytest.raises(InvalidRequest, match="domain: "):
        workspace.create_key(connection, owner, kind="publishable", domains=(domain,))


def test_twenty_five_active_keys_and_no_more(database: Engine, owner: UUID) -> None:
    with database.begin() as connection:
        made = [workspace.create_key(connection, owner, kind=("secret", "publishable")[n % 2]) for n in range(25)]

        with pytest.raises(InvalidRequest):
            workspace.create_key(connection, owner)
        workspace.revoke_key(connection, made[0].id)

        assert workspace.create_key(connection, owner)


def test_keys_made_at_once_keep_to_the_limit(database: Engine, owner: UUID) -> None:
    def make(_: int) -> bool:
        try:
            with database.begin() as connection:
                workspace.create_key(connection, owner)
        except InvalidRequest:
            return False
        return True

    with ThreadPoolExecutor(12) as pool:
        made = list(pool.map(make, range(36)))

    assert sum(made) == 25
    with database.connect() as connection:
        assert connection.execute(select(func.count()).where(Key.workspace_id == owner)).scalar_one() == 25


def test_revoked_key_speaks_for_nobody(database: Engine, owner: UUID) -> None:
    with database.begin() as connection:
        made = workspace.create_key(connection, owner)
        workspace.revoke_key(connection, made.id)
        workspace.revoke_key(connection, made.id)

        assert find_caller(connection, made.key) is None
        assert workspace.list_keys(connection, owner)[0].revoked_at is not None


def test_revoking_an_unknown_key_is_not_found(database: Engine) -> None:
    with database.begin() as connection, pytest.raises(NotFound):
        workspace.revoke_key(connection, uuid4())


@pytest.mark.parametrize("key", ["", "ow_sk_", "ow_sk_" + "a" * 43, "nonsense"])
def test_unknown_key_speaks_for_nobody(database: Engine, key: str) -> None:
    with database.connect() as connection:
        assert find_caller(connection, key) is None


def test_suspension_shows_at_once_and_is_undone(database: Engine, owner: UUID) -> None:
    with database.begin() as connection:
        key = workspace.create_key(connection, owner).key

    for suspended in (True, False):
        with database.begin() as connection:
            workspace.set_suspended(connection, owner, suspended)
        with database.connect() as connection:
            caller = find_caller(connection, key)
            assert caller is not None and caller.suspended is suspended


def test_last_use_is_noted(database: Engine, owner: UUID) -> None:
    with database.begin() as connection:
        key = workspace.create_key(connection, owner).key
        find_caller(connection, key)

        assert workspace.list_keys(connection, owner)[0].last_used_at is not None


def test_unknown_plan_is_refused(database: Engine) -> None:
    with database.begin() as connection, pytest.raises(InvalidRequest):
        workspace.create(connection, "x", plan="gold")


def test_workspace_ids_sort_by_creation(database: Engine) -> None:
    with database.begin() as connection:
        made = [workspace.create(connection, "sorted") for _ in range(5)]

    assert made == sorted(made) and all(one.version == 7 for one in made)


def test_webhook_secret_is_shown_for_one_workspace_and_in_no_list(database: Engine) -> None:
    with database.begin() as connection:
        made = workspace.create(connection, "signs")

        assert workspace.require(connection, made).webhook_secret.startswith("whsec_")
        assert "whsec_" not in str(workspace.list_all(connection))
