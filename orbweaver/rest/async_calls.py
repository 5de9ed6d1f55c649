"""A method per endpoint, for `await`. Generated from `contract` by `make client`. Do not edit."""

from __future__ import annotations

from typing import Any

from orbweaver.rest.awaited import awaited
from orbweaver.rest.call import Call
from orbweaver.rest.sync_calls import Calls


class AsyncCalls:
    """The endpoints. Options that are not given are omitted from the request.

    Raises:
        Failed: the service refused the call, or could not be reached.
    """

    async def send(self, call: Call) -> Any:
        """Send a call and return its result."""
        raise NotImplementedError

    scrape = awaited(Calls.scrape)
    start_scrape = awaited(Calls.start_scrape)
    scrape_status = awaited(Calls.scrape_status)
    parse = awaited(Calls.parse)
    map = awaited(Calls.map)
    search = awaited(Calls.search)
    extract = awaited(Calls.extract)
    start_extract = awaited(Calls.start_extract)
    extract_status = awaited(Calls.extract_status)
    images = awaited(Calls.images)
    screenshot = awaited(Calls.screenshot)
    start_crawl = awaited(Calls.start_crawl)
    crawl_status = awaited(Calls.crawl_status)
    cancel_crawl = awaited(Calls.cancel_crawl)
    crawl_deliveries = awaited(Calls.crawl_deliveries)
    retry_crawl_delivery = awaited(Calls.retry_crawl_delivery)
    start_batch = awaited(Calls.start_batch)
    batch_status = awaited(Calls.batch_status)
    cancel_batch = awaited(Calls.cancel_batch)
    batch_deliveries = awaited(Calls.batch_deliveries)
    retry_batch_delivery = awaited(Calls.retry_batch_delivery)
    brand = awaited(Calls.brand)
    brands = awaited(Calls.brands)
    brand_logo = awaited(Calls.brand_logo)
    styleguide = awaited(Calls.styleguide)
    create_watch = awaited(Calls.create_watch)
    watches = awaited(Calls.watches)
    watch = awaited(Calls.watch)
    update_watch = awaited(Calls.update_watch)
    delete_watch = awaited(Calls.delete_watch)
    run_watch = awaited(Calls.run_watch)
    watch_checks = awaited(Calls.watch_checks)
    watch_check = awaited(Calls.watch_check)
    search_brands = awaited(Calls.search_brands)
    jobs = awaited(Calls.jobs)
    account = awaited(Calls.account)
    ledger = awaited(Calls.ledger)
