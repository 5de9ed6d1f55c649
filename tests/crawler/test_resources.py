"""What the crawlers of a process share."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from contract.environment import Environment
from crawler import resources
from extraction.links.scope import Scope


@pytest.mark.parametrize(("setting", "ignores"), [("respect", False), ("ignore", True)])
def test_operator_decides_whether_nofollow_counts(setting: Literal["respect", "ignore"], ignores: bool) -> None:
    shared = resources.create(Environment(nofollow=setting))
    try:
        scope = shared.crawled(Scope("https://example.com/"))
    finally:
        asyncio.run(shared.close())

    assert scope is not None and scope.ignore_nofollow is ignores and shared.crawled(None) is None
