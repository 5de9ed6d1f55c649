"""Settings that guard something, as the service's crawler sees them."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings

from contract import limits
from contract.capture import CaptureRequest
from crawler import settings
from crawler.middlewares import cookies
from crawler.service_crawler import service_settings


@pytest.fixture(params=["the service", "scrapy crawl"])
def made(request: pytest.FixtureRequest) -> Settings:
    if request.param == "the service":
        return service_settings()
    command_line = Settings()
    command_line.setmodule(settings)
    return command_line


def test_scrapy_opens_no_doors_of_its_own(made: Settings) -> None:
    extensions = {**made.getdict("EXTENSIONS_BASE"), **made.getdict("EXTENSIONS")}

    assert not made.getbool("TELNETCONSOLE_ENABLED") and not made.getbool("REMOTE_CONTROL_ENABLED", False)
    assert not any("telnet" in name.lower() or "remote" in name.lower() for name in map(str, extensions))


def test_only_http_has_a_handler(made: Settings) -> None:
    handlers = made.getwithbase("DOWNLOAD_HANDLERS")

    assert {scheme for scheme, handler in handlers.items() if handler} == {"http", "https"}
    assert {handlers[scheme] for scheme in ("http", "https")} == {"crawler.download.DownloadHandler"}


def test_certificates_are_verified(made: Settings) -> None:
    assert made.getbool("DOWNLOAD_VERIFY_CERTIFICATES")


def test_fetches_are_bounded(made: Settings) -> None:
    assert made.getint("DOWNLOAD_MAXSIZE") == limits.DOWNLOAD_MAX_BYTES <= 50_000_000
    assert made.getint("REDIRECT_MAX_TIMES") == limits.REDIRECTS_MAX == 10


def test_no_download_ends_before_its_captures_deadline(made: Settings) -> None:
    longest = [
        CaptureRequest(url="http://a.test/", timeout_ms=limits.TIMEOUT_MAX_MS),
        CaptureRequest(url="http://a.test/"),
    ]

    assert all(made.getfloat("DOWNLOAD_TIMEOUT") >= requested.max_seconds == 120 for requested in longest)


def test_nothing_of_scrapys_own_middlewares_runs_unasked(made: Settings) -> None:
    names = {str(name) for name in made.getwithbase("DOWNLOADER_MIDDLEWARES")}

    assert names == set(settings.DOWNLOADER_MIDDLEWARES_BASE)
    assert {*map(str, made.getwithbase("SPIDER_MIDDLEWARES"))} <= {"crawler.operators.http_status.AllowedStatuses"}


def test_cookies_ask_the_network_for_no_list_of_suffixes() -> None:
    assert cookies._split_domain.suffix_list_urls == ()
    assert cookies._split_domain("a.github.io").suffix == "github.io"
