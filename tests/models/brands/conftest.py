"""Brands as tests store them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, Engine, text

from contract.results.brands.brand import Brand
from contract.results.brands.served_logo import ServedLogo
from models.brands import brand as brands


def made_brand(domain: str, name: str = "", color: str | None = "#ff0000") -> Brand:
    return Brand(
        domain=domain, queried_domain=domain, url=f"https://{domain}/", name=name or domain, resolved_at="2026-11-22T00:00:00Z",
        confidence=0.9, primary_color=color,
    )  # fmt: skip


def made_file(theme: str = "light", size: int = 64, body: bytes = b"png") -> ServedLogo:
    return ServedLogo(
        type="icon", theme=theme, size=size, content_type="image/png", body=body, width=size, height=size, adaptive=False,
        logo_id="1",
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.fixture
def connection(database: Engine) -> Connection:
    """A transaction that is rolled back. It begins without brands."""
    with database.connect() as opened:
        opened.execute(text("DELETE FROM brand"))
        yield opened
        opened.rollback()


@pytest.fixture
def hold(connection: Connection) -> Callable[..., None]:
    """`hold(domain, name, …)`: store a brand."""

    def store(domain: str, name: str = "", *, hosts: tuple[str, ...] = (), files: tuple[ServedLogo, ...] = ()) -> None:
        brands.store(connection, made_brand(domain, name), files, hosts)

    return store
