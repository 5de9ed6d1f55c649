"""Ledger, holds, keys, jobs and pages beside a reference model, on a real Postgres, alone and with many operations at once.

The state machine (`reference/machine.py`) predicts the outcome of every operation. The crowd (`reference/crowd.py`) runs
random operations in several threads, where only the invariants can be predicted, also while connections are lost
(`reference/faults.py`). Both check the invariants
(`reference/books.py`) on what is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from contract.environment import Environment
from models import session
from tests.conftest import with_own_database
from tests.models.reference.crowd import Crowd
from tests.models.reference.faults import Faults, FragileStore
from tests.models.reference.machine import Machine
from tests.models.reference.store import Store

SETTINGS = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def store(environment: Environment) -> Iterator[Store]:
    """A database that nothing else uses: sweeping and claiming concern all jobs."""
    engine = session.create(with_own_database(environment, "machine").database_url, pool_size=20)
    yield Store(engine)
    engine.dispose()


def run_machine(store: Store, *, examples: int, steps: int, phases: Collection[Phase]) -> None:
    machine = type("BoundMachine", (Machine,), {"store": store})
    sizes = settings(SETTINGS, max_examples=examples, stateful_step_count=steps, phases=phases)
    run_state_machine_as_test(machine, settings=sizes)


def test_operations_one_after_the_other_do_what_the_model_says(store: Store) -> None:
    # Half a minute; shortening a failed example takes minutes: `make faults` does that, with many more examples.
    run_machine(store, examples=8, steps=40, phases=[Phase.generate])


@pytest.mark.long_faults
def test_many_operations_one_after_the_other_do_what_the_model_says(store: Store) -> None:
    run_machine(store, examples=400, steps=60, phases=[Phase.generate, Phase.shrink])


@pytest.mark.parametrize("seed", range(3))
def test_operations_at_once_keep_the_books(store: Store, seed: int) -> None:
    Crowd(store, seed).run(rounds=4, operations=25)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long_faults) for seed in range(100, 140))])
def test_operations_at_once_keep_the_books_when_connections_are_lost(store: Store, seed: int) -> None:
    faults = Faults(seed, share=0.03)
    url = store.database.url.render_as_string(hide_password=False)
    fragile = FragileStore(url, faults)
    try:
        Crowd(fragile, seed, faults).run(rounds=2, operations=20)
    finally:
        fragile.database.dispose()
    assert (
        min(faults.struck[f"{when} a {what}"] for when in ("before", "after") for what in ("statement", "commit")) > 0
    )


@pytest.mark.long_faults
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_operations_at_once_keep_the_books(store: Store, seed: int) -> None:
    Crowd(store, seed).run(rounds=8, operations=40)
