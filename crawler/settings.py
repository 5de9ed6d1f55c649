"""Scrapy settings for the service and for `scrapy crawl`.

To add a component: put its number here, with the reason for it. To add a setting: say what Scrapy's default would do.
Security settings (handlers, remote control) must be in this file, not in a spider: Scrapy ignores some of them there.
"""

from __future__ import annotations

from contract import limits
from contract.environment import PRODUCT

BOT_NAME = "orbweaver"
SPIDER_MODULES = ["crawler.spiders"]
# Our own `scrapy crawl`: Scrapy's reports wrong arguments with a traceback and exit code 0.
COMMANDS_MODULE = "crawler.operators.commands"
TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
ASYNCIO_EVENT_LOOP = "uvloop.Loop"

# Scrapy's remote access: it gives a Python prompt, and code execution to any user who can read a token file.
REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False
# `file` would read the local disk, `ftp` and `s3` would bypass the address policy, and `data` fetches nothing.
DOWNLOAD_HANDLERS = {
    "http": "crawler.download.DownloadHandler",
    "https": "crawler.download.DownloadHandler",
    "file": None,
    "ftp": None,
    "s3": None,
    "data": None,
}
# Scrapy accepts any certificate by default.
DOWNLOAD_VERIFY_CERTIFICATES = True
# Scrapy's defaults: 1 GiB, 180 s and 20 redirects.
DOWNLOAD_MAXSIZE = limits.DOWNLOAD_MAX_BYTES
DOWNLOAD_WARNSIZE = 0
# Never before the capture's own deadline, which ends each download (`crawler.download`).
DOWNLOAD_TIMEOUT = max(limits.TIMEOUT_MAX_MS, limits.CAPTURE_MAX_MS) / 1000
REDIRECT_MAX_TIMES = limits.REDIRECTS_MAX
METAREFRESH_MAXDELAY = 3
METAREFRESH_IGNORE_TAGS = ["noscript"]
# Timeouts are not retried: the caller's time is over. 429 is not retried either: the host requests fewer requests.
RETRY_TIMES = 2
RETRY_HTTP_CODES = [500, 502, 503, 504, 522, 524]
RETRY_EXCEPTIONS = [
    "scrapy.exceptions.DownloadConnectionRefusedError",
    "scrapy.exceptions.DownloadFailedError",
    "scrapy.exceptions.ResponseDataLossError",
]
# A truncated response is not a complete page.
DOWNLOAD_FAIL_ON_DATALOSS = True
HTTPERROR_ALLOW_ALL = True
ROBOTSTXT_OBEY = False  # Single pages are fetched at a caller's request. Crawls apply their own rule.

USER_AGENT = f"Mozilla/5.0 (compatible; {PRODUCT})"
DEFAULT_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.7",
    "Accept-Language": "en",
}

# One service crawler serves all callers. The number of worker threads is the limit, not the slot of a host.
CONCURRENT_REQUESTS = 0
CONCURRENT_REQUESTS_PER_DOMAIN = 10_000
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 500_000_000
# A response is one item. Scrapy starts this many tasks for each response: its 100 take 2 ms.
CONCURRENT_ITEMS = 1

# Pages wait in our frontier and pass the scheduler as they are claimed, so it stores nothing on disk.
SCHEDULER = "crawler.scheduler.ClaimedRequests"
# The frontier knows each page once. A filter of the operator is asked too, before a page is added.
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"
# Scrapy's default is 2,083 characters. 0 means no limit, as in the API.
URLLENGTH_LIMIT = 0
# Scrapy waits for all downloads in flight when a spider closes. The service closes differently (`crawler.service_crawler`).
DOWNLOADER = "crawler.downloader.ClosingDownloader"
DEFAULT_DROPITEM_LOG_LEVEL = "INFO"
# Every retry would get the stored failure again. A 304 answers a condition, which the next request may not have.
HTTPCACHE_IGNORE_HTTP_CODES = [304, 429, 500, 502, 503, 504, 522, 524]

