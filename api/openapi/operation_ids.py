"""The `operationId` of every operation. Generated clients name their functions after it, so it never changes."""

from __future__ import annotations

import re

_OF_JOBS = {
    ("post", ""): "start{}", ("get", "/{job_id}"): "get{}", ("delete", "/{job_id}"): "cancel{}",
    ("get", "/{job_id}/deliveries"): "list{}Deliveries", ("get", "/{job_id}/events"): "stream{}Events",
    ("post", "/{job_id}/deliveries/{delivery_id}/retry"): "retry{}Delivery",
}  # fmt: skip
OPERATION_IDS = {
    ("post", "/v1/web/scrape"): "scrape",
    ("post", "/v1/web/markdown"): "scrapeMarkdown",
    ("post", "/v1/web/html"): "scrapeHtml",
    ("post", "/v1/web/raw-html"): "scrapeRawHtml",
    ("post", "/v1/web/links"): "scrapeLinks",
    ("post", "/v1/web/structured"): "scrapeStructured",
    ("get", "/v1/web/scrape/{job_id}"): "getScrape",
    ("post", "/v1/web/map"): "mapSite",
    ("post", "/v1/web/images"): "listImages",
    ("post", "/v1/web/screenshot"): "takeScreenshot",
    **{
        (method, f"/v1/web/{kind}{path}"): name.format(kind.title())
        for kind in ("crawl", "batch")
        for (method, path), name in _OF_JOBS.items()
    },
    ("post", "/v1/web/search"): "search",
    ("post", "/v1/web/extract"): "extract",
    ("get", "/v1/web/brand"): "getBrand",
    ("post", "/v1/web/brand"): "getBrands",
    ("get", "/v1/web/brand/logo"): "getBrandLogo",
    ("get", "/v1/web/brand/search"): "searchBrands",
    ("get", "/v1/web/styleguide"): "getStyleguide",
    ("get", "/v1/web/logo/{domain}"): "serveLogo",
    ("get", "/logo/{domain}"): "serveLogoFromImageHost",
    ("get", "/v1/jobs"): "listJobs",
    ("get", "/v1/account"): "getAccount",
    ("get", "/v1/account/ledger"): "listLedgerEntries",
}


def operation_id(method: str, path: str) -> str:
    """The name of an operation. One that is not in the table is named after its path."""
    named = OPERATION_IDS.get((method, path))
    words = re.findall(r"[A-Za-z0-9]+", path.removeprefix("/v1/web").removeprefix("/v1"))
    return named or method + "".join(word.title() for word in words)
