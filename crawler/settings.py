"""Scrapy settings, for the service and for `scrapy crawl` alike.

To add a component: its number goes here with the reason for it. To add a setting: say what the default would have done.
Settings that guard something (handlers, remote control) must stand here, not in a spider's own: Scrapy ignores some there.
"""

from __future__ import annotations

from contract import limits

BOT_NAME = "orbweaver"
SPIDER_MODULES = ["crawler.spiders"]
# `scrapy crawl` of ours: by default wrong arguments are a traceback and exit code 0.
COMMANDS_MODULE = "crawler.operators.commands"
TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
ASYNCIO_EVENT_LOOP = "uvloop.Loop"

# Scrapy's remote access: code execution for anyone who can read a token file, and a Python prompt.
REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False
# file would read this machine's disk, ftp and s3 go past the address policy, data is no fetch.
DOWNLOAD_HANDLERS = {
    "http": "crawler.download.DownloadHandler",
    "https": "crawler.download.DownloadHandler",
    "file": None,
    "ftp": None,
    "s3": None,
    "data": None,
}
# Scrapy trusts any certificate by default.
DOWNLOAD_VERIFY_CERTIFICATES = True
# 1 GiB, 180 s and 20 redirects by default.
DOWNLOAD_MAXSIZE = limits.DOWNLOAD_MAX_BYTES
DOWNLOAD_WARNSIZE = 0
DOWNLOAD_TIMEOUT = limits.DOWNLOAD_TIMEOUT_SECONDS
REDIRECT_MAX_TIMES = limits.REDIRECTS_MAX
METAREFRESH_MAXDELAY = 3
METAREFRESH_IGNORE_TAGS = ["noscript"]
# A timeout is not tried again: the caller's time is gone. 429 is not either: that is what it asks for.
RETRY_TIMES = 2
RETRY_HTTP_CODES = [500, 502, 503, 504, 522, 524]
RETRY_EXCEPTIONS = [
    "scrapy.exceptions.DownloadConnectionRefusedError",
    "scrapy.exceptions.DownloadFailedError",
    "scrapy.exceptions.ResponseDataLossError",
]
# A page that breaks off is half a page.
DOWNLOAD_FAIL_ON_DATALOSS = True
HTTPERROR_ALLOW_ALL = True
ROBOTSTXT_OBEY = False  # One page that somebody asked for by name; crawls have their own rule.

USER_AGENT = "Mozilla/5.0 (compatible; Orbweaver/1.0)"
DEFAULT_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.7",
    "Accept-Language": "en",
}

# One service crawler serves all callers: what bounds it is the number of worker threads, not a host's slot.
CONCURRENT_REQUESTS = 0
CONCURRENT_REQUESTS_PER_DOMAIN = 10_000
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 500_000_000

# Pages wait in a frontier of ours and pass Scrapy's scheduler one by one, so nothing is filtered or kept on disk there.
SCHEDULER = "crawler.operators.scheduler.MemoryScheduler"
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"
# Scrapy waits for all downloads in flight when a spider closes. The service has its own way (`crawler.runner`).
DOWNLOADER = "crawler.operators.downloader.ClosingDownloader"
DEFAULT_DROPITEM_LOG_LEVEL = "INFO"
# A stored failure would be met again by every retry.
HTTPCACHE_IGNORE_HTTP_CODES = [429, 500, 502, 503, 504, 522, 524]

# Components stand in the `_BASE` settings, so that an operator's own are added to them, as with Scrapy's.
DOWNLOADER_MIDDLEWARES_BASE = {
    # Before the cache: what a site forbids is no page of a crawl, wherever it would come from.
    "crawler.middlewares.robots.RobotsMiddleware": 40,
    # Before all that fetches: a cached page passes nothing else on its way in.
    "crawler.middlewares.cache.CacheMiddleware": 50,
    # Before defaults, which must not overwrite what the location asks for.
    "crawler.middlewares.location.LocationMiddleware": 300,
    "scrapy.downloadermiddlewares.downloadtimeout.DownloadTimeoutMiddleware": 350,
    "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware": 400,
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500,
    # Sees the final page: after redirects and unpacking on the way back, hence further out than both.
    "crawler.middlewares.rendering.RenderingMiddleware": 530,
    "crawler.middlewares.retry.RetryWithPause": 550,
    # Inside the retries: a host that asks for patience is not asked again at once.
    "crawler.middlewares.politeness.PolitenessMiddleware": 560,
    "crawler.middlewares.redirect.MetaRefreshes": 580,
    # Inside the two above: they read the unpacked body.
    "crawler.middlewares.compression.Decompression": 590,
    "crawler.middlewares.redirect.Redirects": 600,
    # Innermost, so that a redirect sees the cookies that came with it.
    "crawler.middlewares.cookies.CaptureCookies": 700,
    # Counts what goes over the wire; the service turns it off (`crawler.runner`).
    "scrapy.downloadermiddlewares.stats.DownloaderStats": 850,
    # Keeps what comes over the wire, packed and with its cookies; only with HTTPCACHE_ENABLED.
    "crawler.operators.http_cache.PlainPageCache": 900,
}
SPIDER_MIDDLEWARES_BASE: dict[str, int] = {}
ITEM_PIPELINES_BASE = {
    "crawler.pipelines.formats.FormatsPipeline": 100,
    "crawler.pipelines.record.RecordPipeline": 300,
}
# Scrapy's own without the doors (above) and without SpiderState, which pickles.
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
# Scrapy would write the item with the page's undecoded bytes in it, which is no JSON. Its two binary formats write objects.
FEED_EXPORTERS_BASE = {
    **dict.fromkeys(("jl", "jsonl", "jsonlines"), "crawler.operators.feeds.ResultLines"),
    "json": "crawler.operators.feeds.ResultList",
    "csv": "crawler.operators.feeds.ResultTable",
    "xml": "crawler.operators.feeds.ResultElements",
    "marshal": None,
    "pickle": None,
}
LOG_FORMATTER = "crawler.operators.log_lines.QuietLogFormatter"
