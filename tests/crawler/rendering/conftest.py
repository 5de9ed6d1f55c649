"""A browser that the tests of a module share: its start takes longer than most pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crawler.wild_pages import ModuleStage


@pytest.fixture(scope="module")
def stage(browser: str) -> Iterator[ModuleStage]:
    made = ModuleStage()
    yield made
    made.close()
