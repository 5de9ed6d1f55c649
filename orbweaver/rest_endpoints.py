"""The endpoints that the Python client has a method for. `orbweaver.rest_generator` writes the methods.

To add an endpoint: a row in `ENDPOINTS`, then `make client`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from contract.operations import (
    BATCH,
    BRAND,
    BRAND_BATCH,
    BRAND_LOGO,
    CRAWL,
    EXTRACT,
    IMAGES,
    MAP,
    SCRAPE,
    SCREENSHOT,
    SEARCH,
    STYLEGUIDE,
)
from contract.options.brand import BrandSearchOptions
from contract.options.paging import DeliveriesPage, JobsPage, LedgerPage, Paging
from contract.results.account import Account, JobList, Ledger
from contract.results.brands.brand_lookup import BrandSearchResult
from contract.results.job import BatchAck, CrawlAck, Deliveries, Delivery, PagesStatus, ScrapeAck, ScrapeStatus


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint as a method of the client. `subjects` are its positional arguments."""

    name: str
    method: str
    path: str
    summary: str
    result: Any
    options: type | None = None
    subjects: tuple[str, ...] = ()
    # The field of the answer that holds the result. None when the answer's own fields are the result.
    inside: str | None = "data"
    may_be_null: bool = False
    without: frozenset[str] = frozenset()
    fixed: str = ""
    # Whether the call may be charged.
    costs_credits: bool = False

    @property
    def starts_work(self) -> bool:
        """Whether a repeated request could be charged twice, so that it needs an Idempotency-Key."""
        return self.method == "POST" and self.options is not None


def _of(operation: Any, name: str, path: str, subject: str, **more: Any) -> Endpoint:
    given = {"method": "POST", "result": operation.result, "inside": "data", "costs_credits": True, **more}
    return Endpoint(
        name=name, path=path, summary=operation.summary, options=operation.options, subjects=(subject,), **given
    )


_ID = ("job_id",)
ENDPOINTS = (
    _of(SCRAPE, "scrape", "/v1/web/scrape", "url", without=frozenset({"async"})),
    _of(SCRAPE, "start_scrape", "/v1/web/scrape", "url", without=frozenset({"async"}), result=ScrapeAck, inside=None,
        fixed='"async": True'),
    Endpoint(name="scrape_status", method="GET", path="/v1/web/scrape/{job_id}", subjects=_ID, result=ScrapeStatus,
             inside=None, summary="Get the status of a background scrape"),
    _of(MAP, "map", "/v1/web/map", "url"),
    _of(SEARCH, "search", "/v1/web/search", "query"),
    _of(EXTRACT, "extract", "/v1/web/extract", "urls"),
    _of(IMAGES, "images", "/v1/web/images", "url"),
    _of(SCREENSHOT, "screenshot", "/v1/web/screenshot", "url"),
    _of(BRAND, "brand", "/v1/web/brand", "domain", method="GET"),
    _of(BRAND_BATCH, "brands", "/v1/web/brand", "domains"),
    _of(BRAND_LOGO, "brand_logo", "/v1/web/brand/logo", "domain", method="GET", may_be_null=True),
    Endpoint(name="search_brands", method="GET", path="/v1/web/brand/search", subjects=("query",), result=BrandSearchResult,
             options=BrandSearchOptions, summary="Search the stored brands"),
    _of(STYLEGUIDE, "styleguide", "/v1/web/styleguide", "domain", method="GET"),
    _of(CRAWL, "start_crawl", "/v1/web/crawl", "url", result=CrawlAck, inside=None),
    _of(BATCH, "start_batch", "/v1/web/batch", "urls", result=BatchAck, inside=None),
    *(
        endpoint
        for kind in ("crawl", "batch")
        for endpoint in (
            Endpoint(name=f"{kind}_status", method="GET", path=f"/v1/web/{kind}/{{job_id}}", subjects=_ID, options=Paging,
                     result=PagesStatus, inside=None, summary=f"Get the status and the pages of a {kind}"),
            Endpoint(name=f"cancel_{kind}", method="DELETE", path=f"/v1/web/{kind}/{{job_id}}", subjects=_ID,
                     result=PagesStatus, inside=None, summary=f"Cancel a {kind}"),
            Endpoint(name=f"{kind}_deliveries", method="GET", path=f"/v1/web/{kind}/{{job_id}}/deliveries", subjects=_ID,
                     options=DeliveriesPage, result=Deliveries, inside=None,
                     summary=f"List the webhook deliveries of a {kind}"),
            Endpoint(name=f"retry_{kind}_delivery", method="POST", subjects=("job_id", "delivery_id"),
                     path=f"/v1/web/{kind}/{{job_id}}/deliveries/{{delivery_id}}/retry", result=Delivery, inside="delivery",
                     summary=f"Retry a failed webhook delivery of a {kind}"),
        )
    ),
    Endpoint(name="jobs", method="GET", path="/v1/jobs", options=JobsPage, result=JobList, inside=None,
             summary="List the background jobs of the workspace"),
    Endpoint(name="account", method="GET", path="/v1/account", result=Account, summary="Get workspace, plan and balance"),
    Endpoint(name="ledger", method="GET", path="/v1/account/ledger", options=LedgerPage, result=Ledger, inside=None,
             summary="List the entries of the credit ledger"),
)  # fmt: skip
