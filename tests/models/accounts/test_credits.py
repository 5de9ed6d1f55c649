"""The ledger and its holds: never negative, the balance is the ledger's sum, the reserve is the active holds."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import IntegrityError

from contract.errors import InvalidRequest, NotFound
from models import session
from models.accounts import credits, workspace
from models.accounts.credits import Hold, LedgerEntry
from models.accounts.workspace import Workspace
from models.books import drift

hold = credits.reserve


def books(connection: Connection, workspace_id: UUID) -> tuple[int, int, int, int]:
    """(balance, reserved, sum of the ledger, sum of the active holds)."""
    row = workspace.require(connection, workspace_id)
    total = select(func.coalesce(func.sum(LedgerEntry.delta), 0)).where(LedgerEntry.workspace_id == workspace_id)
    active = (Hold.workspace_id == workspace_id, Hold.state == "active")
    held = select(func.coalesce(func.sum(Hold.amount), 0)).where(*active)
    return row.balance, row.reserved, connection.execute(total).scalar_one(), connection.execute(held).scalar_one()


def open_account(database: Engine, amount: int) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "ledger")
        credits.grant(connection, made, amount, key="first")
    return made


@pytest.fixture
def payer(database: Engine) -> UUID:
    """A workspace with ten credits."""
    return open_account(database, 10)


@pytest.fixture
def key() -> str:
    return uuid4().hex


class TestHold:
    def test_hold_reserves_without_charging(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            assert hold(connection, payer, key, 4)

            assert books(connection, payer) == (10, 4, 10, 4)

    def test_hold_of_more_than_is_left_is_refused(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            assert hold(connection, payer, key, 10)

            assert not hold(connection, payer, f"{key}-more", 1)
            assert books(connection, payer) == (10, 10, 10, 10)

    def test_capture_charges_once(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

        with database.begin() as connection:
            first = credits.capture(connection, key, 4)
        with database.begin() as connection:
            again = credits.capture(connection, key, 4)

            assert (first, again) == ((4, 6), (0, 6))
            assert books(connection, payer) == (6, 0, 6, 0)

    def test_capture_of_less_gives_the_rest_back(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

            assert credits.capture(connection, key, 1) == (1, 9)
            assert books(connection, payer) == (9, 0, 9, 0)

    def test_capture_of_more_takes_what_was_held(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

            assert credits.capture(connection, key, 9) == (4, 6)

    def test_capture_of_nothing_writes_no_row(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

            assert credits.capture(connection, key, 0) == (0, 10)
            rows = select(func.count()).where(LedgerEntry.workspace_id == payer)
            assert connection.execute(rows).scalar_one() == 1

    def test_released_hold_is_not_charged(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

            assert credits.release(connection, key)
            assert not credits.release(connection, key)
            assert credits.capture(connection, key, 4) == (0, 10)
            assert books(connection, payer) == (10, 0, 10, 0)

    def test_captured_hold_is_not_released(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)
            credits.capture(connection, key, 4)

            assert not credits.release(connection, key)
            assert books(connection, payer) == (6, 0, 6, 0)

    def test_hold_is_raised_as_far_as_the_balance_reaches(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            assert hold(connection, payer, key, 2) and hold(connection, payer, f"{key}-other", 1)
            assert credits.extend(connection, key, 6, step=2) == 6
            assert credits.extend(connection, key, 4, step=2) == 6
            assert credits.extend(connection, key, 30, step=2) == 8
            assert books(connection, payer) == (10, 9, 10, 9)
            assert credits.capture(connection, key, 7) == (7, 3)
            assert books(connection, payer) == (3, 1, 3, 1)

    def test_settled_hold_is_not_raised(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            assert credits.extend(connection, key, 2, step=1) == 0
            hold(connection, payer, key, 1)
            credits.release(connection, key)
            assert credits.extend(connection, key, 2, step=1) == 0
            assert books(connection, payer) == (10, 0, 10, 0)

    def test_rolled_back_hold_leaves_nothing(self, database: Engine, payer: UUID, key: str) -> None:
        with database.connect() as connection:
            hold(connection, payer, key, 4)
            connection.rollback()

            assert books(connection, payer) == (10, 0, 10, 0)


class TestGrant:
    def test_same_key_is_granted_once(self, database: Engine, payer: UUID) -> None:
        with database.begin() as connection:
            assert credits.grant(connection, payer, 5, key="gift") == 15
            assert credits.grant(connection, payer, 5, key="gift") == 15
            assert books(connection, payer) == (15, 0, 15, 0)

    def test_keys_are_unique_in_their_workspace_only(self, database: Engine, payer: UUID) -> None:
        other = open_account(database, 1)
        with database.begin() as connection:
            assert credits.grant(connection, payer, 5, key="gift") == 15
            assert credits.grant(connection, other, 5, key="gift") == 6

    def test_held_credits_cannot_be_removed(self, database: Engine, payer: UUID, key: str) -> None:
        with database.begin() as connection:
            hold(connection, payer, key, 4)

            with pytest.raises(InvalidRequest):
                credits.grant(connection, payer, -7, key="back")
            assert credits.grant(connection, payer, -6, key="back") == 4

    def test_sum_out_of_range_is_refused(self, database: Engine, payer: UUID) -> None:
        with database.begin() as connection, pytest.raises(InvalidRequest):
            credits.grant(connection, payer, 2**63, key="much")

    def test_unknown_workspace_is_not_found(self, database: Engine) -> None:
        with database.begin() as connection, pytest.raises(NotFound):
            credits.grant(connection, uuid4(), 1, key="x")


@pytest.mark.parametrize("change", ["balance = -1", "reserved = -1", "reserved = balance + 1"])
def test_database_itself_refuses_a_broken_balance(database: Engine, payer: UUID, change: str) -> None:
    with pytest.raises(IntegrityError), database.begin() as connection:
        connection.execute(text(f"UPDATE workspace SET {change} WHERE id = :id"), {"id": payer})


def test_drift_names_a_workspace_whose_books_do_not_agree(database: Engine, payer: UUID) -> None:
    with database.connect() as connection:
        connection.execute(text("UPDATE workspace SET balance = 13, reserved = 2 WHERE id = :id"), {"id": payer})

        assert (payer, 3, 2) in drift(connection)
        connection.rollback()
        assert payer not in {row[0] for row in drift(connection)}


class Crash(Exception):
    """The process dies before its transaction commits."""


def test_books_agree_after_threads_crash_and_repeat_each_other(database: Engine) -> None:
    """Sixteen threads hold, capture and release the same forty pieces of work, and crash in between."""
    payer = open_account(database, 60)
    keys = [f"{payer}:{number}" for number in range(40)]
    charged: list[int] = []
    problems: list[BaseException] = []
    counting = threading.Lock()

    def step(dice: random.Random, connection: Connection) -> int:
        key = dice.choice(keys)
        exists = connection.execute(select(Hold.key).where(Hold.key == key)).first()
        if exists is None:
            with connection.begin_nested() as nested:
                try:
                    hold(connection, payer, key, dice.randint(1, 3))
                except IntegrityError:  # Another thread held it first.
                    nested.rollback()
            return 0
        if dice.random() < 0.25:
            credits.release(connection, key)
            return 0
        if dice.random() < 0.25:
            credits.extend(connection, key, dice.randint(1, 5), step=1)
            return 0
        return credits.capture(connection, key, dice.randint(0, 3))[0]

    def move(dice: random.Random, connection: Connection) -> int:
        took = step(dice, connection)
        assert books(connection, payer)[0] >= 0
        if dice.random() < 0.2:
            raise Crash
        return took

    def work(seed: int) -> None:
        dice = random.Random(seed)
        for _ in range(50):
            try:
                # The road that the service takes: a transaction that lost a deadlock is repeated whole.
                took = session.transact(database, lambda connection: move(dice, connection))
                with counting:
                    charged.append(took)
            except Crash:
                pass
            except BaseException as error:
                problems.append(error)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))

    assert not problems
    with database.connect() as connection:
        balance, reserved, total, active = books(connection, payer)
        rows = connection.execute(select(LedgerEntry.key).where(LedgerEntry.workspace_id == payer)).scalars().all()
        assert balance == total == 60 - sum(charged)
        assert reserved == active
        assert len(rows) == len(set(rows))
        assert payer not in {row[0] for row in drift(connection)}


def ledger_machine(database: Engine) -> type[RuleBasedStateMachine]:
    """Every order of grants, holds, captures, releases and rollbacks, checked against a few lines of arithmetic."""

    class Ledger(RuleBasedStateMachine):
        holds = Bundle("holds")

        def __init__(self) -> None:
            super().__init__()
            self.payer = open_account(database, 5)
            self.balance = 5
            self.active: dict[str, int] = {}

        def do(self, work: Callable[[Connection], Any], commit: bool) -> Any:
            with database.connect() as connection:
                result = work(connection)
                connection.commit() if commit else connection.rollback()
            return result

        @rule(target=holds, amount=st.integers(1, 6), commit=st.booleans())
        def hold(self, amount: int, commit: bool) -> Any:
            key = uuid4().hex
            held = self.do(lambda connection: hold(connection, self.payer, key, amount), commit)
            assert held == (self.balance - sum(self.active.values()) >= amount)
            if not (held and commit):
                return multiple()
            self.active[key] = amount
            return key

        @rule(key=holds, amount=st.integers(0, 7), commit=st.booleans())
        def capture(self, key: str, amount: int, commit: bool) -> None:
            charged_amount = min(amount, self.active.get(key, 0))
            charged = self.do(lambda connection: credits.capture(connection, key, amount), commit)
            assert charged == (charged_amount, self.balance - charged_amount)
            if commit:
                self.balance -= charged_amount
                self.active.pop(key, None)

        @rule(key=holds, amount=st.integers(0, 12), step=st.integers(1, 3), commit=st.booleans())
        def extend(self, key: str, amount: int, step: int, commit: bool) -> None:
            held = self.active.get(key, 0)
            more = max(0, min(amount - held, self.balance - sum(self.active.values()))) // step * step if held else 0
            reached = self.do(lambda connection: credits.extend(connection, key, amount, step=step), commit)
            assert reached == held + more
            if commit and held:
                self.active[key] = reached

        @rule(key=holds, commit=st.booleans())
        def release(self, key: str, commit: bool) -> None:
            assert self.do(lambda connection: credits.release(connection, key), commit) == (key in self.active)
            if commit:
                self.active.pop(key, None)

        @rule(key=consumes(holds))
        def forget(self, key: str) -> None:
            """Its job is over; the key never comes back."""

        @rule(amount=st.integers(-8, 8))
        def grant(self, amount: int) -> None:
            possible = self.balance + amount >= sum(self.active.values())
            try:
                self.do(lambda connection: credits.grant(connection, self.payer, amount, key=uuid4().hex), True)
            except InvalidRequest:
                assert not possible
            else:
                assert possible
                self.balance += amount

        @invariant()
        def books_agree(self) -> None:
            with database.connect() as connection:
                held = sum(self.active.values())
                assert books(connection, self.payer) == (self.balance, held, self.balance, held)

    return Ledger


def test_any_order_of_movements_keeps_the_books(database: Engine) -> None:
    run_state_machine_as_test(
        ledger_machine(database),
        settings=settings(
            max_examples=15,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )
    with database.connect() as connection:
        ours = select(Workspace.id).where(Workspace.name == "ledger")
        drifting = {row[0] for row in drift(connection)}
        assert not drifting.intersection(connection.execute(ours).scalars())
