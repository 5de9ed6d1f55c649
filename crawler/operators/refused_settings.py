"""Scrapy settings that have no effect here. `scrapy crawl` rejects them with the reason instead of ignoring them.

To reject another setting, add its name below, under the reason. docs/operators.md lists every Scrapy setting, and
says which are rejected; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scrapy.crawler import Crawler
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings, Settings
from scrapy.spiders import Spider

from contract import limits
from contract.errors import InvalidRequest
from crawler import settings as ours
from crawler.rendering.handler import SETTINGS as PLAYWRIGHT_SETTINGS
from crawler.spiders.base import OrbweaverSpider
from crawler.spiders.crawl import CrawlSpider
from crawler.spiders.pages import PagesSpider

# Messages about settings, as operators see them.
_CLIENT = "pages are fetched by Orbweaver's own client, which checks every address it connects to."
_RESOLVER = "names are resolved by Orbweaver's own resolver, which checks every address."
_TLS = "the client has no such option. Use DOWNLOAD_TLS_MIN_VERSION and DOWNLOAD_TLS_MAX_VERSION."
_ROBOTS = "robots.txt is read by Orbweaver, as for the name in its user agent."
_REFERER = "no Referer is sent. Use -a headers, or scrapeOptions of a crawl or batch."
_AUTHORISATION = "send an Authorization header with -a headers, or scrapeOptions of a crawl or batch."
_REMOTE_ACCESS = "it lets others run code in this process."
_PROXY = "set ORBWEAVER_PROXY_URL."
_REACTOR = "everything runs on Twisted's asyncio reactor."

NEVER: Mapping[str, str] = {
    **dict.fromkeys(
        ("DOWNLOADER", "DOWNLOAD_HANDLERS", "DOWNLOAD_HANDLERS_BASE", "HTTP2_MAX_FRAME_SIZE"), _CLIENT,
    ),
    **dict.fromkeys(("DNSCACHE_ENABLED", "DNSCACHE_SIZE", "DNS_TIMEOUT", "DNS_RESOLVER", "TWISTED_DNS_RESOLVER"), _RESOLVER),
    **dict.fromkeys(("DOWNLOADER_CLIENTCONTEXTFACTORY", "DOWNLOADER_CLIENT_TLS_METHOD"), _TLS),
    **dict.fromkeys(("ROBOTSTXT_PARSER", "ROBOTSTXT_USER_AGENT"), _ROBOTS),
    **dict.fromkeys(("REFERRER_POLICY", "REFERRER_POLICIES"), _REFERER),
    **dict.fromkeys(("HTTPAUTH_USER", "HTTPAUTH_PASS", "HTTPAUTH_DOMAIN"), _AUTHORISATION),
    **dict.fromkeys(("TWISTED_REACTOR", "TWISTED_REACTOR_ENABLED", "ASYNCIO_EVENT_LOOP"), _REACTOR),
    "CONCURRENT_REQUESTS_PER_IP": "use CONCURRENT_REQUESTS_PER_DOMAIN.",
    "HTTPPROXY_AUTH_ENCODING": _PROXY,
}  # fmt: skip

# These are off by default. They are rejected only when an operator turns one on.
ONLY_OFF: Mapping[str, str] = {
    "HTTPPROXY_ENABLED": _PROXY,
    "HTTPX_HTTP2_ENABLED": _CLIENT,
    "REFERER_ENABLED": _REFERER,
    "REMOTE_CONTROL_ENABLED": _REMOTE_ACCESS,
    "TELNETCONSOLE_ENABLED": _REMOTE_ACCESS,
}

# These order or filter the pages of a job in memory. With -a workspace=ID the job is in Postgres.
ONLY_IN_MEMORY = ("DEPTH_PRIORITY", "DUPEFILTER_CLASS", "DUPEFILTER_DEBUG", "URLLENGTH_LIMIT")

# Whole numbers that Orbweaver reads itself, and the least that each may be.
WHOLE_NUMBERS: Mapping[str, int | None] = {"DEPTH_LIMIT": 0, "DEPTH_PRIORITY": None, "URLLENGTH_LIMIT": 0}


class RefusedSettings:
    """Rejects settings when a script runs a spider without the command."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RefusedSettings:
        """The extension. It only checks the settings.

        Raises:
            ValueError: the rejected settings and the reasons.
        """
        assert crawler.spider is not None
        if found := list(problems(crawler.settings, crawler.spider)):
            raise ValueError("\n".join(found))
        return cls()


def problems(settings: Settings, spider: Spider) -> Iterator[str]:
    """One message for each setting that the operator gave and that has no effect on the spider's run."""
    if not isinstance(spider, OrbweaverSpider):
        return  # This is the operator's own spider, which uses our settings. It is not checked.
    settings = settings.copy()
    spider.update_settings(settings)
    base = Settings()
    base.setmodule(ours)
    for name, reason in NEVER.items():
        if _given(settings, base, name):
            yield f"{name} is not supported: {reason}"
    for name, reason in ONLY_OFF.items():
        if _given(settings, base, name) and settings[name] not in (None, "") and settings.getbool(name):
            yield f"{name} is not supported: {reason}"
    if isinstance(spider, PagesSpider) and spider.workspace is not None:
        for name in ONLY_IN_MEMORY:
            if _given(settings, base, name):
                yield f"{name} is not supported with -a workspace=ID, which stores the job in Postgres."
    if (
        isinstance(spider, CrawlSpider)
        and _given(settings, base, "ROBOTSTXT_OBEY")
        and not settings.getbool("ROBOTSTXT_OBEY")
    ):
        yield "ROBOTSTXT_OBEY=False is not supported: crawls obey robots.txt. ORBWEAVER_ROBOTS=ignore turns it off."
    for name in settings:
        if name.startswith("PLAYWRIGHT_") and name not in PLAYWRIGHT_SETTINGS:
            yield f"{name} is not supported: one browser, which keeps to the address policy, serves all pages."
    for name, least in WHOLE_NUMBERS.items():
        yield from _number_problems(settings, name, least)
    if folder := settings["JOBDIR"]:
        yield from _job_dir_problems(folder, spider)


def _number_problems(settings: BaseSettings, name: str, least: int | None) -> Iterator[str]:
    try:
        number = settings.getint(name)
    except (TypeError, ValueError):
        yield f"{name} must be a whole number."
        return
    if least is not None and number < least:
        yield f"{name} must be at least {least}."
    if name == "DEPTH_LIMIT" and number > limits.CRAWL_DEPTH_MAX:
        yield f"DEPTH_LIMIT is at most {limits.CRAWL_DEPTH_MAX}, as maxDepth; leave it out for no limit."


def _job_dir_problems(folder: str, spider: Spider) -> Iterator[str]:
    if not isinstance(spider, PagesSpider):
        yield "JOBDIR is not supported: only crawl and batch can be resumed."
        return
    try:
        spider.check_job_dir(folder)
    except InvalidRequest as error:
        yield str(error)


def _given(settings: BaseSettings, base: BaseSettings, name: str) -> bool:
    """Whether the operator set it: on the command line, in a spider, or in a project that overrides our settings."""
    priority, project = settings.getpriority(name) or 0, SETTINGS_PRIORITIES["project"]
    if priority != project:
        return priority > project
    return bool(settings[name] != base[name])
