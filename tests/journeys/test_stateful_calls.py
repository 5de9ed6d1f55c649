"""Chains of calls: ids of answers are used in later calls, as the links of our OpenAPI document say, and of one of `/v2`."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import Case, Response
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from tests.conftest import Account
from tests.journeys.firecrawl_document import document
from tests.journeys.test_bad_input import hinted, tamed
from tests.service import Service
from tests.sites.origin import Origin

# `make faults` tries the second number of seeds.
SEEDS = pytest.mark.parametrize("seeds", [2, pytest.param(60, marks=pytest.mark.long_faults)])
STEPS = 12
# The first example of a run is the smallest one.
SETTINGS = settings(
    max_examples=3, stateful_step_count=STEPS, deadline=None, database=None, suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
# Keys are tested in tests/api/checks/test_auth.py. The document of `/v2` allows more than the service accepts.
UNMET = {
    "X-API-Key": [ignored_auth, negative_data_rejection],  # test_bad_input.py; an invalid Last-Event-ID is ignored
    "Authorization": [ignored_auth, positive_data_acceptance, negative_data_rejection],
}
# These look up companies in the web, and lead to no other call.
UNLINKED = r"/(brand|styleguide|screenshot|logo)\b"


Follow = Callable[[dict[str, Any], str, int], None]


@pytest.fixture
def follow(service: Service, make_account: Callable[..., Account], origin: Origin) -> Follow:
    """`follow(document, header, seeds)` tries chains of calls of a document, with keys in this header."""
    keys = itertools.cycle([make_account(1_000_000).key for _ in range(4)])

    def run(document: dict[str, Any], header: str, seeds: int) -> None:
        schema = schemathesis.openapi.from_dict(document).exclude(path_regex=UNLINKED)
        schema.config.update(base_url=service.base_url)
        schema.config.generation.update(with_security_parameters=False)
        validated = itertools.count()

        class Chain(schema.as_state_machine()):  # type: ignore[misc]
            def setup(self) -> None:
                self.key = next(keys)

            def before_call(self, case: Case) -> None:
                tamed(case.operation.path, case.body, origin.url("/article", t=uuid4().hex))

            def get_call_kwargs(self, case: Case) -> dict[str, Any]:
                return {
                    "headers": {header: f"Bearer {self.key}" if header == "Authorization" else self.key},
                    "timeout": 100,
                }

            def validate_response(self, response: Response, case: Case, **_: Any) -> None:
                case.validate_response(response, excluded_checks=UNMET[header])
                assert response.status_code != 401
                next(validated)

        for number in range(seeds):
            # A chain depends on what has ended meanwhile, so hypothesis cannot continue from a prefix of another.
            with contextlib.suppress(FlakyStrategyDefinition):
                seed(number)(Chain).run(settings=SETTINGS)
        assert next(validated) > STEPS * seeds, "chains ended before they were chains"

    return run


@SEEDS
def test_chains_of_calls_match_the_document(service: Service, follow: Follow, seeds: int) -> None:
    follow(hinted(requests.get(f"{service.base_url}/openapi.json", timeout=30).json()), "X-API-Key", seeds)


@SEEDS
def test_chains_of_calls_of_firecrawl_match_its_document(origin: Origin, follow: Follow, seeds: int) -> None:
    follow(document(origin.url("/article")), "Authorization", seeds)
