"""`orbweaver search` and `scrapy crawl search`, without a server of the service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contract.environment import Environment
from tests.orbweaver.command_output import Run, failed
from tests.prepared_process import PreparedProcess
from tests.recordings import giving
from tests.sites.site import Site


@pytest.fixture
def searxng(site: Site) -> dict[str, str]:
    """Settings of an operator with a SearXNG."""
    site.on("/search", giving("search/searxng"))
    return {"ORBWEAVER_SEARCH_PROVIDER": "searxng", "ORBWEAVER_SEARXNG_URL": site.base}


def test_results_are_printed(orbweaver: Run, searxng: dict[str, str]) -> None:
    plain = orbweaver("search", "gliding", "--limit", "1", **searxng)
    whole = orbweaver("search", "gliding", "--time-range", "year", "--json", **searxng)

    first, url, snippet = plain.stdout.splitlines()
    assert (first, url.strip()) == (
        "1. Gliding - Wikipedia",
        "https://en.wikipedia.org/wiki/Gliding",
    ) and snippet.strip()
    assert [result["rank"] for result in json.loads(whole.stdout)["results"]] == [1, 2]


def test_index_without_a_database_is_an_error_that_names_the_settings(orbweaver: Run) -> None:
    code, message = failed(orbweaver("search", "gliding", "--json"))

    assert code == "SERVICE_UNAVAILABLE"
    assert "`orbweaver up`" in message and "DATABASE_URL" in message and "ORBWEAVER_SEARCH_PROVIDER" in message


def test_index_of_the_configured_database_is_searched(orbweaver: Run, environment: Environment, unique: str) -> None:
    answer = orbweaver("search", unique, "--json", DATABASE_URL=environment.database_url)

    assert json.loads(answer.stdout)["results"] == [], answer.stderr


def test_engine_without_its_setting_is_named(orbweaver: Run) -> None:
    code, message = failed(orbweaver("search", "x", "--json", ORBWEAVER_SEARCH_PROVIDER="brave"))

    assert code == "SERVICE_UNAVAILABLE" and "Set ORBWEAVER_BRAVE_API_KEY" in message
    assert failed(orbweaver("search", " ", "--json"))[0] == "VALIDATION_ERROR"


def test_doctor_reports_the_engines(orbweaver: Run) -> None:
    answer = orbweaver("doctor", "--json", ORBWEAVER_SEARCH_PROVIDER="searxng,index")

    [check] = [check for check in json.loads(answer.stdout.splitlines()[-1])["checks"] if check["name"] == "search"]
    assert check["detail"] == "asks index; not configured: searxng" and not check["needed"]
    assert check["remedy"] == "Set ORBWEAVER_SEARXNG_URL."


def test_scrapy_writes_the_result_to_a_feed(
    prepared: PreparedProcess, environ: dict[str, str], searxng: dict[str, str], tmp_path: Path
) -> None:
    command = ["scrapy", "crawl", "search", "-a", "query=gliding", "-O", str(tmp_path / "out.jsonl")]

    assert prepared.run(command, environ={**environ, **searxng}).returncode == 0

    [line] = (tmp_path / "out.jsonl").read_text().splitlines()
    assert json.loads(line)["results"][0]["title"] == "Gliding - Wikipedia"
