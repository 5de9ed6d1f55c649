"""The process environment: read and checked once, at the start."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest

from contract.environment import BadEnvironment, Environment


def test_nothing_set_gives_the_documented_defaults() -> None:
    got = Environment.read({})

    assert (got.given_database_url, got.given_redis_url, got.chromium, got.llm_base_url) == (None,) * 4
    assert got.allowed_networks == () and got.sync_budget_seconds == 90 and got.search_providers == ("index",)
    assert got.robots == "respect" and got.log_format == "text" and got.proxies == {}
    assert got.webhook_retry_seconds == (5, 60, 300, 1800, 7200)


def test_blank_means_unset() -> None:
    blank = {
        "DATABASE_URL": "",
        "REDIS_URL": "  ",
        "ORBWEAVER_SYNC_BUDGET_SECONDS": "",
        "ORBWEAVER_ALLOWED_NETWORKS": " ",
        "ORBWEAVER_ROBOTS": "",
    }

    assert Environment.read(blank) == Environment.read({})


def test_unknown_name_stops_the_start() -> None:
    with pytest.raises(BadEnvironment, match="ORBWEAVER_ALOWED_NETWORKS"):
        Environment.read({"ORBWEAVER_ALOWED_NETWORKS": "10.0.0.0/8"})


def test_variables_of_other_programs_are_ignored() -> None:
    assert Environment.read({"PATH": "/bin", "HOME": "/", "ORBWEAVERS": "1"}) == Environment.read({})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://host/db"),
        ("DATABASE_URL", "nonsense"),
        ("REDIS_URL", "http://host"),
        ("REDIS_URL", "host:6379"),
        ("ORBWEAVER_ALLOWED_NETWORKS", "10.0.0.0/33"),
        ("ORBWEAVER_ALLOWED_NETWORKS", "intranet"),
        ("ORBWEAVER_TRUSTED_PROXIES", "proxy"),
        ("ORBWEAVER_TRUSTED_PROXIES", "10.0.0.1;10.0.0.2"),
        ("ORBWEAVER_TRUSTED_PROXIES", "10.0.0.1, 0.0.0.0/0"),
        ("ORBWEAVER_TRUSTED_PROXIES", "::/0"),
        ("ORBWEAVER_BOT_URL", "bots.example.com"),
        ("ORBWEAVER_SECURITY_CONTACT", "a@example.com"),
        ("ORBWEAVER_SECURITY_CONTACT", "mailto:a@example.com,http://example.com"),
        ("ORBWEAVER_SYNC_BUDGET_SECONDS", "0"),
        ("ORBWEAVER_SYNC_BUDGET_SECONDS", "-1"),
        ("ORBWEAVER_SYNC_BUDGET_SECONDS", "3601"),
        ("ORBWEAVER_SYNC_BUDGET_SECONDS", "soon"),
        ("ORBWEAVER_SYNC_BUDGET_SECONDS", "nan"),
        ("ORBWEAVER_PROXY_URL", "socks://host"),
        ("ORBWEAVER_PROXY_URL", "de=ftp://host"),
        ("ORBWEAVER_BASE_URL", "ftp://host"),
        ("ORBWEAVER_LLM_BASE_URL", "localhost"),
        ("ORBWEAVER_CHROMIUM", "/nonexistent/chromium"),
        ("ORBWEAVER_CHROMIUM", "/etc/passwd"),
        ("ORBWEAVER_CHROMIUM", "/etc"),
        ("ORBWEAVER_CHROMIUM", "chromium"),
        ("ORBWEAVER_SEARCH_PROVIDER", "google"),
        ("ORBWEAVER_SEARCH_PROVIDER", "index,google"),
        ("ORBWEAVER_ROBOTS", "maybe"),
        ("ORBWEAVER_LOG_FORMAT", "xml"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"),
        ("ORBWEAVER_WEBHOOK_RETRY_SECONDS", "1,,2"),
        ("ORBWEAVER_WEBHOOK_RETRY_SECONDS", "1,x"),
        ("ORBWEAVER_WEBHOOK_RETRY_SECONDS", "5,86401"),
    ],
)
def test_bad_value_stops_the_start_with_its_name(name: str, value: str) -> None:
    with pytest.raises(BadEnvironment, match=name):
        Environment.read({name: value})


def test_values_are_parsed() -> None:
    got = Environment.read(
        {
            "DATABASE_URL": "postgres://u:p@db/orb",
            "REDIS_URL": "redis://cache:6379/1",
            "ORBWEAVER_ALLOWED_NETWORKS": "10.0.0.0/8, fd00::/8",
            "ORBWEAVER_PROXY_URL": "http://proxy:3128,de=http://german:1",
            "ORBWEAVER_SEARCH_PROVIDER": "searxng,index",
            "ORBWEAVER_WEBHOOK_RETRY_SECONDS": "1,1,1",
            "ORBWEAVER_CHROMIUM": "/bin/sh",
            "ORBWEAVER_DATA_DIR": "/srv/orb",
            "ORBWEAVER_SYNC_BUDGET_SECONDS": "1.5",
        }
    )

    assert got.database_url == "postgresql+psycopg2://u:p@db/orb" and got.redis_url == "redis://cache:6379/1"
    assert got.allowed_networks == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    assert got.proxies == {"": "http://proxy:3128", "DE": "http://german:1"}
    assert got.search_providers == ("searxng", "index") and got.webhook_retry_seconds == (1, 1, 1)
    assert got.data_dir == Path("/srv/orb") and got.sync_budget_seconds == 1.5
    assert got.chromium == "/bin/sh"


def test_webhook_pauses_are_at_most_a_day() -> None:
    for text, pauses in (("5,60,300,1800,7200", (5, 60, 300, 1800, 7200)), ("86400", (86_400,))):
        assert Environment.read({"ORBWEAVER_WEBHOOK_RETRY_SECONDS": text}).webhook_retry_seconds == pauses


def test_unset_urls_are_the_embedded_servers_sockets() -> None:
    got = Environment.read({"ORBWEAVER_DATA_DIR": "/srv/orb"})

    assert got.redis_url == "unix:///srv/orb/run/redis.sock"
    assert got.database_url == "postgresql+psycopg2://postgres@/orbweaver?host=/srv/orb/run"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres+other://orbweaver:s3cret@host/db"),
        ("REDIS_URL", "http://:s3cret@host"),
        ("ORBWEAVER_PROXY_URL", "http://proxy,de=socks://user:s3cret@host"),
    ],
)
def test_error_message_shows_no_password(name: str, value: str) -> None:
    with pytest.raises(BadEnvironment, match="@host") as caught:
        Environment.read({name: value})

    assert name in str(caught.value) and "s3cret" not in str(caught.value)


def test_key_of_the_bot_is_read_and_never_shown() -> None:
    assert Environment.read({"ORBWEAVER_BOT_KEY": "A" * 42 + "E="}).bot_key == b"\0" * 31 + b"\1"
    with pytest.raises(BadEnvironment) as raised:
        Environment.read({"ORBWEAVER_BOT_KEY": "c2VjcmV0"})
    assert "c2VjcmV0" not in str(raised.value) and "32 bytes" in str(raised.value)
