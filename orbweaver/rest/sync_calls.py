"""A method per endpoint. Generated from `contract` by `make client`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

from orbweaver.rest.call import OMITTED, Call, Omitted
from orbweaver.rest.records import (
    Account,
    AttributeSelectorOption,
    BatchAck,
    BrandBatchResult,
    BrandResult,
    BrandSearchResult,
    ChosenLogo,
    CrawlAck,
    CrawlOptionsOption,
    DeletedWatch,
    Deliveries,
    Delivery,
    ExtractAck,
    ExtractResult,
    ExtractStatus,
    ImagesResult,
    JobList,
    JsonOptionsOption,
    Ledger,
    LocationOption,
    MapResult,
    PageOptionsOption,
    PagesStatus,
    ParseResult,
    ResultScrapeOptionsOption,
    ScrapeAck,
    ScrapeResult,
    ScrapeStatus,
    ScreenshotResult,
    SearchResult,
    StyleguideResult,
    ViewportOption,
    Watch,
    WatchCheck,
    WatchCheckDetails,
    WatchCheckList,
    WatchConditionOption,
    WatchList,
    WatchScheduleOption,
    WatchWebhookOption,
    WebhookOption,
)


class Calls:
    """The endpoints. Options that are not given are omitted from the request.

    Raises:
        Failed: the service refused the call, or could not be reached.
    """

    def send(self, call: Call) -> Any:
        """Send a call and return its result."""
        raise NotImplementedError

    def scrape(
        self,
        url: str,
        *,
        render_js: bool | Omitted = OMITTED,
        wait_for: int | Omitted = OMITTED,
        timeout: int | Omitted = OMITTED,
        location: LocationOption | Omitted = OMITTED,
        headers: Mapping[str, str] | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json"]]
        | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        only_main_content: bool | Omitted = OMITTED,
        include_tags: Sequence[str] | Omitted = OMITTED,
        exclude_tags: Sequence[str] | Omitted = OMITTED,
        remove_base64_images: bool | Omitted = OMITTED,
        block_ads: bool | Omitted = OMITTED,
        include_links: bool | Omitted = OMITTED,
        attributes: Sequence[AttributeSelectorOption] | Omitted = OMITTED,
        json_options: JsonOptionsOption | Omitted = OMITTED,
        cache_only: bool | Omitted = OMITTED,
        store_in_cache: bool | Omitted = OMITTED,
        history: str | Omitted = OMITTED,
        method: Literal["GET", "POST"] | Omitted = OMITTED,
        body: str | Mapping[str, Any] | list | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ScrapeResult:
        """Scrape one page into the requested formats.

        Args:
            render_js: Whether to render the page in a browser. When omitted, the service decides for each page.
            wait_for: Extra milliseconds to wait before capture. A value above 0 renders the page, unless `renderJs`
                is false.
            timeout: Time limit for the page in milliseconds. The service's own limits apply when omitted.
            location: Country to fetch the page from, and preferred languages.
            headers: Extra request headers sent when fetching. They are sent to the origin of the URL only, not to
                other sites that the page redirects to or loads from.
            max_age: Serve a cached capture younger than this many milliseconds. 0 always asks the origin. 24 hours
                when omitted.
            formats: Formats to return.
            prefer_structure: Keep or drop each list as a whole, as tables and code blocks always are, and keep
                images, videos and embedded posts in the Markdown. Without it, items of a list can be dropped one by
                one. Headings, lists and tables are written in both cases.
            only_main_content: Drop navigation and boilerplate.
            include_tags: CSS selectors of elements to keep.
            exclude_tags: CSS selectors of elements to remove.
            remove_base64_images: Drop images that are embedded in the page as base64 data.
            block_ads: Drop advertising and cookie banners.
            include_links: Keep inline links in the Markdown.
            attributes: Attributes of elements to return in `attributes`, as the page has them, from the whole page.
            json_options: Schema and prompt of the `json` format. Required when `formats` contains `json`.
            cache_only: Fail with 404 instead of fetching when no fresh cached copy exists.
            store_in_cache: Store the capture, so that later calls can be served from the cache.
            history: Compare the page with its last visit that had the same word here, and report the difference in
                `changes`. The Markdown is compared, and `json` if it is requested. The page's Markdown is then
                returned too, and stored for the next visit. A cached page counts as a visit: `maxAge: 0` asks the
                origin.
            method: HTTP method of the fetch. A page that is fetched with POST is never rendered.
            body: Request body of a fetch with POST, at most 64 KB. A string is sent unchanged: set its content type
                in `headers`. An object or a list is sent as JSON, with that content type unless `headers` sets
                another.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ScrapeResult = self.send(
            Call(
                "POST",
                "/v1/web/scrape",
                {
                    "url": url,
                    "renderJs": render_js,
                    "waitFor": wait_for,
                    "timeout": timeout,
                    "location": location,
                    "headers": headers,
                    "maxAge": max_age,
                    "formats": formats,
                    "preferStructure": prefer_structure,
                    "onlyMainContent": only_main_content,
                    "includeTags": include_tags,
                    "excludeTags": exclude_tags,
                    "removeBase64Images": remove_base64_images,
                    "blockAds": block_ads,
                    "includeLinks": include_links,
                    "attributes": attributes,
                    "jsonOptions": json_options,
                    "cacheOnly": cache_only,
                    "storeInCache": store_in_cache,
                    "history": history,
                    "method": method,
                    "body": body,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def start_scrape(
        self,
        url: str,
        *,
        render_js: bool | Omitted = OMITTED,
        wait_for: int | Omitted = OMITTED,
        timeout: int | Omitted = OMITTED,
        location: LocationOption | Omitted = OMITTED,
        headers: Mapping[str, str] | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json"]]
        | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        only_main_content: bool | Omitted = OMITTED,
        include_tags: Sequence[str] | Omitted = OMITTED,
        exclude_tags: Sequence[str] | Omitted = OMITTED,
        remove_base64_images: bool | Omitted = OMITTED,
        block_ads: bool | Omitted = OMITTED,
        include_links: bool | Omitted = OMITTED,
        attributes: Sequence[AttributeSelectorOption] | Omitted = OMITTED,
        json_options: JsonOptionsOption | Omitted = OMITTED,
        cache_only: bool | Omitted = OMITTED,
        store_in_cache: bool | Omitted = OMITTED,
        history: str | Omitted = OMITTED,
        method: Literal["GET", "POST"] | Omitted = OMITTED,
        body: str | Mapping[str, Any] | list | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ScrapeAck:
        """Scrape one page into the requested formats.

        Args:
            render_js: Whether to render the page in a browser. When omitted, the service decides for each page.
            wait_for: Extra milliseconds to wait before capture. A value above 0 renders the page, unless `renderJs`
                is false.
            timeout: Time limit for the page in milliseconds. The service's own limits apply when omitted.
            location: Country to fetch the page from, and preferred languages.
            headers: Extra request headers sent when fetching. They are sent to the origin of the URL only, not to
                other sites that the page redirects to or loads from.
            max_age: Serve a cached capture younger than this many milliseconds. 0 always asks the origin. 24 hours
                when omitted.
            formats: Formats to return.
            prefer_structure: Keep or drop each list as a whole, as tables and code blocks always are, and keep
                images, videos and embedded posts in the Markdown. Without it, items of a list can be dropped one by
                one. Headings, lists and tables are written in both cases.
            only_main_content: Drop navigation and boilerplate.
            include_tags: CSS selectors of elements to keep.
            exclude_tags: CSS selectors of elements to remove.
            remove_base64_images: Drop images that are embedded in the page as base64 data.
            block_ads: Drop advertising and cookie banners.
            include_links: Keep inline links in the Markdown.
            attributes: Attributes of elements to return in `attributes`, as the page has them, from the whole page.
            json_options: Schema and prompt of the `json` format. Required when `formats` contains `json`.
            cache_only: Fail with 404 instead of fetching when no fresh cached copy exists.
            store_in_cache: Store the capture, so that later calls can be served from the cache.
            history: Compare the page with its last visit that had the same word here, and report the difference in
                `changes`. The Markdown is compared, and `json` if it is requested. The page's Markdown is then
                returned too, and stored for the next visit. A cached page counts as a visit: `maxAge: 0` asks the
                origin.
            method: HTTP method of the fetch. A page that is fetched with POST is never rendered.
            body: Request body of a fetch with POST, at most 64 KB. A string is sent unchanged: set its content type
                in `headers`. An object or a list is sent as JSON, with that content type unless `headers` sets
                another.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ScrapeAck = self.send(
            Call(
                "POST",
                "/v1/web/scrape",
                {
                    "url": url,
                    "renderJs": render_js,
                    "waitFor": wait_for,
                    "timeout": timeout,
                    "location": location,
                    "headers": headers,
                    "maxAge": max_age,
                    "formats": formats,
                    "preferStructure": prefer_structure,
                    "onlyMainContent": only_main_content,
                    "includeTags": include_tags,
                    "excludeTags": exclude_tags,
                    "removeBase64Images": remove_base64_images,
                    "blockAds": block_ads,
                    "includeLinks": include_links,
                    "attributes": attributes,
                    "jsonOptions": json_options,
                    "cacheOnly": cache_only,
                    "storeInCache": store_in_cache,
                    "history": history,
                    "method": method,
                    "body": body,
                    "async": True,
                },
                inside=None,
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def scrape_status(self, job_id: str) -> ScrapeStatus:
        """Get the status of a background scrape."""
        result: ScrapeStatus = self.send(
            Call(
                "GET",
                f"/v1/web/scrape/{quote(job_id, safe='')}",
                {},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def parse(
        self,
        file_name: str,
        *,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json"]]
        | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        only_main_content: bool | Omitted = OMITTED,
        include_tags: Sequence[str] | Omitted = OMITTED,
        exclude_tags: Sequence[str] | Omitted = OMITTED,
        remove_base64_images: bool | Omitted = OMITTED,
        block_ads: bool | Omitted = OMITTED,
        include_links: bool | Omitted = OMITTED,
        attributes: Sequence[AttributeSelectorOption] | Omitted = OMITTED,
        file: str,
        content_type: str | Omitted = OMITTED,
        url: str | Omitted = OMITTED,
        json_options: JsonOptionsOption | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ParseResult:
        """Read an uploaded file into the requested formats.

        Args:
            formats: Formats to return.
            prefer_structure: Keep or drop each list as a whole, as tables and code blocks always are, and keep
                images, videos and embedded posts in the Markdown. Without it, items of a list can be dropped one by
                one. Headings, lists and tables are written in both cases.
            only_main_content: Drop navigation and boilerplate.
            include_tags: CSS selectors of elements to keep.
            exclude_tags: CSS selectors of elements to remove.
            remove_base64_images: Drop images that are embedded in the page as base64 data.
            block_ads: Drop advertising and cookie banners.
            include_links: Keep inline links in the Markdown.
            attributes: Attributes of elements to return in `attributes`, as the page has them, from the whole page.
            file: The file in base64, at most 10 MB before that: HTML, PDF, DOCX, XLSX, PPTX, EPUB or text.
            content_type: Media type of the file. By its name and content when omitted.
            url: URL that relative links of the file are resolved against. It is not fetched.
            json_options: Schema and prompt of the `json` format. Required when `formats` contains `json`.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ParseResult = self.send(
            Call(
                "POST",
                "/v1/web/parse",
                {
                    "fileName": file_name,
                    "formats": formats,
                    "preferStructure": prefer_structure,
                    "onlyMainContent": only_main_content,
                    "includeTags": include_tags,
                    "excludeTags": exclude_tags,
                    "removeBase64Images": remove_base64_images,
                    "blockAds": block_ads,
                    "includeLinks": include_links,
                    "attributes": attributes,
                    "file": file,
                    "contentType": content_type,
                    "url": url,
                    "jsonOptions": json_options,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def map(
        self,
        url: str,
        *,
        include_links: bool | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        search: str | Omitted = OMITTED,
        sitemap: Literal["skip", "include", "only"] | Omitted = OMITTED,
        include_subdomains: bool | Omitted = OMITTED,
        ignore_query_parameters: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> MapResult:
        """List the URLs of a site.

        Args:
            include_links: Also include same-site links on the starting page.
            limit: Maximum number of URLs to return. 5000 when omitted.
            search: Return only URLs that contain this term. Case is ignored.
            sitemap: `include` returns the URLs in the site's sitemaps; `includeLinks` adds the links on the starting
                page. `only` returns only URLs in sitemaps. `skip` returns only links on the starting page. When
                omitted, the links on the starting page are returned if the sitemaps contain no URL.
            include_subdomains: Also return URLs on other hosts of the same domain.
            ignore_query_parameters: Treat URLs that differ only in the query string as one URL.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: MapResult = self.send(
            Call(
                "POST",
                "/v1/web/map",
                {
                    "url": url,
                    "includeLinks": include_links,
                    "limit": limit,
                    "search": search,
                    "sitemap": sitemap,
                    "includeSubdomains": include_subdomains,
                    "ignoreQueryParameters": ignore_query_parameters,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def search(
        self,
        query: str,
        *,
        limit: int | Omitted = OMITTED,
        page: int | Omitted = OMITTED,
        scrape_results: bool | Omitted = OMITTED,
        scrape_options: ResultScrapeOptionsOption | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        time_range: Literal["day", "week", "month", "year"] | Omitted = OMITTED,
        country: str | Omitted = OMITTED,
        include_domains: Sequence[str] | Omitted = OMITTED,
        exclude_domains: Sequence[str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> SearchResult:
        """Search the web, and scrape the results.

        Args:
            limit: Maximum number of results.
            page: Which page of the results to return. Each has `limit` results, and `rank` continues counting.
            scrape_results: Also scrape each result. Its `data` is null otherwise, and where the page could not be
                scraped.
            scrape_options: How each result is scraped. Ignored unless `scrapeResults` is true. `headers` require
                `includeDomains`: they are sent to these domains only.
            prefer_structure: The same as `preferStructure` in `scrapeOptions`. Ignored unless `scrapeResults` is
                true.
            time_range: Return only pages that were published within this time; pages without a date count from when
                they were found.
            country: Country that the results are for, as an ISO 3166 alpha-2 code. Pages of other countries are left
                out.
            include_domains: Return only pages of these domains and their subdomains. All domains when the list is
                empty.
            exclude_domains: Leave out the pages of these domains and their subdomains.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: SearchResult = self.send(
            Call(
                "POST",
                "/v1/web/search",
                {
                    "query": query,
                    "limit": limit,
                    "page": page,
                    "scrapeResults": scrape_results,
                    "scrapeOptions": scrape_options,
                    "preferStructure": prefer_structure,
                    "timeRange": time_range,
                    "country": country,
                    "includeDomains": include_domains,
                    "excludeDomains": exclude_domains,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def extract(
        self,
        urls: Sequence[str],
        *,
        schema: Mapping[str, Any] | Omitted = OMITTED,
        prompt: str | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        enable_web_search: bool | Omitted = OMITTED,
        show_sources: bool | Omitted = OMITTED,
        show_confidence: bool | Omitted = OMITTED,
        merge_entities: bool | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ExtractResult:
        """Extract data that follows a schema from pages and sites.

        Args:
            schema: JSON Schema (draft 2020-12) of the output, which must be an object. References are local and not
                recursive, regular expressions are in RE2 syntax. At most 64 KB, 500 schemas and 32 levels. At least
                one of `schema` and `prompt` is required.
            prompt: Natural-language instruction. With a schema, the schema sets names and types, and the prompt what
                to extract.
            limit: Maximum number of pages to extract. The URLs of pages come first, then pages of scopes as they are
                found.
            enable_web_search: Also extract up to 5 pages that a web search for the prompt finds. Requires `prompt`.
            show_sources: Return `sources`: the URLs of the extracted pages.
            show_confidence: Return `fields` for each page: confidence and source passage of each value.
            merge_entities: Return `collection`: one row per entity, with the data of all pages that describe it.
            prefer_structure: Keep or drop each list as a whole, and keep images and videos, in the text that is
                extracted from.
            max_age: Use cached captures younger than this many milliseconds. When omitted or 0, every page is
                fetched.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ExtractResult = self.send(
            Call(
                "POST",
                "/v1/web/extract",
                {
                    "urls": urls,
                    "schema": schema,
                    "prompt": prompt,
                    "limit": limit,
                    "enableWebSearch": enable_web_search,
                    "showSources": show_sources,
                    "showConfidence": show_confidence,
                    "mergeEntities": merge_entities,
                    "preferStructure": prefer_structure,
                    "maxAge": max_age,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def start_extract(
        self,
        urls: Sequence[str],
        *,
        schema: Mapping[str, Any] | Omitted = OMITTED,
        prompt: str | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        enable_web_search: bool | Omitted = OMITTED,
        show_sources: bool | Omitted = OMITTED,
        show_confidence: bool | Omitted = OMITTED,
        merge_entities: bool | Omitted = OMITTED,
        prefer_structure: bool | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ExtractAck:
        """Extract data that follows a schema from pages and sites.

        Args:
            schema: JSON Schema (draft 2020-12) of the output, which must be an object. References are local and not
                recursive, regular expressions are in RE2 syntax. At most 64 KB, 500 schemas and 32 levels. At least
                one of `schema` and `prompt` is required.
            prompt: Natural-language instruction. With a schema, the schema sets names and types, and the prompt what
                to extract.
            limit: Maximum number of pages to extract. The URLs of pages come first, then pages of scopes as they are
                found.
            enable_web_search: Also extract up to 5 pages that a web search for the prompt finds. Requires `prompt`.
            show_sources: Return `sources`: the URLs of the extracted pages.
            show_confidence: Return `fields` for each page: confidence and source passage of each value.
            merge_entities: Return `collection`: one row per entity, with the data of all pages that describe it.
            prefer_structure: Keep or drop each list as a whole, and keep images and videos, in the text that is
                extracted from.
            max_age: Use cached captures younger than this many milliseconds. When omitted or 0, every page is
                fetched.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ExtractAck = self.send(
            Call(
                "POST",
                "/v1/web/extract",
                {
                    "urls": urls,
                    "schema": schema,
                    "prompt": prompt,
                    "limit": limit,
                    "enableWebSearch": enable_web_search,
                    "showSources": show_sources,
                    "showConfidence": show_confidence,
                    "mergeEntities": merge_entities,
                    "preferStructure": prefer_structure,
                    "maxAge": max_age,
                    "async": True,
                },
                inside=None,
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def extract_status(self, job_id: str) -> ExtractStatus:
        """Get the status of a background extract."""
        result: ExtractStatus = self.send(
            Call(
                "GET",
                f"/v1/web/extract/{quote(job_id, safe='')}",
                {},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def images(
        self,
        url: str,
        *,
        render_js: bool | Omitted = OMITTED,
        wait_for: int | Omitted = OMITTED,
        timeout: int | Omitted = OMITTED,
        location: LocationOption | Omitted = OMITTED,
        headers: Mapping[str, str] | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ImagesResult:
        """List the images of one page.

        Args:
            render_js: Whether to render the page in a browser. When omitted, the service decides for each page.
            wait_for: Extra milliseconds to wait before capture. A value above 0 renders the page, unless `renderJs`
                is false.
            timeout: Time limit for the page in milliseconds. The service's own limits apply when omitted.
            location: Country to fetch the page from, and preferred languages.
            headers: Extra request headers sent when fetching. They are sent to the origin of the URL only, not to
                other sites that the page redirects to or loads from.
            max_age: Serve a cached capture younger than this many milliseconds. 0 always asks the origin. 24 hours
                when omitted.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ImagesResult = self.send(
            Call(
                "POST",
                "/v1/web/images",
                {
                    "url": url,
                    "renderJs": render_js,
                    "waitFor": wait_for,
                    "timeout": timeout,
                    "location": location,
                    "headers": headers,
                    "maxAge": max_age,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def screenshot(
        self,
        url: str,
        *,
        full_page: bool | Omitted = OMITTED,
        wait_for: int | Omitted = OMITTED,
        timeout: int | Omitted = OMITTED,
        viewport: ViewportOption | Omitted = OMITTED,
        max_age: int | Omitted = OMITTED,
        format: Literal["png", "jpeg", "webp"] | Omitted = OMITTED,
        device_scale_factor: int | Omitted = OMITTED,
        dark_mode: bool | Omitted = OMITTED,
        mobile: bool | Omitted = OMITTED,
        selector: str | Omitted = OMITTED,
        hide_banners: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> ScreenshotResult:
        """Take a screenshot of one page.

        Args:
            full_page: Capture the whole scrollable page instead of the viewport.
            wait_for: Extra milliseconds to wait before capture.
            timeout: Time limit in milliseconds. The service's own limits apply when omitted.
            viewport: Size of the browser window.
            max_age: Serve a cached screenshot younger than this many milliseconds. When omitted or 0, a new
                screenshot is made.
            format: Format of the image.
            device_scale_factor: Pixels of the image per CSS pixel, in each direction. 2 gives the picture of a high-
                density screen.
            dark_mode: Prefer the dark colour scheme of the page.
            mobile: Show the page as a phone does. A window of the default size has 390 by 844 pixels then.
            selector: CSS selector: capture only the first element that it matches. 404 if it matches none.
            hide_banners: Hide cookie banners.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: ScreenshotResult = self.send(
            Call(
                "POST",
                "/v1/web/screenshot",
                {
                    "url": url,
                    "fullPage": full_page,
                    "waitFor": wait_for,
                    "timeout": timeout,
                    "viewport": viewport,
                    "maxAge": max_age,
                    "format": format,
                    "deviceScaleFactor": device_scale_factor,
                    "darkMode": dark_mode,
                    "mobile": mobile,
                    "selector": selector,
                    "hideBanners": hide_banners,
                },
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def start_crawl(
        self,
        url: str,
        *,
        scrape_options: PageOptionsOption | Omitted = OMITTED,
        webhook: WebhookOption | str | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        max_depth: int | Omitted = OMITTED,
        include_paths: Sequence[str] | Omitted = OMITTED,
        exclude_paths: Sequence[str] | Omitted = OMITTED,
        allow_subdomains: bool | Omitted = OMITTED,
        allow_external_links: bool | Omitted = OMITTED,
        ignore_query_parameters: bool | Omitted = OMITTED,
        sitemap: Literal["skip", "include"] | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> CrawlAck:
        """Scrape a whole site in the background.

        Args:
            scrape_options: How each page is fetched and read.
            webhook: Receives a callback when a page or the job ends: an object, or only the URL as a string.
            limit: Maximum number of pages to scrape, the start URL included.
            max_depth: Maximum link depth from the start URL. 0 scrapes only the start URL. No maximum when omitted.
            include_paths: Regular expressions in RE2 syntax, searched for in a URL's path and query. Only URLs that
                match at least one are scraped. Every URL matches when the list is empty.
            exclude_paths: Regular expressions in RE2 syntax, searched for in a URL's path and query. URLs that match
                one are skipped.
            allow_subdomains: Also scrape other hosts of the same domain.
            allow_external_links: Also scrape pages of other sites that the site links to. Links on those pages are
                not followed.
            ignore_query_parameters: Treat URLs that differ only in the query string as one page.
            sitemap: `include` also scrapes the pages that the site's sitemaps list; `skip` does not read sitemaps.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: CrawlAck = self.send(
            Call(
                "POST",
                "/v1/web/crawl",
                {
                    "url": url,
                    "scrapeOptions": scrape_options,
                    "webhook": webhook,
                    "limit": limit,
                    "maxDepth": max_depth,
                    "includePaths": include_paths,
                    "excludePaths": exclude_paths,
                    "allowSubdomains": allow_subdomains,
                    "allowExternalLinks": allow_external_links,
                    "ignoreQueryParameters": ignore_query_parameters,
                    "sitemap": sitemap,
                },
                inside=None,
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def crawl_status(
        self,
        job_id: str,
        *,
        limit: int | Omitted = OMITTED,
        offset: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        status: Literal["queued", "running", "completed", "failed"] | Omitted = OMITTED,
        include_data: bool | Omitted = OMITTED,
    ) -> PagesStatus:
        """Get the status and the pages of a crawl.

        Args:
            limit: Maximum number of page entries to return.
            offset: Number of page entries to skip from the start. The list of a running job changes: use `cursor`
                instead. Cannot be combined with `cursor`.
            cursor: The `nextCursor` of the previous response, to get the page entries that follow. While the job
                runs, each page is returned once, after it has ended. To begin, send `limit` without `cursor`.
            status: Return only page entries with this status.
            include_data: Whether completed page entries include `data`, the scrape result.
        """
        result: PagesStatus = self.send(
            Call(
                "GET",
                f"/v1/web/crawl/{quote(job_id, safe='')}",
                {"limit": limit, "offset": offset, "cursor": cursor, "status": status, "includeData": include_data},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def cancel_crawl(self, job_id: str) -> PagesStatus:
        """Cancel a crawl."""
        result: PagesStatus = self.send(
            Call(
                "DELETE",
                f"/v1/web/crawl/{quote(job_id, safe='')}",
                {},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def crawl_deliveries(
        self, job_id: str, *, limit: int | Omitted = OMITTED, cursor: str | Omitted = OMITTED
    ) -> Deliveries:
        """List the webhook deliveries of a crawl.

        Args:
            limit: Maximum number of deliveries to return.
            cursor: The `nextCursor` of the previous response, to get the deliveries that follow. To begin, send
                `limit` without `cursor`.
        """
        result: Deliveries = self.send(
            Call(
                "GET",
                f"/v1/web/crawl/{quote(job_id, safe='')}/deliveries",
                {"limit": limit, "cursor": cursor},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def retry_crawl_delivery(self, job_id: str, delivery_id: str) -> Delivery:
        """Retry a failed webhook delivery of a crawl."""
        result: Delivery = self.send(
            Call(
                "POST",
                f"/v1/web/crawl/{quote(job_id, safe='')}/deliveries/{quote(delivery_id, safe='')}/retry",
                {},
                inside="delivery",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def start_batch(
        self,
        urls: Sequence[str],
        *,
        scrape_options: PageOptionsOption | Omitted = OMITTED,
        webhook: WebhookOption | str | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> BatchAck:
        """Scrape a list of URLs in the background.

        Args:
            scrape_options: How each page is fetched and read.
            webhook: Receives a callback when a page or the job ends: an object, or only the URL as a string.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: BatchAck = self.send(
            Call(
                "POST",
                "/v1/web/batch",
                {"urls": urls, "scrapeOptions": scrape_options, "webhook": webhook},
                inside=None,
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def batch_status(
        self,
        job_id: str,
        *,
        limit: int | Omitted = OMITTED,
        offset: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        status: Literal["queued", "running", "completed", "failed"] | Omitted = OMITTED,
        include_data: bool | Omitted = OMITTED,
    ) -> PagesStatus:
        """Get the status and the pages of a batch.

        Args:
            limit: Maximum number of page entries to return.
            offset: Number of page entries to skip from the start. The list of a running job changes: use `cursor`
                instead. Cannot be combined with `cursor`.
            cursor: The `nextCursor` of the previous response, to get the page entries that follow. While the job
                runs, each page is returned once, after it has ended. To begin, send `limit` without `cursor`.
            status: Return only page entries with this status.
            include_data: Whether completed page entries include `data`, the scrape result.
        """
        result: PagesStatus = self.send(
            Call(
                "GET",
                f"/v1/web/batch/{quote(job_id, safe='')}",
                {"limit": limit, "offset": offset, "cursor": cursor, "status": status, "includeData": include_data},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def cancel_batch(self, job_id: str) -> PagesStatus:
        """Cancel a batch."""
        result: PagesStatus = self.send(
            Call(
                "DELETE",
                f"/v1/web/batch/{quote(job_id, safe='')}",
                {},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def batch_deliveries(
        self, job_id: str, *, limit: int | Omitted = OMITTED, cursor: str | Omitted = OMITTED
    ) -> Deliveries:
        """List the webhook deliveries of a batch.

        Args:
            limit: Maximum number of deliveries to return.
            cursor: The `nextCursor` of the previous response, to get the deliveries that follow. To begin, send
                `limit` without `cursor`.
        """
        result: Deliveries = self.send(
            Call(
                "GET",
                f"/v1/web/batch/{quote(job_id, safe='')}/deliveries",
                {"limit": limit, "cursor": cursor},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def retry_batch_delivery(self, job_id: str, delivery_id: str) -> Delivery:
        """Retry a failed webhook delivery of a batch."""
        result: Delivery = self.send(
            Call(
                "POST",
                f"/v1/web/batch/{quote(job_id, safe='')}/deliveries/{quote(delivery_id, safe='')}/retry",
                {},
                inside="delivery",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def brand(self, domain: str, *, max_age: int | Omitted = OMITTED) -> BrandResult:
        """Look up the brand of a domain.

        Args:
            max_age: Serve a stored brand younger than this many milliseconds. 0 always resolves the domain again.
                When omitted, a stored brand is served at any age, and one older than 30 days is refreshed in the
                background.
        """
        result: BrandResult = self.send(
            Call(
                "GET",
                "/v1/web/brand",
                {"domain": domain, "maxAge": max_age},
                inside="data",
                starts_work=False,
                costs_credits=True,
            )
        )
        return result

    def brands(self, domains: Sequence[str], idempotency_key: str | None = None) -> BrandBatchResult:
        """Look up the brands of up to 50 domains.

        Args:
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: BrandBatchResult = self.send(
            Call(
                "POST",
                "/v1/web/brand",
                {"domains": domains},
                inside="data",
                starts_work=True,
                costs_credits=True,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def brand_logo(
        self,
        domain: str,
        *,
        theme: Literal["light", "dark", "auto"] | Omitted = OMITTED,
        type: Literal["icon", "wordmark"] | Omitted = OMITTED,
    ) -> ChosenLogo | None:
        """Choose a logo of a domain.

        Args:
            theme: Background that the logo must suit. `auto` prefers a logo of a single colour, which can follow the
                viewer's colour scheme.
            type: Requested type. The other type is returned when the brand has no logo of this type.
        """
        result: ChosenLogo | None = self.send(
            Call(
                "GET",
                "/v1/web/brand/logo",
                {"domain": domain, "theme": theme, "type": type},
                inside="data",
                starts_work=False,
                costs_credits=True,
            )
        )
        return result

    def styleguide(self, domain: str, *, max_age: int | Omitted = OMITTED) -> StyleguideResult:
        """Read the design system of a site.

        Args:
            max_age: Serve a stored record younger than this many milliseconds. 0 always renders the page again. When
                omitted, a stored record is served for 3 weeks.
        """
        result: StyleguideResult = self.send(
            Call(
                "GET",
                "/v1/web/styleguide",
                {"domain": domain, "maxAge": max_age},
                inside="data",
                starts_work=False,
                costs_credits=True,
            )
        )
        return result

    def create_watch(
        self,
        *,
        schedule: WatchScheduleOption,
        urls: Sequence[str] | Omitted = OMITTED,
        site: CrawlOptionsOption | Omitted = OMITTED,
        query: str | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        compare: Sequence[Literal["markdown", "selectors", "json", "status", "title", "price", "screenshot"]]
        | Omitted = OMITTED,
        selectors: Sequence[str] | Omitted = OMITTED,
        scrape_options: PageOptionsOption | Omitted = OMITTED,
        summary: bool | Omitted = OMITTED,
        confirm: bool | Omitted = OMITTED,
        conditions: Sequence[WatchConditionOption] | Omitted = OMITTED,
        webhook: WatchWebhookOption | str | Omitted = OMITTED,
        emails: Sequence[str] | Omitted = OMITTED,
        failures_before_error: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> Watch:
        """Watch pages, a site or a search.

        Args:
            schedule: When to check.
            urls: Pages to watch.
            site: A site to watch: the options of a crawl, without `webhook`, and with at most 500 pages.
            query: A search to watch: its list of results is compared.
            name: Name for people. The first URL or the query when omitted.
            compare: What is compared: the main content as Markdown, the texts of `selectors`, the values of a schema
                (`json`, with `scrapeOptions.jsonOptions`), the HTTP status, the title, the price, a screenshot of the
                whole page (of `urls` only, at the price of a screenshot).
            selectors: CSS selectors whose texts are compared. Required when `compare` contains `selectors`.
            scrape_options: How the pages of `urls` are fetched and read. `formats` is set by `compare`, `history` is
                not used, and each page is asked for again.
            summary: Have a language model say in one or two sentences what changed, for 1 credit per changed page
                that is reported, at most 20 pages of a check. Sentences that the difference does not support are left
                out, free of charge.
            confirm: Visit a page that changed or was removed again, two to six times within about five minutes, and
                report the change only if these visits agree. They are free of charge. Not for searches.
            conditions: Report a change only if it meets one of these conditions. Every change when the list is empty.
            webhook: Receives the events: an object, or only the URL as a string.
            emails: Addresses of members of the workspace who get the events by e-mail, if the operator has set a mail
                server.
            failures_before_error: Number of failed checks in a row after which `watch.error` is sent, once.
            idempotency_key: Key of the request, without spaces. The same key with the same options within 24 hours
                returns the first result. A new key when omitted.
        """
        result: Watch = self.send(
            Call(
                "POST",
                "/v1/web/watch",
                {
                    "schedule": schedule,
                    "urls": urls,
                    "site": site,
                    "query": query,
                    "name": name,
                    "compare": compare,
                    "selectors": selectors,
                    "scrapeOptions": scrape_options,
                    "summary": summary,
                    "confirm": confirm,
                    "conditions": conditions,
                    "webhook": webhook,
                    "emails": emails,
                    "failuresBeforeError": failures_before_error,
                },
                inside="data",
                starts_work=True,
                costs_credits=False,
                idempotency_key=idempotency_key,
            )
        )
        return result

    def watches(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        status: Literal["active", "paused"] | Omitted = OMITTED,
    ) -> WatchList:
        """List watches.

        Args:
            limit: Maximum number of watches to return.
            cursor: The `nextCursor` of the previous response, to get the entries that follow. When omitted, the
                newest entries are returned.
            status: Return only watches with this status.
        """
        result: WatchList = self.send(
            Call(
                "GET",
                "/v1/web/watch",
                {"limit": limit, "cursor": cursor, "status": status},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def watch(self, watch_id: str) -> Watch:
        """Get a watch."""
        result: Watch = self.send(
            Call(
                "GET",
                f"/v1/web/watch/{quote(watch_id, safe='')}",
                {},
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def update_watch(
        self,
        watch_id: str,
        *,
        status: Literal["active", "paused"] | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        schedule: WatchScheduleOption | Omitted = OMITTED,
        conditions: Sequence[WatchConditionOption] | Omitted = OMITTED,
        summary: bool | Omitted = OMITTED,
        confirm: bool | Omitted = OMITTED,
        webhook: WatchWebhookOption | str | Omitted = OMITTED,
        emails: Sequence[str] | Omitted = OMITTED,
        failures_before_error: int | Omitted = OMITTED,
    ) -> Watch:
        """Change, pause or resume a watch.

        Args:
            status: `paused` stops the checks, `active` resumes them.
            name: Name for people.
            schedule: When to check.
            conditions: Conditions of a report. An empty list removes them.
            summary: Have a language model say in one or two sentences what changed, for 1 credit per changed page
                that is reported, at most 20 pages of a check. Sentences that the difference does not support are left
                out, free of charge.
            confirm: Visit a page that changed or was removed again, two to six times within about five minutes, and
                report the change only if these visits agree. They are free of charge. Not for searches.
            webhook: Receives the events: an object, or only the URL as a string.
            emails: Addresses of members who get the events by e-mail. An empty list removes them.
            failures_before_error: Number of failed checks in a row after which `watch.error` is sent, once.
        """
        result: Watch = self.send(
            Call(
                "PATCH",
                f"/v1/web/watch/{quote(watch_id, safe='')}",
                {
                    "status": status,
                    "name": name,
                    "schedule": schedule,
                    "conditions": conditions,
                    "summary": summary,
                    "confirm": confirm,
                    "webhook": webhook,
                    "emails": emails,
                    "failuresBeforeError": failures_before_error,
                },
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def delete_watch(self, watch_id: str) -> DeletedWatch:
        """Delete a watch."""
        result: DeletedWatch = self.send(
            Call(
                "DELETE",
                f"/v1/web/watch/{quote(watch_id, safe='')}",
                {},
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def run_watch(self, watch_id: str) -> WatchCheck:
        """Check a watch now."""
        result: WatchCheck = self.send(
            Call(
                "POST",
                f"/v1/web/watch/{quote(watch_id, safe='')}/run",
                {},
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def watch_checks(
        self, watch_id: str, *, limit: int | Omitted = OMITTED, cursor: str | Omitted = OMITTED
    ) -> WatchCheckList:
        """List the checks of a watch.

        Args:
            limit: Maximum number of checks to return.
            cursor: The `nextCursor` of the previous response, to get the entries that follow. When omitted, the
                newest entries are returned.
        """
        result: WatchCheckList = self.send(
            Call(
                "GET",
                f"/v1/web/watch/{quote(watch_id, safe='')}/checks",
                {"limit": limit, "cursor": cursor},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def watch_check(self, watch_id: str, check_id: str, *, compare_to: str | Omitted = OMITTED) -> WatchCheckDetails:
        """Get a check with what changed.

        Args:
            compare_to: Id of another check of the watch. Then `pages` shows what changed from that check to this one,
                from the stored versions.
        """
        result: WatchCheckDetails = self.send(
            Call(
                "GET",
                f"/v1/web/watch/{quote(watch_id, safe='')}/checks/{quote(check_id, safe='')}",
                {"compareTo": compare_to},
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def search_brands(self, query: str, *, limit: int | Omitted = OMITTED) -> BrandSearchResult:
        """Search the stored brands.

        Args:
            limit: Maximum number of brands to return.
        """
        result: BrandSearchResult = self.send(
            Call(
                "GET",
                "/v1/web/brand/search",
                {"query": query, "limit": limit},
                inside="data",
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def jobs(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        kind: Literal["scrape", "extract", "crawl", "batch"] | Omitted = OMITTED,
        status: Literal["waiting", "active", "running", "completed", "failed", "cancelled"] | Omitted = OMITTED,
        created_after: str | Omitted = OMITTED,
    ) -> JobList:
        """List the background jobs of the workspace.

        Args:
            limit: Maximum number of jobs to return.
            cursor: The `nextCursor` of the previous response, to get the entries that follow. When omitted, the
                newest entries are returned.
            kind: Return only jobs of this kind.
            status: Return only jobs with this status.
            created_after: Return only jobs that were created after this time: a day (from midnight UTC), or a time
                with its time zone.
        """
        result: JobList = self.send(
            Call(
                "GET",
                "/v1/jobs",
                {"limit": limit, "cursor": cursor, "kind": kind, "status": status, "createdAfter": created_after},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result

    def account(self) -> Account:
        """Get workspace, plan and balance."""
        result: Account = self.send(
            Call("GET", "/v1/account", {}, inside="data", starts_work=False, costs_credits=False)
        )
        return result

    def ledger(self, *, limit: int | Omitted = OMITTED, cursor: str | Omitted = OMITTED) -> Ledger:
        """List the entries of the credit ledger.

        Args:
            limit: Maximum number of entries to return.
            cursor: The `nextCursor` of the previous response, to get the entries that follow. When omitted, the
                newest entries are returned.
        """
        result: Ledger = self.send(
            Call(
                "GET",
                "/v1/account/ledger",
                {"limit": limit, "cursor": cursor},
                inside=None,
                starts_work=False,
                costs_credits=False,
            )
        )
        return result
