"""The operations of the playground are those that callers can start, with the options that they have."""

from __future__ import annotations

from api.console.playground.inputs import every
from api.console.playground.offered import OFFERED
from contract.operations import LOGO, OPERATIONS, PARSE


def test_every_operation_that_callers_start_is_offered() -> None:
    # A file in base64 is nothing that a person types.
    assert set(OFFERED) == set(OPERATIONS) - {LOGO.name, PARSE.name}


def test_common_options_and_starting_texts_exist() -> None:
    for offered in OFFERED.values():
        paths = {each.path for each in every(offered.inputs)}
        common = offered.form.common
        assert {*common, *offered.form.starts} <= paths
        assert [each.path for each in offered.inputs if each.is_common] == list(common)
        assert {each.path for each in offered.inputs if each.required} <= set(common)
