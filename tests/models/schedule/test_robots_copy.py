"""Copies of robots.txt that all workers share."""

from __future__ import annotations

from sqlalchemy import Engine, text

from models.schedule import robots_copy

SITE = "https://site.example"


def test_the_last_copy_counts_for_a_day_by_proxy(database: Engine) -> None:
    with database.begin() as connection:
        robots_copy.store(connection, SITE, "", "Disallow: /a")
        robots_copy.store(connection, SITE, "", "Disallow: /é")
        robots_copy.store(connection, SITE, "of-a-country", "")

        assert robots_copy.find(connection, SITE, "") == "Disallow: /é"
        assert robots_copy.find(connection, SITE, "of-a-country") == ""
        assert robots_copy.find(connection, SITE, "other") is None
        assert robots_copy.find(connection, "http://site.example", "") is None

        connection.execute(
            text("UPDATE robots_copy SET read_at = now() - interval '24 hours 1 second' WHERE proxy = ''")
        )
        assert robots_copy.find(connection, SITE, "") is None

        robots_copy.delete_stale(connection)
        assert connection.execute(text("SELECT proxy FROM robots_copy")).scalars().all() == ["of-a-country"]