# Components are in the `_BASE` settings, so that an operator's own are added to them, as with Scrapy's.
DOWNLOADER_MIDDLEWARES_BASE = {
    # Before the cache: a disallowed page is never part of a crawl, even if it is cached.
    "crawler.middlewares.robots.RobotsMiddleware": 40,
    # Before all middlewares that fetch: a cached page passes no other middleware as a request.
    "crawler.middlewares.cache.CacheMiddleware": 50,
    # Before defaults, which must not overwrite the location's headers.
    "crawler.middlewares.location.LocationMiddleware": 300,
    "scrapy.downloadermiddlewares.downloadtimeout.DownloadTimeoutMiddleware": 350,
    "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware": 400,
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500,
    # Processes the final page, after redirects and decompression. So it is further out than both.
    "crawler.middlewares.rendering.RenderingMiddleware": 530,
    "crawler.middlewares.retry.RetryWithPause": 550,
    # Inside the retries: a host that responds with 429 or 503 gets no immediate retry.
    "crawler.middlewares.politeness.PolitenessMiddleware": 560,
    "crawler.middlewares.redirect.MetaRefreshes": 580,
    # Inside the two above: they read the decompressed body.
    "crawler.middlewares.compression.Decompression": 590,
    "crawler.middlewares.redirect.Redirects": 600,
    # Inside all middlewares that read the page: a page that the origin confirms passes them like a fetched one.
    "crawler.middlewares.revalidation.Revalidation": 650,
    # Innermost, so that a redirect includes the cookies that came with it.
    "crawler.middlewares.cookies.CaptureCookies": 700,
    # Inside all that wait or send a request again: a signature is valid for minutes, and for one host.
    "crawler.middlewares.identity.IdentityMiddleware": 720,
    # Counts the bytes that are transferred. The service disables it (`crawler.service_crawler`).
    "scrapy.downloadermiddlewares.stats.DownloaderStats": 850,
    # Stores responses as received, compressed and with their cookies. Active only with HTTPCACHE_ENABLED.
    "crawler.operators.http_cache.PlainPageCache": 900,
}
# With HTTPERROR_ALLOW_ALL (above) it lets every page pass. The service does without it.
SPIDER_MIDDLEWARES_BASE = {"crawler.operators.http_status.AllowedStatuses": 50}
ITEM_PIPELINES_BASE = {
    "crawler.pipelines.formats.FormatsPipeline": 100,
    # After reading: pages that are free are known. Before recording: a failure of the model is not billed.
    "crawler.pipelines.language.LanguagePipeline": 200,
    # After all formats: `json` is compared too.
    "crawler.pipelines.history.HistoryPipeline": 250,
    "crawler.pipelines.record.RecordPipeline": 300,
}
# Scrapy's own, without remote access (above) and without SpiderState, which uses pickle.
EXTENSIONS_BASE = {
    "crawler.operators.refused_settings.RefusedSettings": 0,
    "scrapy.extensions.corestats.CoreStats": 0,
    "scrapy.extensions.logcount.LogCount": 0,
    "scrapy.extensions.memusage.MemoryUsage": 0,
    "scrapy.extensions.memdebug.MemoryDebugger": 0,
    "scrapy.extensions.closespider.CloseSpider": 0,
    "scrapy.extensions.feedexport.FeedExporter": 0,
    "scrapy.extensions.logstats.LogStats": 0,
    "scrapy.extensions.throttle.AutoThrottle": 0,
}
# Scrapy would export the item with the page's raw bytes, which JSON cannot hold. Its two binary formats write objects.
FEED_EXPORTERS_BASE = {
    **dict.fromkeys(("jl", "jsonl", "jsonlines"), "crawler.operators.feeds.ResultLines"),
    "json": "crawler.operators.feeds.ResultList",
    "csv": "crawler.operators.feeds.ResultTable",
    "xml": "crawler.operators.feeds.ResultElements",
    "marshal": None,
    "pickle": None,
}
LOG_FORMATTER = "crawler.operators.log_lines.QuietLogFormatter"
