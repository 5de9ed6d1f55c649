"""The stats that Orbweaver adds to Scrapy's collector, in the service and in `scrapy crawl`.

To add one: a constant here with the prefix `orbweaver/`, who counts it, and a row in docs/operators.md. Put no host and no
URL into a name: the service counts for weeks.
"""

from __future__ import annotations

# Pages that came from the browser (`crawler.middlewares.rendering`).
RENDERED = "orbweaver/rendered"
# Pages that the cache in Postgres served (`crawler.middlewares.cache`).
CACHED = "orbweaver/cached"
# Stored pages that their origin confirmed with 304 (`crawler.middlewares.revalidation`).
CONFIRMED = "orbweaver/confirmed"
# Requests that were sent again after a failure (`crawler.middlewares.retry`).
RETRIED = "orbweaver/retried"
# Browsers that were started to replace one that ended (`crawler.rendering`).
BROWSER_REPLACED = "orbweaver/browser_replaced"
