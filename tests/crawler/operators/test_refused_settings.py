"""Every setting of Scrapy works, or is refused by name, and docs/operators.md says which."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import ClassVar

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings, Settings, default_settings

from crawler import settings
from crawler.operators.refused_settings import NEVER, ONLY_IN_MEMORY, ONLY_OFF, WHOLE_NUMBERS, RefusedSettings, problems
from crawler.spiders.crawl import CrawlSpider
from crawler.spiders.scrape import ScrapeSpider

DOCUMENT = (Path(__file__).parents[3] / "docs/operators.md").read_text(encoding="utf-8")
SPIDER = CrawlSpider(url="http://a.example/")


def given(name: str, value: object, priority: str = "cmdline") -> list[str]:
    """What is said of one setting, given on the command line or in a project."""
    used = Settings()
    used.setmodule(settings)
    used.set(name, value, priority=priority)
    return list(problems(used, SPIDER))


def documented(section: str) -> list[str]:
    text = DOCUMENT.split(f"## {section}\n")[1].split("\n## ")[0]
    return re.findall(
        r"`([A-Z][A-Z0-9_]+\*?)`", "\n".join(row.split("|")[1] for row in text.splitlines() if row.startswith("|"))
    )


def test_our_own_settings_are_not_refused() -> None:
    assert given("LOG_LEVEL", "INFO") == []


@pytest.mark.parametrize("name", [*NEVER, *ONLY_OFF])
def test_refused_setting_is_named_with_the_reason(name: str) -> None:
    [sentence] = given(name, '{"any": "thing"}' if isinstance(Settings()[name], BaseSettings) else "1")

    assert sentence.startswith(f"{name} is not supported: ") and sentence.endswith(".")


@pytest.mark.parametrize("name", ONLY_OFF)
@pytest.mark.parametrize("value", ["0", False, "", "False"])
def test_what_is_off_may_be_turned_off(name: str, value: object) -> None:
    assert given(name, value) == []


def test_project_that_changes_a_refused_setting_is_refused() -> None:
    assert given("DOWNLOADER", "own.Downloader", "project") and given("DNS_RESOLVER", "own.Resolver", "project")
    assert not given("DOWNLOADER", settings.DOWNLOADER, "project")


def test_spider_of_the_operator_that_sets_a_refused_setting_is_refused() -> None:
    class Own(CrawlSpider):
        custom_settings: ClassVar = {"DNS_TIMEOUT": 100}

    used = Settings()
    used.setmodule(settings)

    assert "DNS_TIMEOUT" in next(problems(used, Own(url="http://a.example/")))


def test_crawls_obey_robots_txt_unless_the_environment_says_otherwise() -> None:
    assert "ORBWEAVER_ROBOTS=ignore" in given("ROBOTSTXT_OBEY", "0")[0]
    assert given("ROBOTSTXT_OBEY", "1") == given("ROBOTSTXT_OBEY", False, "project") == []


@pytest.mark.parametrize("name", ONLY_IN_MEMORY)
def test_order_of_a_job_in_postgres_is_not_the_operator_s(name: str) -> None:
    used = Settings()
    used.setmodule(settings)
    used.set(name, "1", priority="cmdline")

    assert list(problems(used, SPIDER)) == []
    [sentence] = problems(used, CrawlSpider(url="http://a.example/", workspace="some"))
    assert sentence == f"{name} is not supported with -a workspace=ID, which stores the job in Postgres."


def test_script_that_runs_a_spider_is_refused_too() -> None:
    used = Settings()
    used.setmodule(settings)
    used.set("DNS_TIMEOUT", 100)
    crawler = Crawler(CrawlSpider, used)
    crawler.spider = SPIDER

    with pytest.raises(ValueError, match="DNS_TIMEOUT is not supported"):
        RefusedSettings.from_crawler(crawler)


@pytest.mark.parametrize(("value", "refused"), [("10", False), ("11", True)])
def test_depth_limit_is_as_deep_as_a_crawl_may_be(value: str, refused: bool) -> None:
    assert bool(given("DEPTH_LIMIT", value)) == refused


@pytest.mark.parametrize("name", WHOLE_NUMBERS)
def test_setting_that_is_not_a_whole_number_is_refused(name: str) -> None:
    assert given(name, "abc") == [f"{name} must be a whole number."]
    assert bool(given(name, "-5")) == (name != "DEPTH_PRIORITY")


def test_job_dir_is_for_jobs_that_can_be_resumed(tmp_path: Path) -> None:
    used = Settings()
    used.setmodule(settings)
    used.set("JOBDIR", str(tmp_path), priority="cmdline")
    (tmp_path / "pages.json").write_text('{"job": {"operation": "batch", "starts": []}, "state": {}}')

    assert "only crawl and batch" in next(problems(used, ScrapeSpider(url="http://a.example/")))
    assert "belongs to another job" in next(problems(used, SPIDER))
    assert "stores the job in Postgres" in next(problems(used, CrawlSpider(url="http://a.example/", workspace="some")))


def test_document_says_of_every_setting_whether_it_works() -> None:
    works, refused = documented("Settings that work"), documented("Settings that are refused")
    known = {*default_settings.__all__, *NEVER, *ONLY_OFF}

    unsaid = [name for name in known - {*refused} if not any(fnmatch(name, each) for each in works)]

    assert unsaid == []
    assert set(refused) == {*NEVER, *ONLY_OFF}
    assert [name for name in refused if any(fnmatch(name, each) for each in works)] == []
    assert [each for each in works if not any(fnmatch(name, each) for name in known)] == []
