"""JSON values as declared results."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from api.console.playground.offered import OFFERED
from api.console.results.fitted import fit
from api.openapi.finishing import EXAMPLES
from contract.results.brands.brand import BrandResult
from contract.results.page import ScrapeResult

HOSTILE: list[Any] = [None, 1, math.nan, "x", True, [], {}, [None, 1, "x", {}, []], {"a": 1}]


def test_result_of_the_service_stays_as_it_is() -> None:
    for name, cls in (("scrape", ScrapeResult), ("getBrand", BrandResult)):
        data = EXAMPLES[name]["answers"]["200"]["data"]
        fitted = fit(cls, data)
        if name == "scrape":
            assert (
                fitted["metadata"].pop("usageTerms") == []
            )  # Lists are never None, though the service omits this one.
        assert {key: value for key, value in fitted.items() if key in data} == data


@pytest.mark.parametrize("name", OFFERED)
def test_fitted_values_have_the_declared_types(name: str) -> None:
    cls = OFFERED[name].operation.result
    fields = fit(cls, {})

    for value in HOSTILE:
        fitted = fit(cls, dict.fromkeys(fields, value))
        assert fitted.keys() == fields.keys()
        json.dumps(fitted, allow_nan=False)
        for key, empty in fields.items():
            if empty == []:
                assert isinstance(fitted[key], list) and None not in fitted[key]
