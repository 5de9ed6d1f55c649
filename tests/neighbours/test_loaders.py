"""LangChain's loader and LlamaIndex's reader, in each of their modes: what the documents have that a program gets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.model_server import ModelServer
from tests.neighbours.conftest import PROGRAMS, Neighbourhood, installed

pytestmark = pytest.mark.neighbours

TEXT = "It costs 1299 EUR."
PAGE = {
    "0.text": TEXT, "0.metadata.title": "Acme Lamp", "0.metadata.source_url": "SITE/lamp", "0.metadata.status_code": 200,
}  # fmt: skip
PAGES = {**PAGE, "1.text": TEXT, "1.metadata.source_url": "SITE/b"}

# What the documents of a mode have, and their number.
EXPECTED: dict[str, tuple[int, dict[str, Any]]] = {
    "LangChain: scrape": (1, PAGE),
    "LangChain: crawl": (2, PAGES),
    "LangChain: map": (2, {"0.text": "SITE/lamp", "0.metadata.title": "Acme Lamp", "1.text": "SITE/b"}),
    "LangChain: search": (1, {"0.text": TEXT, "0.metadata.url": "SITE/lamp", "0.metadata.type": "web"}),
    "LangChain: extract": (1, {"0.text": '{"name": "Acme Lamp", "price": 1299}'}),
    "LlamaIndex: scrape": (1, PAGE),
    "LlamaIndex: crawl": (2, PAGES),
    "LlamaIndex: map": (2, {"0.text": "Acme Lamp", "0.metadata.url": "SITE/lamp", "1.metadata.url": "SITE/b"}),
    "LlamaIndex: search": (1, {"0.text": "Acme Lamp", "0.metadata.url": "SITE/lamp"}),
    # The reader does not know the client's type of an extract, so the text is the printed object.
    "LlamaIndex: extract": (1, {"0.text": "data={'name': 'Acme Lamp', 'price': 1299}"}),
}


@pytest.fixture(scope="module")
def loaded(neighbourhood: Neighbourhood, started_model: ModelServer) -> Any:
    """The documents by tool and mode."""
    # LlamaIndex sends a prompt without a schema, which only a language model answers.
    started_model.say({"name": "Acme Lamp", "price": 1299})
    return neighbourhood.run(installed("python/bin/python"), PROGRAMS / "loaders.py")


@pytest.mark.parametrize("mode", EXPECTED)
def test_documents_have_text_and_metadata(neighbourhood: Neighbourhood, loaded: Any, mode: str) -> None:
    number, expected = EXPECTED[mode]

    assert len(loaded[mode]) == number
    neighbourhood.check(loaded[mode], expected)
