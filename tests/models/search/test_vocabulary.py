"""Words that the pages of the index have, in Postgres."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, text

from models.search import search_page, vocabulary
from tests.models.search.test_search_page import made


@pytest.fixture
def connection(database: Engine) -> Iterator[Connection]:
    """An index with two pages, in a transaction that is rolled back."""
    with database.connect() as opened, opened.begin() as transaction:
        opened.execute(text("DELETE FROM search_page"))
        search_page.store(
            opened, [made("http://a.example/", body="gliders 猫"), made("http://b.example/", body="sailing")]
        )
        yield opened
        transaction.rollback()


def test_conditions_that_a_page_fulfils(connection: Connection) -> None:
    asked = ("'glider'|'x'", "'gliding'", "'猫'", "'gliders' & 'sailing'")

    assert vocabulary.known(connection, asked) == {"'glider'|'x'", "'猫'"}
    assert vocabulary.known(connection, ()) == frozenset()


def test_lexemes_that_pages_have(connection: Connection) -> None:
    assert vocabulary.among(connection, ("gliders", "glidars", "sailing", "sail")) == {"gliders", "sailing", "sail"}
    assert vocabulary.among(connection, ("none",)) == vocabulary.among(connection, ()) == frozenset()
