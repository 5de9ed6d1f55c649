"""A brand is stored once, found by each of its hosts, and replaced as a whole."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, Engine, text

from contract.declare import dump
from models.brands import attempt
from models.brands import brand as brands
from tests.models.brands.conftest import made_brand, made_file


def test_brand_is_found_by_each_host_that_led_to_it(connection: Connection, hold: Callable[..., None]) -> None:
    hold("acme.com", "Acme", hosts=("acme.de",), files=(made_file(),))

    by_domain, by_host = (brands.find(connection, host) for host in ("acme.com", "acme.de"))

    assert by_domain is not None and by_host is not None
    assert dump(by_domain.brand) == dump(by_host.brand) == dump(made_brand("acme.com", "Acme"))
    assert [logo.size for logo in by_host.logos] == [64]
    assert brands.find(connection, "acme.org") is None


def test_new_resolution_replaces_record_and_files(connection: Connection, hold: Callable[..., None]) -> None:
    hold("acme.com", "Old", files=(made_file(size=16), made_file(size=64, body=b"old")))
    before = brands.find_served(connection, "acme.com")

    hold("acme.com", "New", files=(made_file(size=64, body=b"new"),))

    face = brands.find_served(connection, "acme.com")
    assert face is not None and before is not None
    assert (face.name, len(face.logos)) == ("New", 1)
    assert brands.read_body(connection, "acme.com", face.logos[0]) == b"new"
    assert brands.read_body(connection, "acme.com", before.logos[0]) is None


def test_a_claim_and_a_stored_brand_do_not_wait_for_the_disk(database: Engine) -> None:
    for work in (
        lambda each: attempt.claim(each, "disk.test"),
        lambda each: brands.store(each, made_brand("disk.test"), (), ()),
    ):
        with database.connect() as connection:
            work(connection)
            assert connection.execute(text("SELECT current_setting('synchronous_commit')")).scalar_one() == "off"
            connection.rollback()
